"""All writes: functions that return SQL statements with their values, for `Store.save`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec

from flattop.match import Match
from flattop.server.schemas.messages import ChatLine
from flattop.server.store.rows import AS_JSON, COLUMNS, Result, SeatRow, TableRow
from flattop.server.store.schema import TABLES

Write = tuple[str, tuple[Any, ...]]

EVENT = TABLES["event"].insert()
ANSWER = TABLES["answer"].insert()
TABLE_STATE = "UPDATE game_table SET state = ?, turn = ?, clocks = ? WHERE id = ?"
MOVE = EVENT, ANSWER, TABLE_STATE  # stores save these of many jobs with one call per statement

DELETE_UNUSED_DECK = """
    DELETE FROM deck WHERE digest = ? AND NOT EXISTS (SELECT 1 FROM game_table WHERE deck = digest)
"""


def is_move(writes: Sequence[Write]) -> bool:
    """True if a job only adds to logs, answers messages and updates states, as nearly all jobs do."""
    return all(sql in MOVE for sql, _ in writes)


def count_start() -> Write:
    return "UPDATE house SET starts = starts + 1", ()


def no_op() -> Write:
    """A write that changes nothing, to test whether saving works."""
    return "UPDATE house SET starts = starts", ()


# -- tables


def new_table(row: TableRow) -> list[Write]:
    values = tuple(_column(row, name) for name in COLUMNS)
    return [(TABLES["game_table"].insert(COLUMNS), values), *seats(row)]


def _column(row: TableRow, name: str) -> Any:
    value = getattr(row, name)
    if name in AS_JSON:
        return None if value is None else msgspec.json.encode(value).decode()
    return value


def deck(digest: str, text: str) -> Write:
    """A custom deck, which many tables may share."""
    return TABLES["deck"].insert_new(), (digest, text)


def update_columns(row: TableRow, *names: str) -> Write:
    """Save some columns of an existing table."""
    assignments = ", ".join(f"{name} = ?" for name in names)
    values = tuple(_column(row, name) for name in names)
    return f"UPDATE game_table SET {assignments} WHERE id = ?", (*values, row.id)


def seats(row: TableRow) -> list[Write]:
    writes: list[Write] = []
    for i, seat in enumerate(row.seats):
        auto_answers = msgspec.json.encode(seat.auto_answers).decode() if seat.auto_answers else None
        writes.append((TABLES["seat"].upsert(), (row.id, i, seat.kind, seat.guest, seat.name, auto_answers)))
    return writes


def archive_tables(before: int) -> Write:
    """Move up to 500 finished tables that were created before then to their players' archive."""
    past = "SELECT id FROM game_table WHERE state = 'over' AND archived = 0 AND since < ? LIMIT 500"
    return f"UPDATE game_table SET archived = 1 WHERE id IN ({past})", (before,)


def delete_table(row: TableRow) -> list[Write]:
    """Delete a table that never started, and its deck if no other table uses it."""
    keys = {"game_table": "id", "seat": "table_id", "chat": "table_id", "answer": "table_id"}
    return [
        *((f"DELETE FROM {name} WHERE {key} = ?", (row.id,)) for name, key in keys.items()),
        (DELETE_UNUSED_DECK, (row.deck,)),
    ]


def event(table: str, seq: int, entry: dict[str, Any], chain: str) -> Write:
    return EVENT, (table, seq, msgspec.json.encode(entry).decode(), chain, int(time.time()))


def table_state(row: TableRow) -> Write:
    """The state, the seats on turn and the clocks of a table after a move."""
    return TABLE_STATE, (row.state, _column(row, "turn"), _column(row, "clocks"), row.id)


def copy_events(old: str, new: str, after: int, upto: int) -> Write:
    """Copy part of a log to a table that branches off. Only the last digest of a log is compared."""
    source = "SELECT ?, seq, entry, chain, at FROM event WHERE table_id = ? AND seq > ? AND seq <= ?"
    return f"INSERT INTO event (table_id, seq, entry, chain, at) {source}", (new, old, after, upto)


def answer(table: str, guest: str, message_id: str, text: str) -> Write:
    return ANSWER, (table, guest, message_id, text)


def chat(table: str, line: ChatLine) -> Write:
    values = table, line.n, line.seat, line.name, line.text, line.at
    return TABLES["chat"].insert(), values


def trim_chat(table: str, last: int) -> Write:
    """Delete the chat lines of a table up to a number."""
    return "DELETE FROM chat WHERE table_id = ? AND n <= ?", (table, last)


def chances(table: str, edition: int, text: str) -> Write:
    return TABLES["chances"].upsert(), (table, edition, text)


# -- guests


def guest(guest_id: str, name: str, token_hash: bytes) -> Write:
    return TABLES["guest"].insert(), (guest_id, name, token_hash, int(time.time()))


def replace_token(guest_id: str, token_hash: bytes) -> Write:
    """Invalidate the token of a guest."""
    return "UPDATE guest SET token_hash = ? WHERE id = ?", (token_hash, guest_id)


def rename_guest(guest_id: str, name: str) -> Write:
    return "UPDATE guest SET name = ? WHERE id = ?", (name, guest_id)


# -- results of finished games


def mark_results_gathered() -> Write:
    """Record that tables from before the table `result` existed have their results."""
    return "UPDATE house SET gathered = 1", ()


def match_result(row: TableRow, match: Match, at: int | None = None) -> list[Write]:
    """Return the writes that save the result of a finished game for its team.

    Competitive games have none outside of a campaign.  Nor do games with a custom deck, whose goals differ,
    what-if games, whose players know what comes, and practice games, whose players may have looked ahead.
    """
    campaign, mode = match.game.campaign, match.game.mode
    has_opponents = campaign is None and mode == "competitive"
    if has_opponents or row.deck is not None or match.is_branch or match.practice:
        return []
    # Without a campaign, scores are compared between tables with equal seats and settings.
    conditions: list[Any] = [len(match.people), *sorted(match.settings.items())]
    finished = Result(
        table=row.id,
        game=row.game,
        chapter=match.settings[campaign.option] if campaign else conditions,
        won=bool(match.outcome.winners) or mode == "solo",  # a solo game has no winners, only a score
        stars=campaign.stars(match.table) if campaign else 0,
        points=max(match.outcome.points),
        ticks=match.ticks,
        at=at,
    )
    return result(finished, row.seats)


def result(result: Result, seats: Sequence[SeatRow]) -> list[Write]:
    """Save a result and its team; an existing result stays as it is.

    A guest whose seat was taken over by a bot still belongs to the team. Bots alone are not a team.
    """
    places = sorted([("person", seat.guest) if seat.guest else (seat.kind, "") for seat in seats])
    guests = [name for kind, name in places if kind == "person"]
    if not guests:
        return []
    places_json = msgspec.json.encode(places).decode()
    team = sha256(places_json.encode()).hexdigest()[:16]
    chapter = msgspec.json.encode(result.chapter).decode()
    at = int(time.time()) if result.at is None else result.at
    values = (
        result.table, result.game, chapter, team, result.won, result.stars, result.points, result.ticks, at,
    )  # fmt: skip
    return [
        (TABLES["team"].insert_new(), (team, places_json)),
        *((TABLES["team_guest"].insert_new(), (guest, team)) for guest in guests),
        (TABLES["result"].insert_new(), values),
    ]
