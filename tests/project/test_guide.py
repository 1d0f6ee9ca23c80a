"""The guide to a game of one's own, followed to the letter in a copy of the project."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/adding-a-game.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)(?: (file|insert)=(\S+)(?: after=\"([^\"]+)\")?)?\n(.*?)^```", re.M | re.S)
PARTS = ("src", "tests", "docs", "web")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", "page")


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    """A copy of the project with the game that the guide adds."""
    copy = tmp_path_factory.mktemp("guide")
    for part in PARTS:
        shutil.copytree(ROOT / part, copy / part, ignore=LEFT_OUT)
    shutil.copy(ROOT / "pyproject.toml", copy)
    for _, how, path, after, body in BLOCK.findall(GUIDE):
        if how == "file":
            (copy / path).parent.mkdir(parents=True, exist_ok=True)
            (copy / path).write_text(body, "utf-8")
        elif how == "insert":
            text = (copy / path).read_text("utf-8")
            assert text.count(after) == 1, f"{path} has no single {after!r}"
            (copy / path).write_text(text.replace(after, f"{after}\n{body.rstrip()}"), "utf-8")
    return copy


def commands():
    """What the guide tells its reader to type, each line by itself, in its order."""
    blocks = [body for language, how, *_, body in BLOCK.findall(GUIDE) if language == "sh" and not how]
    return [line for body in blocks for line in body.splitlines()]


def typed(copy, line):
    """One line as the reader types it, but with the environment that is set up already."""
    words = shlex.split(line)
    mine = {"python": [], "./flattop": ["-m", "flattop"]}[words[0]]
    if words[:2] == ["./flattop", "test"]:
        words, mine = words[1:], ["-m", "pytest", "-q", "-p", "no:cacheprovider"]
    own = {**os.environ, "PYTHONPATH": str(copy / "src"), "COLUMNS": "120"}
    done = subprocess.run(
        [sys.executable, *mine, *words[1:]], cwd=copy, env=own, capture_output=True, text=True, timeout=280
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    return done.stdout


def test_every_command_of_the_guide_works(followed):
    said = {line: typed(followed, line) for line in commands()}
    game, play, simulate, test = (said[line] for line in commands()[-4:])
    assert "Last Pickle" in game
    assert "eats" in play
    assert "200 games of last-pickle" in simulate
    assert re.search(r"\d\d passed", test)
    assert "failed" not in test


def test_the_game_of_the_guide_keeps_the_style_and_the_layers(followed):
    files = ["src/flattop/games/last_pickle", "src/flattop/bots/policies/last_pickle.py"]
    for tool in (["ruff", "check"], ["ruff", "format", "--check"], ["mypy", "--strict"]):
        command = [sys.executable, "-m", *tool, *files]
        done = subprocess.run(command, cwd=followed, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    kept = [f"tests/project/test_{name}.py" for name in ("layers", "style", "ledgers")]
    typed(followed, f"./flattop test {' '.join(kept)}")
