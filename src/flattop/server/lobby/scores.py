"""What a guest has reached before, in games without rivals."""

from __future__ import annotations

from flattop.server.lobby import access
from flattop.server.schemas.rest import EarlierScore, EarlierScores
from flattop.server.server import Server
from flattop.server.store import queries

MOST = 3


async def earlier(server: Server, table_id: str, guest: str | None, invite: str | None) -> EarlierScores:
    """The guest's best tables before this one, with as many seats and the same options."""
    row = await access.finished(server, table_id, guest, invite)
    best = await queries.best_earlier(server.store, row.id, guest, MOST) if guest else []
    return EarlierScores([EarlierScore(*one) for one in best])
