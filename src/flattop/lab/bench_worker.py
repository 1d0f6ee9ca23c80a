"""Speed measurements: random play, games of house bots, and the cost of cloning a table.

`flattop bench --compare REV` runs this file of the current checkout against the package of an older revision.
So it imports only names that every revision has.  It reads one JSON request per line of stdin and writes one
JSON answer per line to stdout.  Times are CPU times, which other load on the machine changes little.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from hashlib import sha256
from importlib import import_module
from statistics import mean
from time import process_time
from typing import Any, NamedTuple

from flattop.games import game as game_of
from flattop.kernel import CLOCK, Chance, Game, Table

PREFERRED_SEATS = 4  # used where the game supports it, else the next smaller table
CLONE_POSITIONS = 5  # games whose mid-game table is cloned
CLONES_PER_TIMING = 200
NO_LIMIT = 1 << 40
GAME_LOOPS = ("flattop.match.game_loop", "flattop.bots.game_loop", "flattop.lab.game_loop")  # newest first

Deal = Callable[[Chance], Table]


class Played(NamedTuple):
    """Counts and CPU time of several games.  Equal digests mean that the same games were played."""

    games: int
    decisions: int
    seconds: float
    digest: str

    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(answer(**json.loads(line))), flush=True)


def answer(key: str, figure: str, seed: int = 0, seconds: float = 0, games: int = 0) -> dict[str, Any]:
    """Measure one figure of a game, for a number of games or, if that is 0, of seconds."""
    if figure == "clone":
        return {"seconds": clone_cost(dealer(game_of(key))) / 1e6, "games": 1}
    if figure == "house":
        return played_by_bots(game_of(key), seed, seconds, games)._asdict()
    return played_at_random(dealer(game_of(key)), seed, seconds, games)._asdict()


def dealer(game: Game) -> Deal:
    """Return a function that deals tables of the usual size with default options."""
    seats = _usual_seats(game)
    settings, pack = game.settings(seats), game.pack(None)
    return lambda chance: game.deal(seats, chance, settings, pack)


def _usual_seats(game: Game) -> int:
    return max([n for n in game.seats if n <= PREFERRED_SEATS], default=game.seats[0])


def played_at_random(deal: Deal, seed: int, seconds: float, games: int = 0) -> Played:
    """Play random games on the bare table, dealing included, without a match around it."""
    chance, rnd = Chance(seed), random.Random(seed).random
    lengths: list[int] = []
    began = now = process_time()
    while len(lengths) < games if games else now - began < seconds:
        lengths.append(play_out(deal(chance), rnd))
        now = process_time()
    return Played(len(lengths), sum(lengths), now - began, _digest(lengths))


def played_by_bots(game: Game, seed: int, seconds: float, games: int = 0) -> Played:
    """Play games of house bots with observations and a record, as `flattop simulate` does."""
    from flattop.bots import bot

    for name in GAME_LOOPS:  # the module of `play` moved between packages
        try:
            play = import_module(name).play
            break
        except ModuleNotFoundError:
            if name == GAME_LOOPS[-1]:
                raise
    chains: list[str] = []
    decisions = 0
    began = now = process_time()
    while len(chains) < games if games else now - began < seconds:
        game_seed = seed * 100_003 + len(chains)
        bots = [bot("house", game.key, Chance(game_seed * 10 + seat)) for seat in range(_usual_seats(game))]
        match = play(game, bots, game_seed)
        chains.append(match.record.chain)
        decisions += match.actions
        now = process_time()
    return Played(len(chains), decisions, now - began, _digest(chains))


def _digest(parts: list[Any]) -> str:
    return sha256(json.dumps(parts).encode()).hexdigest()[:16]


def play_out(t: Table, rnd: Callable[[], float], limit: int = NO_LIMIT) -> int:
    """Take random decisions until the end or the limit; return their number.

    While a clock runs, a random seat decides.
    """
    decisions = 0
    while t.stack and decisions < limit:
        asks = t.asks
        seat = list(asks)[int(rnd() * len(asks))] if CLOCK in asks else next(iter(asks))
        options = asks[seat]
        if not isinstance(options, (list, tuple)):
            options = list(options)
        t.push(seat, options[int(rnd() * len(options))])
        decisions += 1
    return decisions


def clone_cost(deal: Deal) -> float:
    """Microseconds to clone a mid-game table: the mean over several games of the best timing of each."""
    costs = []
    for seed in range(CLONE_POSITIONS):
        length = play_out(deal(Chance(seed)), random.Random(seed).random)
        t = deal(Chance(seed))
        play_out(t, random.Random(seed).random, length // 2)
        timings = []
        for _ in range(10):
            began = process_time()
            for _ in range(CLONES_PER_TIMING):
                t.clone()
            timings.append(process_time() - began)
        costs.append(min(timings) / CLONES_PER_TIMING * 1e6)
    return mean(costs)


if __name__ == "__main__":
    main()
