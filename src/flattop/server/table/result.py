"""What a table of a campaign came to, saved with its last move."""

from __future__ import annotations

from flattop.match import Match
from flattop.server.store import writes
from flattop.server.store.rows import Result, TableRow
from flattop.server.store.writes import Write


def result(row: TableRow, match: Match, at: int | None = None) -> list[Write]:
    """What a game that is over is worth to its team, to be saved with its last move.

    Another deck has other goals, who goes on from a past knows what comes, and at practice one may peep: none
    of these counts.
    """
    campaign = match.game.campaign
    if campaign is None or row.deck is not None or match.branched or match.practice:
        return []
    reached = Result(
        table=row.id,
        game=row.game,
        chapter=match.settings[campaign.option],
        won=bool(match.outcome.winners),
        stars=campaign.stars(match.table),
        points=max(match.outcome.points),
        ticks=match.ticks,
        at=at,
    )
    return writes.result(reached, row.seats)
