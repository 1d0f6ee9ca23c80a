"""Finished games: replay steps, earlier scores, and what-if tables that continue from any step."""

from __future__ import annotations

from typing import Any

from flattop.games import game
from flattop.match import live_seed
from flattop.match.seed import seed_to_json
from flattop.server.errors import Refusal, no_table, not_saved
from flattop.server.fair_queues import Asker
from flattop.server.lobby.create import check_room
from flattop.server.lobby.tables import visible_row
from flattop.server.schemas.rest import EarlierScores, GuestInfo, ReplayStep, TableInfo, WhatIf
from flattop.server.server import Server
from flattop.server.store import queries, writes
from flattop.server.store.base import NotSaved
from flattop.server.store.rows import SeatRow, TableRow
from flattop.server.table.permissions import check_seat, may_watch
from flattop.server.table.seating import name_bots
from flattop.server.table.table_info import NO_SEAT, table_info

SCORES = 3
COPIED = 500  # log entries per transaction; moves of other tables are saved in between


async def finished_row(server: Server, table_id: str, guest: str | None, invite: str | None) -> TableRow:
    """Return the row of a finished table that the guest may watch, without loading the table."""
    if live := server.registry.live.get(table_id):
        await live.settled()
    row = await visible_row(server, table_id, guest, invite)
    if not may_watch(row, guest, invite):
        raise no_table()
    if row.state != "over":
        raise Refusal(409, "not-over", "The game is not over yet.")
    return row


async def replay_step(
    server: Server, row: TableRow, at: int, seat: int | None, before: int | None, asker: Asker
) -> ReplayStep:
    """Return the snapshot of a seat after `at` actions; without a seat, the spectators' with open hands."""
    if seat is not None:
        check_seat(row, seat)
    step = await server.replay_pool.step(row, at, seat, before, asker)
    sheet: Any = step.sheet  # already encoded by the worker
    return ReplayStep(step.at, step.actions, step.seat, sheet)


async def earlier_scores(
    server: Server, table_id: str, guest: str | None, invite: str | None
) -> EarlierScores:
    """Return the guest's best scores before this table, with as many seats and the same options."""
    row = await finished_row(server, table_id, guest, invite)
    return EarlierScores(await queries.best_earlier(server.store, row.id, guest, SCORES) if guest else [])


async def what_if(
    server: Server, guest: GuestInfo, table_id: str, request: WhatIf, address: str = ""
) -> TableInfo:
    """Create a private table that continues a finished game from one of its steps.

    The guest plays one seat against bots, with a new seed.  The table is saved but not loaded.
    """
    old = await finished_row(server, table_id, guest.id, None)
    check_seat(old, request.seat)
    await check_room(server, guest.id, address)
    row, seed = _new_row(old, guest, request), live_seed()
    people, edition = [seat.name for seat in row.seats], game(row.game).edition  # the edition that replays it
    header = old.header or {}
    shared = [count for count in header.get("what_if", []) if count < request.at]
    row.header = {**header, "people": people, "edition": edition, "what_if": [*shared, request.at]}
    branch = await server.replay_pool.branch(old, request.at, row.header, seed, (address, guest.id))
    if branch.events < 0:
        sentence = f"The game has {branch.actions} actions; choose a step before the last one."
        raise Refusal(409, "no-way-on", sentence)
    row.turn = branch.turn
    seed_entry = writes.event(row.id, branch.events + 1, {"luck": seed_to_json(seed)}, branch.chain)
    try:
        for after in range(0, branch.events, COPIED):  # before the table exists, so that nothing reads them
            upto = min(after + COPIED, branch.events)
            await server.store.save([writes.copy_events(old.id, row.id, after, upto)])
        await server.store.save([*writes.new_table(row), seed_entry])
    except NotSaved as error:
        server.metrics.count("failed_saves")
        server.log("a what-if table was not saved", error=error)
        raise not_saved() from None
    return table_info(row, guest.name, guest.id, NO_SEAT)


def _new_row(old: TableRow, guest: GuestInfo, request: WhatIf) -> TableRow:
    seats = [SeatRow(request.bots) for _ in old.seats]
    seats[request.seat] = SeatRow("person", guest.name, guest.id)
    name_bots(seats)
    return TableRow(
        game=old.game,
        options=old.options,
        seed=old.seed,
        deck=old.deck,
        private=True,
        owner=guest.id,
        state="playing",
        seats=seats,
    )
