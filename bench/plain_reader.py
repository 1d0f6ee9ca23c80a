"""How well a bot plays that only reads the line client: `python -m bench.plain_reader --games N GAME ...`.

Every game is played through a pipe, from N seeds on: the reader on seat 1, house bots on all others.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from bench.reader.judges import MODULES
from bench.reader.voice import ME, by_pipe

SEATS = {"solo-up": 1, "party-up": 5}
USUAL = 3
TOGETHER = ("solo-up", "hanaburger", "kitchen-rush")  # nobody is played against
RANKED = re.compile(r"(?:★|\d+\.) (.+): (-?\d+)")


def played(key: str, folder: Path, seed: int) -> tuple[float, int, float]:
    """One game: the reader's share of the victory, its points, and the mean of the others' points."""
    seats = ",".join([f"you:{ME}", *["house"] * (SEATS.get(key, USUAL) - 1)])
    said = by_pipe(key, seats, seed, folder)
    points = {match[1]: int(match[2]) for line in said if (match := RANKED.fullmatch(line))}
    others = [number for name, number in points.items() if name != ME]
    return share(said, points), points[ME], sum(others) / len(others) if others else 0.0


def share(said: list[str], points: dict[str, int]) -> float:
    """Equal parts for all who won together; where all win or lose as one, the whole of it."""
    won = next((line for line in said if line.startswith("Won by ")), "")
    winners = [name for name in points if re.search(rf"\b{name}\b", won.split(":")[0])]
    if len(winners) == len(points):
        return 1.0
    return 1 / len(winners) if ME in winners else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(MODULES))
    parser.add_argument("--games", dest="count", type=int, default=20)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    print("game\tgames\twon\ta fair share\tpoints\tpoints of the others", flush=True)
    for key in args.games:
        with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(args.workers) as pool:
            games = list(
                pool.map(partial(played, key, Path(folder)), range(args.first, args.first + args.count))
            )
        won, own, others = (sum(column) / args.count for column in zip(*games, strict=True))
        fair = "" if key in TOGETHER else f"{1 / SEATS.get(key, USUAL):.0%}"
        print(f"{key}\t{args.count}\t{won:.0%}\t{fair}\t{own:.1f}\t{others:.1f}", flush=True)


if __name__ == "__main__":
    main()
