"""Taking seats and leaving them."""

from __future__ import annotations

from flattop.server.errors import Refusal
from flattop.server.lobby.access import visible
from flattop.server.lobby.create import _deal, name_bots
from flattop.server.schemas.rest import GuestInfo, SetSeat, TableInfo
from flattop.server.server import Server
from flattop.server.store import writes
from flattop.server.store.rows import SeatRow, TableRow
from flattop.server.table.live import LiveTable
from flattop.server.table.permissions import check_at_table, check_owner, is_owner


async def join(
    server: Server, guest: GuestInfo, table_id: str, invite: str | None, seat: int | None
) -> TableInfo:
    """Take an open seat; whoever sits already stays where they are."""
    table = await visible(server, table_id, guest.id, invite)

    async def work() -> None:
        if table.row.seat_of(guest.id) is not None:
            return
        chair = _open_seat(table.row, seat)
        table.row.seats[chair] = SeatRow("person", _own_name(table.row, guest.name), guest.id)
        await seats_changed(table, guest.id)

    await table.alone(work)
    return table.info_for(guest.id)


def _open_seat(row: TableRow, wanted: int | None) -> int:
    chairs = [i for i, seat in enumerate(row.seats) if seat.kind == "open"]
    if not chairs:
        raise Refusal(409, "full", "No seat is open at this table.")
    if wanted is not None and wanted not in chairs:
        raise Refusal(409, "taken", f"Seat {wanted} is not open; open are {', '.join(map(str, chairs))}.")
    return chairs[0] if wanted is None else wanted


def _own_name(row: TableRow, name: str) -> str:
    """Two of one name at a table are told apart by a number."""
    taken = {seat.name for seat in row.seats}
    return next(n for n in [name, *(f"{name} {i}" for i in range(2, len(row.seats) + 2))] if n not in taken)


async def seats_changed(table: LiveTable, guest: str | None) -> None:
    """Keep the seats, and deal if none is open any more; the guest's own chair is another now."""
    name_bots(table.row.seats)
    starts = table.match is None and not any(seat.kind == "open" for seat in table.row.seats)
    dealt = await _deal(table) if starts else []
    await table.commit([*dealt, *writes.seats(table.row), writes.changed(table.row, "owner")])
    table.welcome_anew(None if starts else guest)
    table.server.wake(table)


async def set_seat(server: Server, guest: GuestInfo, table_id: str, wish: SetSeat) -> TableInfo:
    """The owner opens a seat or gives it to a bot, before the start."""
    table = await visible(server, table_id, guest.id, None)

    async def work() -> None:
        check_owner(table.row, guest.id)
        if table.match is not None:
            raise Refusal(409, "started", "The game has begun; seats change by the vote of the table now.")
        if wish.seat >= len(table.row.seats):
            raise Refusal(404, "no-seat", f"The table has seats 0 to {len(table.row.seats) - 1}.")
        if table.row.seats[wish.seat].guest == guest.id:
            raise Refusal(409, "own-seat", "That is your own seat; leave the table to give it up.")
        was, table.row.seats[wish.seat] = table.row.seats[wish.seat].guest, SeatRow(wish.kind)
        await seats_changed(table, was or guest.id)

    await table.alone(work)
    return table.info_for(guest.id)


async def leave(server: Server, guest: GuestInfo, table_id: str) -> TableInfo:
    """Give up the own seat: it is open again, or a bot plays on."""
    table = await visible(server, table_id, guest.id, None)

    async def work() -> None:
        check_at_table(table.row, guest.id)
        if (seat := table.row.seat_of(guest.id)) is not None:
            _vacate(table, seat)
        if is_owner(table.row, guest.id):
            table.row.owner = next((s.guest for s in table.row.seats if s.guest), None)
        if table.match is None and table.row.owner is None:
            await _clear_away(table)
        else:
            await seats_changed(table, guest.id)

    await table.alone(work)
    return table.info_for(guest.id)


def _vacate(table: LiveTable, seat: int) -> None:
    chair = table.row.seats[seat]
    if table.match is None:
        table.row.seats[seat] = SeatRow("open")
    else:
        chair.guest, chair.kind = None, "house" if chair.kind == "person" else chair.kind


async def _clear_away(table: LiveTable) -> None:
    """Nobody is left at a table that never began."""
    await table.commit(writes.gone(table.row))
    table.server.drop(table, 4404, "Everybody has left this table.")
