"""The list of tables: what can be joined or watched, and where one sits."""

from __future__ import annotations

from flattop.kernel import FlattopError
from flattop.server.schemas.rest import TablePage, TableSummary
from flattop.server.server import Server
from flattop.server.store import queries
from flattop.server.store.queries import Damaged
from flattop.server.store.rows import TableRow
from flattop.server.table.views import NOBODY, table_summary

PAGE = 20


def page(server: Server, guest: str | None, scope: str, number: int) -> TablePage:
    """Twenty tables, newest first."""
    pages = max(1, -(-queries.table_count(server.store, guest, scope) // PAGE))
    ids = queries.table_ids(server.store, guest, scope, PAGE, (number - 1) * PAGE)
    shown = (_shown(server, table_id, guest) for table_id in ids)
    return TablePage([summary for summary in shown if summary], number, pages)


def _shown(server: Server, table_id: str, guest: str | None) -> TableSummary | None:
    """One line of the list; nothing for a table that cannot be read or whose game is no more."""
    try:
        row = queries.table(server.store, table_id)
        return _summary(server, row, guest) if row else None
    except (Damaged, FlattopError) as error:
        server.condition.breaks(table_id, str(error))
        return None


def _summary(server: Server, row: TableRow, guest: str | None) -> TableSummary:
    live = server.registry.live.get(row.id)
    return table_summary(row, server.guests.name(row.owner), guest, live.here if live else NOBODY)
