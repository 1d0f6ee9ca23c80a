"""Follows docs/adding-a-game.md: writes its files into a copy of the project and runs its commands."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/adding-a-game.md").read_text("utf-8")
FILE = re.compile(r"^`(\S+)`:\n\n```\w+\n(.*?)^```", re.M | re.S)
INSERTION = re.compile(r"In `(\S+)`, after `([^`]+)`:\n\n```\w+\n(.*?)^```", re.M | re.S)
COMMANDS = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)
FOLDERS = ("src", "tests", "docs", "web")
IGNORED = shutil.ignore_patterns("node_modules")


def copy_with_the_game(copy):
    """Copy the project and add the game of the page."""
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, copy / folder, ignore=IGNORED)
    for name in ("pyproject.toml", "zensical.toml", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        shutil.copy(ROOT / name, copy)
    for path, body in FILE.findall(PAGE):
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        (copy / path).write_text(body, "utf-8")
    for path, line, body in INSERTION.findall(PAGE):
        text = (copy / path).read_text("utf-8")
        assert text.count(line) == 1, f"{path} has no single {line!r}"
        (copy / path).write_text(text.replace(line, f"{line}\n{body.rstrip()}"), "utf-8")
    return copy


def commands():
    """Returns the command lines of the page in order."""
    return [line for block in COMMANDS.findall(PAGE) for line in block.splitlines()]


def run(copy, line):
    """Run one command line in the copy, with the Python that runs the tests, and return its output."""
    program, *words = shlex.split(line)
    prefix = {".venv/bin/python": [], "./flattop": ["-m", "flattop"]}[program]
    if program == "./flattop" and words[0] == "test":
        prefix, words = ["-m", "pytest", "-q", "-p", "no:cacheprovider"], words[1:]
    environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "COLUMNS": "120"}
    done = subprocess.run(
        [sys.executable, *prefix, *words],
        cwd=copy,
        env=environment,
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    return done.stdout
