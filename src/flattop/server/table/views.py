"""Tables as the lobby and those at them see them."""

from __future__ import annotations

from collections.abc import Callable
from hmac import compare_digest
from typing import Any, Literal

import msgspec

from flattop.games import game
from flattop.kernel import Seat
from flattop.match import commitment
from flattop.server.schemas.rest import ClockInfo, SeatInfo, TableInfo, TableSummary
from flattop.server.store import TableRow

Here = Callable[[Seat], bool]
NOBODY: Here = lambda seat: False  # noqa: E731


def table_summary(row: TableRow, owner: str | None, guest: str | None, here: Here) -> TableSummary:
    return TableSummary(**_common(row, owner, guest, here))


def table_info(row: TableRow, owner: str | None, guest: str | None, here: Here) -> TableInfo:
    """With the invite for those who are at the table."""
    mine = guest is not None and guest == row.owner
    deck: Literal["house", "own"] = "own" if row.deck else "house"
    return TableInfo(
        **_common(row, owner, guest, here),
        invite=row.invite if mine or row.seat_of(guest) is not None else None,
        commitment=commitment(row.seed),
        clock=ClockInfo(row.clock.move, row.clock.bank) if row.clock else None,
        rematch=row.rematch,
        deck=deck,
        mine=mine,
    )


def _common(row: TableRow, owner: str | None, guest: str | None, here: Here) -> dict[str, Any]:
    seats = [SeatInfo(i, s.kind, s.name, here(i)) for i, s in enumerate(row.seats)]
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
        "options": row.options,
        "since": row.since,
        "turn": row.turn,
        "yours": row.seat_of(guest),
    }


def may_see(row: TableRow, guest: str | None, invite: str | None) -> bool:
    """Open tables are for all; private ones for those at them and those who have the link."""
    return not row.private or at_table(row, guest) or has_invite(row, invite)


def may_watch(row: TableRow, guest: str | None, invite: str | None) -> bool:
    """Those at the table, and spectators if the owner allows them."""
    return at_table(row, guest) or (row.spectators and may_see(row, guest, invite))


def at_table(row: TableRow, guest: str | None) -> bool:
    return guest is not None and (guest == row.owner or row.seat_of(guest) is not None)


def has_invite(row: TableRow, invite: str | None) -> bool:
    return invite is not None and compare_digest(invite.encode("utf-8", "replace"), row.invite.encode())


def plain(value: Any) -> Any:
    """A deck as words, numbers and lists; what is no such thing is left out."""
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(inner) for inner in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if hasattr(value, "__dataclass_fields__"):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return msgspec.to_builtins(value, str_keys=True, enc_hook=lambda other: None)
