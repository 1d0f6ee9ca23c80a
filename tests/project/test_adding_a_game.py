"""The guide to a game of one's own, followed to the letter in a copy of the project."""

import re
import subprocess
import sys

import pytest

from .guide import commands, follow, typed

pytestmark = pytest.mark.slow  # it plays and tests the game many times over


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    return follow(tmp_path_factory.mktemp("guide"))


def test_every_command_of_the_guide_works(followed):
    said = {line: typed(followed, line) for line in commands()}
    game, play, simulate, test = (said[line] for line in commands()[-4:])
    assert "Last Pickle" in game
    assert "eats" in play
    assert "200 games of last-pickle" in simulate
    assert re.search(r"\d\d passed", test)
    assert "failed" not in test


def test_the_game_of_the_guide_passes_the_gates(followed):
    files = ["src/flattop/games/last_pickle", "src/flattop/bots/policies/last_pickle.py"]
    for tool in (["ruff", "check"], ["ruff", "format", "--check"], ["mypy", "--strict"]):
        command = [sys.executable, "-m", *tool, *files]
        done = subprocess.run(command, cwd=followed, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
