"""What if: a game that is over, played on from any point with new luck."""

from __future__ import annotations

from flattop.games import game
from flattop.match import live_seed
from flattop.match.seed import seed_to_json
from flattop.server.errors import Refusal, not_saved
from flattop.server.lobby.access import finished
from flattop.server.lobby.create import check_room
from flattop.server.schemas.rest import GuestInfo, TableInfo, WhatIf
from flattop.server.server import Server
from flattop.server.store import writes
from flattop.server.store.base import NotSaved
from flattop.server.store.rows import SeatRow, TableRow
from flattop.server.table.permissions import check_seat
from flattop.server.table.seating import name_bots
from flattop.server.table.views import NOBODY, table_info

PIECE = 500  # events that are copied by one save


async def what_if(
    server: Server, guest: GuestInfo, table_id: str, wish: WhatIf, address: str = ""
) -> TableInfo:
    """A private table, asleep, that goes on from a point of the past with new luck, against bots."""
    old = await finished(server, table_id, guest.id, None)
    check_seat(old, wish.seat)
    await check_room(server, guest.id, address)
    row, luck = _branch(old, guest, wish), live_seed()
    people, edition = [seat.name for seat in row.seats], game(row.game).edition  # by which it is told now
    row.header = {**(old.header or {}), "people": people, "edition": edition}
    place = await server.replay_pool.branch(old, wish.at, row.header, luck, (address, guest.id))
    if place.events < 0:
        raise Refusal(409, "no-way-on", f"The game has {place.actions} actions; go on from before the last.")
    row.turn = place.turn
    luck_entry = writes.event(row.id, place.events + 1, {"luck": seed_to_json(luck)}, place.chain)
    await _copy_log(server, old, row, place.events)
    await _save(server, [*writes.new_table(row), luck_entry])
    return table_info(row, guest.name, guest.id, NOBODY)


async def _copy_log(server: Server, old: TableRow, new: TableRow, events: int) -> None:
    """In pieces, before there is a table that has them: moves at other tables are saved in between."""
    for after in range(0, events, PIECE):
        upto = min(after + PIECE, events)
        await _save(server, [writes.copy_events(old.id, new.id, after, upto)])


async def _save(server: Server, changes: list[writes.Write]) -> None:
    try:
        await server.store.save(changes)
    except NotSaved as error:
        server.metrics.count("failed_saves")
        server.log(f"a table that goes on from another was not saved: {error}")
        raise not_saved() from None


def _branch(old: TableRow, guest: GuestInfo, wish: WhatIf) -> TableRow:
    seats = [SeatRow(wish.bots) for _ in old.seats]
    seats[wish.seat] = SeatRow("person", guest.name, guest.id)
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
