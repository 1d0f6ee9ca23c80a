"""A worker that looks through games that are over: it keeps those asked for lately where they stand."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from flattop.kernel import FlattopError
from flattop.match import BadRecord, Cursor, Match, OtherEdition, ParsedRecord, Record, known_part, verify
from flattop.match.record import ACTIONS
from flattop.match.replay import branched
from flattop.match.seed import as_written
from flattop.server.schemas.base import encode_json
from flattop.server.table.viewers import NO_CLOCKS, earlier_lines, welcome_snapshot
from flattop.server.workers import framing

KEPT = 6  # games
NICENESS = 5  # play that is under way comes first
Job = dict[str, Any]
FAULTS = (FlattopError, MemoryError, RecursionError)


def main() -> None:
    """Answer one question after the other, until the server is gone."""
    source, sink = framing.begin(int(sys.argv[1]) if len(sys.argv) > 1 else 0, NICENESS)
    shelf = Shelf()
    while job := framing.read(source):
        framing.send(sink, encode_json(shelf.answer(msgspec.json.decode(job))))


class Shelf:
    """The games that were asked for lately; one that is not here must come with its log."""

    def __init__(self) -> None:
        self._cursors: OrderedDict[str, Cursor] = OrderedDict()

    def answer(self, job: Job) -> dict[str, Any]:
        try:
            cursor = self._cursor(job)
            return WANTED[job["want"]](cursor, job) if cursor else {"unknown": True}
        except FAULTS as error:
            self._cursors.clear()  # memory may be what was missing
            return {"fault": str(error) or type(error).__name__}

    def _cursor(self, job: Job) -> Cursor | None:
        cursor = self._cursors.pop(job["table"], None)
        if cursor is None and job["past"] is not None:
            cursor = as_far_as_known(job["past"])
        if cursor:
            self._cursors[job["table"]] = cursor
        while len(self._cursors) > KEPT:
            self._cursors.popitem(last=False)
        return cursor


class EarlierGame(Cursor):
    """A game whose rules have changed: shown as far as those of today tell it alike; its record is whole."""

    def __init__(
        self, whole: ParsedRecord, known: ParsedRecord | None, deck: Path | None, why: OtherEdition
    ) -> None:
        super().__init__(known or whole, deck, over=True)
        self.whole, self.known, self.why = whole, known, why

    def at(self, actions: int) -> Match:
        if self.known is None:
            raise self.why
        return super().at(actions)

    def text(self) -> str:
        """For whoever still has its rules; hashes and the end, which are not in its log, are left out."""
        record = Record({key: value for key, value in self.whole.header.items() if key != "flattop"})
        for entry in self.whole.entries:
            record.add(entry)
        return record.text()


def as_far_as_known(past: Job) -> Cursor:
    try:
        return checked(past)
    except OtherEdition as why:
        whole, deck = _game(past)
        return EarlierGame(whole, known_part(whole, past["chains"], deck), deck, why)


def checked(past: Job) -> Cursor:
    """A game played once to its end, so that nobody is shown one that goes on, or a log that was changed."""
    written, deck = _game(past)
    cursor = Cursor(written, deck, over=True)
    match = cursor.at(cursor.actions)
    if not (match.over or past["closed"]):
        raise BadRecord(f"{written.name}: the game is not over")
    if past["chains"] and match.record.chain != past["chains"][-1]:
        ours = match.game.edition
        if written.edition != ours:
            raise OtherEdition(written.name, match.game.title, written.edition, ours)
        raise BadRecord(f"{written.name}: its log was changed")
    return cursor


def _game(past: Job) -> tuple[ParsedRecord, Path | None]:
    written = ParsedRecord(past["name"], past["header"], tuple(past["entries"]))
    return written, Path(past["deck"]) if past["deck"] else None


def _step(cursor: Cursor, job: Job) -> dict[str, Any]:
    """The sheet of a seat after so many actions, with its last lines or those before one of them."""
    at, seat = min(job["at"], cursor.actions), job["eyes"]
    match = cursor.at(at)
    sheet = welcome_snapshot(match, seat, NO_CLOCKS)
    if job["before"] is not None:
        sheet["log_from"], sheet["log"] = earlier_lines(match, seat, job["before"])
    return {"step": {"at": at, "actions": cursor.actions, "seat": seat, "sheet": sheet}}


def _record(cursor: Cursor, job: Job) -> dict[str, Any]:
    return {"record": _text(cursor)}


def _text(cursor: Cursor) -> str:
    return cursor.text() if isinstance(cursor, EarlierGame) else cursor.at(cursor.actions).record.text()


def _verdict(cursor: Cursor, job: Job) -> dict[str, Any]:
    """Whether the record agrees with itself and the rules, played once more from its own text."""
    verdict = verify(_text(cursor), cursor.deck)
    return {"verdict": {"good": verdict.good, "lines": verdict.lines}}


def _branch(cursor: Cursor, job: Job) -> dict[str, Any]:
    """Where a game would go on from after so many actions, under another header and with other luck."""
    if job["at"] >= cursor.actions:
        return {"branch": {"actions": cursor.actions}}
    match = cursor.at(job["at"])
    chain = branched(match, job["header"], as_written(job["luck"])).chain
    events = _leading_to(cursor.written, job["at"])
    place = {"actions": cursor.actions, "events": events, "turn": match.waiting, "chain": chain}
    return {"branch": place}


def _leading_to(written: ParsedRecord, at: int) -> int:
    """How many entries lead to so many actions."""
    actions = 0
    for number, entry in enumerate(written.entries):
        if actions == at:
            return number
        actions += not entry.keys().isdisjoint(ACTIONS)
    return len(written.entries)


WANTED: dict[str, Callable[[Cursor, Job], dict[str, Any]]] = {
    "step": _step,
    "record": _record,
    "verdict": _verdict,
    "branch": _branch,
}

if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(0)  # the server is gone in the middle of an answer
