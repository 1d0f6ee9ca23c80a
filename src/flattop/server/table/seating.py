"""Who sits where: seats are taken, set and given up, and the game is dealt when none is open any more."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from flattop.bots import RANKS
from flattop.bots.names import free_names
from flattop.games import game
from flattop.kernel import Seat
from flattop.match import Match
from flattop.server.errors import Refusal
from flattop.server.schemas.close_codes import CloseCode
from flattop.server.schemas.fields import Vacancy
from flattop.server.schemas.rest import GuestInfo
from flattop.server.store import writes
from flattop.server.store.rows import SeatRow, TableRow, new_invite
from flattop.server.store.writes import Write
from flattop.server.table import notices
from flattop.server.table.live import LiveTable
from flattop.server.table.permissions import check_at_table, check_owner, check_seat, check_wanted, is_owner

CHANGED = ("owner", "invite", "shown_out")  # columns that go with the seats


async def take(table: LiveTable, guest: GuestInfo, wanted: Seat | None, invite: str | None) -> None:
    """Take an open seat; whoever sits already stays where they are."""
    if table.row.seat_of(guest.id) is not None:
        return
    check_wanted(table.row, guest.id, invite)
    seat = _open_seat(table.row, wanted)
    table.row.seats[seat] = SeatRow("person", _own_name(table.row, guest.name), guest.id)
    await _changed(table, guest.id, f"{table.row.seats[seat].name} sits down in seat {seat + 1}.")


def _open_seat(row: TableRow, wanted: Seat | None) -> Seat:
    seats = [i for i, seat in enumerate(row.seats) if seat.kind == "open"]
    if not seats:
        raise Refusal(409, "full", "No seat is open at this table.")
    if wanted is not None and wanted not in seats:
        raise Refusal(409, "taken", f"Seat {wanted} is not open; open are {', '.join(map(str, seats))}.")
    return seats[0] if wanted is None else wanted


def _own_name(row: TableRow, name: str) -> str:
    """Two of one name at a table are told apart by a number."""
    taken = {seat.name for seat in row.seats}
    return next(n for n in [name, *(f"{name} {i}" for i in range(2, len(row.seats) + 2))] if n not in taken)


async def assign(table: LiveTable, guest: GuestInfo, seat: Seat, kind: Vacancy) -> None:
    """The owner opens a seat or gives it to a bot, before the start."""
    check_owner(table.row, guest.id)
    if table.row.state != "waiting":
        raise Refusal(409, "started", "The game has begun; seats change by the vote of the table now.")
    check_seat(table.row, seat)
    if table.row.seats[seat].guest == guest.id:
        raise Refusal(409, "own-seat", "That is your own seat; leave the table to give it up.")
    old, table.row.seats[seat] = table.row.seats[seat], SeatRow(kind)
    if old.guest is None:
        return await _changed(table, guest.id)
    _show_out(table, old.guest)
    return await _changed(table, old.guest, f"{guest.name} has shown {old.name} out.")


def _show_out(table: LiveTable, guest: str) -> None:
    """The invite that the guest knows is good for nothing any more; who looks on by it now may stay."""
    old, table.row.invite = table.row.invite, new_invite()
    if guest not in table.row.shown_out:
        table.row.shown_out.append(guest)
    for subscriber in table.subscribers:
        if subscriber.guest != guest and subscriber.invite == old:
            subscriber.invite = table.row.invite


async def give_up(table: LiveTable, guest: GuestInfo) -> None:
    """Leave: the seat is open again, or a bot plays on, and another owns the table."""
    check_at_table(table.row, guest.id)
    seat = table.row.seat_of(guest.id)
    words = [_vacate(table, seat)] if seat is not None else []
    if is_owner(table.row, guest.id):
        words += _pass_on(table.row)
    if table.row.state == "waiting" and table.row.owner is None:
        await _clear_away(table)
    else:
        await _changed(table, guest.id, *words)


def _vacate(table: LiveTable, seat: Seat) -> str:
    """Leave a seat open, or to a bot; what is said of it."""
    chair, name = table.row.seats[seat], table.row.seats[seat].name
    if table.row.state == "waiting":
        table.row.seats[seat] = SeatRow("open")
    else:
        table.former.add(str(chair.guest))
        chair.guest, chair.kind = None, "house" if chair.kind == "person" else chair.kind
    return notices.left(table.row, seat, name)


def _pass_on(row: TableRow) -> list[str]:
    """The next person seated owns the table; what is said of it."""
    heir = next((seat for seat in row.seats if seat.guest), None)
    row.owner = heir.guest if heir else None
    return [f"The table is {heir.name}'s now."] if heir else []


async def _clear_away(table: LiveTable) -> None:
    """Nobody is left at a table that never began."""
    await table.commit(writes.delete_table(table.row))
    table.server.drop(table, CloseCode.NO_TABLE, "Everybody has left this table.")


async def _changed(table: LiveTable, guest: str, *words: str) -> None:
    """Keep the seats, say what has become of them, and deal if none is open any more."""
    waits = table.row.state == "waiting"
    if waits:
        name_bots(table.row.seats)
    starts = waits and not any(seat.kind == "open" for seat in table.row.seats)
    dealt = await deal(table) if starts else []
    await table.commit([*dealt, *writes.seats(table.row), writes.update_columns(table.row, *CHANGED)])
    table.welcome_anew(None if starts else guest)  # the guest's own chair is another now
    await table.announce(*words)
    table.server.wake(table)


async def deal(table: LiveTable) -> list[Write]:
    """Begin the match: from now on the seats and their names are the record's."""
    row = table.row
    match = await asyncio.to_thread(_new_match, row, table.deck)
    row.header, row.state = match.record.header, "playing"
    table.begin(match)
    return [writes.update_columns(row, "header")]


def _new_match(row: TableRow, deck: Path | None) -> Match:
    people = [seat.name for seat in row.seats]
    return Match(game(row.game), people, row.seed, row.options, deck, practice=row.practice)


def name_bots(seats: Sequence[SeatRow]) -> None:
    """Every bot has a name that nobody else at the table has; whoever has one keeps it."""
    for seat in seats:
        if seat.is_bot and seat.guest is None and not seat.name:
            seat.name = next(free_names(RANKS[seat.kind].staff, [other.name for other in seats]))
