"""Measure a bot that only reads the line client: `python -m bench.plain_reader --games N GAME ...`.

Every game is played through a pipe with N seeds: the reader on seat 1, house bots on all others.
"""

from __future__ import annotations

import re
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from bench.arguments import argument_parser
from bench.reader.modules import MODULES
from bench.reader.session import ME, play_by_pipe

SEATS = {"solo-up": 1, "party-up": 5}
DEFAULT_SEATS = 3
COOPERATIVE = ("solo-up", "hanaburger", "kitchen-rush")  # games without rivals
RANKED = re.compile(r"(?:★|\d+\.) (.+): (-?\d+)")


def play_game(key: str, folder: Path, seed: int) -> tuple[float, int, float]:
    """Play one game.  Return the reader's share of the win, its points, and the mean points of the others."""
    seats = ",".join([f"you:{ME}", *["house"] * (SEATS.get(key, DEFAULT_SEATS) - 1)])
    lines = play_by_pipe(key, seats, seed, folder)
    points = {match[1]: int(match[2]) for line in lines if (match := RANKED.fullmatch(line))}
    others = [number for name, number in points.items() if name != ME]
    return win_share(lines, points), points[ME], sum(others) / len(others) if others else 0.0


def win_share(lines: list[str], points: dict[str, int]) -> float:
    """Return equal shares for all winners; a team wins as a whole."""
    won = next((line for line in lines if line.startswith("Won by ")), "")
    winners = [name for name in points if re.search(rf"\b{name}\b", won.split(":")[0])]
    if len(winners) == len(points):
        return 1.0
    return 1 / len(winners) if ME in winners else 0.0


def main() -> None:
    parser = argument_parser(__doc__)
    parser.add_argument("games", nargs="*", default=list(MODULES), help="keys of games; all if none is given")
    parser.add_argument("--games", dest="count", type=int, default=20, help="games to play of each")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--workers", type=int, default=2, help="worker processes")
    args = parser.parse_args()
    print("game\tgames\twon\ta fair share\tpoints\tpoints of the others", flush=True)
    for key in args.games:
        with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(args.workers) as pool:
            games = list(
                pool.map(partial(play_game, key, Path(folder)), range(args.first, args.first + args.count))
            )
        won, own, others = (sum(column) / args.count for column in zip(*games, strict=True))
        fair = "" if key in COOPERATIVE else f"{1 / SEATS.get(key, DEFAULT_SEATS):.0%}"
        print(f"{key}\t{args.count}\t{won:.0%}\t{fair}\t{own:.1f}\t{others:.1f}", flush=True)


if __name__ == "__main__":
    main()
