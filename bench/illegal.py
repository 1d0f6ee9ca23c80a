"""Plays random illegal actions in all games: each must be refused by an existing rule and change nothing.

python -m bench.illegal [GAME …] [--actions N] [--seed N]

Random games are played at all seat counts, and at many positions seats try illegal actions: unknown or wrong
verbs, nouns that are out of range or of the wrong type, too few or too many nouns, options of another seat,
and options of another moment.  A refusal needs a code, a sentence and the id of a rule of the game.  The
state of the table, the random stream, the record and the log must stay the same, and no game may raise
another error.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from bench.arguments import parse_arguments
from flattop.games import CATALOG, game
from flattop.kernel import Action, Game, Illegal, Seat, seat_names
from flattop.match import Match, state_hash

BATCH = 12  # actions that are tried at one position
EVERY = 0.2  # share of the positions
ASKED = 0.6  # share of the actions that come from a seat that is asked
KEBAB = re.compile(r"[a-z]+(-[a-z]+)*")
STRANGE = (-1, -2, 0, 1, 7, 99, 10**9, -(2**53), 2**53, "", "7", "-1", "fly", "bun", "é" * 64, "\x00", "0x1")


@dataclass(slots=True)
class Report:
    """The number of illegal actions, their refusals by code, and faults."""

    actions: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)

    def fault(self, kind: str, example: str) -> None:
        self.faults[kind] += 1
        self.examples.setdefault(kind, example)


def main() -> int:
    args = parse_arguments(__doc__, "actions", 100_000, "in all")
    keys = args.games or list(CATALOG)
    print("| game | actions | refusals by code | faults |\n|---|---|---|---|")
    reports = []
    for key in keys:
        reports.append(report := tried(game(key), -(-args.actions // len(keys)), args.seed))
        codes = ", ".join(f"{code} {times}" for code, times in report.codes.most_common(6))
        print(f"| {key} | {report.actions} | {codes} | {sum(report.faults.values())} |", flush=True)
        for kind, times in report.faults.most_common():
            print(f"    {times} × {kind}: {report.examples[kind]}", file=sys.stderr)
    faults = sum(sum(report.faults.values()) for report in reports)
    print(f"\n{sum(report.actions for report in reports)} illegal actions, {faults} faults")
    return 1 if faults else 0


def tried(game: Game, actions: int, seed: int = 0) -> Report:
    """Try this many illegal actions in random games."""
    report, rules, rnd = Report(), {rule.id for rule in game.rules}, random.Random(f"{game.key} {seed}")
    for match, memory in positions(game, rnd):
        try_out(match, memory, rules, rnd, report)
        if report.actions >= actions:
            return report
    raise AssertionError("positions never end")


def positions(game: Game, rnd: random.Random) -> Iterator[tuple[Match, list[Action]]]:
    """Yield positions of random games, including their ends, with actions that were legal earlier."""
    memory: list[Action] = []
    for number in count():
        seats = game.seats[number % len(game.seats)]
        match = Match(game, seat_names(seats), rnd.getrandbits(64))
        while not match.over and match.actions < 400:
            seat = rnd.choice(list(match.table.asks))
            action = rnd.choice(list(match.table.asks[seat]))
            if rnd.random() < EVERY:
                yield match, memory
            remember(memory, action, rnd)
            match.play(seat, action)
        yield match, memory


def remember(memory: list[Action], action: Action, rnd: random.Random) -> None:
    memory.append(action)
    if len(memory) > 300:
        memory.pop(rnd.randrange(300))


def try_out(match: Match, memory: list[Action], rules: set[str], rnd: random.Random, report: Report) -> None:
    before = fingerprint(match)
    for _ in range(BATCH):
        asked = [seat for seat in match.table.asks if seat >= 0]
        seat = rnd.choice(asked) if asked and rnd.random() < ASKED else rnd.randrange(match.table.seats)
        action = some_action(match, seat, memory, rnd)
        if not is_open(match, seat, action):
            report.actions += 1
            play_wrong(match, seat, action, rules, report)
    if fingerprint(match) != before:
        report.fault("something changed", f"{match.game.key} after {match.actions} actions")


def fingerprint(match: Match) -> tuple[object, ...]:
    t = match.table
    return state_hash(t), t.chance.draws, match.record.chain, match.actions, len(match.events), match.waiting


def is_open(match: Match, seat: Seat, action: Action) -> bool:
    t = match.table
    return action in t.asks.get(seat, ()) or (not t.over and action in t.anytime(seat))


def play_wrong(match: Match, seat: Seat, action: Action, rules: set[str], report: Report) -> None:
    example = f"{match.game.key}, seat {seat}, {action!r}"
    try:
        match.play(seat, action)
    except Illegal as refused:
        report.codes[refused.code] += 1
        check(refused, example, rules, report)
    except Exception as error:
        report.fault(f"raised {type(error).__name__}", f"{example}: {error}")
    else:
        report.fault("was played", example)


def check(refused: Illegal, example: str, rules: set[str], report: Report) -> None:
    example = f"{example}: {refused.code}: {refused.sentence}"
    if refused.__cause__ is not None:
        report.fault("the game raised an error", f"{example} ({refused.__cause__!r})")
    if not KEBAB.fullmatch(refused.code):
        report.fault("no code", example)
    if not refused.sentence.endswith((".", "!", "?")) or "{" in refused.sentence:
        report.fault("no sentence", example)
    if refused.rule not in rules:
        report.fault(
            "no such rule" if refused.rule else f"no rule ({refused.code})", f"{example} {refused.rule}"
        )


# -- what is tried


def some_action(match: Match, seat: Seat, memory: list[Action], rnd: random.Random) -> Action:
    return rnd.choice(KINDS)(match, seat, memory, rnd)


def wrong_verb(match: Match, seat: Seat, memory: list[Action], rnd: random.Random) -> Action:
    """A verb of the game or an unknown one, with nouns of another action."""
    verb = rnd.choice([*match.game.text.verbs, "fly", "", "Play", "__init__", "anytime", "clone", "é"])
    return verb, *another_moment(match, seat, memory, rnd)[1:]


def wrong_nouns(match: Match, seat: Seat, memory: list[Action], rnd: random.Random) -> Action:
    """Nouns that are out of range or of another type."""
    verb, *nouns = another_moment(match, seat, memory, rnd)
    for place in range(len(nouns)):
        if rnd.random() < 0.6:
            nouns[place] = rnd.choice([*STRANGE, rnd.randrange(120), str(nouns[place])])
    return verb, *nouns


def wrong_number_of_nouns(match: Match, seat: Seat, memory: list[Action], rnd: random.Random) -> Action:
    verb, *nouns = another_moment(match, seat, memory, rnd)
    more = rnd.choices(STRANGE, k=rnd.randrange(1, 4))
    return verb, *rnd.choice([nouns[:-1], [*nouns, *more], []])


def another_seats(match: Match, seat: Seat, memory: list[Action], rnd: random.Random) -> Action:
    """An option of another seat."""
    others = [list(options) for who, options in match.table.asks.items() if who != seat]
    return rnd.choice(rnd.choice(others)) if others else another_moment(match, seat, memory, rnd)


def another_moment(match: Match, seat: Seat, memory: list[Action], rnd: random.Random) -> Action:
    """An earlier option of any seat."""
    return rnd.choice(memory) if memory else ("fly",)


KINDS = (wrong_verb, wrong_nouns, wrong_number_of_nouns, another_seats, another_moment)

if __name__ == "__main__":
    sys.exit(main())
