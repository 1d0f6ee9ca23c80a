"""The list of tables: what can be joined or watched, and where one sits."""

from __future__ import annotations

from flattop.kernel import FlattopError, Seat
from flattop.server.cluster import aggregate
from flattop.server.schemas.rest import TablePage, TableSummary
from flattop.server.server import Server
from flattop.server.store import queries
from flattop.server.store.rows import TableRow
from flattop.server.table.views import table_summary

PAGE = 20


async def page(server: Server, guest: str | None, scope: str, number: int) -> TablePage:
    """Twenty tables, newest first; without those that cannot be read or whose game is no more."""
    offset = (number - 1) * PAGE
    listed = await queries.list_tables(server.store, guest, scope, PAGE, offset)
    for table_id, why in listed.damaged.items():
        server.health_state.set_broken(table_id, why)
    here = await aggregate.present_seats(server, [row.id for row in listed.rows])
    shown = [await _shown(server, row, guest, here.get(row.id, set())) for row in listed.rows]
    return TablePage([summary for summary in shown if summary], number, max(1, -(-listed.count // PAGE)))


async def _shown(server: Server, row: TableRow, guest: str | None, here: set[Seat]) -> TableSummary | None:
    try:
        return table_summary(row, await server.guests.name(row.owner), guest, here.__contains__)
    except FlattopError as error:
        server.health_state.set_broken(row.id, str(error))
        return None
