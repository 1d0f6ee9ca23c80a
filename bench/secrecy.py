"""Checks that every byte sent to an observer is independent of what is hidden from it.

python -m bench.secrecy [GAME …] [--positions N] [--seed N]

Random games are played at all seat counts.  At many moments an observer is chosen, a seat or a spectator, and
everything that is hidden from it is resampled, before a move and after it.  The server's own code encodes in
both worlds what it would send to the observer: the welcome before the move, the update (if there is one) with
its clocks, the welcome after the move, and refusals of illegal actions; sometimes also the table in words and
the current rules. Each such pair of worlds is one position.  It leaks if a single byte differs.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from bench.arguments import parse_arguments
from flattop.games import CATALOG, game
from flattop.kernel import Chance, Game, Seat
from flattop.match import Match, RealtimeDriver
from flattop.match.refusals import rules_now
from flattop.protocol import PROTOCOL
from flattop.server.lobby.tables import described_snapshot, text_of
from flattop.server.schemas.base import encode_json
from flattop.server.schemas.messages import Refused, Welcome, You, encode
from flattop.server.store.rows import SeatRow, TableRow
from flattop.server.table import viewers
from flattop.server.table.clocks import time_info
from flattop.server.table.table_info import NO_SEAT, table_info
from tests.conformance.random_play import any_move, people
from tests.conformance.secrecy import STRANGE, elsewhere

EVERY = 0.3  # share of the moves that are checked
IN_WORDS = 0.02  # share of those that are also compared in words
Eye = Seat | None  # an observer; None is a spectator


@dataclass(slots=True)
class Report:
    """The number of positions, frames and bytes, and leaks by kind of frame."""

    positions: int = 0
    frames: int = 0
    sent: int = 0
    leaks: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)


def main() -> int:
    args = parse_arguments(__doc__, "positions", 10_000)
    print("| game | positions | frames | bytes | leaks | seconds |\n|---|---|---|---|---|---|")
    leaks = 0
    for key in args.games or CATALOG:
        start, report = time.perf_counter(), looked_at(game(key), args.positions, args.seed)
        seconds, found = time.perf_counter() - start, sum(report.leaks.values())
        counts = f"{report.positions} | {report.frames} | {report.sent} | {found} | {seconds:.0f}"
        print(f"| {key} | {counts} |", flush=True)
        print(*report.examples[:5], sep="\n", end="", file=sys.stderr)
        leaks += found
    return 1 if leaks else 0


def looked_at(game: Game, positions: int, seed: int = 0) -> Report:
    """Check this many positions of random games."""
    report, rnd = Report(), random.Random(f"{game.key} {seed}")
    for match, seat, action in moves(game, rnd):
        if rnd.random() >= EVERY:
            match.play(seat, action)
            continue
        eye = rnd.choice([None, *range(match.table.seats)])
        compare(match, eye, (seat, action), rnd, report)
        if report.positions >= positions:
            return report
    raise AssertionError("moves never end")


def moves(game: Game, rnd: random.Random) -> Iterator[tuple[Match, Seat, Any]]:
    """Yield the match before each move of endless random games; the caller plays the move."""
    for number in count():
        seats = game.seats[number % len(game.seats)]
        options = game.untimed_settings if number % 2 else {}
        match = Match(game, people(seats), rnd.getrandbits(64), options)
        while not match.over:
            yield match, *any_move(match.table, rnd)


def compare(match: Match, eye: Eye, move: tuple[Seat, Any], rnd: random.Random, report: Report) -> None:
    """Play a move and compare what the observer is sent in both worlds."""
    seed, in_words = rnd.getrandbits(63), rnd.random() < IN_WORDS
    true, other = World(match, eye), World(elsewhere(match, eye, Chance(seed)), eye)
    match.play(*move)
    sent = true.frames(match, in_words)
    imagined = other.frames(elsewhere(match, eye, Chance(seed + 1)), in_words)
    report.positions += 1
    report.frames += len(sent)
    report.sent += sum(map(len, sent.values()))
    for kind in sent.keys() | imagined.keys():
        if sent.get(kind) != imagined.get(kind):
            report.leaks[kind] += 1
            report.examples.append(example(match, eye, kind, sent.get(kind, b""), imagined.get(kind, b"")))


def example(match: Match, eye: Eye, kind: str, sent: bytes, imagined: bytes) -> str:
    """Return the bytes around the first difference."""
    at = next((i for i, (one, two) in enumerate(zip(sent, imagined, strict=False)) if one != two), 0)
    near = slice(max(0, at - 60), at + 60)
    where = f"{match.game.key}, {eye=}, after {match.actions} actions, {kind}"
    return f"{where}:\n  {sent[near]!r}\n  {imagined[near]!r}\n"


class World:
    """What the server sends to one observer of a match."""

    def __init__(self, match: Match, eye: Eye) -> None:
        self.eye, self.before = eye, welcome(match, eye)
        self.shared = viewers.SharedView(match)
        eyes = dict.fromkeys((None, eye))  # spectators come first, as at every table
        self.viewers = {one: viewers.Viewer(match, one, 1) for one in eyes}
        self.viewers[eye].has_listened = True

    def frames(self, match: Match, in_words: bool) -> dict[str, bytes]:
        """Return everything that is sent to the observer after the move."""
        frames = {"welcome before": self.before, "update": self.update(match)}
        frames |= {"welcome": welcome(match, self.eye), "refusals": refusals(match, self.eye)}
        return frames | ({"in words": in_full(match, self.eye)} if in_words else {})

    def update(self, match: Match) -> bytes:
        due = viewers.changes(match, self.shared, self.viewers)
        if self.eye not in due:
            return b""  # it makes no version either
        return self.viewers[self.eye].update(due[self.eye], clocks(match)).encode()


def welcome(match: Match, eye: Eye) -> bytes:
    row, snapshot = row_of(match), viewers.welcome_snapshot(match, eye, viewers.NO_CLOCKS | clocks(match))
    guest = None if eye is None else f"guest {eye}"
    table = table_info(row, "Ann", guest, NO_SEAT)
    content: Any = snapshot
    return encode(Welcome(PROTOCOL, 1, You(eye, eye == 0), table, content, [], [])).encode()


def row_of(match: Match) -> TableRow:
    """Return the database row of the table."""
    seats = [SeatRow("person", name, f"guest {i}") for i, name in enumerate(match.people)]
    row = TableRow(match.game.key, dict(match.settings), bytes(32), "table", "invite", seats=seats, since=0)
    row.state, row.turn, row.owner = "playing", list(match.waiting), "guest 0"
    return row


def clocks(match: Match) -> dict[str, Any]:
    """Return the clock of a real-time game."""
    if not match.is_live:
        return {}
    driver = RealtimeDriver(match, 0.0)
    driver.adjust_rate(0.0, [0])
    return {"time": time_info(driver, 0.25)}


def refusals(match: Match, eye: Eye) -> bytes:
    """Return the refusals of illegal actions."""
    if eye is None:
        return b""
    refusals = [match.refusal(eye, action) for action in STRANGE]
    return b"\n".join(
        encode(Refused("m1", refusal.code, refusal.sentence, refusal.rule)).encode()
        for refusal in refusals
        if refusal
    )


def in_full(match: Match, eye: Eye) -> bytes:
    """Return the table in words and the current rules, which are separate requests."""
    return encode_json(text_of(*described_snapshot(match, eye))) + encode_json(rules_now(match, eye))


if __name__ == "__main__":
    sys.exit(main())
