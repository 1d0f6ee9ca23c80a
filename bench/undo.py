"""Undoes random actions in random games: no error, truthful terms, and the record replays to the same table.

python -m bench.undo [GAME …] [--matches N] [--seed N]

By default the games with secret answers, any-time plays or deals are played, at all seat counts.  Seats play
options and any-time plays, and some of them have auto-answers.  After an undo on free terms the open secret
answers of the other seats must be unchanged.  An undo that fails must change nothing.  After each undo, and
at the end, `verify` must accept the record, and a replay must give an equal table and an equal history.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from bench.arguments import parse_arguments
from flattop.games import CATALOG, game
from flattop.kernel import CLOCK, Action, Game, Seat, Secret, seat_names
from flattop.match import AutoAnswers, Match, replay, state_hash, verify

GAMES = ("burger-go", "between-two-burgers", "burger-boss", "burgerfuck", "kitchen-rush", "ninja-burger")
LENGTH = 120  # most actions of one match
ANYTIME = 0.25  # share of any-time plays where there are any
UNDO = 0.12  # share of undos
VERIFIED = 0.1  # share of undos after which the record is verified; the end is always verified


@dataclass(slots=True)
class Report:
    """The number of matches, actions and undos by kind of terms, and faults."""

    matches: int = 0
    actions: int = 0
    undos: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)

    def fault(self, kind: str, match: Match) -> None:
        self.faults[kind] += 1
        example = f"{match.game.key}, {len(match.people)} seats, seed {match.seed!r}, {match.actions} actions"
        self.examples.setdefault(kind, example)


def main() -> int:
    args = parse_arguments(__doc__, "matches", 200)
    keys = args.games or [key for key in CATALOG if key in GAMES]
    print("| game | matches | actions | free undos | undos by consent | faults |\n|---|---|---|---|---|---|")
    faults = 0
    for key in keys:
        report = fuzzed(game(key), args.matches, args.seed)
        faults += sum(report.faults.values())
        undos = f"{report.undos['free']} | {report.undos['consent']}"
        count = sum(report.faults.values())
        print(f"| {key} | {report.matches} | {report.actions} | {undos} | {count} |", flush=True)
        for kind, times in report.faults.most_common():
            print(f"    {times} × {kind}: {report.examples[kind]}", file=sys.stderr)
    return 1 if faults else 0


def fuzzed(rules: Game, matches: int, seed: int = 0) -> Report:
    """Play this many random matches with undos."""
    report = Report()
    for number in range(matches):
        rnd = random.Random(f"{rules.key} {seed} {number}")
        seats = rules.seats[number % len(rules.seats)]
        match = Match(rules, seat_names(seats), number, rules.untimed_settings)
        match.auto_answers = {s: AutoAnswers() for s in range(seats) if rnd.random() < 0.5}
        report.matches += 1
        try:
            play(match, rnd, report)
        except Exception as error:
            report.fault(f"{type(error).__name__}: {error}", match)
    return report


def play(match: Match, rnd: random.Random, report: Report) -> None:
    begin = rnd.randrange(LENGTH)  # undos begin here, so that some matches get further
    while not match.over and match.actions < begin + LENGTH:
        match.play(*move(match, rnd))
        report.actions += 1
        if match.actions >= begin and rnd.random() < UNDO:
            undo(match, rnd.randrange(len(match.people)), rnd, report)
    check(match, report)


def move(match: Match, rnd: random.Random) -> tuple[Seat, Action]:
    """Return a random option, or sometimes an any-time play."""
    t = match.table
    if rnd.random() < ANYTIME:
        for seat in rnd.sample(range(t.seats), t.seats):
            if plays := t.anytime(seat):
                return seat, pick(plays, rnd)
    seat = rnd.choice([seat for seat in t.asks if seat != CLOCK] or [CLOCK])
    return seat, pick(t.asks[seat], rnd)


def pick(actions: Collection[Action], rnd: random.Random) -> Action:
    verb = rnd.choice(sorted({action[0] for action in actions}))
    return rnd.choice([action for action in actions if action[0] == verb])


def undo(match: Match, seat: Seat, rnd: random.Random, report: Report) -> None:
    """Undo the last decision of a seat, and check what the terms have announced."""
    terms = match.undo_terms(seat)
    if terms is None:
        return
    before, secrets = fingerprint(match), answers(match, seat)
    try:
        match.undo(seat, terms.consent)
    except Exception as error:
        report.fault(f"undo raised {type(error).__name__}: {error}", match)
        if fingerprint(match) != before:
            report.fault("a failed undo changed the match", match)
        raise
    report.undos[terms.kind] += 1
    if terms.kind == "free" and answers(match, seat) != secrets:
        report.fault("a free undo dropped an answer of another seat", match)
    if rnd.random() < VERIFIED:
        check(match, report)


def fingerprint(match: Match) -> tuple[object, ...]:
    history = match.history
    return state_hash(match.table), match.record.chain, match.actions, history and tuple(history)


def answers(match: Match, seat: Seat) -> dict[Seat, Action]:
    """Return the secret answers of the other seats that are not revealed yet."""
    given: dict[Seat, Action] = {}
    for frame in match.table.stack:
        if isinstance(frame, Secret):
            given |= {**frame.halfway, **frame.answers}
    return {other: action for other, action in given.items() if other != seat}


def check(match: Match, report: Report) -> None:
    """Compare the match with a replay of its record."""
    if not verify(match.record.text()).good:
        report.fault("verify does not accept the record", match)
        return
    again = replay(match.record.text())
    if again.table != match.table or state_hash(again.table) != state_hash(match.table):
        report.fault("a replay gives another table", match)
    if again.record.chain != match.record.chain:
        report.fault("a replay gives another record", match)
    if plain(again) != plain(match):
        report.fault("a replay gives another history", match)


def plain(match: Match) -> list[tuple[object, ...]]:
    """Return the history without the marks of auto-answers, which a record does not have."""
    return [moment[:-1] for moment in match.history or ()]


if __name__ == "__main__":
    sys.exit(main())
