"""Perft: how many lines of play there are to a small depth; a changed number is a changed rule.

Renew the numbers after a wanted change of the rules: `python tests/conformance/perft.py`.
"""

import tomllib
from pathlib import Path

from flattop.games import CATALOG
from flattop.games import game as game_of
from flattop.kernel import CLOCK, Chance

FILE = Path(__file__).parent / "perft.toml"


def lines_of_play(t, depth):
    """Every answer of the first seat that is asked, or of anybody while a clock runs, to the given depth."""
    if t.over or not depth:
        return 1
    asked = list(t.asks) if CLOCK in t.asks else list(t.asks)[:1]
    lines = 0
    for who, action in [(seat, action) for seat in asked for action in t.asks[seat]]:
        ahead = t.clone()
        ahead.chance = Chance(depth)  # luck is the same at every node
        ahead.push(who, action)
        lines += lines_of_play(ahead, depth - 1)
    return lines


def counts(game, seats, depths):
    return [lines_of_play(game.table(seats, Chance(1)), depth) for depth in depths]


def written(usual=(1, 2, 3, 4, 5)):
    """All rows anew; a game that begins with a countdown keeps the greater depths that its rows have."""
    before = tomllib.loads(FILE.read_text())
    for key in CATALOG:
        kept = {row["seats"]: row["depths"] for row in before.get(key, ())}
        for seats in (game_of(key).seats[0], game_of(key).seats[-1]):
            depths = kept.get(seats, usual)
            lines = counts(game_of(key), seats, depths)
            yield f"[[{key}]]\nseats = {seats}\ndepths = {list(depths)}\nlines = {lines}\n"


if __name__ == "__main__":
    rows = "\n".join(written())
    FILE.write_text("# Lines of play by depth; see perft.py.\n\n" + rows)
