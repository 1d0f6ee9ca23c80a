"""Finished games of every edition, stored for good: they replay exactly, or raise OtherEdition.

    PYTHONPATH=src:. python tests/compat/corpus.py [GAME ...]

plays games of editions that have none yet, one file for each, and never changes an existing file.  Seats,
options and bots differ from game to game.  A line is one game: its header, its entries without their chains,
and the chain of the last entry, which depends on every byte before it.
"""

from __future__ import annotations

import json
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from flattop.games import CATALOG, game
from flattop.kernel import FlattopError, Game
from flattop.lab.simulate import Plan, play_game
from flattop.match import Match, ParsedRecord

FOLDER = Path(__file__).parent / "corpus"
GAMES = 20
RANKS = ("random", "easy", "house")


def path_of(one: Game) -> Path:
    return FOLDER / f"{one.key}-{one.edition}.jsonl.xz"


def games_in(path: Path) -> Iterator[tuple[ParsedRecord, str]]:
    """Yield each game as a record, with the chain of its last line."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            kept = json.loads(line)
            yield ParsedRecord(f"{path.name}:{number}", kept["header"], tuple(kept["entries"])), kept["chain"]


def fresh_games(one: Game) -> Iterator[Match]:
    for number in range(GAMES):
        rng = Random(f"{one.key} {number}")
        seats = rng.choice(one.seats)
        ranks = tuple(rng.choice(RANKS) for _ in range(seats))
        yield play_game(Plan(one.key, ranks, number, options(one, seats, rng)), 0)


def options(one: Game, seats: int, rnd: Random) -> dict[str, object]:
    """Choose other options at random, if they are valid together."""
    given: dict[str, object] = {}
    for key, option in one.options.items():
        if rnd.random() > 0.3:
            continue
        wanted = {**given, key: rnd.choice(option.values)}
        try:
            one.settings(seats, wanted)
        except FlattopError:
            continue
        given = wanted
    return given


def written(match: Match) -> str:
    lines = [json.loads(line) for line in match.record.lines]
    chain = [line.pop("chain") for line in lines][-1]
    return json.dumps({"header": lines[0], "entries": lines[1:], "chain": chain}, separators=(",", ":"))


def main() -> None:
    for key in sys.argv[1:] or CATALOG:
        path = path_of(game(key))
        if path.exists():
            print(f"{path.name} is there already, and stays as it is")
            continue
        text = "".join(f"{written(match)}\n" for match in fresh_games(game(key)))
        path.write_bytes(lzma.compress(text.encode(), preset=9))
        print(f"{path.name}: {GAMES} games, {path.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main()
