"""Every read: what the server asks of its database, by plain names and with typed answers."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from flattop.match import Habits
from flattop.server.schemas.events import ChatLine
from flattop.server.schemas.fields import SeatKind
from flattop.server.schemas.rest import GuestInfo
from flattop.server.store.rows import AS_JSON, COLUMNS, SeatRow, TableRow
from flattop.server.store.sqlite import Reads, Store

DAMAGE = (msgspec.MsgspecError, ValueError, TypeError, RecursionError)  # what unreadable rows end in
ENTRY = msgspec.json.Decoder(dict[str, Any])
SCOPES = {
    "open": "private = 0 AND (state = 'waiting' OR (state = 'playing' AND spectators = 1))",
    "mine": "archived = 0 AND id IN (SELECT table_id FROM seat WHERE guest = :guest"
    " UNION SELECT id FROM game_table WHERE owner = :guest)",
}
SCOPES["archive"] = SCOPES["mine"].replace("archived = 0", "archived = 1")


class Damaged(Exception):
    """What is saved of one table cannot be read; the message says what."""


def starts(store: Store) -> int:
    """How often the server has opened on this file."""
    return _number(store, "SELECT starts FROM house")


def is_gathered(store: Store) -> bool:
    """Whether results of tables from before results were kept have been counted."""
    return bool(_number(store, "SELECT gathered FROM house"))


# -- guests


def guest_with(store: Store, token_hash: bytes) -> GuestInfo | None:
    row = store.row("SELECT id, name FROM guest WHERE token_hash = ?", token_hash)
    return GuestInfo(row["id"], row["name"]) if row else None


def guest_name(store: Store, guest: str) -> str | None:
    row = store.row("SELECT name FROM guest WHERE id = ?", guest)
    return str(row["name"]) if row else None


# -- tables


def table(store: Store, table_id: str) -> TableRow | None:
    """A table as it was saved, with its seats; `Damaged` if its row cannot be read."""
    row = store.row("SELECT * FROM game_table WHERE id = ?", table_id)
    return _table(store, row) if row else None


@dataclass(frozen=True, slots=True)
class Listed:
    """One page of a list of tables, how many are on it in all, and those that cannot be read."""

    count: int
    rows: list[TableRow]
    damaged: dict[str, str]


def listed(store: Store, guest: str | None, scope: str, limit: int, offset: int) -> Listed:
    """Tables that can be joined or watched, or those that a guest is at, or was; newest first.

    Read over a connection of its own, for there may be many, and it is asked in another thread.
    """
    which, newest = f"FROM game_table WHERE {SCOPES[scope]}", "ORDER BY since DESC, rowid DESC"
    with store.reading() as db:
        reads = Reads(db)
        count = _number(reads, f"SELECT count(*) {which}", guest=guest or "")
        sql = f"SELECT * {which} {newest} LIMIT :limit OFFSET :offset"
        page = Listed(count, [], {})
        for saved in reads.rows(sql, guest=guest or "", limit=limit, offset=offset):
            try:
                page.rows.append(_table(reads, saved))
            except Damaged as error:
                page.damaged[saved["id"]] = str(error)
    return page


def unfinished_count(store: Store, owner: str) -> int:
    return _number(store, "SELECT count(*) FROM game_table WHERE owner = ? AND state != 'over'", owner)


def tables_to_resume(store: Store) -> list[str]:
    """Tables where a bot or a clock is on, and those that cannot be read; to be asked in another thread."""
    sql = """
        SELECT id FROM game_table WHERE state = 'playing' AND (
            clock IS NOT NULL OR NOT json_valid(turn) OR EXISTS (
                SELECT 1 FROM json_each(CASE WHEN json_valid(turn) THEN turn ELSE '[]' END) AS on_turn
                LEFT JOIN seat ON seat.table_id = game_table.id AND seat.seat = on_turn.value
                WHERE seat.kind IS NULL OR seat.kind NOT IN ('person', 'open')
            )
        )
    """
    with store.reading() as db:
        return [row["id"] for row in db.execute(sql)]


def has_past(store: Store, before: int) -> bool:
    """Whether a table that is over, and was set before then, is not in the archive yet."""
    sql = "SELECT 1 FROM game_table WHERE state = 'over' AND archived = 0 AND since < ? LIMIT 1"
    return store.row(sql, before) is not None


def _table(reads: Reads, saved: sqlite3.Row) -> TableRow:
    sql = "SELECT kind, name, guest, habits FROM seat WHERE table_id = ? ORDER BY seat"
    seats = reads.rows(sql, saved["id"])
    try:
        return _checked(saved, [_seat(*seat) for seat in seats])
    except DAMAGE as error:
        raise Damaged(f"its row is damaged: {error}") from None


def _seat(kind: SeatKind, name: str, guest: str | None, habits: str | None) -> SeatRow:
    kept = msgspec.json.decode(habits, type=Habits) if habits else None
    return SeatRow(kind, name, guest, kept)


def _checked(saved: sqlite3.Row, seats: list[SeatRow]) -> TableRow:
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


def deck(store: Store, digest: str) -> str | None:
    """The text of a deck; over a connection of its own, for tables are loaded in other threads."""
    with store.reading() as db:
        row = db.execute("SELECT text FROM deck WHERE digest = ?", (digest,)).fetchone()
    return str(row["text"]) if row else None


def deck_digests(store: Store) -> list[str]:
    return [row["digest"] for row in store.rows("SELECT digest FROM deck")]


# -- what was played and said at a table


@dataclass(frozen=True, slots=True)
class History:
    """The log of a table with the digest of its last line, the end of its chat, and what was answered."""

    entries: list[dict[str, Any]]
    chain: str
    chat: list[ChatLine]
    answered: list[tuple[str, str]]  # guests and ids of their messages


def history(store: Store, table_id: str, lines: int) -> History:
    """Read over a connection of its own, for it may take long and is asked in another thread.

    `Damaged` if a line of the log cannot be read.
    """
    with store.reading() as db:
        sql = "SELECT entry, chain FROM event WHERE table_id = ? ORDER BY seq"
        events = db.execute(sql, (table_id,)).fetchall()
        sql = "SELECT n, seat, name, text, at FROM chat WHERE table_id = ? ORDER BY n DESC LIMIT ?"
        chat = [ChatLine(*line) for line in db.execute(sql, (table_id, lines))]
        answered = db.execute("SELECT guest, id FROM answer WHERE table_id = ?", (table_id,)).fetchall()
    entries = [_entry(number, event["entry"]) for number, event in enumerate(events, 1)]
    chain = events[-1]["chain"] if events else ""
    return History(entries, chain, chat[::-1], [(row["guest"], row["id"]) for row in answered])


def _entry(number: int, written: Any) -> dict[str, Any]:
    try:
        return ENTRY.decode(written)
    except DAMAGE as error:
        raise Damaged(f"line {number} of its log is damaged: {error}") from None


def log_text(store: Store, table_id: str) -> tuple[list[str], str]:
    """The entries of a table's log as they were saved, and the digest of the last; read like a history."""
    with store.reading() as db:
        sql = "SELECT entry, chain FROM event WHERE table_id = ? ORDER BY seq"
        events = db.execute(sql, (table_id,)).fetchall()
    return [event["entry"] for event in events], events[-1]["chain"] if events else ""


def answer(store: Store, table_id: str, guest: str, message_id: str) -> str | None:
    """What was answered to a message that has changed something."""
    sql = "SELECT answer FROM answer WHERE table_id = ? AND guest = ? AND id = ?"
    row = store.row(sql, table_id, guest, message_id)
    return str(row["answer"]) if row else None


def chances(store: Store, table_id: str, edition: int) -> str | None:
    """The chances along a game, if this edition has worked them out."""
    row = store.row("SELECT answer FROM chances WHERE table_id = ? AND edition = ?", table_id, edition)
    return str(row["answer"]) if row else None


# -- campaigns


class Team(NamedTuple):
    id: str
    places: str  # who sits where, as JSON
    last: int


class TeamResult(NamedTuple):
    """One finished table of a team; the table is for those at it alone, and a seat can be given up later."""

    table: str
    chapter: str
    won: int
    stars: int
    points: int
    ticks: int
    at: int
    mine: int


class Ended(NamedTuple):
    table: str
    at: int | None


def teams(store: Store, game: str, guest: str, limit: int, offset: int) -> list[Team]:
    """The teams of a guest in one game, those that played last first."""
    sql = """
        SELECT team.id, team.places, max(result.at) AS last FROM team_guest
        JOIN team ON team.id = team_guest.team JOIN result ON result.team = team.id AND result.game = ?
        WHERE team_guest.guest = ? GROUP BY team.id ORDER BY last DESC, team.id LIMIT ? OFFSET ?
    """
    return [Team(*row) for row in store.rows(sql, game, guest, limit, offset)]


def team_count(store: Store, game: str, guest: str) -> int:
    sql = """
        SELECT count(DISTINCT result.team) FROM team_guest
        JOIN result ON result.team = team_guest.team AND result.game = ? WHERE team_guest.guest = ?
    """
    return _number(store, sql, game, guest)


def team_results(store: Store, game: str, team: str, guest: str) -> list[TeamResult]:
    """All that a team has finished in a game, best first, as one of its guests may look at it."""
    sql = """
        SELECT table_id, chapter, won, stars, points, ticks, at, EXISTS (
            SELECT 1 FROM seat WHERE seat.table_id = result.table_id AND seat.guest = :guest
            UNION SELECT 1 FROM game_table WHERE id = result.table_id AND owner = :guest
        ) AS mine
        FROM result WHERE team = :team AND game = :game
        ORDER BY won DESC, stars DESC, ticks, points DESC, at
    """
    return [TeamResult(*row) for row in store.rows(sql, guest=guest, team=team, game=game)]


def best_earlier(store: Store, table_id: str, guest: str, limit: int) -> list[tuple[str, int, int]]:
    """Tables of a guest that ended before this one, under its conditions: points and time, best first."""
    sql = """
        SELECT past.table_id, past.points, past.at FROM result AS this JOIN result AS past
        USING (game, chapter) JOIN seat ON seat.table_id = past.table_id AND seat.guest = ?
        WHERE this.table_id = ? AND past.table_id <> this.table_id AND past.won AND past.at <= this.at
        ORDER BY past.points DESC, past.at LIMIT ?
    """
    return [(row[0], row[1], row[2]) for row in store.rows(sql, guest, table_id, limit)]


def uncounted(store: Store, game: str) -> list[Ended]:
    """Tables of a game that are over and have no result; to be asked in another thread."""
    sql = """
        SELECT id, (SELECT max(at) FROM event WHERE table_id = id) FROM game_table
        WHERE state = 'over' AND game = ? AND id NOT IN (SELECT table_id FROM result)
    """
    with store.reading() as db:
        return [Ended(*row) for row in db.execute(sql, (game,))]


def _number(store: Reads, sql: str, *values: Any, **named: Any) -> int:
    row = store.row(sql, *values, **named)
    return int(row[0]) if row else 0
