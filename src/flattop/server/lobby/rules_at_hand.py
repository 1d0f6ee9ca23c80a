"""Rules at hand: what counts right now for whoever asks."""

from __future__ import annotations

from flattop.match.rules_now import rules_now
from flattop.server.errors import no_table, not_started
from flattop.server.lobby.access import visible
from flattop.server.schemas.catalog import ClosedPlay, RulesNow
from flattop.server.server import Server
from flattop.server.table.permissions import may_watch


async def now(server: Server, table_id: str, guest: str | None, invite: str | None) -> RulesNow:
    """The rules of the step that asks the guest's own seat, and those behind what is closed to it."""
    table = await visible(server, table_id, guest, invite)
    if not may_watch(table.row, guest, invite):
        raise no_table()
    if not table.begun:
        raise not_started()
    counts = rules_now(table.match, table.row.seat_of(guest))
    return RulesNow(list(counts.rules), [ClosedPlay(*closed) for closed in counts.closed])
