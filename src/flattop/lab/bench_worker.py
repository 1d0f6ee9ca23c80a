"""What speed is measured with: games at random and of house bots, and copies of a table.

Of ours it imports only what every revision has had, and only by name, so that another revision's package can
be measured with this very file: `python yardstick.py` with that package on its path answers one JSON object
per line of input with one of output.  Time is the processor's: what else the machine does costs little.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from importlib import import_module
from statistics import mean
from time import process_time
from typing import Any, NamedTuple

from flattop.games import game as game_of
from flattop.kernel import CLOCK, Chance, Game, Table

SEATS = 4  # where the game has such a table
POSITIONS = 5  # games of which the middle is cloned
CLONES = 200  # in one timing
FOREVER = 1 << 40


class Played(NamedTuple):
    """Some games in a row; equal digests mean that the same was played."""

    games: int
    decisions: int
    seconds: float
    digest: str

    def pace(self) -> float:
        """Decisions per second."""
        return self.decisions / self.seconds


def answer(key: str, figure: str, seed: int = 0, seconds: float = 0, games: int = 0) -> dict[str, Any]:
    """One measurement of one game, for so many seconds or so many games."""
    if figure == "clone":
        return {"seconds": clone_cost(dealer(game_of(key))) / 1e6, "games": 1}
    if figure == "house":
        return played_by_bots(game_of(key), seed, seconds, games)._asdict()
    return played_at_random(dealer(game_of(key)), seed, seconds, games)._asdict()


def dealer(game: Game) -> Callable[[Chance], Table]:
    """New tables of a usual size, with every option at its default."""
    seats = _seats(game)
    return partial(_dealt, game, seats, game.settings(seats), game.pack(None))


def _seats(game: Game) -> int:
    return max([n for n in game.seats if n <= SEATS], default=game.seats[0])


def _dealt(game: Game, seats: int, settings: object, pack: object, chance: Chance) -> Table:
    return game.deal(seats, chance, settings, pack)  # type: ignore[arg-type]


def played_at_random(deal: Callable[[Chance], Table], seed: int, seconds: float, games: int = 0) -> Played:
    """Whole games with dealing, straight on the table: as many as asked for, or until the time is up."""
    chance, rnd = Chance(seed), random.Random(seed).random
    lengths: list[int] = []
    began = now = process_time()
    while len(lengths) < games if games else now - began < seconds:
        lengths.append(play_out(deal(chance), rnd))
        now = process_time()
    return Played(len(lengths), sum(lengths), now - began, _digest(lengths))


def played_by_bots(game: Game, seed: int, seconds: float, games: int = 0) -> Played:
    """Whole games of house bots with their sights and a record, as `flattop simulate` plays them."""
    from flattop.bots import bot

    play = _loop().play
    ends: list[str] = []
    decisions = 0
    began = now = process_time()
    while len(ends) < games if games else now - began < seconds:
        luck = seed * 100_003 + len(ends)
        bots = [bot("house", game.key, Chance(luck * 10 + seat)) for seat in range(_seats(game))]
        match = play(game, bots, luck)
        ends.append(match.record.chain)
        decisions += match.actions
        now = process_time()
    return Played(len(ends), decisions, now - began, _digest(ends))


def _loop() -> Any:
    """Import the game loop, from the module where the measured revision has it."""
    for package in ("match", "bots"):
        try:
            return import_module(f"flattop.{package}.game_loop")
        except ModuleNotFoundError:
            pass
    return import_module("flattop.lab.game_loop")


def _digest(parts: list[Any]) -> str:
    return sha256(json.dumps(parts).encode()).hexdigest()[:16]


def play_out(t: Table, rnd: Callable[[], float], most: int = FOREVER) -> int:
    """Random decisions to the end, or so many; how many there were.  While time runs, any seat decides."""
    decisions = 0
    while t.stack and decisions < most:
        asks = t.asks
        seat = list(asks)[int(rnd() * len(asks))] if CLOCK in asks else next(iter(asks))
        options = asks[seat]
        if not isinstance(options, (list, tuple)):
            options = list(options)
        t.push(seat, options[int(rnd() * len(options))])
        decisions += 1
    return decisions


def clone_cost(deal: Callable[[Chance], Table]) -> float:
    """Microseconds for a copy in mid-game: the mean over some games of each one's best timing."""
    return mean(_clone_cost(_middle(deal, seed)) for seed in range(POSITIONS))


def _middle(deal: Callable[[Chance], Table], seed: int) -> Table:
    length = play_out(deal(Chance(seed)), random.Random(seed).random)
    t = deal(Chance(seed))
    play_out(t, random.Random(seed).random, length // 2)
    return t


def _clone_cost(t: Table) -> float:
    return min(_timed(t) for _ in range(10)) / CLONES * 1e6


def _timed(t: Table) -> float:
    began = process_time()
    for _ in range(CLONES):
        t.clone()
    return process_time() - began


def main() -> None:
    """Answer until nobody asks."""
    for line in sys.stdin:
        print(json.dumps(answer(**json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
