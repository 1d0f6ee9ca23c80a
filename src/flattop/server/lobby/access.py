"""Tables by their id, for whoever may see them."""

from __future__ import annotations

from flattop.server.errors import Refusal, no_table
from flattop.server.schemas.events import Welcome
from flattop.server.schemas.rest import TableInfo
from flattop.server.server import Server
from flattop.server.store.rows import TableRow
from flattop.server.table.live import LiveTable
from flattop.server.table.permissions import may_see, may_watch
from flattop.server.table.views import NOBODY, table_info


async def visible_row(server: Server, table_id: str, guest: str | None, invite: str | None) -> TableRow:
    """What is kept of a table that this guest may know of."""
    row = await server.registry.row(table_id)
    if row is None or not may_see(row, guest, invite):
        raise no_table()
    return row


async def visible(server: Server, table_id: str, guest: str | None, invite: str | None) -> LiveTable:
    """The same, awake."""
    await visible_row(server, table_id, guest, invite)
    table = await (await server.registry.get(table_id)).settled()
    await server.guests.name(table.row.owner)  # from now on it is known
    return table


async def watched(server: Server, table_id: str, guest: str | None, invite: str | None) -> LiveTable:
    """The same for those who may look at what lies there."""
    table = await visible(server, table_id, guest, invite)
    if not may_watch(table.row, guest, invite):
        raise no_table()
    return table


async def begun(server: Server, table_id: str, guest: str | None, invite: str | None) -> LiveTable:
    """A table whose game has begun and can be looked at, for those who may."""
    table = await watched(server, table_id, guest, invite)
    if table.shown is None:
        raise table.why_not_played()
    return table


async def welcome(server: Server, table_id: str, guest: str | None, invite: str | None) -> Welcome:
    """What a socket would be told first, for a page that is still on its way there."""
    table = await watched(server, table_id, guest, invite)
    if table.row.state == "waiting":
        raise table.why_not_played()
    return table.welcome_for(guest)


def asked_first(row: TableRow, guest: str | None) -> list[str]:
    """What a page asks about a table when it is opened: of a game that is dealt also what lies there."""
    path = f"/api/tables/{row.id}"
    is_shown = row.state != "waiting" and may_watch(row, guest, None)
    return [path, f"{path}/welcome"] if is_shown else [path]


async def shown(server: Server, guest: str | None, table_id: str, invite: str | None) -> TableInfo:
    """A table to look at from outside, which need not be awakened for that."""
    row = await visible_row(server, table_id, guest, invite)
    if live := server.registry.live.get(table_id):
        await server.guests.name(row.owner)
        return (await live.settled()).info_for(guest)
    return table_info(row, await server.guests.name(row.owner), guest, NOBODY)


async def finished(server: Server, table_id: str, guest: str | None, invite: str | None) -> TableRow:
    """A table whose game is over, for those who may look at it; it is not awakened for that."""
    if live := server.registry.live.get(table_id):
        await live.settled()
    row = await visible_row(server, table_id, guest, invite)
    if not may_watch(row, guest, invite):
        raise no_table()
    if row.state != "over":
        raise Refusal(409, "not-over", "The game is not over yet.")
    return row
