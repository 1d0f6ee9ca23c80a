"""Every write: statements and their values, carried out together by `Store.save`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec

from flattop.server.schemas.events import ChatLine
from flattop.server.store.rows import AS_JSON, COLUMNS, Result, SeatRow, TableRow

Write = tuple[str, tuple[Any, ...]]

EVENT = "INSERT INTO event VALUES (?, ?, ?, ?, ?)"
ANSWER = "INSERT INTO answer VALUES (?, ?, ?, ?)"
STANDS = "UPDATE game_table SET state = ?, turn = ?, clocks = ? WHERE id = ?"

SEAT = """
    INSERT INTO seat (table_id, seat, kind, guest, name, habits) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (table_id, seat) DO UPDATE
    SET kind = excluded.kind, guest = excluded.guest, name = excluded.name, habits = excluded.habits
"""
MEMBER = "INSERT INTO team_guest VALUES (?, ?) ON CONFLICT (guest, team) DO NOTHING"
RESULT = "INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id) DO NOTHING"
CHANCES = """
    INSERT INTO chances VALUES (?, ?, ?)
    ON CONFLICT (table_id) DO UPDATE SET edition = excluded.edition, answer = excluded.answer
"""


def started() -> Write:
    """The server has opened once more."""
    return "UPDATE house SET starts = starts + 1", ()


def nothing() -> Write:
    """A write that changes nothing, to see whether one can be saved."""
    return "UPDATE house SET starts = starts", ()


# -- tables


def new_table(row: TableRow) -> list[Write]:
    marks = ", ".join("?" * len(COLUMNS))
    insert = f"INSERT INTO game_table ({', '.join(COLUMNS)}) VALUES ({marks})"
    return [(insert, tuple(_column(row, name) for name in COLUMNS)), *seats(row)]


def _column(row: TableRow, name: str) -> Any:
    value = getattr(row, name)
    if name in AS_JSON:
        return None if value is None else msgspec.json.encode(value).decode()
    return value


def deck(digest: str, text: str) -> Write:
    """A deck of somebody's own; many tables may be played with it."""
    return "INSERT INTO deck VALUES (?, ?) ON CONFLICT (digest) DO NOTHING", (digest, text)


def changed(row: TableRow, *names: str) -> Write:
    """Keep some columns of a table that is there already."""
    sets = ", ".join(f"{name} = ?" for name in names)
    return f"UPDATE game_table SET {sets} WHERE id = ?", (*(_column(row, name) for name in names), row.id)


def seats(row: TableRow) -> list[Write]:
    return [(SEAT, (row.id, i, *_seat(seat))) for i, seat in enumerate(row.seats)]


def _seat(seat: SeatRow) -> tuple[Any, ...]:
    auto_answers = msgspec.json.encode(seat.auto_answers).decode() if seat.auto_answers else None
    return seat.kind, seat.guest, seat.name, auto_answers


def archived(before: int) -> Write:
    """Some tables that are over and were set before then leave the list of their people for the archive."""
    past = "SELECT id FROM game_table WHERE state = 'over' AND archived = 0 AND since < ? LIMIT 500"
    return f"UPDATE game_table SET archived = 1 WHERE id IN ({past})", (before,)


def gone(row: TableRow) -> list[Write]:
    """A table that never started and has nobody left at it."""
    unused = "DELETE FROM deck WHERE digest = ? AND NOT EXISTS (SELECT 1 FROM game_table WHERE deck = digest)"
    return [
        *((f"DELETE FROM {name} WHERE {key} = ?", (row.id,)) for name, key in _KEPT_BY),
        (unused, (row.deck,)),
    ]


_KEPT_BY = (("game_table", "id"), ("seat", "table_id"), ("chat", "table_id"), ("answer", "table_id"))


def event(table: str, seq: int, entry: dict[str, Any], chain: str) -> Write:
    body = msgspec.json.encode(entry).decode()
    return EVENT, (table, seq, body, chain, int(time.time()))


def stands(row: TableRow) -> Write:
    """How a table stands after a move."""
    clocks = None if row.clocks is None else msgspec.json.encode(row.clocks).decode()
    return STANDS, (row.state, msgspec.json.encode(row.turn).decode(), clocks, row.id)


def copied_events(old: str, new: str, after: int, upto: int) -> Write:
    """Part of the log for a table that goes on from where another was; only the last chain is compared."""
    kept = "SELECT ?, seq, entry, chain, at FROM event WHERE table_id = ? AND seq > ? AND seq <= ?"
    return f"INSERT INTO event (table_id, seq, entry, chain, at) {kept}", (new, old, after, upto)


def answer(table: str, guest: str, message_id: str, text: str) -> Write:
    return ANSWER, (table, guest, message_id, text)


def chat(table: str, line: ChatLine) -> Write:
    values = table, line.n, line.seat, line.name, line.text, line.at
    return "INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?)", values


def chances(table: str, edition: int, text: str) -> Write:
    return CHANCES, (table, edition, text)


# -- guests


def guest(guest_id: str, name: str, token_hash: bytes) -> Write:
    return "INSERT INTO guest VALUES (?, ?, ?, ?)", (guest_id, name, token_hash, int(time.time()))


def forgotten(guest_id: str, token_hash: bytes) -> Write:
    """From now on nobody has the token of this guest."""
    return "UPDATE guest SET token_hash = ? WHERE id = ?", (token_hash, guest_id)


def renamed(guest_id: str, name: str) -> Write:
    return "UPDATE guest SET name = ? WHERE id = ?", (name, guest_id)


# -- results of campaigns


def gathered() -> Write:
    """The results of tables that were over before any were kept have been counted."""
    return "UPDATE house SET gathered = 1", ()


def result(result: Result, seats: Sequence[SeatRow]) -> list[Write]:
    """The result and whose it is; a result that is there already stays as it is."""
    places = sorted([_place(seat) for seat in seats])
    guests = [name for kind, name in places if kind == "person"]
    if not guests:
        return []  # bots alone are no team that anybody could look for
    written = msgspec.json.encode(places).decode()
    team = sha256(written.encode()).hexdigest()[:16]
    return [
        ("INSERT INTO team VALUES (?, ?) ON CONFLICT (id) DO NOTHING", (team, written)),
        *((MEMBER, (guest, team)) for guest in guests),
        (RESULT, _values(result, team)),
    ]


def _place(seat: SeatRow) -> tuple[str, str]:
    """A person whose seat a bot has kept warm is still of the team."""
    return ("person", seat.guest) if seat.guest else (seat.kind, "")


def _values(result: Result, team: str) -> tuple[Any, ...]:
    chapter = msgspec.json.encode(result.chapter).decode()
    at = int(time.time()) if result.at is None else result.at
    return (
        result.table, result.game, chapter, team, result.won, result.stars, result.points, result.ticks, at,
    )  # fmt: skip


MOVES_PER_STATEMENT = 64  # rows that one statement carries; each number of them stays prepared
NO_VALUES = None, None, None
ONE_PLAY = [EVENT, ANSWER], [EVENT, ANSWER, STANDS]  # what most jobs consist of
MoveRow = tuple[Any, ...]
MOVE_VIEW = (
    "PRAGMA temp_store = MEMORY",
    """
    CREATE TEMP VIEW move AS SELECT 0 AS table_id, 0 AS seq, 0 AS entry, 0 AS chain, 0 AS at,
        0 AS guest, 0 AS message, 0 AS answer, 0 AS state, 0 AS turn, 0 AS clocks
    """,
    """
    CREATE TEMP TRIGGER moved INSTEAD OF INSERT ON move BEGIN
        INSERT INTO event VALUES (new.table_id, new.seq, new.entry, new.chain, new.at);
        INSERT INTO answer SELECT new.table_id, new.guest, new.message, new.answer
            WHERE new.guest IS NOT NULL;
        UPDATE game_table SET state = new.state, turn = new.turn, clocks = new.clocks
            WHERE id = new.table_id AND new.state IS NOT NULL;
    END
    """,
)


def move_rows(writes: Sequence[Write]) -> list[MoveRow]:
    """What a job of plain moves saves; nothing if there is anything else to it."""
    if [sql for sql, _ in writes] in ONE_PLAY:
        event, answer, *stands = [values for _, values in writes]
        return [(*event, *answer[1:], *(stands[0][:3] if stands else NO_VALUES))]
    kept: dict[str, list[MoveRow]] = {EVENT: [], ANSWER: [], STANDS: []}
    for sql, values in writes:
        if sql not in kept:
            return []
        kept[sql].append(values)
    events, answers, stands = kept.values()
    if not events or len(answers) > 1 or len(stands) > 1:
        return []
    answered, standing = answers[0][1:] if answers else NO_VALUES, stands[0][:3] if stands else NO_VALUES
    return [*[(*event, *NO_VALUES, *NO_VALUES) for event in events[:-1]], (*events[-1], *answered, *standing)]


@cache
def move_statement(count: int) -> str:
    row = ", ".join("?" * 11)
    return f"INSERT INTO move VALUES {', '.join([f'({row})'] * count)}"
