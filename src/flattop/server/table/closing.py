"""The end that the keeper of the server makes of a table."""

from __future__ import annotations

from flattop.server.errors import CLOSED, Refusal
from flattop.server.schemas.close_codes import CloseCode
from flattop.server.store import writes
from flattop.server.store.base import NotSaved
from flattop.server.table.live import LiveTable


async def close(table: LiveTable) -> None:
    """One that waits is removed; one in play is told why, and nobody plays there again."""
    if table.row.state == "over":
        raise Refusal(409, "over", "The game at that table is over already.")
    if not table.begun:
        await table.commit(writes.gone(table.row))
    else:
        await _break_off(table)
    table.server.drop(table, CloseCode.CLOSED, CLOSED)


async def _break_off(table: LiveTable) -> None:
    """Its log stays as it is, so the record ends where the game was broken off."""
    await table.announce(CLOSED)
    table.row.close()
    try:
        await table.server.store.save([writes.stands(table.row)], table.lease)
    except NotSaved as error:
        raise table.unsaved(error) from None
