"""All reads: functions that query the database and return typed rows."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from flattop.match import AutoAnswers
from flattop.server.schemas.messages import ChatLine
from flattop.server.schemas.rest import EarlierScore, GuestInfo
from flattop.server.store.base import Damaged, Reader, Row, Store
from flattop.server.store.rows import AS_JSON, COLUMNS, SeatRow, TableRow

DECODE_ERRORS = (msgspec.MsgspecError, ValueError, TypeError, RecursionError)  # of damaged rows
ENTRY = msgspec.json.Decoder(dict[str, Any])
LOG = "SELECT entry, chain FROM event WHERE table_id = ? ORDER BY seq"
SCOPES = {
    "open": "private = 0 AND (state = 'waiting' OR (state = 'playing' AND spectators = 1))",
    "mine": "archived = 0 AND id IN (SELECT table_id FROM seat WHERE guest = :guest"
    " UNION SELECT id FROM game_table WHERE owner = :guest)",
}
SCOPES["archive"] = SCOPES["mine"].replace("archived = 0", "archived = 1")


async def starts(store: Store) -> int:
    """The number of times a server has opened this database."""
    return await fetch_number(store, "SELECT starts FROM house")


async def results_are_gathered(store: Store) -> bool:
    """True if tables from before the table `result` existed have their results."""
    return bool(await fetch_number(store, "SELECT gathered FROM house"))


# -- guests


async def guest_by_token(store: Store, token_hash: bytes) -> GuestInfo | None:
    row = await store.row("SELECT id, name FROM guest WHERE token_hash = ?", token_hash)
    return GuestInfo(row["id"], row["name"]) if row else None


async def guest_name(store: Store, guest: str) -> str | None:
    row = await store.row("SELECT name FROM guest WHERE id = ?", guest)
    return str(row["name"]) if row else None


# -- tables


async def table(store: Store, table_id: str) -> TableRow | None:
    """A table with its seats; raises `Damaged` if its row cannot be decoded."""
    row = await store.row("SELECT * FROM game_table WHERE id = ?", table_id)
    return _table(row, await _seats(store, [table_id])) if row else None


@dataclass(frozen=True, slots=True)
class TablePage:
    """One page of a list of tables."""

    count: int  # of the whole list
    rows: list[TableRow]
    damaged: dict[str, Damaged]  # ids of tables that cannot be decoded


async def list_tables(store: Store, guest: str | None, scope: str, limit: int, offset: int) -> TablePage:
    """Tables of a scope, newest first: open to join or watch, of a guest, or of its archive."""
    named = {} if scope == "open" else {"guest": guest or ""}
    return await _page(store, f"FROM game_table WHERE {SCOPES[scope]}", named, limit, offset)


async def _page(store: Store, which: str, named: dict[str, str], limit: int, offset: int) -> TablePage:
    newest = "ORDER BY since DESC, n DESC"
    async with store.reading() as reads:
        count = await fetch_number(reads, f"SELECT count(*) {which}", **named)
        sql = f"SELECT * {which} {newest} LIMIT :limit OFFSET :offset"
        saved = await reads.rows(sql, **named, limit=limit, offset=offset)
        seats = await _seats(reads, [row["id"] for row in saved])
    page = TablePage(count, [], {})
    for row in saved:
        try:
            page.rows.append(_table(row, seats))
        except Damaged as error:
            page.damaged[row["id"]] = error
    return page


async def all_tables(store: Store) -> list[str]:
    """The ids of all tables, oldest first."""
    async with store.reading() as reads:
        return [row["id"] for row in await reads.rows("SELECT id FROM game_table ORDER BY n")]


async def unfinished_count(store: Store, owner: str) -> int:
    return await fetch_number(
        store, "SELECT count(*) FROM game_table WHERE owner = ? AND state != 'over'", owner
    )


async def unfinished(store: Store, limit: int) -> TablePage:
    """Tables that are not over, of all guests, newest first."""
    return await _page(store, "FROM game_table WHERE state IN ('waiting', 'playing')", {}, limit, 0)


async def tables_to_resume(store: Store) -> list[str]:
    """Tables where a bot is on turn or a clock runs, and tables whose turn cannot be decoded."""
    sql = """
        SELECT id, clock, turn, seat, kind FROM game_table LEFT JOIN seat ON seat.table_id = game_table.id
        WHERE state = 'playing' ORDER BY id, seat
    """
    async with store.reading() as reads:
        rows = await reads.rows(sql)

    def select() -> list[str]:
        people = {(row["id"], row["seat"]) for row in rows if row["kind"] in ("person", "open")}
        tables = {row["id"]: (row["clock"], row["turn"]) for row in rows}

        def waits_for_people(table_id: str, turn: str) -> bool:
            try:
                return all((table_id, seat) in people for seat in msgspec.json.decode(turn, type=list[int]))
            except DECODE_ERRORS:
                return False

        return [
            table_id
            for table_id, (clock, turn) in tables.items()
            if clock is not None or not waits_for_people(table_id, turn)
        ]

    return await asyncio.to_thread(select)  # there may be very many tables


async def has_unarchived(store: Store, before: int) -> bool:
    """True if a finished table from before then is not in the archive yet."""
    sql = "SELECT 1 FROM game_table WHERE state = 'over' AND archived = 0 AND since < ? LIMIT 1"
    return await store.row(sql, before) is not None


async def _seats(reads: Reader, table_ids: Sequence[str]) -> dict[str, list[Row]]:
    """The seats of some tables, in seat order."""
    seats: dict[str, list[Row]] = {table_id: [] for table_id in table_ids}
    if not seats:
        return seats
    marks = ", ".join("?" * len(table_ids))
    sql = "SELECT table_id, kind, name, guest, habits FROM seat WHERE table_id IN"
    for row in await reads.rows(f"{sql} ({marks}) ORDER BY table_id, seat", *table_ids):
        seats[row["table_id"]].append(row)
    return seats


def _table(saved: Row, seat_rows: dict[str, list[Row]]) -> TableRow:
    """Decode the columns of a table and its seats, and check their types."""
    try:
        seats = [
            SeatRow(
                seat["kind"],
                seat["name"],
                seat["guest"],
                msgspec.json.decode(seat["habits"], type=AutoAnswers) if seat["habits"] else None,
            )
            for seat in seat_rows[saved["id"]]
        ]
        values = {name: saved[name] for name in COLUMNS}
        for name in AS_JSON:
            if values[name] is not None:
                values[name] = msgspec.json.decode(values[name])
        for name in ("private", "spectators", "practice"):
            values[name] = bool(values[name])
        row = msgspec.convert({**values, "seats": seats}, TableRow)
        if not seats or not all(0 <= seat < len(seats) for seat in row.turn):
            raise ValueError(f"{len(seats)} seats, but on turn are {row.turn}")
    except DECODE_ERRORS as error:
        raise Damaged(f"its row is damaged: {error}") from error
    return row


# -- decks


async def deck(store: Store, digest: str) -> str | None:
    row = await store.row("SELECT text FROM deck WHERE digest = ?", digest)
    return str(row["text"]) if row else None


async def deck_digests(store: Store) -> list[str]:
    return [row["digest"] for row in await store.rows("SELECT digest FROM deck")]


# -- log and chat of a table


@dataclass(frozen=True, slots=True)
class History:
    """The log of a table with the digest of each entry, the last chat lines, and the answered messages."""

    entries: list[dict[str, Any]]
    chains: list[str]
    chat: list[ChatLine]
    answered: list[tuple[str, str]]  # guest and message id

    @property
    def chain(self) -> str:
        """The digest of the whole log."""
        return self.chains[-1] if self.chains else ""


async def history(store: Store, table_id: str, chat_lines: int) -> History:
    """The log and the last chat lines of a table; raises `Damaged` if an entry cannot be decoded."""
    async with store.reading() as reads:
        events = await reads.rows(LOG, table_id)
        sql = "SELECT n, seat, name, text, at FROM chat WHERE table_id = ? ORDER BY n DESC LIMIT ?"
        chat = [ChatLine(*line) for line in await reads.rows(sql, table_id, chat_lines)]
        answered = await reads.rows("SELECT guest, id FROM answer WHERE table_id = ?", table_id)

    def decode() -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = []
        for number, event in enumerate(events, 1):
            try:
                entries.append(ENTRY.decode(event["entry"]))
            except DECODE_ERRORS as error:
                raise Damaged(f"line {number} of its log is damaged: {error}") from error
        return entries

    entries = await asyncio.to_thread(decode)  # a log may be long
    chains = [event["chain"] for event in events]
    return History(entries, chains, chat[::-1], [(row["guest"], row["id"]) for row in answered])


async def log_text(store: Store, table_id: str) -> tuple[list[str], list[str]]:
    """The entries of a table's log as JSON, and the digest of each."""
    async with store.reading() as reads:
        events = await reads.rows(LOG, table_id)
    return [event["entry"] for event in events], [event["chain"] for event in events]


async def answer(store: Store, table_id: str, guest: str, message_id: str) -> str | None:
    """The saved answer to a message that changed the table."""
    sql = "SELECT answer FROM answer WHERE table_id = ? AND guest = ? AND id = ?"
    row = await store.row(sql, table_id, guest, message_id)
    return str(row["answer"]) if row else None


async def chances(store: Store, table_id: str, edition: int) -> str | None:
    """The win chances during a game, if this edition has computed them."""
    row = await store.row("SELECT answer FROM chances WHERE table_id = ? AND edition = ?", table_id, edition)
    return str(row["answer"]) if row else None


async def fetch_number(store: Reader, sql: str, *values: Any, **named: Any) -> int:
    row = await store.row(sql, *values, **named)
    return int(row[0]) if row else 0


# -- results of campaigns


class Team(NamedTuple):
    id: str
    places: str  # kind and guest of each seat, as JSON
    last: int  # Unix time of its last result


class TeamResult(NamedTuple):
    """One finished table of a team."""

    table: str
    chapter: str
    won: int
    stars: int
    points: int
    ticks: int
    at: int
    mine: int  # 1 if the guest may see the table; a guest of the team may have left it


class FinishedTable(NamedTuple):
    table: str
    at: int | None  # Unix time of its last event


async def teams(store: Store, game: str, guest: str, limit: int, offset: int) -> list[Team]:
    """The teams of a guest in one game, the most recent first."""
    sql = """
        SELECT team.id, team.places, max(result.at) AS last FROM team_guest
        JOIN team ON team.id = team_guest.team JOIN result ON result.team = team.id AND result.game = ?
        WHERE team_guest.guest = ? GROUP BY team.id ORDER BY last DESC, team.id LIMIT ? OFFSET ?
    """
    return [Team(*row) for row in await store.rows(sql, game, guest, limit, offset)]


async def team_count(store: Store, game: str, guest: str) -> int:
    sql = """
        SELECT count(DISTINCT result.team) FROM team_guest
        JOIN result ON result.team = team_guest.team AND result.game = ? WHERE team_guest.guest = ?
    """
    return await fetch_number(store, sql, game, guest)


async def team_results(store: Store, game: str, team: str, guest: str) -> list[TeamResult]:
    """The results of a team in a game, best first, for one of its guests."""
    sql = """
        SELECT table_id, chapter, won, stars, points, ticks, at, EXISTS (
            SELECT 1 FROM seat WHERE seat.table_id = result.table_id AND seat.guest = :guest
            UNION SELECT 1 FROM game_table WHERE id = result.table_id AND owner = :guest
        ) AS mine
        FROM result WHERE team = :team AND game = :game
        ORDER BY won DESC, stars DESC, ticks, points DESC, at
    """
    return [TeamResult(*row) for row in await store.rows(sql, guest=guest, team=team, game=game)]


async def best_earlier(store: Store, table_id: str, guest: str, limit: int) -> list[EarlierScore]:
    """The best earlier results of a guest with the same game and options as a table."""
    sql = """
        SELECT past.table_id, past.points, past.at FROM result AS this JOIN result AS past
        USING (game, chapter) JOIN seat ON seat.table_id = past.table_id AND seat.guest = ?
        WHERE this.table_id = ? AND past.table_id <> this.table_id AND past.won = 1 AND past.at <= this.at
        ORDER BY past.points DESC, past.at LIMIT ?
    """
    return [EarlierScore(*row) for row in await store.rows(sql, guest, table_id, limit)]


async def tables_without_result(store: Store, game: str) -> list[FinishedTable]:
    """Finished tables of a game that have no result row."""
    sql = """
        SELECT id, (SELECT max(at) FROM event WHERE table_id = id) FROM game_table
        WHERE state = 'over' AND game = ? AND id NOT IN (SELECT table_id FROM result)
    """
    async with store.reading() as reads:
        return [FinishedTable(*row) for row in await reads.rows(sql, game)]
