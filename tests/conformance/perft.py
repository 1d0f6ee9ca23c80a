"""Perft: the number of lines of play to a small depth; a changed number means a changed rule.

After an intended change of the rules update the numbers with `python tests/conformance/perft.py KEY`, or
without a key for all games.
"""

import sys
import tomllib
from pathlib import Path

from flattop.games import CATALOG
from flattop.games import game as game_of
from flattop.kernel import CLOCK, Chance

FILE = Path(__file__).parent / "perft.toml"


def lines_of_play(t, depth):
    """Count the answers of the first asked seat, or of all seats while a clock runs, to a depth."""
    if t.over or not depth:
        return 1
    asked = list(t.asks) if CLOCK in t.asks else list(t.asks)[:1]
    lines = 0
    for who, action in [(seat, action) for seat in asked for action in t.asks[seat]]:
        ahead = t.clone()
        ahead.chance = Chance(depth)  # every node draws the same
        ahead.push(who, action)
        lines += lines_of_play(ahead, depth - 1)
    return lines


def counts(game, seats, depths):
    return [lines_of_play(game.table(seats, Chance(1)), depth) for depth in depths]


def written(keys, usual=(1, 2, 3, 4, 5)):
    """Return all rows, with those of the given games counted again."""
    before = tomllib.loads(FILE.read_text())
    for key in CATALOG:
        rows = before.get(key) or [{"seats": n, "depths": usual} for n in ends(game_of(key).seats)]
        for row in rows:
            seats, depths = row["seats"], list(row["depths"])
            lines = counts(game_of(key), seats, depths) if key in keys else row["lines"]
            yield f"[[{key}]]\nseats = {seats}\ndepths = {depths}\nlines = {lines}\n"


def ends(seats):
    return seats[:1] + seats[-1:]


if __name__ == "__main__":
    rows = "\n".join(written(sys.argv[1:] or CATALOG))
    FILE.write_text("# Lines of play by depth; see perft.py.\n\n" + rows)
