"""Taking seats and leaving them, as guests ask for it."""

from __future__ import annotations

from flattop.server.lobby.access import visible
from flattop.server.schemas.rest import GuestInfo, SetSeat, TableInfo
from flattop.server.server import Server
from flattop.server.table import seating


async def join(
    server: Server, guest: GuestInfo, table_id: str, invite: str | None, seat: int | None
) -> TableInfo:
    """Take an open seat."""
    table = await visible(server, table_id, guest.id, invite)
    await table.alone(lambda: seating.take(table, guest, seat, invite))
    return table.info_for(guest.id)


async def set_seat(server: Server, guest: GuestInfo, table_id: str, wish: SetSeat) -> TableInfo:
    """Open a seat or give it to a bot."""
    table = await visible(server, table_id, guest.id, None)
    await table.alone(lambda: seating.assign(table, guest, wish.seat, wish.kind))
    return table.info_for(guest.id)


async def leave(server: Server, guest: GuestInfo, table_id: str) -> TableInfo:
    """Give up the own seat."""
    table = await visible(server, table_id, guest.id, None)
    await table.alone(lambda: seating.give_up(table, guest))
    return table.info_for(guest.id)
