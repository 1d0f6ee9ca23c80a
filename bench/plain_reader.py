"""How well a bot plays that only reads the line client: `python -m bench.plain_reader [--games N] [GAME ...]`.

Every game is played through a pipe, against house bots, from seeds 1 to N; the reader sits on seat 1.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.reader.judges import MODULES
from bench.reader.voice import ME, by_pipe

SEATS = {"solo-up": 1, "party-up": 5}
USUAL = 3


def played(key: str, seed: int, folder: Path) -> tuple[float, list[str]]:
    """One game: the reader's share of the victory, and the last lines."""
    seats = ",".join([f"you:{ME}", *["house"] * (SEATS.get(key, USUAL) - 1)])
    said = by_pipe(key, seats, seed, folder)
    return share(said), said


def share(said: list[str]) -> float:
    """Equal parts for all who won together."""
    won = next((line for line in said if line.startswith("Won by ")), "")
    winners = [name for name in re.split(r", | and ", won.removeprefix("Won by ").split(":")[0].rstrip(".")) if name]
    return 1 / len(winners) if ME in winners else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(MODULES))
    parser.add_argument("--games", dest="count", type=int, default=20)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    for key in args.games:
        begun = time.monotonic()
        with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(args.workers) as pool:
            games = list(pool.map(lambda seed: played(key, seed, Path(folder)), range(1, args.count + 1)))
        wins = sum(won for won, _ in games)
        print(f"{key}: {wins:g} of {args.count} won, {time.monotonic() - begun:.0f} s", flush=True)
        print("   ", games[0][1][-8:])


if __name__ == "__main__":
    main()
