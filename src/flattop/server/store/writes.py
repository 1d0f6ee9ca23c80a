"""What is kept of a table, and the writes that keep it."""

from __future__ import annotations

import sqlite3
import time
from dataclasses import dataclass, field
from typing import Any

import msgspec

from flattop.server.schemas.fields import SeatKind, State
from flattop.server.schemas.messages import ChatLine
from flattop.server.schemas.rest import ClockTerms

Write = tuple[str, tuple[Any, ...]]


@dataclass(slots=True)
class SeatRow:
    """A seat and who sits there; `guest` stays when a bot plays for an absent person."""

    kind: SeatKind
    name: str = ""
    guest: str | None = None

    @property
    def is_bot(self) -> bool:
        return self.kind in ("house", "random")


@dataclass(slots=True)
class TableRow:
    """Everything of a table but its events and its chat."""

    id: str
    game: str
    options: dict[str, Any]
    invite: str
    seed: bytes
    deck: str | None = None
    private: bool = False
    spectators: bool = False
    clock: ClockTerms | None = None
    owner: str | None = None
    header: dict[str, Any] | None = None
    state: State = "waiting"
    turn: list[int] = field(default_factory=list)
    clocks: list[list[float]] | None = None  # seconds left of the move and of the bank, per seat
    rematch: str | None = None
    since: int = field(default_factory=lambda: int(time.time()))
    seats: list[SeatRow] = field(default_factory=list)

    def seat_of(self, guest: str | None) -> int | None:
        if guest is None:
            return None
        return next((i for i, seat in enumerate(self.seats) if seat.guest == guest), None)


COLUMNS = (
    "id", "game", "options", "invite", "seed", "deck", "private", "spectators", "clock", "owner", "header",
    "state", "turn", "clocks", "rematch", "since",
)  # fmt: skip
AS_JSON = {"options", "clock", "header", "turn", "clocks"}


def _column(row: TableRow, name: str) -> Any:
    value = getattr(row, name)
    if name in AS_JSON:
        return None if value is None else msgspec.json.encode(value).decode()
    return value


def table_row(saved: sqlite3.Row) -> TableRow:
    """A row of the database as it was saved; its seats have yet to be read."""
    values = {name: saved[name] for name in COLUMNS}
    for name in AS_JSON:
        if values[name] is not None:
            values[name] = msgspec.json.decode(values[name])
    if values["clock"] is not None:
        values["clock"] = msgspec.convert(values["clock"], ClockTerms)
    for name in ("private", "spectators"):
        values[name] = bool(values[name])
    return TableRow(**values)


def new_table(row: TableRow) -> list[Write]:
    marks = ", ".join("?" * len(COLUMNS))
    insert = f"INSERT INTO game_table ({', '.join(COLUMNS)}) VALUES ({marks})"
    return [(insert, tuple(_column(row, name) for name in COLUMNS)), *seats(row)]


def changed(row: TableRow, *names: str) -> Write:
    """Keep some columns of a table that is there already."""
    sets = ", ".join(f"{name} = ?" for name in names)
    return f"UPDATE game_table SET {sets} WHERE id = ?", (*(_column(row, name) for name in names), row.id)


def seats(row: TableRow) -> list[Write]:
    return [
        ("INSERT OR REPLACE INTO seat VALUES (?, ?, ?, ?, ?)", (row.id, i, seat.kind, seat.guest, seat.name))
        for i, seat in enumerate(row.seats)
    ]


def gone(row: TableRow) -> list[Write]:
    """A table that never started and has nobody left at it."""
    return [(f"DELETE FROM {name} WHERE {key} = ?", (row.id,)) for name, key in _KEPT_BY]


_KEPT_BY = (("game_table", "id"), ("seat", "table_id"), ("chat", "table_id"), ("answer", "table_id"))


def event(table: str, seq: int, entry: dict[str, Any], chain: str) -> Write:
    body = msgspec.json.encode(entry).decode()
    return "INSERT INTO event VALUES (?, ?, ?, ?, ?)", (table, seq, body, chain, int(time.time()))


def answer(table: str, guest: str, message_id: str, text: str) -> Write:
    return "INSERT INTO answer VALUES (?, ?, ?, ?)", (table, guest, message_id, text)


def chat(table: str, line: ChatLine) -> Write:
    values = table, line.n, line.seat, line.name, line.text, line.at
    return "INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?)", values


def chances(table: str, edition: int, text: str) -> Write:
    return "INSERT OR REPLACE INTO chances VALUES (?, ?, ?)", (table, edition, text)


def guest(guest_id: str, name: str, token_hash: bytes) -> Write:
    return "INSERT INTO guest VALUES (?, ?, ?, ?)", (guest_id, name, token_hash, int(time.time()))


def renamed(guest_id: str, name: str) -> Write:
    return "UPDATE guest SET name = ? WHERE id = ?", (name, guest_id)
