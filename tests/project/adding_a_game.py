"""The guide to a game of one's own, carried out: its files written into a copy of the project."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/adding-a-game.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)(?: (file|insert)=(\S+)(?: after=\"([^\"]+)\")?)?\n(.*?)^```", re.M | re.S)
PARTS = ("src", "tests", "docs", "web")
LEFT_OUT = shutil.ignore_patterns("node_modules")  # what is compiled stays so, since the times of files do


def follow(copy):
    """Make a copy of the project with the game that the guide adds."""
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
