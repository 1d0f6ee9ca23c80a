"""Campaigns: what each team has reached in the chapters of a game, kept with the end of every table."""

from __future__ import annotations

from sqlite3 import Row
from typing import TYPE_CHECKING, Any

import msgspec

from flattop.games import CATALOG, game
from flattop.kernel import SECOND, Campaign, Game
from flattop.match import Match
from flattop.server.catalog import known_game
from flattop.server.errors import Refusal
from flattop.server.schemas.catalog import (
    CampaignPage,
    ChapterProgress,
    ChapterResult,
    TeamMember,
    TeamProgress,
)
from flattop.server.schemas.rest import GuestInfo
from flattop.server.store import TableRow, Write, results

if TYPE_CHECKING:
    from flattop.server.server import Server

PAGE = 20


# -- keeping


def result(row: TableRow, match: Match, at: int | None = None) -> list[Write]:
    """What a game that is over is worth to its team, to be saved with its last move.

    Another deck has other goals, and who goes on from a past knows what comes: neither counts.
    """
    campaign = match.game.campaign
    if campaign is None or row.deck is not None or match.branched:
        return []
    reached = results.Result(
        table=row.id,
        game=row.game,
        chapter=match.settings[campaign.option],
        won=bool(match.outcome.winners),
        stars=campaign.stars(match.table),
        points=max(match.outcome.points),
        ticks=match.ticks,
        at=at,
    )
    return results.kept(reached, row.seats)


async def gather(server: Server) -> None:
    """Once in the life of a database: the results of tables that were over before any were kept."""
    row = server.store.row("SELECT gathered FROM house")
    if row is None or row["gathered"]:
        return
    for key in CATALOG:
        for table in server.store.rows(results.UNCOUNTED, key) if game(key).campaign else ():
            await _gather_one(server, table)
    await server.store.save([results.GATHERED])


async def _gather_one(server: Server, table: Row) -> None:
    row = server.saved_row(table["id"])
    try:
        match = await server.played(row) if row else None
    except Refusal as error:
        server.log(f"table {table['id']}: its result is not counted: {error.sentence}")
        return
    if row and match and match.over:
        await server.store.save(result(row, match, table["ended"] or row.since))


# -- showing


def page(server: Server, guest: GuestInfo | None, key: str, number: int) -> CampaignPage:
    """The guest's teams, twenty to a page, those that played last first."""
    played, campaign = _campaign(key)
    me = guest.id if guest else ""
    count = server.store.row(results.COUNT, key, me)
    pages = max(1, -(-(count["n"] if count else 0) // PAGE))
    teams = server.store.rows(results.TEAMS, key, me, PAGE, (number - 1) * PAGE)
    return CampaignPage(key, [_team(server, played, campaign, row, me) for row in teams], number, pages)


def _campaign(key: str) -> tuple[Game, Campaign]:
    played = known_game(key)
    if played.campaign is None:
        having = ", ".join(one for one in CATALOG if game(one).campaign)
        raise Refusal(404, "no-campaign", f"{played.title} has no campaign; there is one in {having}.")
    return played, played.campaign


def _team(server: Server, played: Game, campaign: Campaign, team: Row, me: str) -> TeamProgress:
    by_chapter: dict[str, list[Row]] = {}
    for row in server.store.rows(results.REACHED, me, me, team["id"], played.key):
        by_chapter.setdefault(row["chapter"], []).append(row)
    values = played.options[campaign.option].values
    written = {msgspec.json.encode(value).decode(): value for value in values}
    reached = [_reached(value, by_chapter[key]) for key, value in written.items() if key in by_chapter]
    won = {one.chapter for one in reached if one.won}
    ahead = next((value for value in values if value not in won), None)
    return TeamProgress(team["id"], _members(server, team["places"], me), team["last"], ahead, reached)


def _members(server: Server, places: str, me: str) -> list[TeamMember]:
    """Who is of the team, whoever asks first, then the other people, then the bots."""
    members = [
        TeamMember("person", server.guest_name(guest) or "", guest == me)
        if kind == "person"
        else TeamMember(kind, f"{kind.capitalize()} bot", False)
        for kind, guest in msgspec.json.decode(places)
    ]
    return sorted(members, key=lambda one: (not one.you, one.kind != "person", one.kind, one.name))


def _reached(chapter: Any, rows: list[Row]) -> ChapterProgress:
    """The rows come best first."""
    won = [row for row in rows if row["won"]]
    fastest = min(won, key=lambda row: int(row["ticks"]), default=None)
    return ChapterProgress(
        chapter, len(rows), len(won), _chapter_result(rows[0]), _chapter_result(fastest) if fastest else None
    )


def _chapter_result(row: Row) -> ChapterResult:
    table = row["table_id"] if row["mine"] else None
    return ChapterResult(
        table, bool(row["won"]), row["stars"], row["points"], row["ticks"] / SECOND, row["at"]
    )
