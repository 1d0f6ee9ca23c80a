"""Replays: records of games that are over, shown at any point."""

from __future__ import annotations

from typing import Any

from flattop.server.scheduling import Asker
from flattop.server.schemas.rest import ReplayStep, Verdict
from flattop.server.server import Server
from flattop.server.store.rows import TableRow
from flattop.server.table.permissions import check_seat


async def record(server: Server, row: TableRow, asker: Asker) -> str:
    return await server.replay_pool.record(row, asker)


async def verdict(server: Server, row: TableRow, asker: Asker) -> Verdict:
    return await server.replay_pool.verdict(row, asker)


async def step(
    server: Server, row: TableRow, at: int, eyes: int | None, before: int | None, asker: Asker
) -> ReplayStep:
    """A game that is over, after so many actions, as one seat saw it."""
    if eyes is not None:
        check_seat(row, eyes)
    told = await server.replay_pool.step(row, at, eyes, before, asker)
    sheet: Any = told.sheet  # goes out as the worker wrote it
    return ReplayStep(told.at, told.actions, told.seat, sheet)
