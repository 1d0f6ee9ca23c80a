"""New tables: as wished, or for the same people once more."""

from __future__ import annotations

from typing import Any

from flattop.bots.names import is_bot_name
from flattop.kernel import FlattopError, Game
from flattop.match import live_seed
from flattop.server.catalog import known_game
from flattop.server.errors import Refusal, refusal
from flattop.server.lobby.access import shown, visible
from flattop.server.schemas.rest import GuestInfo, NewTable, TableInfo
from flattop.server.server import Server
from flattop.server.store import queries, writes
from flattop.server.store.rows import SeatRow, TableRow
from flattop.server.table.live import LiveTable
from flattop.server.table.permissions import check_seated
from flattop.server.table.seating import deal, name_bots


async def new_table(server: Server, guest: GuestInfo, wish: NewTable, address: str = "") -> TableInfo:
    """A table as wished, with its luck already drawn and committed to."""
    chosen = known_game(wish.game)
    await check_room(server, guest.id, address)
    if wish.seats.count("you") > 1:
        raise Refusal(400, "bad-seats", 'Only one of the seats can be "you".')
    options = await _checked(server, chosen, wish)
    row = TableRow(
        game=chosen.key,
        options=options,
        seed=live_seed(),
        deck=await server.decks.keep(wish.deck) if wish.deck is not None else None,
        private=wish.private,
        spectators=wish.spectators,
        practice=wish.practice,
        clock=wish.clock,
        owner=guest.id,
        seats=[_seat(place, guest) for place in wish.seats],
    )
    name_bots(row.seats)
    return await set_up(server, row, guest.id, wish.deck)


async def check_room(server: Server, owner: str, address: str) -> None:
    """Whether a guest may own one more table, and whether so many may come from an address."""
    server.drain.check()
    owned = await queries.unfinished_count(server.store, owner)
    if owned >= server.limits.tables:
        raise Refusal(429, "too-many-tables", f"You own {owned} unfinished tables; leave one first.")
    if not server.addresses.may_set_table(address):
        raise Refusal(429, "too-many", "Too many new tables from your address; wait a little.")
    server.registry.check_room()


async def _checked(server: Server, chosen: Game, wish: NewTable) -> dict[str, Any]:
    """The options as the game reads them; a deck of one's own is read elsewhere first, to be sure of it."""
    try:
        settings = chosen.settings(len(wish.seats), wish.options)
    except FlattopError as error:
        raise refusal(error) from None
    if wish.deck is not None:
        await server.deck_reader.check(chosen, wish.deck, len(wish.seats), wish.options)
    return dict(settings)


def _seat(place: str, guest: GuestInfo) -> SeatRow:
    if place == "you":
        return SeatRow("person", guest.name, guest.id)
    return SeatRow(place)


async def set_up(server: Server, row: TableRow, guest: str, deck: str | None) -> TableInfo:
    """Save a new table with its deck and open it; it is dealt at once if no seat is open."""
    lease = await server.registry.acquire_lease(row.id)
    table = LiveTable(server, row, lease, await server.decks.file(row.deck))
    with server.registry.reserve(table):
        if not any(seat.kind == "open" for seat in row.seats):
            await deal(table)
        kept = [writes.deck(row.deck, deck)] if row.deck and deck is not None else []
        await table.commit([*kept, *writes.new_table(row)])
    return table.info_for(guest)


async def rematch(server: Server, guest: GuestInfo, table_id: str, address: str = "") -> TableInfo:
    """The same people at a new table; asked again, the same new table."""
    table = await visible(server, table_id, guest.id, None)

    async def work() -> str:
        check_seated(table.row, guest.id)
        if table.row.state != "over" and not table.outdated:
            raise Refusal(409, "not-over", "The game is not over yet.")
        if table.row.rematch is None:
            await check_room(server, table.row.owner or guest.id, address)
            await _set_again(server, table)
        return str(table.row.rematch)

    return await shown(server, guest.id, await table.alone(work), None)


async def _set_again(server: Server, table: LiveTable) -> None:
    old = table.row
    new = TableRow(
        game=old.game,
        options=old.options,
        seed=live_seed(),
        deck=old.deck,
        private=old.private,
        spectators=old.spectators,
        practice=old.practice,
        clock=old.clock,
        owner=old.owner,
        seats=[_seated_again(seat) for seat in old.seats],
    )
    name_bots(new.seats)
    fresh = LiveTable(table.server, new, await server.registry.acquire_lease(new.id), table.deck)
    with server.registry.reserve(fresh):
        await _dealt(fresh)
        old.rematch = new.id
        await table.commit([*writes.new_table(new), *fresh.standing(), writes.update_columns(old, "rematch")])
    table.tell_table()


async def _dealt(table: LiveTable) -> None:
    try:
        await deal(table)
    except FlattopError as error:  # options and decks of old may not suit the rules of today
        raise refusal(error) from None


def _seated_again(seat: SeatRow) -> SeatRow:
    """Who sat there; where a person has left for good, a bot of its own."""
    if seat.guest:
        return SeatRow("person", seat.name, seat.guest)
    return SeatRow(seat.kind, seat.name if is_bot_name(seat.name) else "")
