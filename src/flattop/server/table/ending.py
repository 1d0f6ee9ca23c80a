"""The end of a table: results of finished games, and tables that are closed before their game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flattop.match import Match
from flattop.server.errors import CLOSED, Refusal
from flattop.server.schemas.base import CloseCode
from flattop.server.store import writes
from flattop.server.store.base import NotSaved
from flattop.server.store.rows import Result, TableRow
from flattop.server.store.writes import Write

if TYPE_CHECKING:
    from flattop.server.table.idempotency import Reply
    from flattop.server.table.live import LiveTable

ENDED = "The game was ended because its rules have changed. It does not count, but its log is kept."


def result_writes(row: TableRow, match: Match, at: int | None = None) -> list[Write]:
    """Return the writes that save the result of a finished game for its team.

    Competitive games have none outside of a campaign.  Nor do games with a custom deck, whose goals differ,
    what-if games, whose players know what comes, and practice games, whose players may have looked ahead.
    """
    campaign, mode = match.game.campaign, match.game.mode
    has_opponents = campaign is None and mode == "competitive"
    if has_opponents or row.deck is not None or match.is_branch or match.practice:
        return []
    # Without a campaign, scores are compared between tables with equal seats and settings.
    conditions: list[Any] = [len(match.people), *sorted(match.settings.items())]
    result = Result(
        table=row.id,
        game=row.game,
        chapter=match.settings[campaign.option] if campaign else conditions,
        won=bool(match.outcome.winners) or mode == "solo",  # a solo game has no winners, only a score
        stars=campaign.stars(match.table) if campaign else 0,
        points=max(match.outcome.points),
        ticks=match.ticks,
        at=at,
    )
    return writes.result(result, row.seats)


async def close(table: LiveTable) -> None:
    """Close a table for the operator: delete it if its game has not started, else end its game."""
    if table.row.state == "over":
        raise Refusal(409, "over", "The game at that table is over already.")
    if table.row.state == "waiting":
        await table.commit(writes.delete_table(table.row))
    else:
        await table.announce(CLOSED)
        table.row.close()
        try:  # not by `commit`: the log stays as it is, so the record ends with the last move
            await table.server.store.save([writes.table_state(table.row)], table.lease)
        except NotSaved as error:
            raise table.save_failed(error) from None
    table.server.drop(table, CloseCode.CLOSED, CLOSED)


async def end(table: LiveTable, reply: Reply | None) -> None:
    """End a game whose rules have changed; its players stay at the table and may start a rematch."""
    table.row.close()
    await table.commit([writes.table_state(table.row)], reply)
    table.send_table_info()
    await table.announce(ENDED)
