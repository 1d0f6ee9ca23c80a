"""What a table of a campaign, or one without rivals, came to: saved with its last move."""

from __future__ import annotations

from typing import Any

from flattop.match import Match
from flattop.server.store import writes
from flattop.server.store.rows import Result, TableRow
from flattop.server.store.writes import Write


def result(row: TableRow, match: Match, at: int | None = None) -> list[Write]:
    """What a game that is over is worth to its team, to be saved with its last move.

    Another deck has other goals, who goes on from a past knows what comes, and at practice one may peep: none
    of these counts.
    """
    campaign, mode = match.game.campaign, match.game.mode
    rivals = campaign is None and mode == "competitive"
    if rivals or row.deck is not None or match.is_branch or match.practice:
        return []
    reached = Result(
        table=row.id,
        game=row.game,
        chapter=match.settings[campaign.option] if campaign else _conditions(match),
        won=bool(match.outcome.winners) or mode == "solo",  # alone one may fall short, but nobody has won
        stars=campaign.stars(match.table) if campaign else 0,
        points=max(match.outcome.points),
        ticks=match.ticks,
        at=at,
    )
    return writes.result(reached, row.seats)


def _conditions(match: Match) -> list[Any]:
    """How many sat there, and the house rules: what must be equal for scores to be compared."""
    return [len(match.people), *sorted(match.settings.items())]
