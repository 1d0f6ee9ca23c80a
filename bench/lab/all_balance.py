"""The reports of docs/balance: every game at its usual table, at all others, and its options compared.

python -m bench.lab.all_balance FOLDER [GAME …] [--workers N] [--part 0.1]

Writes FOLDER/GAME.json (the usual table, with cards), GAME-tables.json (every size of table, without) and
GAME-options.json (tables that differ in an option).  What is there already is left as it is.  `--part` plays
that part of the games.  It needs nothing but the packages that the rules need.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import NamedTuple


class Wanted(NamedTuple):
    """How many games of one game, and which of its options are compared."""

    usual: int
    tables: int
    compare: str = ""
    options: int = 0
    seats: str = ""  # of the tables compared, where it is not the usual one


WANTED = {
    "burger-go": Wanted(12_000, 5_000, "two_player_penalty=on,off", 4_000, "2"),
    "burger-boss": Wanted(2_500, 1_000, "deal=fill,two", 1_000),
    "burgerfuck": Wanted(5_000, 1_500, "goal=empty_hand,large_tokens,either", 1_000),
    "burger-up": Wanted(1_500, 1_000, "orders=v2,v1", 800),
    "party-up": Wanted(1_500, 1_000, "upgrade_bonus=place,draw,both", 500),
    "solo-up": Wanted(8_000, 0, "level=easy,normal,hard,expert", 2_000),
    "between-two-burgers": Wanted(5_000, 2_000, "placing=rotating,free", 2_000),
    "hanaburger": Wanted(2_500, 1_000, "hint_tokens=2,4,8", 600),
    "burger-trucker": Wanted(1_200, 500, "matching=on,off", 300),
    "kitchen-rush": Wanted(6_000, 2_000, "scenario=1,2,3,4,5,6,7,8", 400),
    "ninja-burger": Wanted(5_000, 1_000, "length=standard,long", 1_000),
}


KINDS = ("", "-tables", "-options")


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    words.add_argument("folder", type=Path)
    words.add_argument("games", nargs="*", metavar="GAME", default=list(WANTED))
    words.add_argument("--workers", type=int, default=1)
    words.add_argument("--part", type=float, default=1.0)
    given = words.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    asked = {name: words for key in given.games for name, words in commands(key, given.part).items()}
    for name in sorted(asked, key=lambda name: KINDS.index(kind(name))):
        code = run(given.folder / f"{name}.json", [*asked[name], "--workers", str(given.workers)])
        if code != 0:
            return code
    return 0


def kind(name: str) -> str:
    """Whether a file is about the usual table, all sizes or an option; usual ones come first."""
    return next((end for end in KINDS[1:] if name.endswith(end)), "")


def commands(key: str, part: float) -> dict[str, list[str]]:
    """What is asked for each file."""
    wanted, head = WANTED[key], ["balance", key]
    asked = {key: [*head, "--games", number(wanted.usual, part)]}
    if wanted.tables:
        games = number(wanted.tables, part)
        asked[f"{key}-tables"] = [*head, "--seats", "all", "--pairs", "0", "--games", games]
    if wanted.options:
        games, seats = number(wanted.options, part), ["--seats", wanted.seats] if wanted.seats else []
        compared = ["--compare", wanted.compare, "--pairs", "0", "--games", games]
        asked[f"{key}-options"] = [*head, *seats, *compared]
    return asked


def number(games: int, part: float) -> str:
    return str(max(20, round(games * part)))


def run(path: Path, asked: list[str]) -> int:
    if path.exists():
        print(f"{path.name}: is there", flush=True)
        return 0
    began, half = perf_counter(), path.with_suffix(".part")
    done = subprocess.run(
        [sys.executable, "-m", "flattop", *asked, "--json", str(half)], stdout=subprocess.DEVNULL, check=False
    )
    if done.returncode == 0:
        half.rename(path)
        print(f"{path.name}: {perf_counter() - began:.0f} s", flush=True)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
