"""Perft: how many lines of play there are to a small depth; a changed number is a changed rule.

Renew the numbers after a wanted change of the rules: `python tests/conformance/test_perft.py`.
"""

import tomllib
from pathlib import Path

import pytest

from flattop.games import CATALOG, game
from flattop.kernel import CLOCK, Chance

FILE = Path(__file__).parent / "perft.toml"


def lines_of_play(t, depth):
    """Every answer of the first seat that is asked, or of anybody while a clock runs, to the given depth."""
    if t.over or not depth:
        return 1
    asked = list(t.asks) if CLOCK in t.asks else list(t.asks)[:1]
    found = 0
    for who, action in [(seat, action) for seat in asked for action in t.asks[seat]]:
        ahead = t.clone()
        ahead.chance = Chance(depth)  # luck is the same at every node
        ahead.push(who, action)
        found += lines_of_play(ahead, depth - 1)
    return found


def counts(key, seats, depths):
    return [lines_of_play(game(key).table(seats, Chance(1)), depth) for depth in depths]


@pytest.mark.parametrize("key", list(CATALOG))
def test_the_number_of_lines_of_play_is_as_it_was(key):
    for row in tomllib.loads(FILE.read_text())[key]:
        assert counts(key, row["seats"], row["depths"]) == row["lines"]


def written(usual=(1, 2, 3, 4, 5)):
    """All rows anew; a game that begins with a countdown keeps the greater depths that its rows have."""
    before = tomllib.loads(FILE.read_text())
    for key in CATALOG:
        kept = {row["seats"]: row["depths"] for row in before.get(key, ())}
        for seats in (game(key).seats[0], game(key).seats[-1]):
            depths = kept.get(seats, usual)
            found = counts(key, seats, depths)
            yield f"[[{key}]]\nseats = {seats}\ndepths = {list(depths)}\nlines = {found}\n"


if __name__ == "__main__":
    rows = "\n".join(written())
    FILE.write_text("# Lines of play by depth; see test_perft.py.\n\n" + rows)
