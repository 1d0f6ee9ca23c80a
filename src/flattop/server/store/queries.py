"""Every read: what the server asks of its database, by plain names and with typed answers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from flattop.match import AutoAnswers
from flattop.server.schemas.base import SeatKind
from flattop.server.schemas.events import ChatLine
from flattop.server.schemas.rest import GuestInfo
from flattop.server.store.base import Damaged, Reads, Row, Store
from flattop.server.store.rows import AS_JSON, COLUMNS, SeatRow, TableRow

DAMAGE = (msgspec.MsgspecError, ValueError, TypeError, RecursionError)  # what unreadable rows end in
ENTRY = msgspec.json.Decoder(dict[str, Any])
LOG = "SELECT entry, chain FROM event WHERE table_id = ? ORDER BY seq"
SCOPES = {
    "open": "private = 0 AND (state = 'waiting' OR (state = 'playing' AND spectators = 1))",
    "mine": "archived = 0 AND id IN (SELECT table_id FROM seat WHERE guest = :guest"
    " UNION SELECT id FROM game_table WHERE owner = :guest)",
}
SCOPES["archive"] = SCOPES["mine"].replace("archived = 0", "archived = 1")


async def starts(store: Store) -> int:
    """How often the server has opened on this file."""
    return await number(store, "SELECT starts FROM house")


async def bus_key(store: Store) -> bytes:
    """What the workers of one database seal their letters with; only a database that they share has one."""
    row = await store.row("SELECT key FROM bus_key")
    return bytes(row["key"]) if row else b""


async def is_gathered(store: Store) -> bool:
    """Whether results of tables from before results were kept have been counted."""
    return bool(await number(store, "SELECT gathered FROM house"))


# -- guests


async def guest_with(store: Store, token_hash: bytes) -> GuestInfo | None:
    row = await store.row("SELECT id, name FROM guest WHERE token_hash = ?", token_hash)
    return GuestInfo(row["id"], row["name"]) if row else None


async def guest_name(store: Store, guest: str) -> str | None:
    row = await store.row("SELECT name FROM guest WHERE id = ?", guest)
    return str(row["name"]) if row else None


# -- tables


async def table(store: Store, table_id: str) -> TableRow | None:
    """A table as it was saved, with its seats; `Damaged` if its row cannot be read."""
    row = await store.row("SELECT * FROM game_table WHERE id = ?", table_id)
    return _table(row, await _seats(store, [table_id])) if row else None


@dataclass(frozen=True, slots=True)
class Listed:
    """One page of a list of tables, how many are on it in all, and those that cannot be read."""

    count: int
    rows: list[TableRow]
    damaged: dict[str, str]


async def listed(store: Store, guest: str | None, scope: str, limit: int, offset: int) -> Listed:
    """Tables that can be joined or watched, or those that a guest is at, or was; newest first."""
    named = {} if scope == "open" else {"guest": guest or ""}
    return await _page(store, f"FROM game_table WHERE {SCOPES[scope]}", named, limit, offset)


async def _page(store: Store, which: str, named: dict[str, str], limit: int, offset: int) -> Listed:
    newest = "ORDER BY since DESC, n DESC"
    async with store.reading() as reads:
        count = await number(reads, f"SELECT count(*) {which}", **named)
        sql = f"SELECT * {which} {newest} LIMIT :limit OFFSET :offset"
        saved = await reads.rows(sql, **named, limit=limit, offset=offset)
        seats = await _seats(reads, [row["id"] for row in saved])
    page = Listed(count, [], {})
    for row in saved:
        try:
            page.rows.append(_table(row, seats))
        except Damaged as error:
            page.damaged[row["id"]] = str(error)
    return page


async def all_tables(store: Store) -> list[str]:
    """In the order in which they were set."""
    async with store.reading() as reads:
        return [row["id"] for row in await reads.rows("SELECT id FROM game_table ORDER BY n")]


async def unfinished_count(store: Store, owner: str) -> int:
    return await number(store, "SELECT count(*) FROM game_table WHERE owner = ? AND state != 'over'", owner)


async def unfinished(store: Store, limit: int) -> Listed:
    """Tables that are not over, of all who have any, newest first."""
    return await _page(store, "FROM game_table WHERE state IN ('waiting', 'playing')", {}, limit, 0)


async def tables_to_resume(store: Store) -> list[str]:
    """Tables where a bot or a clock is on, and those that cannot be read."""
    sql = """
        SELECT id, clock, turn, seat, kind FROM game_table LEFT JOIN seat ON seat.table_id = game_table.id
        WHERE state = 'playing' ORDER BY id, seat
    """
    async with store.reading() as reads:
        rows = await reads.rows(sql)
    return await asyncio.to_thread(_to_resume, rows)


def _to_resume(rows: Sequence[Row]) -> list[str]:
    people = {(row["id"], row["seat"]) for row in rows if row["kind"] in ("person", "open")}
    tables = {row["id"]: (row["clock"], row["turn"]) for row in rows}
    return [
        table_id
        for table_id, (clock, turn) in tables.items()
        if clock is not None or not _are_people(table_id, turn, people)
    ]


def _are_people(table_id: str, turn: str, people: set[tuple[str, int]]) -> bool:
    """Whether people are on at a table, and nobody else; of damaged rows that cannot be said."""
    try:
        return all((table_id, seat) in people for seat in msgspec.json.decode(turn, type=list[int]))
    except DAMAGE:
        return False


async def has_past(store: Store, before: int) -> bool:
    """Whether a table that is over, and was set before then, is not in the archive yet."""
    sql = "SELECT 1 FROM game_table WHERE state = 'over' AND archived = 0 AND since < ? LIMIT 1"
    return await store.row(sql, before) is not None


async def _seats(reads: Reads, table_ids: Sequence[str]) -> dict[str, list[Row]]:
    """The seats of some tables, in their order."""
    kept: dict[str, list[Row]] = {table_id: [] for table_id in table_ids}
    if not kept:
        return kept
    marks = ", ".join("?" * len(table_ids))
    sql = "SELECT table_id, kind, name, guest, habits FROM seat WHERE table_id IN"
    for row in await reads.rows(f"{sql} ({marks}) ORDER BY table_id, seat", *table_ids):
        kept[row["table_id"]].append(row)
    return kept


def _table(saved: Row, seats: dict[str, list[Row]]) -> TableRow:
    try:
        return _checked(saved, [_seat(*list(seat)[1:]) for seat in seats[saved["id"]]])
    except DAMAGE as error:
        raise Damaged(f"its row is damaged: {error}") from None


def _seat(kind: SeatKind, name: str, guest: str | None, auto_answers: str | None) -> SeatRow:
    kept = msgspec.json.decode(auto_answers, type=AutoAnswers) if auto_answers else None
    return SeatRow(kind, name, guest, kept)


def _checked(saved: Row, seats: list[SeatRow]) -> TableRow:
    """The columns as what they must be, every type looked at."""
    values = {name: saved[name] for name in COLUMNS}
    for name in AS_JSON:
        if values[name] is not None:
            values[name] = msgspec.json.decode(values[name])
    for name in ("private", "spectators", "practice"):
        values[name] = bool(values[name])
    row = msgspec.convert({**values, "seats": seats}, TableRow)
    if not seats or not all(0 <= seat < len(seats) for seat in row.turn):
        raise ValueError(f"{len(seats)} seats, and on turn are {row.turn}")
    return row


# -- decks


async def deck(store: Store, digest: str) -> str | None:
    row = await store.row("SELECT text FROM deck WHERE digest = ?", digest)
    return str(row["text"]) if row else None


async def deck_digests(store: Store) -> list[str]:
    return [row["digest"] for row in await store.rows("SELECT digest FROM deck")]


# -- what was played and said at a table


@dataclass(frozen=True, slots=True)
class History:
    """The log of a table with the digest of each line, the end of its chat, and what was answered."""

    entries: list[dict[str, Any]]
    chains: list[str]
    chat: list[ChatLine]
    answered: list[tuple[str, str]]  # guests and ids of their messages

    @property
    def chain(self) -> str:
        """The digest of all lines."""
        return self.chains[-1] if self.chains else ""


async def history(store: Store, table_id: str, lines: int) -> History:
    """All that is kept of what happened at a table; `Damaged` if a line of the log cannot be read."""
    async with store.reading() as reads:
        events = await reads.rows(LOG, table_id)
        sql = "SELECT n, seat, name, text, at FROM chat WHERE table_id = ? ORDER BY n DESC LIMIT ?"
        chat = [ChatLine(*line) for line in await reads.rows(sql, table_id, lines)]
        answered = await reads.rows("SELECT guest, id FROM answer WHERE table_id = ?", table_id)
    entries = await asyncio.to_thread(_entries, events)  # there may be many
    chains = [event["chain"] for event in events]
    return History(entries, chains, chat[::-1], [(row["guest"], row["id"]) for row in answered])


def _entries(events: Iterable[Row]) -> list[dict[str, Any]]:
    return [_entry(number, event["entry"]) for number, event in enumerate(events, 1)]


def _entry(number: int, written: Any) -> dict[str, Any]:
    try:
        return ENTRY.decode(written)
    except DAMAGE as error:
        raise Damaged(f"line {number} of its log is damaged: {error}") from None


async def log_text(store: Store, table_id: str) -> tuple[list[str], list[str]]:
    """The entries of a table's log as they were saved, and the digest of each."""
    async with store.reading() as reads:
        events = await reads.rows(LOG, table_id)
    return [event["entry"] for event in events], [event["chain"] for event in events]


async def answer(store: Store, table_id: str, guest: str, message_id: str) -> str | None:
    """What was answered to a message that has changed something."""
    sql = "SELECT answer FROM answer WHERE table_id = ? AND guest = ? AND id = ?"
    row = await store.row(sql, table_id, guest, message_id)
    return str(row["answer"]) if row else None


async def chances(store: Store, table_id: str, edition: int) -> str | None:
    """The chances along a game, if this edition has worked them out."""
    row = await store.row("SELECT answer FROM chances WHERE table_id = ? AND edition = ?", table_id, edition)
    return str(row["answer"]) if row else None


async def number(store: Reads, sql: str, *values: Any, **named: Any) -> int:
    row = await store.row(sql, *values, **named)
    return int(row[0]) if row else 0
