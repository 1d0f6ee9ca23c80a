"""Worker process that replays finished games. It keeps a cursor in each of the last few games."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from flattop.kernel import FlattopError
from flattop.match import (
    BadRecord,
    Cursor,
    Match,
    OtherEdition,
    ParsedRecord,
    Record,
    reproducible_part,
    verify,
)
from flattop.match.editions import reproduces
from flattop.match.record import ACTIONS
from flattop.match.replay import branch_record
from flattop.match.seed import seed_from_json
from flattop.server.schemas.base import encode_json
from flattop.server.table.viewers import NO_CLOCKS, earlier_lines, welcome_snapshot
from flattop.server.workers import worker_process

CACHED_GAMES = 6
NICENESS = 5  # running games have priority
Job = dict[str, Any]
ERRORS = (FlattopError, MemoryError, RecursionError)


def main() -> None:
    """Answer questions until the server is gone."""
    games = GameCache()
    with worker_process.connected(NICENESS) as (source, sink):
        while job := worker_process.read(source):
            worker_process.write_bytes(sink, encode_json(games.answer(msgspec.json.decode(job))))


class GameCache:
    """Cursors in the games that were used last. The server must send along any other game."""

    def __init__(self) -> None:
        self._cursors: OrderedDict[str, Cursor] = OrderedDict()

    def answer(self, job: Job) -> dict[str, Any]:
        try:
            cursor = self._cursors.pop(job["table"], None)
            if cursor is None and job["past"] is not None:
                cursor = open_cursor(job["past"])
            if cursor is None:
                return {"unknown": True}
            self._cursors[job["table"]] = cursor
            if len(self._cursors) > CACHED_GAMES:
                self._cursors.popitem(last=False)
            return ANSWERS[job["want"]](cursor, job)
        except ERRORS as error:
            self._cursors.clear()  # frees memory, which may be what was missing
            return {"fault": str(error) or type(error).__name__}


class OutdatedCursor(Cursor):
    """A cursor in a game whose rules have changed. It shows the part on which today's rules agree."""

    def __init__(
        self, record: ParsedRecord, known: ParsedRecord | None, deck: Path | None, why: OtherEdition
    ) -> None:
        super().__init__(known or record, deck, over=True)
        self.whole_record, self.known, self.why = record, known, why

    def at(self, actions: int) -> Match:
        if self.known is None:
            raise self.why
        return super().at(actions)

    def text(self) -> str:
        """The whole record, without hashes and the end, which are not in the log."""
        header = self.whole_record.header
        record = Record({key: value for key, value in header.items() if key != "flattop"})
        for entry in self.whole_record.entries:
            record.add(entry)
        return record.text()


def open_cursor(game: Job) -> Cursor:
    try:
        return finished_cursor(game)
    except OtherEdition as why:
        record, deck = _parse(game)
        return OutdatedCursor(record, reproducible_part(record, game["chains"], deck), deck, why)


def finished_cursor(game: Job) -> Cursor:
    """Replay a game to its end; refuse one that is not over, or whose log was changed."""
    record, deck = _parse(game)
    cursor = Cursor(record, deck, over=True)
    match = cursor.at(cursor.actions)
    if not (match.over or game["closed"]):
        raise BadRecord(f"{record.name}: the game is not over")
    if game["chains"] and not reproduces(match, record, game["chains"][-1]):
        raise BadRecord(f"{record.name}: its log was changed")
    return cursor


def _parse(game: Job) -> tuple[ParsedRecord, Path | None]:
    record = ParsedRecord(game["name"], game["header"], tuple(game["entries"]))
    return record, Path(game["deck"]) if game["deck"] else None


# -- answers, by the kind of question


def step(cursor: Cursor, job: Job) -> dict[str, Any]:
    """The snapshot of a seat after some actions, with its last log lines or those before one of them."""
    at, seat = min(job["at"], cursor.actions), job["eyes"]
    match = cursor.at(at)
    snapshot = welcome_snapshot(match, seat, NO_CLOCKS)
    if job["before"] is not None:
        snapshot["log_from"], snapshot["log"] = earlier_lines(match, seat, job["before"])
    return {"step": {"at": at, "actions": cursor.actions, "seat": seat, "sheet": snapshot}}


def record(cursor: Cursor, job: Job) -> dict[str, Any]:
    return {"record": _record_text(cursor)}


def verdict(cursor: Cursor, job: Job) -> dict[str, Any]:
    """The result of verifying the text of the record from scratch."""
    result = verify(_record_text(cursor), cursor.deck)
    return {"verdict": {"good": result.good, "lines": result.lines}}


def _record_text(cursor: Cursor) -> str:
    if isinstance(cursor, OutdatedCursor):
        return cursor.text()
    return cursor.at(cursor.actions).record.text()


def branch(cursor: Cursor, job: Job) -> dict[str, Any]:
    """The state after some actions, from which a new table continues with another header and seed."""
    if job["at"] >= cursor.actions:
        return {"branch": {"actions": cursor.actions}}
    match = cursor.at(job["at"])
    chain = branch_record(match, job["header"], seed_from_json(job["seed"])).chain
    events = _entries_before(cursor.record, job["at"])
    point = {"actions": cursor.actions, "events": events, "turn": match.waiting, "chain": chain}
    return {"branch": point}


def _entries_before(record: ParsedRecord, actions: int) -> int:
    """The number of log entries up to the given number of actions."""
    count = 0
    for number, entry in enumerate(record.entries):
        if count == actions:
            return number
        count += not entry.keys().isdisjoint(ACTIONS)
    return len(record.entries)


ANSWERS: dict[str, Callable[[Cursor, Job], dict[str, Any]]] = {
    "step": step,
    "record": record,
    "verdict": verdict,
    "branch": branch,
}

if __name__ == "__main__":
    main()
