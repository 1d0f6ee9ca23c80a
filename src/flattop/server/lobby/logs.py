"""The log of a table, page by page: a welcome has its last lines, and whoever wants the others asks here."""

from __future__ import annotations

from typing import Any

from flattop.server.lobby.access import begun
from flattop.server.schemas.events import LogPage
from flattop.server.server import Server
from flattop.server.table.audience import earlier_lines


async def earlier(
    server: Server, table_id: str, guest: str | None, invite: str | None, before: int
) -> LogPage:
    """The lines before one of the log, as the guest's own seat, or a spectator, was told them."""
    table = await begun(server, table_id, guest, invite)
    log_from, lines = earlier_lines(table.shown or table.match, table.row.seat_of(guest), before)
    log: Any = lines
    return LogPage(log_from, log)
