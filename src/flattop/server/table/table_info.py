"""Descriptions of a table for the lobby and for its players."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, Literal

from flattop.bots import RANKS, free_names, is_bot_name
from flattop.games import game
from flattop.kernel import Seat
from flattop.match import commitment
from flattop.server.schemas.rest import ClockInfo, SeatInfo, TableInfo, TableSummary
from flattop.server.store.rows import TableRow
from flattop.server.table.permissions import at_table, is_owner

SeatTest = Callable[[Seat], bool]
NO_SEAT: SeatTest = lambda seat: False  # noqa: E731


def table_summary(row: TableRow, owner: str | None, guest: str | None, is_present: SeatTest) -> TableSummary:
    return TableSummary(**_common_fields(row, owner, guest, is_present, NO_SEAT))


def table_info(
    row: TableRow,
    owner: str | None,
    guest: str | None,
    is_present: SeatTest,
    is_away: SeatTest = NO_SEAT,
    outdated: str = "",
) -> TableInfo:
    """Describe a table with its details; only guests at the table get the invite."""
    deck: Literal["house", "own"] = "own" if row.deck else "house"
    return TableInfo(
        **_common_fields(row, owner, guest, is_present, is_away),
        invite=row.invite if at_table(row, guest) else None,
        commitment=commitment(row.seed),
        clock=ClockInfo(row.clock.move, row.clock.bank) if row.clock else None,
        rematch=row.rematch,
        deck=deck,
        mine=is_owner(row, guest),
        outdated=outdated,
    )


def _common_fields(
    row: TableRow, owner: str | None, guest: str | None, is_present: SeatTest, is_away: SeatTest
) -> dict[str, Any]:
    seats = [
        SeatInfo(i, seat.kind, seat.name, is_present(i), bot_at(row, i), is_away(i))
        for i, seat in enumerate(row.seats)
    ]
    return {
        "id": row.id,
        "game": row.game,
        "title": game(row.game).title_at(row.options),
        "seats": seats,
        "open": sum(seat.kind == "open" for seat in seats),
        "state": row.state,
        "owner": owner,
        "private": row.private,
        "spectators": row.spectators,
        "practice": row.practice,
        "options": game(row.game).written_settings(row.options),
        "since": row.since,
        "turn": [] if row.is_closed else row.turn,
        "closed": row.is_closed,
        "earlier": row.is_earlier,
        "yours": row.seat_of(guest),
    }


def bot_at(row: TableRow, seat: Seat) -> str:
    """Return the name of the bot that plays a seat, or an empty string.

    The bot that replaces a person has a fixed name for each seat, which no other seat has.
    """
    seat_row = row.seats[seat]
    if not seat_row.is_bot:
        return ""
    if seat_row.guest is None and is_bot_name(seat_row.name):
        return seat_row.name
    staff, taken = RANKS[seat_row.kind].staff, [other.name for other in row.seats]
    return next(islice(free_names(staff, taken), seat, None))
