"""Measure bots: their strength, fairness, the gain of chef over the house bot, and the calibration of hints.

PYTHONPATH=src:. python -m bench.opponents strengths [--minutes 8] [--workers 2] [--out ROWS] PAIRING ...
PYTHONPATH=src:. python -m bench.opponents fairness [--determinizations 300] [--effort 0.05] [GAME ...]
PYTHONPATH=src:. python -m bench.opponents gains [--minutes 8] [--playouts 40] GAME:SEATS ...
PYTHONPATH=src:. python -m bench.opponents calibration [--minutes 8] [--effort 1] GAME:SEATS ...
PYTHONPATH=src:. python -m bench.opponents chances [--minutes 8] [--playouts 1000] GAME:SEATS ...
PYTHONPATH=src:. python -m bench.opponents reasons [--positions 20] [--first] GAME:SEATS ...

A pairing is GAME:SEATS:BOT,RIVAL, such as `burger-go:2:chef,house`, optionally with options (`:level=hard`).
The default is chef against house, house against easy and easy against random in every game, at the smallest
table and at four seats.  Deals of all pairings alternate until the time is up, so that long games get their
share.

Gains are much cheaper than games: chef's move and the house bot's are played out to the end from real
positions of house bot games, with common random numbers.  Calibration asks for hints in such positions and
compares the stated chance with the result of the move in new playouts.

Chances analyses games of house bots: the chances of every seat at the start, the stated chances by tenths
beside the results of those games, and the number of reported swings.  Reasons asks for hints and counts
those, first and final, that give a reason.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from multiprocessing import get_context
from pathlib import Path
from threading import Semaphore
from time import monotonic

from msgspec.structs import replace

from bench.arguments import argument_parser
from flattop.bots import bot
from flattop.bots.chef import Chef, Move, evaluate_moves
from flattop.bots.chef.playout import Playout, PlayoutResult
from flattop.bots.hints import STAGES, Stage, find_hints
from flattop.bots.stats import Z, interval, mean, standard_error
from flattop.games import CATALOG, game
from flattop.games.manifest import manifest
from flattop.kernel import CLOCK, Chance, Seat, Table
from flattop.kernel.determinize import shuffle_unseen
from flattop.lab import Budget, chances
from flattop.lab.duel import DealScore, Duel, DuelResult, play_deal
from flattop.match import Match, Observation, parse
from flattop.match.game_loop import turns

LADDER = ("chef,house", "house,easy", "easy,random")
GRACE = 20.0  # seconds to finish games when the time is up
INTERVAL = 9  # decisions between positions


def main() -> None:
    parser = argument_parser(__doc__)
    parser.add_argument("mode", choices=("strengths", "fairness", *MEASURES), help="what to measure")
    parser.add_argument(
        "targets",
        nargs="*",
        metavar="PAIRING|GAME|GAME:SEATS",
        help="pairings, games, or games with a number of seats; all if none is given",
    )
    parser.add_argument("--minutes", type=float, default=8.0, help="time limit")
    parser.add_argument("--workers", type=int, default=2, help="worker processes")
    parser.add_argument("--seed", type=int, default=0, help="first seed")
    parser.add_argument("--out", type=Path, help="write JSON lines, for `flattop bots --rate`")
    parser.add_argument(
        "--determinizations",
        "--worlds",
        type=int,
        default=300,
        help="determinizations per decision (fairness)",
    )
    parser.add_argument("--effort", type=float, help="multiple of chef's usual effort")
    parser.add_argument("--playouts", type=int, help="playouts per move (40), or per game (chances, 1000)")
    parser.add_argument("--first", action="store_true", help="only the first hints (reasons)")
    parser.add_argument("--positions", type=int, default=20, help="positions per game (reasons)")
    args = parser.parse_intermixed_args()
    if args.mode == "strengths":
        strengths(args)
    elif args.mode in MEASURES:
        for table in args.targets or tables():
            key, _, seats = table.partition(":")
            MEASURES[args.mode](key, int(seats or min(game(key).seats)), args)
    else:
        for key in args.targets or CATALOG:
            tried = check_fairness(key, args.determinizations, args.effort or 0.05)
            print(f"{key}: the same move on {tried} determinizations", flush=True)


# -- strengths


def strengths(args: argparse.Namespace) -> None:
    duels = [pairing(word, args.seed) for word in args.targets or all_pairings()]
    scores = play_duels(duels, 60 * args.minutes, args.workers)
    rows = [DuelResult(duel, scores[n]).as_json() for n, duel in enumerate(duels) if scores[n]]
    for row in rows:
        print(row_text(row), flush=True)
    if args.out:
        args.out.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def all_pairings() -> list[str]:
    """Return each pair of neighbouring ranks in every game, at the smallest table and at four seats."""
    return [f"{table}:{bots}" for table in tables() for bots in LADDER]


def tables() -> list[str]:
    return [f"{key}:{seats}" for key in CATALOG for seats in sorted({min(game(key).seats), four(key)})]


def four(key: str) -> int:
    """Return four, or the closest number of seats."""
    return min(game(key).seats, key=lambda seats: abs(seats - 4))


def pairing(word: str, seed: int) -> Duel:
    try:
        key, seats, bots, *options = word.split(":")
        challenger, rival = bots.split(",")
        settings = dict(option.split("=") for option in options)
        return Duel(key, challenger, rival, int(seats), seed, settings)
    except ValueError:
        sys.exit(f"{word!r} is not a pairing such as burger-go:2:chef,house")


def play_duels(duels: list[Duel], seconds: float, workers: int) -> dict[int, list[DealScore]]:
    """Play deals of all duels in turn until the time is up."""
    scores: dict[int, list[DealScore]] = defaultdict(list)
    until, slots = monotonic() + seconds, Semaphore(workers + 2)

    def done(result: tuple[int, DealScore]) -> None:
        scores[result[0]].append(result[1])
        slots.release()

    with get_context("spawn").Pool(workers) as pool:
        for n, deal in deals(len(duels)):
            if not slots.acquire(timeout=max(0.01, until - monotonic())) or monotonic() >= until:
                break
            pool.apply_async(numbered_deal, (n, duels[n], deal), callback=done, error_callback=print)
        for _ in range(workers + 2):
            slots.acquire(timeout=max(0.01, until + GRACE - monotonic()))
        pool.terminate()
    return scores


def deals(duels: int) -> Iterator[tuple[int, int]]:
    return ((n, deal) for deal in count() for n in range(duels))


def numbered_deal(n: int, duel: Duel, deal: int) -> tuple[int, DealScore]:
    return n, play_deal(duel, deal)


def row_text(row: dict[str, object]) -> str:
    bots, ms = row["bots"], row["ms"]
    assert isinstance(bots, list) and isinstance(ms, list)  # noqa: PT018
    name = f"{row['game']} at {row['seats']}: {bots[0]} against {bots[1]}, {row['deals']} deals:"
    wins, points = estimate_text(row["wins"]), estimate_text(row["points"])
    times = f"{ms[0]:.0f} ms per decision (median), {ms[1]:.0f} ms (95th percentile)"
    if "gain" in row:
        gain = f"gains {estimate_text(row['gain'])} points over {bots[1]}, {points} in all"
        return f"{name} {gain}; succeeds in {wins}, {bots[1]} in {row['fair']}; {times}"
    return f"{name} wins {wins} (fair share {row['fair']}), leads by {points} points; {times}"


def estimate_text(estimate: object) -> str:
    """Return the text of an estimate with its 95 % interval."""
    assert isinstance(estimate, list)
    value, low, high = estimate
    return f"{value:.3g} ({low:.3g} to {high:.3g})"


# -- fairness


def check_fairness(key: str, determinizations: int, effort: float) -> int:
    """Check that chef chooses the same on other determinizations, and return how many were tried."""
    tried = 0
    for t, seat in positions(key):
        obs = Observation(game(key), t, seat)
        expected = Chef(Chance(tried), effort).choose(obs)
        for n in range(6):
            other = Observation(game(key), obs.imagine(Chance(n)), seat)
            if Chef(Chance(tried), effort).choose(other) != expected:
                sys.exit(f"{key}: another move on another determinization, after {tried}")
        tried += 6
        if tried >= determinizations:
            break
    return tried


def positions(key: str, fixed_seats: int | None = None) -> Iterator[tuple[Table, Seat]]:
    """Yield tables of house bot games, each with a seat that has a choice."""
    for seed in count():
        seats = fixed_seats or game(key).seats[seed % len(game(key).seats)]
        match = Match(game(key), [f"P{n}" for n in range(seats)], seed, undoable=False, logged=False)
        played = turns(match, [bot("house", key, Chance(n)) for n in range(seats)])
        for _ in islice(played, seed % INTERVAL, None, INTERVAL):
            asks = match.table.asks
            seat = next((seat for seat in asks if seat != CLOCK and len(asks[seat]) > 1), None)
            if seat is not None:
                yield match.table, seat


# -- gains of chef over the house bot


def gains(key: str, seats: int, args: argparse.Namespace) -> None:
    """Measure the win and the lead that chef's move gains where it differs from the house bot's."""
    deadline, count = monotonic() + 60 * args.minutes, 0
    wins, leads, estimated = list[float](), list[float](), list[float]()
    for t, seat in positions(key, seats):
        if monotonic() > deadline:
            break
        obs = Observation(game(key), t, seat)
        *_, result = evaluate_moves(obs, Chance(count), args.effort or 1.0)
        count += 1
        if result.best is result.house:
            continue
        moves = result.best.move, result.house.move
        pairs = [play_out(obs, t, moves, n) for n in range(args.playouts or 40)]
        wins.append(mean([best.win - house.win for best, house in pairs]))
        leads.append(mean([best.value - best.win - house.value + house.win for best, house in pairs]))
        estimated.append(mean(result.best.wins) - mean(result.house.wins[: result.best.size]))
    print(f"{key} at {seats}: differs from house in {len(wins)} of {count} positions; win {shown(wins)},")
    print(f"    estimated {shown(estimated)}; lead as chef weighs it {shown(leads)}", flush=True)


def play_out(obs: Observation, t: Table, moves: Iterable[Move], seed: int) -> list[PlayoutResult]:
    """Play moves out to the end from the real table, with its hidden piles shuffled."""
    t, params = t.clone(), replace(manifest(obs.game.key).search, depth=0, learned_depth=0)
    shuffle_unseen(t, obs.game.zones, Chance(seed))
    return [Playout(obs.game, t.clone(), obs.seat, params, seed).play(move) for move in moves]


def shown(values: list[float]) -> str:
    middle, low, high = interval(values)
    return f"{middle:+.3f} ({low:+.3f} to {high:+.3f})"


# -- calibration of hints


def calibration(key: str, seats: int, args: argparse.Namespace) -> None:
    """Compare stated chances with real ones, by fifths, and count how often the interval holds."""
    deadline, stage = monotonic() + 60 * args.minutes, Stage(args.effort or 1.0, 10)
    inside, fifths = list[bool](), defaultdict[int, list[tuple[float, float]]](list)
    for n, (t, seat) in enumerate(positions(key, seats)):
        if monotonic() > deadline:
            break
        obs = Observation(game(key), t, seat)
        *_, hint = find_hints(obs, Chance(n), [f"P{m}" for m in range(seats)], [stage])
        if hint.worth is None or hint.worth.kind == "score":
            continue
        wins = [
            play_out(obs, obs.imagine(Chance(m)), [hint.move], m)[0].win for m in range(args.playouts or 40)
        ]
        real, error = mean(wins), Z * standard_error(wins, 0.5)
        inside.append(hint.worth.low - error <= real <= hint.worth.high + error)
        fifths[min(4, int(5 * hint.worth.value))].append((hint.worth.value, real))
    print(f"{key} at {seats}: {sum(inside)} of {len(inside)} intervals contain the real chance", flush=True)
    for _, pairs in sorted(fifths.items()):
        stated, real = mean([one for one, _ in pairs]), mean([other for _, other in pairs])
        print(f"    stated {stated:.0%}, real {real:.0%}, {len(pairs)} hints", flush=True)


# -- chances during finished games


def chances_of_games(key: str, seats: int, args: argparse.Namespace) -> None:
    """Compare the chances of an analysis with the results of the games, at the start and by tenths."""
    deadline, people = monotonic() + 60 * args.minutes, [f"P{n}" for n in range(seats)]
    starts, tenths, swings = (
        list[list[float]](),
        defaultdict[int, list[tuple[float, float]]](list),
        list[int](),
    )
    results = list[list[float]]()
    for seed in count():
        if monotonic() > deadline:
            break
        match = Match(game(key), people, seed, undoable=False)
        for _ in turns(match, [bot("house", key, Chance(seed * seats + n)) for n in range(seats)]):
            pass
        record = parse(match.record.text().encode(), "game")
        report = chances(record, budget=Budget(args.playouts or 1000, 120))
        *points, end = report.curve
        starts.append(list(points[0].chances))
        results.append(list(end.chances))
        swings.append(len(report.decisions))
        for point in points:
            for stated, real in zip(point.chances, end.chances, strict=True):
                tenths[min(9, int(10 * stated))].append((stated, real))
    fair = mean([result for own in results for result in own])
    far = max(abs(chance - fair) for own in starts for chance in own)
    print(
        f"{key} at {seats}: {len(starts)} games; at the start at most {far:.1%} from {fair:.1%}", flush=True
    )
    for seat in range(seats):
        stated, real = [own[seat] for own in starts], [own[seat] for own in results]
        print(f"    seat {seat + 1}: stated {shown(stated)}, real {shown(real)}", flush=True)
    for tenth, pairs in sorted(tenths.items()):
        stated_mean, real_mean = mean([one for one, _ in pairs]), mean([other for _, other in pairs])
        print(f"    from {tenth}0 %: stated {stated_mean:.0%}, real {real_mean:.0%}, {len(pairs)} points")
    print(f"    {mean(swings):.2f} swings per game of house bots", flush=True)


# -- reasons of hints


def reasons(key: str, seats: int, args: argparse.Namespace) -> None:
    """Ask for hints, and count those that give a reason: the first ones, and the last ones."""
    people = [f"P{n}" for n in range(seats)]
    first, last, numbers = list[bool](), list[bool](), list[bool]()
    seconds, silent = list[float](), Counter[str]()
    for n, (t, seat) in enumerate(islice(positions(key, seats), args.positions)):
        obs, began = Observation(game(key), t, seat), monotonic()
        stages = [Stage(args.effort, 10)] if args.effort else STAGES
        hints = find_hints(obs, Chance(n), people, stages)
        hint = next(hints)
        seconds.append(monotonic() - began)
        first.append(bool(hint.why))
        if not args.first:
            *_, hint = hint, *hints
        last.append(bool(hint.why))
        numbers.append(bool(hint.chance))
        if not last[-1]:
            silent[f"{obs.step} {hint.action[0]}"] += 1
    print(
        f"{key} at {seats}: {len(first)} positions, a reason in {mean(first):.0%} of the first hints", end=""
    )
    print(f" and {mean(last):.0%} of the last, a chance in {mean(numbers):.0%};", end=" ")
    print(f"first hint after {1000 * mean(seconds):.0f} ms, {1000 * max(seconds):.0f} at most", flush=True)
    if silent:
        print(f"    none at {', '.join(f'{step} ({times})' for step, times in silent.most_common(8))}")


MEASURES: dict[str, Callable[[str, int, argparse.Namespace], None]] = {
    "gains": gains,
    "calibration": calibration,
    "chances": chances_of_games,
    "reasons": reasons,
}


if __name__ == "__main__":
    main()
