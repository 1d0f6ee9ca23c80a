"""Campaigns: what each team has reached in the chapters of a game."""

from __future__ import annotations

from typing import Any

import msgspec

from flattop.games import CATALOG, game
from flattop.kernel import SECOND, Campaign, Game
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
from flattop.server.server import Server
from flattop.server.store import queries
from flattop.server.store.queries import Team, TeamResult

PAGE = 20


async def page(server: Server, guest: GuestInfo | None, key: str, number: int) -> CampaignPage:
    """The guest's teams, twenty to a page, those that played last first."""
    played, campaign = _campaign(key)
    me = guest.id if guest else ""
    pages = max(1, -(-await queries.team_count(server.store, key, me) // PAGE))
    teams = await queries.teams(server.store, key, me, PAGE, (number - 1) * PAGE)
    progress = [await _team(server, played, campaign, team, me) for team in teams]
    return CampaignPage(key, progress, number, pages)


def _campaign(key: str) -> tuple[Game, Campaign]:
    played = known_game(key)
    if played.campaign is None:
        having = ", ".join(one for one in CATALOG if game(one).campaign)
        raise Refusal(404, "no-campaign", f"{played.title} has no campaign; there is one in {having}.")
    return played, played.campaign


async def _team(server: Server, played: Game, campaign: Campaign, team: Team, me: str) -> TeamProgress:
    by_chapter: dict[str, list[TeamResult]] = {}
    for result in await queries.team_results(server.store, played.key, team.id, me):
        by_chapter.setdefault(result.chapter, []).append(result)
    values = played.options[campaign.option].values
    written = {msgspec.json.encode(value).decode(): value for value in values}
    reached = [_reached(value, by_chapter[key]) for key, value in written.items() if key in by_chapter]
    won = {one.chapter for one in reached if one.won}
    ahead = next((value for value in values if value not in won), None)
    return TeamProgress(team.id, await _members(server, team.places, me), team.last, ahead, reached)


async def _members(server: Server, places: str, me: str) -> list[TeamMember]:
    """Who is of the team, whoever asks first, then the other people, then the bots."""
    members = [
        TeamMember("person", await server.guests.name(guest) or "", guest == me)
        if kind == "person"
        else TeamMember(kind, f"{kind.replace('-', ' ').capitalize()} bot", False)
        for kind, guest in msgspec.json.decode(places)
    ]
    return sorted(members, key=lambda one: (not one.you, one.kind != "person", one.kind, one.name))


def _reached(chapter: Any, results: list[TeamResult]) -> ChapterProgress:
    """The results come best first."""
    won = [result for result in results if result.won]
    fastest = min(won, key=lambda result: result.ticks, default=None)
    best = _chapter_result(results[0])
    return ChapterProgress(chapter, len(results), len(won), best, fastest and _chapter_result(fastest))


def _chapter_result(result: TeamResult) -> ChapterResult:
    table, seconds = result.table if result.mine else None, result.ticks / SECOND
    return ChapterResult(table, bool(result.won), result.stars, result.points, seconds, result.at)
