"""The page on adding a game, followed to the letter in a copy of the project."""

import re
import subprocess
import sys

import pytest

from .adding_a_game import commands, copy_with_the_game, run

pytestmark = pytest.mark.slow  # it plays and tests the game many times


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    return copy_with_the_game(tmp_path_factory.mktemp("adding-a-game"))


def test_every_command_of_the_page_works(copy):
    outputs = {line: run(copy, line) for line in commands()}
    games, play, simulate, tests = (outputs[line] for line in commands()[-4:])
    assert "Last Pickle" in games
    assert "eats" in play
    assert "200 games of last-pickle" in simulate
    assert re.search(r"\d\d passed", tests)
    assert "failed" not in tests


def test_the_game_of_the_page_passes_linter_formatter_and_type_checker(copy):
    files = ["src/flattop/games/last_pickle", "src/flattop/bots/policies/last_pickle.py"]
    for tool in (["ruff", "check"], ["ruff", "format", "--check"], ["mypy", "--strict"]):
        command = [sys.executable, "-m", *tool, *files]
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
