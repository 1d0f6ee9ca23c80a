"""Rules at hand: what counts right now for whoever asks."""

from __future__ import annotations

from flattop.match.refusals import rules_now
from flattop.server.lobby.access import watched
from flattop.server.schemas.catalog import ClosedPlay, RulesNow
from flattop.server.server import Server


async def now(server: Server, table_id: str, guest: str | None, invite: str | None) -> RulesNow:
    """The rules of the step that asks the guest's own seat, and those behind what is closed to it."""
    table = await watched(server, table_id, guest, invite)
    counts = rules_now(table.match, table.row.seat_of(guest))
    return RulesNow(list(counts.rules), [ClosedPlay(*closed) for closed in counts.closed])
