"""The list of tables: what can be joined or watched, and where one sits."""

from __future__ import annotations

from flattop.server.schemas.rest import GuestInfo, TablePage, TableSummary
from flattop.server.server import Server
from flattop.server.store import TableRow
from flattop.server.table.views import NOBODY, table_summary

PAGE = 20


def page(server: Server, guest: GuestInfo | None, scope: str, number: int) -> TablePage:
    """Twenty tables, newest first."""
    where, values = _scope(guest, scope)
    count = server.store.row(f"SELECT count(*) AS n FROM game_table WHERE {where}", *values)
    pages = max(1, -(-(count["n"] if count else 0) // PAGE))
    sql = f"SELECT id FROM game_table WHERE {where} ORDER BY since DESC, rowid DESC LIMIT ? OFFSET ?"
    rows = [server.saved_row(row["id"]) for row in server.store.rows(sql, *values, PAGE, (number - 1) * PAGE)]
    return TablePage([_summary(server, row, guest) for row in rows if row], number, pages)


def _scope(guest: GuestInfo | None, scope: str) -> tuple[str, tuple[str, ...]]:
    if scope == "mine":
        mine = "(id IN (SELECT table_id FROM seat WHERE guest = ?) OR owner = ?)"
        return mine, (guest.id if guest else "", guest.id if guest else "")
    return "private = 0 AND (state = 'waiting' OR (state = 'playing' AND spectators = 1))", ()


def _summary(server: Server, row: TableRow, guest: GuestInfo | None) -> TableSummary:
    live = server.tables.get(row.id)
    return table_summary(
        row, server.guest_name(row.owner), guest.id if guest else None, live.here if live else NOBODY
    )
