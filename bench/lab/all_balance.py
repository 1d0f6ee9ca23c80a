"""Plays the studies for docs/balance: usual tables, all table sizes, and other options of every game.

python -m bench.lab.all_balance FOLDER [GAME …] [--workers N] [--part 0.1]

Writes FOLDER/GAME.json (the usual table, with cards), GAME-tables.json (all table sizes, without cards) and
GAME-options.json (values of an option compared).  Existing files are kept.  `--part 0.1` plays a tenth of the
games.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from bench.arguments import argument_parser


class Wanted(NamedTuple):
    """Numbers of games for each file, and the option to compare."""

    usual: int
    tables: int
    compare: str = ""
    options: int = 0
    seats: str = ""  # of the compared tables, if not the usual number


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
    parser = argument_parser(__doc__)
    parser.add_argument("folder", type=Path, help="folder for the reports")
    parser.add_argument(
        "games", nargs="*", metavar="GAME", default=list(WANTED), help="keys of games; all if none is given"
    )
    parser.add_argument("--workers", type=int, default=1, help="worker processes")
    parser.add_argument("--part", type=float, default=1.0, help="share of the usual number of games")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    wanted = {name: command for key in args.games for name, command in commands(key, args.part).items()}
    for name in sorted(wanted, key=lambda name: KINDS.index(kind(name))):
        code = run(args.folder / f"{name}.json", [*wanted[name], "--workers", str(args.workers)])
        if code != 0:
            return code
    return 0


def kind(name: str) -> str:
    """Return the suffix of a file name; files without one are played first."""
    return next((end for end in KINDS[1:] if name.endswith(end)), "")


def commands(key: str, part: float) -> dict[str, list[str]]:
    """Return the arguments of `flattop` for each file, by file name."""
    wanted, head = WANTED[key], ["balance", key]
    arguments = {key: [*head, "--games", number(wanted.usual, part)]}
    if wanted.tables:
        games = number(wanted.tables, part)
        arguments[f"{key}-tables"] = [*head, "--seats", "all", "--pairs", "0", "--games", games]
    if wanted.options:
        games, seats = number(wanted.options, part), ["--seats", wanted.seats] if wanted.seats else []
        compared = ["--compare", wanted.compare, "--pairs", "0", "--games", games]
        arguments[f"{key}-options"] = [*head, *seats, *compared]
    return arguments


def number(games: int, part: float) -> str:
    return str(max(20, round(games * part)))


def run(path: Path, arguments: list[str]) -> int:
    if path.exists():
        print(f"{path.name}: exists", flush=True)
        return 0
    began, draft = perf_counter(), path.with_suffix(".part")
    done = subprocess.run(
        [sys.executable, "-m", "flattop", *arguments, "--json", str(draft)],
        stdout=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode == 0:
        draft.rename(path)
        print(f"{path.name}: {perf_counter() - began:.0f} s", flush=True)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
