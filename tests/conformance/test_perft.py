"""The number of lines of play of every game is unchanged."""

import tomllib

import pytest

from flattop.games import CATALOG, game

from .perft import FILE, counts

ROWS = tomllib.loads(FILE.read_text())


@pytest.mark.parametrize("key", list(CATALOG))
def test_number_of_lines_of_play_is_unchanged(key):
    assert key in ROWS, "a new game: python tests/conformance/perft.py KEY counts its lines"
    for row in ROWS[key]:
        assert counts(game(key), row["seats"], row["depths"]) == row["lines"]
