"""The list of tables: what can be joined or watched, and where one sits."""

from __future__ import annotations

from flattop.server.schemas.rest import TablePage, TableSummary
from flattop.server.server import Server
from flattop.server.store import queries
from flattop.server.store.rows import TableRow
from flattop.server.table.views import NOBODY, table_summary

PAGE = 20


def page(server: Server, guest: str | None, scope: str, number: int) -> TablePage:
    """Twenty tables, newest first."""
    pages = max(1, -(-queries.table_count(server.store, guest, scope) // PAGE))
    rows = queries.tables(server.store, guest, scope, PAGE, (number - 1) * PAGE)
    return TablePage([_summary(server, row, guest) for row in rows], number, pages)


def _summary(server: Server, row: TableRow, guest: str | None) -> TableSummary:
    live = server.registry.live.get(row.id)
    return table_summary(row, server.guests.name(row.owner), guest, live.here if live else NOBODY)
