"""Fixtures that run the program in the test process, and records of games."""

from functools import partial
from typing import NamedTuple

import pytest

from flattop.cli import main
from tests.match import random_games

played = partial(random_games.played, people=("Ann", "Bob", "Cy"))


class Run(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def flattop(capsys):
    """A function that runs the program and returns exit code, stdout and stderr."""

    def run(*words):
        code = main([str(word) for word in words])
        return Run(code, *capsys.readouterr())

    return run


@pytest.fixture
def refused(flattop):
    """A function that runs the program with bad input and returns its error line."""

    def run(*words):
        code, out, err = flattop(*words)
        assert (code, out) == (2, "")
        assert err.startswith("flattop: ")
        assert err.count("\n") == 1
        return err

    return run


@pytest.fixture
def match():
    return played()


@pytest.fixture
def record(match, tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text(match.record.text(), "utf-8")
    return path


@pytest.fixture(scope="session")
def sound():
    """The record of a finished game with a secret seed and undone steps."""
    return played(bytes(range(32)), undo_at={4, 9, 15}).record.text().encode()


@pytest.fixture
def unfinished(tmp_path):
    path = tmp_path / "unfinished.jsonl"
    path.write_text(played(actions=9).record.text(), "utf-8")
    return path


@pytest.fixture
def terminal(monkeypatch):
    """Make the program believe that stdin and stdout are a terminal."""
    monkeypatch.setattr("flattop.cli.output.is_terminal", lambda: True)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
