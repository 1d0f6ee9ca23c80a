"""Tables as the lobby and those at them see them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, Literal

from flattop.bots import RANKS
from flattop.bots.names import free_names, is_bot_name
from flattop.games import game
from flattop.kernel import Seat
from flattop.match import commitment
from flattop.server.schemas.rest import ClockInfo, SeatInfo, TableInfo, TableSummary
from flattop.server.store.rows import TableRow
from flattop.server.table.permissions import at_table, is_owner

Here = Callable[[Seat], bool]
NOBODY: Here = lambda seat: False  # noqa: E731


def table_summary(row: TableRow, owner: str | None, guest: str | None, here: Here) -> TableSummary:
    return TableSummary(**_common(row, owner, guest, here, NOBODY))


def table_info(
    row: TableRow,
    owner: str | None,
    guest: str | None,
    here: Here,
    absent: Here = NOBODY,
    outdated: str = "",
) -> TableInfo:
    """With the invite for those who are at the table."""
    mine = is_owner(row, guest)
    deck: Literal["house", "own"] = "own" if row.deck else "house"
    return TableInfo(
        **_common(row, owner, guest, here, absent),
        invite=row.invite if at_table(row, guest) else None,
        commitment=commitment(row.seed),
        clock=ClockInfo(row.clock.move, row.clock.bank) if row.clock else None,
        rematch=row.rematch,
        deck=deck,
        mine=mine,
        outdated=outdated,
    )


def _common(row: TableRow, owner: str | None, guest: str | None, here: Here, absent: Here) -> dict[str, Any]:
    bots = [bot_at(row, i) for i in range(len(row.seats))]
    seats = [SeatInfo(i, s.kind, s.name, here(i), bots[i], absent(i)) for i, s in enumerate(row.seats)]
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
        "options": row.options,
        "since": row.since,
        "turn": [] if row.is_closed else row.turn,
        "closed": row.is_closed,
        "earlier": row.is_earlier,
        "yours": row.seat_of(guest),
    }


def bot_at(row: TableRow, seat: Seat) -> str:
    """The bot that plays in a seat; for a person it is always the same, and nobody's name at the table."""
    chair = row.seats[seat]
    if not chair.is_bot:
        return ""
    if chair.guest is None and is_bot_name(chair.name):
        return chair.name
    staff, taken = RANKS[chair.kind].staff, [other.name for other in row.seats]
    return next(islice(free_names(staff, taken), seat, None))
