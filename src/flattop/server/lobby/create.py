"""New tables: as requested, or as a rematch of a finished one."""

from __future__ import annotations

from contextlib import ExitStack

from flattop.bots import is_bot_name
from flattop.kernel import FlattopError
from flattop.match import live_seed
from flattop.server.catalog import known_game
from flattop.server.errors import Refusal, refusal
from flattop.server.lobby.tables import table_info, visible_table
from flattop.server.schemas.rest import GuestInfo, NewTable, TableInfo
from flattop.server.server import Server
from flattop.server.store import queries, writes
from flattop.server.store.rows import SeatRow, TableRow
from flattop.server.table.effects import Effects
from flattop.server.table.live import LiveTable
from flattop.server.table.permissions import check_seated
from flattop.server.table.seating import deal, name_bots


async def new_table(server: Server, guest: GuestInfo, request: NewTable, address: str = "") -> TableInfo:
    """Create a table and draw its seed, so that the commitment can be shown before the game starts."""
    game = known_game(request.game)
    await check_room(server, guest.id, address)
    if request.seats.count("you") > 1:
        raise Refusal(400, "bad-seats", 'Only one seat can be "you".')
    try:
        options = game.requested_settings(len(request.seats), request.options)
    except FlattopError as error:
        raise refusal(error) from None
    if request.deck is not None:
        await server.deck_reader.check(game, request.deck, len(request.seats), options)
    own_seat = SeatRow("person", guest.name, guest.id)
    row = TableRow(
        game=game.key,
        options=options,
        seed=live_seed(),
        deck=await server.decks.keep(request.deck) if request.deck is not None else None,
        private=request.private,
        spectators=request.spectators,
        practice=request.practice,
        clock=request.clock,
        owner=guest.id,
        seats=[own_seat if place == "you" else SeatRow(place) for place in request.seats],
    )
    name_bots(row.seats)
    return await set_up(server, row, guest.id, request.deck)


async def check_room(server: Server, owner: str, address: str) -> None:
    """Raise `Refusal` if the owner, the address or the server has too many tables, or the server drains."""
    server.drain.check()
    owned = await queries.unfinished_count(server.store, owner)
    if owned >= server.limits.tables:
        raise Refusal(429, "too-many-tables", f"You own {owned} unfinished tables; leave one first.")
    if not server.addresses.may_create_table(address):
        raise Refusal(429, "too-many", "Too many new tables from your address; wait a little.")
    server.registry.eviction.check_room()


async def set_up(server: Server, row: TableRow, guest: str, deck: str | None) -> TableInfo:
    """Save a new table with its deck and open it; the game starts at once if no seat is open."""
    lease = await server.registry.acquire_lease(row.id)
    table = LiveTable(server, row, lease, await server.decks.file(row.deck))

    async def open_table() -> Effects:
        if not any(seat.kind == "open" for seat in row.seats):
            await deal(table)
        deck_writes = [writes.deck(row.deck, deck)] if row.deck and deck is not None else []
        return Effects([*deck_writes, *writes.new_table(row)])

    with server.registry.reserve(table):
        await table.execute(open_table)
    return table.info_for(guest)


async def rematch(server: Server, guest: GuestInfo, table_id: str, address: str = "") -> TableInfo:
    """Create a new table for the same players, or return the rematch that exists already."""
    table = await visible_table(server, table_id, guest.id, None)

    created = ExitStack()

    async def create() -> Effects | None:
        check_seated(table.row, guest.id)
        if table.row.state != "over" and not table.outdated:
            raise Refusal(409, "not-over", "The game is not over yet.")
        if table.row.rematch is not None:
            return None
        await check_room(server, table.row.owner or guest.id, address)
        fresh = await _rematch_table(server, table)
        created.enter_context(server.registry.reserve(fresh))
        try:
            await deal(fresh)
        except FlattopError as error:  # its old options or deck may not be valid under the current rules
            raise refusal(error) from None
        table.row.rematch = fresh.row.id
        rows = [*writes.new_table(fresh.row), *fresh.standing(), writes.update_columns(table.row, "rematch")]
        return Effects(rows, publish=[table.send_table_info])

    with created:  # the new table is admitted once it is saved, or dropped
        await table.execute(create)
    return await table_info(server, guest.id, str(table.row.rematch), None)


async def _rematch_table(server: Server, table: LiveTable) -> LiveTable:
    """Return a new table with the settings and players of a finished one."""
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
        seats=[_rematch_seat(seat) for seat in old.seats],
    )
    name_bots(new.seats)
    return LiveTable(table.server, new, await server.registry.acquire_lease(new.id), table.deck)


def _rematch_seat(seat: SeatRow) -> SeatRow:
    """Return the seat with its player, or with a newly named bot if a person has left it."""
    if seat.guest:
        return SeatRow("person", seat.name, seat.guest)
    return SeatRow(seat.kind, seat.name if is_bot_name(seat.name) else "")
