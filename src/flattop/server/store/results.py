"""Every read of results: what teams and guests have reached before."""

from __future__ import annotations

from typing import NamedTuple

from flattop.server.store.base import Store
from flattop.server.store.queries import number


class Team(NamedTuple):
    id: str
    places: str  # who sits where, as JSON
    last: int


class TeamResult(NamedTuple):
    """One finished table of a team; the table is for those at it alone, and a seat can be given up later."""

    table: str
    chapter: str
    won: int
    stars: int
    points: int
    ticks: int
    at: int
    mine: int


class Ended(NamedTuple):
    table: str
    at: int | None


async def teams(store: Store, game: str, guest: str, limit: int, offset: int) -> list[Team]:
    """The teams of a guest in one game, those that played last first."""
    sql = """
        SELECT team.id, team.places, max(result.at) AS last FROM team_guest
        JOIN team ON team.id = team_guest.team JOIN result ON result.team = team.id AND result.game = ?
        WHERE team_guest.guest = ? GROUP BY team.id ORDER BY last DESC, team.id LIMIT ? OFFSET ?
    """
    return [Team(*row) for row in await store.rows(sql, game, guest, limit, offset)]


async def team_count(store: Store, game: str, guest: str) -> int:
    sql = """
        SELECT count(DISTINCT result.team) FROM team_guest
        JOIN result ON result.team = team_guest.team AND result.game = ? WHERE team_guest.guest = ?
    """
    return await number(store, sql, game, guest)


async def team_results(store: Store, game: str, team: str, guest: str) -> list[TeamResult]:
    """All that a team has finished in a game, best first, as one of its guests may look at it."""
    sql = """
        SELECT table_id, chapter, won, stars, points, ticks, at, EXISTS (
            SELECT 1 FROM seat WHERE seat.table_id = result.table_id AND seat.guest = :guest
            UNION SELECT 1 FROM game_table WHERE id = result.table_id AND owner = :guest
        ) AS mine
        FROM result WHERE team = :team AND game = :game
        ORDER BY won DESC, stars DESC, ticks, points DESC, at
    """
    return [TeamResult(*row) for row in await store.rows(sql, guest=guest, team=team, game=game)]


async def best_earlier(store: Store, table_id: str, guest: str, limit: int) -> list[tuple[str, int, int]]:
    """Tables of a guest that ended before this one, under its conditions: points and time, best first."""
    sql = """
        SELECT past.table_id, past.points, past.at FROM result AS this JOIN result AS past
        USING (game, chapter) JOIN seat ON seat.table_id = past.table_id AND seat.guest = ?
        WHERE this.table_id = ? AND past.table_id <> this.table_id AND past.won = 1 AND past.at <= this.at
        ORDER BY past.points DESC, past.at LIMIT ?
    """
    return [(row[0], row[1], row[2]) for row in await store.rows(sql, guest, table_id, limit)]


async def uncounted(store: Store, game: str) -> list[Ended]:
    """Tables of a game that are over and have no result."""
    sql = """
        SELECT id, (SELECT max(at) FROM event WHERE table_id = id) FROM game_table
        WHERE state = 'over' AND game = ? AND id NOT IN (SELECT table_id FROM result)
    """
    async with store.reading() as reads:
        return [Ended(*row) for row in await reads.rows(sql, game)]
