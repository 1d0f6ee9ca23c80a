"""Secrecy on the wire: every byte and every length that an eye is sent is the same whatever it cannot know.

python -m bench.secrecy [GAME …] [--positions N] [--seed N]

Random games are played at all seat counts.  At many moments one pair of eyes is chosen, a seat's or a
spectator's, and all that is hidden from it is dealt anew, before a move and after it.  What the server would
send to these eyes is written in both worlds by its own code: the welcome before the move, whether there is an
update and every byte of it, with its clocks, the welcome after it, and the refusals of actions that are not
open; now and then the table in words and the rules at hand too.  A position is one such pair of worlds; it
leaks if one byte differs.
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

from bench.asking import asked
from flattop.games import CATALOG, game
from flattop.kernel import Chance, Game, Illegal, Seat
from flattop.match import Match, RealtimeDriver
from flattop.match.rules_now import rules_now
from flattop.protocol import PROTOCOL
from flattop.server.lobby.table_text import described_snapshot, text_of
from flattop.server.schemas.base import encode_json
from flattop.server.schemas.events import Refused, Welcome, You, encode
from flattop.server.store.rows import SeatRow, TableRow
from flattop.server.table import viewers
from flattop.server.table.clocks import time_info
from flattop.server.table.table_info import NO_SEAT, table_info
from tests.conformance.random_play import any_move, people
from tests.conformance.secrecy import STRANGE, elsewhere

EVERY = 0.3  # of all moves are looked at
IN_WORDS = 0.02  # of those, in words too
Eye = Seat | None


@dataclass(slots=True)
class Report:
    """How many positions were looked at, what came over the wire, and which frames leaked."""

    positions: int = 0
    frames: int = 0
    sent: int = 0
    leaks: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)


def main() -> int:
    args = asked(__doc__, "positions", 10_000)
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
    """So many positions of random games of one game."""
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
    """A match before each move of random games, one after the other; whoever takes it plays the move."""
    for number in count():
        seats = game.seats[number % len(game.seats)]
        given = game.unhurried if number % 2 else {}
        match = Match(game, people(seats), rnd.getrandbits(64), given)
        while not match.over:
            yield match, *any_move(match.table, rnd)


def compare(match: Match, eye: Eye, move: tuple[Seat, Any], rnd: random.Random, report: Report) -> None:
    """Carry a move out, and look at it with the same eyes from two worlds."""
    luck, told = rnd.getrandbits(63), rnd.random() < IN_WORDS
    true, other = World(match, eye), World(elsewhere(match, eye, Chance(luck)), eye)
    match.play(*move)
    sent = true.frames(match, told)
    imagined = other.frames(elsewhere(match, eye, Chance(luck + 1)), told)
    report.positions += 1
    report.frames += len(sent)
    report.sent += sum(map(len, sent.values()))
    for kind in sent.keys() | imagined.keys():
        if sent.get(kind) != imagined.get(kind):
            report.leaks[kind] += 1
            report.examples.append(example(match, eye, kind, sent.get(kind, b""), imagined.get(kind, b"")))


def example(match: Match, eye: Eye, kind: str, sent: bytes, imagined: bytes) -> str:
    """Where two frames part."""
    at = next((i for i, (one, two) in enumerate(zip(sent, imagined, strict=False)) if one != two), 0)
    near = slice(max(0, at - 60), at + 60)
    where = f"{match.game.key}, {eye=}, after {match.actions} actions, {kind}"
    return f"{where}:\n  {sent[near]!r}\n  {imagined[near]!r}\n"


class World:
    """One pair of eyes on a match as the server sees to them: what they were told, and what is new."""

    def __init__(self, match: Match, eye: Eye) -> None:
        self.eye, self.before = eye, welcome(match, eye)
        self.shared = viewers.SharedView(match)
        eyes = dict.fromkeys((None, eye))  # spectators come first, as at every table
        self.viewers = {one: viewers.Viewer(match, one, 1) for one in eyes}
        self.viewers[eye].has_listened = True

    def frames(self, match: Match, told: bool) -> dict[str, bytes]:
        """Everything that goes over the wire to these eyes once the match has moved on."""
        frames = {"welcome before": self.before, "update": self.update(match)}
        frames |= {"welcome": welcome(match, self.eye), "refusals": refusals(match, self.eye)}
        return frames | ({"in words": in_full(match, self.eye)} if told else {})

    def update(self, match: Match) -> bytes:
        due = viewers.changes(match, self.shared, self.viewers)
        if self.eye not in due:
            return b""  # it makes no version either
        return self.viewers[self.eye].update(due[self.eye], clocks(match)).encode()


def welcome(match: Match, eye: Eye) -> bytes:
    row, sheet = row_of(match), viewers.welcome_snapshot(match, eye, viewers.NO_CLOCKS | clocks(match))
    guest = None if eye is None else f"guest {eye}"
    table = table_info(row, "Ann", guest, NO_SEAT)
    drawn_up: Any = sheet
    return encode(Welcome(PROTOCOL, 1, You(eye, eye == 0), table, drawn_up, [], [])).encode()


def row_of(match: Match) -> TableRow:
    """The table as the server keeps it."""
    seats = [SeatRow("person", name, f"guest {i}") for i, name in enumerate(match.people)]
    row = TableRow(match.game.key, dict(match.settings), bytes(32), "table", "invite", seats=seats, since=0)
    row.state, row.turn, row.owner = "playing", list(match.waiting), "guest 0"
    return row


def clocks(match: Match) -> dict[str, Any]:
    """What shows the time where it runs by itself."""
    if not match.is_live:
        return {}
    driver = RealtimeDriver(match, 0.0)
    driver.suit(0.0, [0])
    return {"time": time_info(driver, 0.25)}


def refusals(match: Match, eye: Eye) -> bytes:
    """What a seat would be told for actions that are not its own."""
    if eye is None:
        return b""
    said = [match.refusal(eye, action) for action in STRANGE]
    return b"\n".join(refused(why).encode() for why in said if why)


def refused(why: Illegal) -> str:
    return encode(Refused("m1", why.code, why.sentence, why.rule))


def in_full(match: Match, eye: Eye) -> bytes:
    """The table in sentences, and the rules at hand, as they are asked for beside the socket."""
    return encode_json(text_of(*described_snapshot(match, eye))) + encode_json(rules_now(match, eye))


if __name__ == "__main__":
    sys.exit(main())
