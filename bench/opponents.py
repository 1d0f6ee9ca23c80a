"""How strong bots are beside each other, how fair, what leaving the house bot brings, and how true hints are.

PYTHONPATH=src:. python -m bench.opponents strengths [--minutes 8] [--workers 2] [--out ROWS] PAIRING ...
PYTHONPATH=src:. python -m bench.opponents fairness [--worlds 300] [--effort 0.05] [GAME ...]
PYTHONPATH=src:. python -m bench.opponents gains [--minutes 8] [--playouts 40] GAME:SEATS ...
PYTHONPATH=src:. python -m bench.opponents calibration [--minutes 8] [--effort 1] GAME:SEATS ...

A pairing is GAME:SEATS:BOT,RIVAL, such as `burger-go:2:chef,house`, perhaps with options: `:level=hard`;
without any, chef meets house, house easy, and easy random in every game, at the fewest seats and at
four.  Deals of all pairings take turns until the time is over, so that short games are not the only ones.

Gains are much cheaper than games: in positions of house games chef's move and the house bot's are played out
from the true table, with the same fresh luck, to the end.  Calibration asks for hints in such positions, and
compares the chance that was told with what comes of the move in fresh games.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count, islice
from multiprocessing import get_context
from pathlib import Path
from threading import Semaphore
from time import monotonic

from flattop.bots import bot
from flattop.bots.chef import STYLES, Chef, Move, think
from flattop.bots.chef.playout import Playout
from flattop.bots.chef.thought import End
from flattop.bots.game_loop import turns
from flattop.bots.hints import Stage, advise
from flattop.bots.stats import Z, interval, mean, standard_error
from flattop.games import CATALOG, game
from flattop.kernel import CLOCK, Chance, Seat, Table
from flattop.lab.duel import DealScore, Duel, DuelResult, play_deal
from flattop.match import Match, Observation
from flattop.match.reshuffle import stir

LADDER = ("chef,house", "house,easy", "easy,random")
GRACE = 20.0  # seconds for what is being played when the time is over
EVERY = 9  # decisions after which a position is looked at


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=("strengths", "fairness", "gains", "calibration"))
    parser.add_argument("wanted", nargs="*", metavar="PAIRING|GAME|GAME:SEATS")
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, help="the rows as JSON lines, for `flattop bots --rate`")
    parser.add_argument("--worlds", type=int, default=300)
    parser.add_argument("--effort", type=float, help="of chef's usual one")
    parser.add_argument("--playouts", type=int, default=40, help="that a move is judged by")
    args = parser.parse_intermixed_args()
    if args.what == "strengths":
        strengths(args)
    elif args.what in ("gains", "calibration"):
        for table in args.wanted or tables():
            key, _, seats = table.partition(":")
            (gains if args.what == "gains" else calibration)(key, int(seats or min(game(key).seats)), args)
    else:
        for key in args.wanted or CATALOG:
            print(
                f"{key}: the same move in {fair_worlds(key, args.worlds, args.effort or 0.05)} worlds",
                flush=True,
            )


# -- strengths


def strengths(args: argparse.Namespace) -> None:
    duels = [pairing(word, args.seed) for word in args.wanted or everybody()]
    scores = played(duels, 60 * args.minutes, args.workers)
    rows = [DuelResult(duel, scores[n]).as_json() for n, duel in enumerate(duels) if scores[n]]
    for row in rows:
        print(told(row), flush=True)
    if args.out:
        args.out.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def everybody() -> list[str]:
    """Every step of the ladder in every game, at the fewest seats and at four."""
    return [f"{table}:{bots}" for table in tables() for bots in LADDER]


def tables() -> list[str]:
    return [f"{key}:{seats}" for key in CATALOG for seats in sorted({min(game(key).seats), four(key)})]


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


def played(duels: list[Duel], seconds: float, workers: int) -> dict[int, list[DealScore]]:
    """Deal after deal of all duels in turn, until the time is over."""
    scores: dict[int, list[DealScore]] = defaultdict(list)
    until, slots = monotonic() + seconds, Semaphore(workers + 2)

    def done(result: tuple[int, DealScore]) -> None:
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


def one(n: int, duel: Duel, deal: int) -> tuple[int, DealScore]:
    return n, play_deal(duel, deal)


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
    for t, seat in positions(key):
        obs = Observation(game(key), t, seat)
        here = Chef(Chance(asked), effort).choose(obs)
        for n in range(6):
            world = Observation(game(key), obs.imagine(Chance(n)), seat)
            if Chef(Chance(asked), effort).choose(world) != here:
                sys.exit(f"{key}: another move in another world, at decision {asked}")
        asked += 6
        if asked >= worlds:
            break
    return asked


def positions(key: str, at: int | None = None) -> Iterator[tuple[Table, Seat]]:
    """Tables out of games among house bots, with a seat that has something to choose."""
    for seed in count():
        seats = at or game(key).seats[seed % len(game(key).seats)]
        match = Match(game(key), [f"P{n}" for n in range(seats)], seed, undoable=False, logged=False)
        played = turns(match, [bot("house", key, Chance(n)) for n in range(seats)])
        for _ in islice(played, seed % EVERY, None, EVERY):
            asks = match.table.asks
            seat = next((seat for seat in asks if seat != CLOCK and len(asks[seat]) > 1), None)
            if seat is not None:
                yield match.table, seat


# -- what leaving the house bot brings


def gains(key: str, seats: int, args: argparse.Namespace) -> None:
    """Chef's move against the house bot's, wherever they differ, in the win and in points or clear leads."""
    until, asked = monotonic() + 60 * args.minutes, 0
    wins, leads, told = list[float](), list[float](), list[float]()
    for t, seat in positions(key, seats):
        if monotonic() > until:
            break
        obs = Observation(game(key), t, seat)
        *_, thought = think(obs, Chance(asked), args.effort or 1.0)
        asked += 1
        if thought.best is thought.usual:
            continue
        pairs = [judged(obs, t, (thought.best.move, thought.usual.move), n) for n in range(args.playouts)]
        wins.append(mean([best.win - usual.win for best, usual in pairs]))
        leads.append(mean([best.value - best.win - usual.value + usual.win for best, usual in pairs]))
        told.append(mean(thought.best.wins) - mean(thought.usual.wins[: thought.best.size]))
    print(f"{key} at {seats}: leaves house in {len(wins)} of {asked} positions; true win {shown(wins)}, told")
    print(f"    {shown(told)}; points or leads, as chef weighs them, {shown(leads)}", flush=True)


def judged(obs: Observation, t: Table, tried: Iterable[Move], luck: int) -> list[End]:
    """What moves come to from the true table, with the piles that nobody sees in another order."""
    t, style = t.clone(), replace(STYLES[obs.game.key], ahead=0, learned=0)
    stir(t, obs.game.zones, Chance(luck))
    return [Playout(obs.game, t.clone(), obs.seat, style, luck).end(move) for move in tried]


def shown(values: list[float]) -> str:
    middle, low, high = interval(values)
    return f"{middle:+.3f} ({low:+.3f} to {high:+.3f})"


# -- how true hints are


def calibration(key: str, seats: int, args: argparse.Namespace) -> None:
    """Told chances by fifths beside what came of them, and how often the told interval held that."""
    until, stage = monotonic() + 60 * args.minutes, Stage(args.effort or 1.0, 10)
    held, fifths = list[bool](), defaultdict[int, list[tuple[float, float]]](list)
    for n, (t, seat) in enumerate(positions(key, seats)):
        if monotonic() > until:
            break
        obs = Observation(game(key), t, seat)
        *_, hint = advise(obs, Chance(n), [f"P{m}" for m in range(seats)], [stage])
        if hint.worth is None or hint.worth.kind == "score":
            continue
        ends = [judged(obs, obs.imagine(Chance(m)), [hint.move], m)[0].win for m in range(args.playouts)]
        real, error = mean(ends), Z * standard_error(ends, 0.5)
        held.append(hint.worth.low - error <= real <= hint.worth.high + error)
        fifths[min(4, int(5 * hint.worth.value))].append((hint.worth.value, real))
    print(f"{key} at {seats}: {sum(held)} of {len(held)} told intervals hold what came of it", flush=True)
    for _, pairs in sorted(fifths.items()):
        was_told, came = mean([one for one, _ in pairs]), mean([other for _, other in pairs])
        print(f"    told {was_told:.0%}, came {came:.0%}, {len(pairs)} hints", flush=True)


if __name__ == "__main__":
    main()
