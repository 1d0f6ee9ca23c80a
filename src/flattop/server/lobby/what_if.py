"""What if: a game that is over, played on from any point with new luck."""

from __future__ import annotations

import asyncio

from flattop.match import Match, Written, live_seed, parse, replay
from flattop.match.seed import written as as_written
from flattop.server.errors import Refusal
from flattop.server.lobby.access import finished
from flattop.server.schemas.rest import GuestInfo, TableInfo, WhatIf
from flattop.server.server import Server
from flattop.server.store import writes
from flattop.server.store.rows import SeatRow, TableRow
from flattop.server.table.live import LiveTable
from flattop.server.table.permissions import check_seat
from flattop.server.table.seating import name_bots


async def what_if(server: Server, guest: GuestInfo, table_id: str, wish: WhatIf) -> TableInfo:
    """A private table that goes on from a point of the past, with new luck, against bots."""
    old = await finished(server, table_id, guest.id, None)
    check_seat(old.row, wish.seat)
    played = parse(old.match.record.text().encode(), f"table {table_id}")
    if wish.at >= played.actions:
        raise Refusal(409, "no-way-on", f"The game has {played.actions} actions; go on from before the last.")
    row = _branch(old.row, guest, wish)
    table = LiveTable(server, row, deck=old.deck)
    row.header = {**played.header, "people": [seat.name for seat in row.seats]}
    entries, match = await asyncio.to_thread(_played_again, table, played, wish.at)
    table.begin(match)
    table.seq = len(entries)
    with server.registry.expect(table):
        await table.commit([*writes.new_table(row), *_events(row, entries, match)])
    return table.info_for(guest.id)


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


def _played_again(table: LiveTable, played: Written, at: int) -> tuple[list[dict[str, object]], Match]:
    """The match up to there, then other luck; and the entries that lead to it."""
    luck = live_seed()
    match = replay(Written(played.name, table.row.header or {}, _unhashed(played)), at, table.deck)
    match.reseed(luck)
    entries = list(_unhashed(played))
    kept = _upto(entries, at)
    return [*kept, {"luck": as_written(luck)}], match


def _unhashed(played: Written) -> tuple[dict[str, object], ...]:
    return tuple(entry for entry in played.entries if "state" not in entry)


def _upto(entries: list[dict[str, object]], at: int) -> list[dict[str, object]]:
    """The entries that lead to so many actions."""
    actions, kept = 0, []
    for entry in entries:
        if actions == at:
            break
        kept.append(entry)
        actions += "luck" not in entry
    return kept


def _events(row: TableRow, entries: list[dict[str, object]], match: Match) -> list[writes.Write]:
    """Only the last chain is known, and only the last is compared."""
    return [writes.event(row.id, seq, entry, match.record.chain) for seq, entry in enumerate(entries, 1)]
