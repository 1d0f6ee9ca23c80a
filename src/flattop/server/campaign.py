"""Campaigns: the progress of each team in the chapters of a game."""

from __future__ import annotations

from typing import Any

import msgspec

from flattop.games import CATALOG
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

PAGE_SIZE = 20


async def campaign_page(server: Server, guest: GuestInfo | None, key: str, page: int) -> CampaignPage:
    """Return one page of the guest's teams, most recently played first."""
    game = known_game(key)
    if game.campaign is None:
        others = ", ".join(other for other in CATALOG if known_game(other).campaign)
        raise Refusal(404, "no-campaign", f"{game.title} has no campaign; games with a campaign: {others}.")
    me = guest.id if guest else ""
    pages = max(1, -(-await queries.team_count(server.store, key, me) // PAGE_SIZE))
    teams = await queries.teams(server.store, key, me, PAGE_SIZE, (page - 1) * PAGE_SIZE)
    progress = [await _team_progress(server, game, game.campaign, team, me) for team in teams]
    return CampaignPage(key, progress, page, pages)


async def _team_progress(server: Server, game: Game, campaign: Campaign, team: Team, me: str) -> TeamProgress:
    by_chapter: dict[str, list[TeamResult]] = {}
    for result in await queries.team_results(server.store, game.key, team.id, me):
        by_chapter.setdefault(result.chapter, []).append(result)
    values = game.options[campaign.option].values
    by_json = {msgspec.json.encode(value).decode(): value for value in values}
    chapters = [
        _chapter_progress(value, by_chapter[key]) for key, value in by_json.items() if key in by_chapter
    ]
    won = {chapter.chapter for chapter in chapters if chapter.won}
    next_chapter = next((value for value in values if value not in won), None)
    members = [
        TeamMember("person", await server.guests.name(guest) or "", guest == me)
        if kind == "person"
        else TeamMember(kind, f"{kind.replace('-', ' ').capitalize()} bot", False)
        for kind, guest in msgspec.json.decode(team.places)
    ]
    members.sort(key=lambda m: (not m.you, m.kind != "person", m.kind, m.name))  # the guest first, bots last
    return TeamProgress(team.id, members, team.last, next_chapter, chapters)


def _chapter_progress(chapter: Any, results: list[TeamResult]) -> ChapterProgress:
    """Summarize the results of a chapter, which come best first."""
    won = [result for result in results if result.won]
    fastest = min(won, key=lambda result: result.ticks, default=None)
    best = _chapter_result(results[0])
    return ChapterProgress(chapter, len(results), len(won), best, fastest and _chapter_result(fastest))


def _chapter_result(result: TeamResult) -> ChapterResult:
    table, seconds = result.table if result.mine else None, result.ticks / SECOND
    return ChapterResult(table, bool(result.won), result.stars, result.points, seconds, result.at)
