"""What teams have reached: one row for every finished table that counts."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import msgspec

from flattop.server.store.writes import SeatRow, Write


@dataclass(frozen=True, slots=True)
class Result:
    """One finished table of a campaign."""

    table: str
    game: str
    chapter: Any
    won: bool
    stars: int
    points: int
    ticks: int
    at: int | None = None  # when it ended, if that is not now


def kept(result: Result, seats: Sequence[SeatRow]) -> list[Write]:
    """The result and whose it is; a result that is there already stays as it is."""
    places = sorted([_place(seat) for seat in seats])
    guests = [name for kind, name in places if kind == "person"]
    if not guests:
        return []  # bots alone are no team that anybody could look for
    written = msgspec.json.encode(places).decode()
    team = sha256(written.encode()).hexdigest()[:16]
    return [
        ("INSERT OR IGNORE INTO team VALUES (?, ?)", (team, written)),
        *(("INSERT OR IGNORE INTO team_guest VALUES (?, ?)", (guest, team)) for guest in guests),
        ("INSERT OR IGNORE INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", _values(result, team)),
    ]


def _place(seat: SeatRow) -> tuple[str, str]:
    """A person whose seat a bot has kept warm is still of the team."""
    return ("person", seat.guest) if seat.guest else (seat.kind, "")


def _values(result: Result, team: str) -> tuple[Any, ...]:
    chapter = msgspec.json.encode(result.chapter).decode()
    at = int(time.time()) if result.at is None else result.at
    return (
        result.table, result.game, chapter, team, result.won, result.stars, result.points, result.ticks, at,
    )  # fmt: skip


GATHERED: Write = ("UPDATE house SET gathered = 1", ())

TEAMS = """
    SELECT team.id, team.places, max(result.at) AS last FROM team_guest
    JOIN team ON team.id = team_guest.team JOIN result ON result.team = team.id AND result.game = ?
    WHERE team_guest.guest = ? GROUP BY team.id ORDER BY last DESC, team.id LIMIT ? OFFSET ?
"""
COUNT = """
    SELECT count(DISTINCT result.team) AS n FROM team_guest
    JOIN result ON result.team = team_guest.team AND result.game = ? WHERE team_guest.guest = ?
"""
# Only those at a table may look back at it, and a seat can be given up later.
REACHED = """
    SELECT result.*, EXISTS (
        SELECT 1 FROM seat WHERE seat.table_id = result.table_id AND seat.guest = ?
        UNION SELECT 1 FROM game_table WHERE id = result.table_id AND owner = ?
    ) AS mine
    FROM result WHERE team = ? AND game = ? ORDER BY won DESC, stars DESC, ticks, points DESC, at
"""
UNCOUNTED = """
    SELECT id, (SELECT max(at) FROM event WHERE table_id = id) AS ended FROM game_table
    WHERE state = 'over' AND game = ? AND id NOT IN (SELECT table_id FROM result)
"""
