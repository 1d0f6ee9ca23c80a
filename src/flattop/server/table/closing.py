"""The end of a table before that of its game: by the keeper, or by its people if the rules have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.server.errors import CLOSED, Refusal
from flattop.server.schemas.close_codes import CloseCode
from flattop.server.store import writes
from flattop.server.store.base import NotSaved

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable
    from flattop.server.table.reply import Reply

ENDED = "The game was ended, for its rules have changed. It counts nowhere, and what was played stays."


async def close(table: LiveTable) -> None:
    """One that waits is removed; one in play is told why, and nobody plays there again."""
    if table.row.state == "over":
        raise Refusal(409, "over", "The game at that table is over already.")
    if table.row.state == "waiting":
        await table.commit(writes.delete_table(table.row))
    else:
        await table.announce(CLOSED)
        await _break_off(table)
    table.server.drop(table, CloseCode.CLOSED, CLOSED)


async def end(table: LiveTable, reply: Reply | None) -> None:
    """Those at it stay, and may set the table once more."""
    table.row.close()
    await table.commit([writes.table_state(table.row)], reply)
    table.tell_table()
    await table.announce(ENDED)


async def _break_off(table: LiveTable) -> None:
    """Its log stays as it is, so the record ends where the game was broken off."""
    table.row.close()
    try:
        await table.server.store.save([writes.table_state(table.row)], table.lease)
    except NotSaved as error:
        raise table.unsaved(error) from None
