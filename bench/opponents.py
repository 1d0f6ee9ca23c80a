"""How strong bots are beside each other, how fair, and what a thought costs.

PYTHONPATH=src:. python -m bench.opponents strengths [--minutes 8] [--workers 2] [--out ROWS] PAIRING ...
PYTHONPATH=src:. python -m bench.opponents fairness [--worlds 300] [--effort 0.05] [GAME ...]

A pairing is GAME:SEATS:BOT,RIVAL, such as `burger-go:2:chef,house`, perhaps with options: `:level=hard`;
without any, chef meets house, house easy, and easy random in every game, at the fewest seats and at
four.  Deals of all pairings take turns until the time is over, so that short games are not the only ones.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import count, islice
from multiprocessing import get_context
from pathlib import Path
from threading import Semaphore
from time import monotonic

from flattop.bots import bot
from flattop.bots.chef import Chef
from flattop.bots.game_loop import turns
from flattop.games import CATALOG, game
from flattop.kernel import CLOCK, Chance, Table
from flattop.lab.duel import Duel, Score, Standing, score
from flattop.match import Match, Sight

LADDER = ("chef,house", "house,easy", "easy,random")
GRACE = 20.0  # seconds for what is being played when the time is over
EVERY = 9  # decisions after which a position is looked at


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=("strengths", "fairness"))
    parser.add_argument("wanted", nargs="*", metavar="PAIRING|GAME")
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, help="the rows as JSON lines, for `flattop bots --rate`")
    parser.add_argument("--worlds", type=int, default=300)
    parser.add_argument("--effort", type=float, default=0.05, help="of chef's usual one")
    args = parser.parse_intermixed_args()
    if args.what == "strengths":
        strengths(args)
    else:
        for key in args.wanted or CATALOG:
            print(f"{key}: the same move in {fair_worlds(key, args.worlds, args.effort)} worlds", flush=True)


# -- strengths


def strengths(args: argparse.Namespace) -> None:
    duels = [pairing(word, args.seed) for word in args.wanted or everybody()]
    scores = played(duels, 60 * args.minutes, args.workers)
    rows = [Standing(duel, scores[n]).as_json() for n, duel in enumerate(duels) if scores[n]]
    for row in rows:
        print(told(row), flush=True)
    if args.out:
        args.out.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def everybody() -> list[str]:
    """Every step of the ladder in every game, at the fewest seats and at four."""
    tables = [(key, seats) for key in CATALOG for seats in sorted({min(game(key).seats), four(key)})]
    return [f"{key}:{seats}:{bots}" for key, seats in tables for bots in LADDER]


def four(key: str) -> int:
    """Four seats, or what comes nearest."""
    return min(game(key).seats, key=lambda seats: abs(seats - 4))


def pairing(word: str, seed: int) -> Duel:
    try:
        key, seats, bots, *options = word.split(":")
        challenger, rival = bots.split(",")
        given = dict(option.split("=") for option in options)
        return Duel(key, challenger, rival, int(seats), seed, given)
    except ValueError:
        sys.exit(f"{word!r} is no pairing; write it as burger-go:2:chef,house")


def played(duels: list[Duel], seconds: float, workers: int) -> dict[int, list[Score]]:
    """Deal after deal of all duels in turn, until the time is over."""
    scores: dict[int, list[Score]] = defaultdict(list)
    until, slots = monotonic() + seconds, Semaphore(workers + 2)

    def done(result: tuple[int, Score]) -> None:
        scores[result[0]].append(result[1])
        slots.release()

    with get_context("spawn").Pool(workers) as pool:
        for n, deal in deals(len(duels)):
            if not slots.acquire(timeout=max(0.01, until - monotonic())) or monotonic() >= until:
                break
            pool.apply_async(one, (n, duels[n], deal), callback=done, error_callback=print)
        for _ in range(workers + 2):
            slots.acquire(timeout=max(0.01, until + GRACE - monotonic()))
        pool.terminate()
    return scores


def deals(duels: int) -> Iterator[tuple[int, int]]:
    return ((n, deal) for deal in count() for n in range(duels))


def one(n: int, duel: Duel, deal: int) -> tuple[int, Score]:
    return n, score(duel, deal)


def told(row: dict[str, object]) -> str:
    bots, wins, ms = row["bots"], row["wins"], row["ms"]
    assert isinstance(bots, list) and isinstance(wins, list) and isinstance(ms, list)  # noqa: PT018
    name = f"{row['game']} at {row['seats']}: {bots[0]} against {bots[1]}, {row['deals']} deals:"
    tail = f"{ms[0]:.0f} ms a decision, {ms[1]:.0f} in 95 of 100"
    if "gain" in row:
        share = f"succeeds in {wins[0]} where {bots[1]} does in {row['fair']}"
        return f"{name} {row['gain']} points more than {bots[1]}, {row['points']} in all; {share}; {tail}"
    return f"{name} wins {wins} where {row['fair']} is fair, {row['points']} points ahead; {tail}"


# -- fairness


def fair_worlds(key: str, worlds: int, effort: float) -> int:
    """In how many worlds chef was asked, each unlike the true one in all that its seat cannot see."""
    asked = 0
    for t in positions(key):
        seat = next((seat for seat, options in t.asks.items() if seat != CLOCK and len(options) > 1), None)
        if seat is None:
            continue
        sight = Sight(game(key), t, seat)
        here = Chef(Chance(asked), effort).choose(sight)
        for n in range(6):
            world = Sight(game(key), sight.imagine(Chance(n)), seat)
            if Chef(Chance(asked), effort).choose(world) != here:
                sys.exit(f"{key}: another move in another world, at decision {asked}")
        asked += 6
        if asked >= worlds:
            break
    return asked


def positions(key: str) -> Iterator[Table]:
    """Tables out of games among house bots."""
    for seed in count():
        seats = game(key).seats[seed % len(game(key).seats)]
        match = Match(game(key), [f"P{n}" for n in range(seats)], seed, undoable=False, logged=False)
        played = turns(match, [bot("house", key, Chance(n)) for n in range(seats)])
        for _ in islice(played, seed % EVERY, None, EVERY):
            if not match.over:
                yield match.table


if __name__ == "__main__":
    main()
