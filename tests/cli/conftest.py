"""Runs the program inside the test, and keeps a finished record at hand."""

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
    """The program: called with its words, it hands back its exit code and what it said."""

    def run(*words):
        code = main([str(word) for word in words])
        return Run(code, *capsys.readouterr())

    return run


@pytest.fixture
def refused(flattop):
    """The one line with which the program refuses bad input."""

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
    """A finished record of a live table, with steps taken back in it."""
    return played(bytes(range(32)), undo_at={4, 9, 15}).record.text().encode()


@pytest.fixture
def unfinished(tmp_path):
    path = tmp_path / "unfinished.jsonl"
    path.write_text(played(actions=9).record.text(), "utf-8")
    return path


@pytest.fixture
def terminal(monkeypatch):
    """The program believes that a person reads what it prints."""
    monkeypatch.setattr("flattop.cli.output.is_terminal", lambda: True)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
