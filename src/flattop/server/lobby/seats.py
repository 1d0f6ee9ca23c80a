"""The lobby: setting tables, taking seats and leaving them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

from flattop.games import CATALOG, UnknownGame, game
from flattop.kernel import FlattopError, Game
from flattop.match import Match, live_seed
from flattop.server.errors import Refusal, no_table, refusal
from flattop.server.schemas.rest import GuestInfo, NewTable, SetSeat, TableInfo
from flattop.server.server import Server
from flattop.server.store import SeatRow, TableRow, writes
from flattop.server.table.live import LiveTable
from flattop.server.table.views import NOBODY, may_see, table_info

BOT_NAMES = {"house": "House bot", "random": "Random bot"}


def known_game(key: str) -> Game:
    if key not in CATALOG:
        raise Refusal(404, "no-game", f"There is no game {key!r}; the games are {', '.join(CATALOG)}.")
    try:
        return game(key)
    except UnknownGame as error:
        raise refusal(error) from None


# -- setting a table


async def new_table(server: Server, guest: GuestInfo, wish: NewTable) -> TableInfo:
    """A table as wished, with its luck already drawn and committed to."""
    chosen = known_game(wish.game)
    _room_for_one_more(server, guest)
    if wish.seats.count("you") > 1:
        raise Refusal(400, "bad-seats", 'Only one of the seats can be "you".')
    row = TableRow(
        id=secrets.token_hex(6),
        game=chosen.key,
        options=await _checked(server, chosen, wish),
        invite=secrets.token_urlsafe(12),
        seed=live_seed(),
        deck=wish.deck,
        private=wish.private,
        spectators=wish.spectators,
        clock=wish.clock,
        owner=guest.id,
        seats=[_seat(place, guest) for place in wish.seats],
    )
    name_bots(row.seats)
    return await set_up(server, row, guest.id)


def _room_for_one_more(server: Server, guest: GuestInfo) -> None:
    sql = "SELECT count(*) AS n FROM game_table WHERE owner = ? AND state != 'over'"
    owned = server.store.row(sql, guest.id)
    if owned and owned["n"] >= server.limits.tables:
        raise Refusal(429, "too-many-tables", f"You own {owned['n']} unfinished tables; leave one first.")


async def _checked(server: Server, chosen: Game, wish: NewTable) -> dict[str, Any]:
    """The options as the game reads them; a deck of one's own is read once, to be sure of it."""
    try:
        settings = chosen.settings(len(wish.seats), wish.options)
        if wish.deck is not None:
            await asyncio.to_thread(server.check_deck, chosen, wish.deck)
    except FlattopError as error:
        raise refusal(error) from None
    except (RecursionError, MemoryError):
        raise Refusal(400, "bad-deck", "That is no deck: it is nested too deeply or too large.") from None
    return dict(settings)


def _seat(place: str, guest: GuestInfo) -> SeatRow:
    if place == "you":
        return SeatRow("person", guest.name, guest.id)
    return SeatRow("open" if place == "open" else "house" if place == "house" else "random")


def name_bots(seats: Sequence[SeatRow]) -> None:
    """Bots are told apart by number where there are several of a rank."""
    for rank, name in BOT_NAMES.items():
        bots = [seat for seat in seats if seat.kind == rank and seat.guest is None]
        for number, seat in enumerate(bots, 1):
            seat.name = name if len(bots) == 1 else f"{name} {number}"


async def set_up(server: Server, row: TableRow, guest: str) -> TableInfo:
    """Save a new table and open it; it is dealt at once if no seat is open."""
    table = LiveTable(server, row, deck=server.deck_file(row.deck))
    if not any(seat.kind == "open" for seat in row.seats):
        await _deal(table)
    with server.expecting(table):
        await table.commit(writes.new_table(row))
    return table.info_for(guest)


async def _deal(table: LiveTable) -> list[writes.Write]:
    """Begin the match: from now on the seats and their names are the record's."""
    row = table.row
    people = [seat.name for seat in row.seats]
    match = await asyncio.to_thread(Match, game(row.game), people, row.seed, row.options, table.deck)
    row.header, row.state = match.record.header, "playing"
    table.begin(match)
    return [writes.changed(row, "header")]


# -- taking and leaving seats


def visible_row(server: Server, table_id: str, guest: str | None, invite: str | None) -> TableRow:
    """What is kept of a table that this guest may know of."""
    row = server.row(table_id)
    if row is None or not may_see(row, guest, invite):
        raise no_table()
    return row


async def visible(server: Server, table_id: str, guest: str | None, invite: str | None) -> LiveTable:
    """The same, awake."""
    visible_row(server, table_id, guest, invite)
    return await (await server.table(table_id)).settled()


async def shown(server: Server, guest: str | None, table_id: str, invite: str | None) -> TableInfo:
    """A table to look at from outside, which need not be awakened for that."""
    row = visible_row(server, table_id, guest, invite)
    if live := server.tables.get(table_id):
        return (await live.settled()).info_for(guest)
    return table_info(row, server.guest_name(row.owner), guest, NOBODY)


async def join(
    server: Server, guest: GuestInfo, table_id: str, invite: str | None, seat: int | None
) -> TableInfo:
    """Take an open seat; whoever sits already stays where they are."""
    table = await visible(server, table_id, guest.id, invite)

    async def work() -> None:
        if table.row.seat_of(guest.id) is not None:
            return
        chair = _open_seat(table.row, seat)
        table.row.seats[chair] = SeatRow("person", _own_name(table.row, guest.name), guest.id)
        await seats_changed(table, guest.id)

    await table.alone(work)
    return table.info_for(guest.id)


def _open_seat(row: TableRow, wanted: int | None) -> int:
    chairs = [i for i, seat in enumerate(row.seats) if seat.kind == "open"]
    if not chairs:
        raise Refusal(409, "full", "No seat is open at this table.")
    if wanted is not None and wanted not in chairs:
        raise Refusal(409, "taken", f"Seat {wanted} is not open; open are {', '.join(map(str, chairs))}.")
    return chairs[0] if wanted is None else wanted


def _own_name(row: TableRow, name: str) -> str:
    """Two of one name at a table are told apart by a number."""
    taken = {seat.name for seat in row.seats}
    return next(n for n in [name, *(f"{name} {i}" for i in range(2, len(row.seats) + 2))] if n not in taken)


async def seats_changed(table: LiveTable, guest: str | None) -> None:
    """Keep the seats, and deal if none is open any more; the guest's own chair is another now."""
    name_bots(table.row.seats)
    starts = table.match is None and not any(seat.kind == "open" for seat in table.row.seats)
    dealt = await _deal(table) if starts else []
    await table.commit([*dealt, *writes.seats(table.row), writes.changed(table.row, "owner")])
    table.welcome_anew(None if starts else guest)
    table.server.scheduler.wake(table)


async def set_seat(server: Server, guest: GuestInfo, table_id: str, wish: SetSeat) -> TableInfo:
    """The owner opens a seat or gives it to a bot, before the start."""
    table = await visible(server, table_id, guest.id, None)

    async def work() -> None:
        if table.row.owner != guest.id:
            raise Refusal(403, "not-owner", "Only the owner of the table can do that.")
        if table.match is not None:
            raise Refusal(409, "started", "The game has begun; seats change by the vote of the table now.")
        if wish.seat >= len(table.row.seats):
            raise Refusal(404, "no-seat", f"The table has seats 0 to {len(table.row.seats) - 1}.")
        if table.row.seats[wish.seat].guest == guest.id:
            raise Refusal(409, "own-seat", "That is your own seat; leave the table to give it up.")
        was, table.row.seats[wish.seat] = table.row.seats[wish.seat].guest, SeatRow(wish.kind)
        await seats_changed(table, was or guest.id)

    await table.alone(work)
    return table.info_for(guest.id)


async def leave(server: Server, guest: GuestInfo, table_id: str) -> TableInfo:
    """Give up the own seat: it is open again, or a bot plays on."""
    table = await visible(server, table_id, guest.id, None)

    async def work() -> None:
        seat = table.row.seat_of(guest.id)
        if seat is None and table.row.owner != guest.id:
            raise Refusal(409, "no-seat", "You have no seat at this table.")
        if seat is not None:
            _vacate(table, seat)
        if table.row.owner == guest.id:
            table.row.owner = next((s.guest for s in table.row.seats if s.guest), None)
        if table.match is None and table.row.owner is None:
            await _clear_away(table)
        else:
            await seats_changed(table, guest.id)

    await table.alone(work)
    return table.info_for(guest.id)


def _vacate(table: LiveTable, seat: int) -> None:
    chair = table.row.seats[seat]
    if table.match is None:
        table.row.seats[seat] = SeatRow("open")
    else:
        chair.guest, chair.kind = None, "house" if chair.kind == "person" else chair.kind


async def _clear_away(table: LiveTable) -> None:
    """Nobody is left at a table that never began."""
    await table.commit(writes.gone(table.row))
    table.server.drop(table, 4404, "Everybody has left this table.")


# -- another one


async def rematch(server: Server, guest: GuestInfo, table_id: str) -> TableInfo:
    """The same people at a new table; asked again, the same new table."""
    table = await visible(server, table_id, guest.id, None)

    async def work() -> str:
        if table.row.seat_of(guest.id) is None:
            raise Refusal(403, "no-seat", "Only those seated can ask for a rematch.")
        if table.row.state != "over":
            raise Refusal(409, "not-over", "The game is not over yet.")
        if table.row.rematch is None:
            await _set_again(table)
        return str(table.row.rematch)

    new = await server.table(await table.alone(work))
    return new.info_for(guest.id)


async def _set_again(table: LiveTable) -> None:
    old = table.row
    new = TableRow(
        id=secrets.token_hex(6),
        game=old.game,
        options=old.options,
        invite=secrets.token_urlsafe(12),
        seed=live_seed(),
        deck=old.deck,
        private=old.private,
        spectators=old.spectators,
        clock=old.clock,
        owner=old.owner,
        seats=[SeatRow("person" if s.guest else s.kind, s.name, s.guest) for s in old.seats],
    )
    name_bots(new.seats)
    fresh = LiveTable(table.server, new, deck=table.deck)
    old.rematch = new.id
    await _deal(fresh)
    with table.server.expecting(fresh):
        await table.commit([*writes.new_table(new), *fresh.standing(), writes.changed(old, "rematch")])
    table.tell_table()
