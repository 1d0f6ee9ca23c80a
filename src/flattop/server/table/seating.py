"""Seats: take, assign and leave them; the game starts when no seat is open."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from flattop.bots import RANKS, free_names
from flattop.games import game
from flattop.kernel import Seat
from flattop.match import Match
from flattop.server.auth.names import skeleton
from flattop.server.errors import Refusal
from flattop.server.schemas.base import CloseCode, Vacancy
from flattop.server.schemas.rest import GuestInfo
from flattop.server.store import writes
from flattop.server.store.rows import SeatRow, new_invite
from flattop.server.store.writes import Write
from flattop.server.table import notices
from flattop.server.table.effects import Closing, Effects
from flattop.server.table.live import LiveTable
from flattop.server.table.permissions import (
    check_at_table,
    check_not_removed,
    check_owner,
    check_seat,
    is_owner,
)

SAVED_WITH_SEATS = ("owner", "invite", "shown_out")  # columns


async def take(table: LiveTable, guest: GuestInfo, wanted: Seat | None, invite: str | None) -> Effects | None:
    """Take an open seat; a guest who is seated already stays there."""
    if table.row.seat_of(guest.id) is not None:
        return None
    check_not_removed(table.row, guest.id, invite)
    seats = [i for i, other in enumerate(table.row.seats) if other.kind == "open"]
    if not seats:
        raise Refusal(409, "full", "No seat is open at this table.")
    if wanted is not None and wanted not in seats:
        open_seats = ", ".join(map(str, seats))
        raise Refusal(409, "taken", f"Seat {wanted} is not open; open seats: {open_seats}.")
    seat = seats[0] if wanted is None else wanted
    taken = {skeleton(other.name) for other in table.row.seats}  # guests with similar names get a number
    names = [guest.name, *(f"{guest.name} {i}" for i in range(2, len(table.row.seats) + 2))]
    name = next(name for name in names if skeleton(name) not in taken)
    table.row.seats[seat] = SeatRow("person", name, guest.id)
    return await _change_seats(table, guest.id, f"{name} sits down in seat {seat + 1}.")


async def assign(table: LiveTable, guest: GuestInfo, seat: Seat, kind: Vacancy) -> Effects:
    """Open a seat or give it to a bot, for the owner before the game starts."""
    check_owner(table.row, guest.id)
    if table.row.state != "waiting":
        raise Refusal(409, "started", "The game has started; seats change only by a vote now.")
    check_seat(table.row, seat)
    if table.row.seats[seat].guest == guest.id:
        raise Refusal(409, "own-seat", "That is your own seat; leave the table to give it up.")
    old, table.row.seats[seat] = table.row.seats[seat], SeatRow(kind)
    if old.guest is None:
        return await _change_seats(table, guest.id)
    row, old_invite = table.row, table.row.invite
    row.invite = new_invite()  # the removed guest knows the old one
    if old.guest not in row.shown_out:
        row.shown_out.append(old.guest)
    for subscriber in table.subscribers:  # connected spectators may stay
        if subscriber.guest != old.guest and subscriber.invite == old_invite:
            subscriber.invite = row.invite
    return await _change_seats(table, old.guest, f"{guest.name} has shown {old.name} out.")


async def leave(table: LiveTable, guest: GuestInfo) -> Effects:
    """Leave the table: the seat becomes open, or a bot's after the start, and the next person the owner."""
    row = table.row
    check_at_table(row, guest.id)
    seat, sentences = row.seat_of(guest.id), list[str]()
    if seat is not None:
        seat_row, name = row.seats[seat], row.seats[seat].name
        if row.state == "waiting":
            row.seats[seat] = SeatRow("open")
        else:
            table.former_players.add(str(seat_row.guest))
            seat_row.guest, seat_row.kind = None, "house" if seat_row.kind == "person" else seat_row.kind
        sentences.append(notices.left(row, seat, name))
    if is_owner(row, guest.id):
        heir = next((other for other in row.seats if other.guest), None)
        row.owner = heir.guest if heir else None
        sentences += [f"The table is {heir.name}'s now."] if heir else []
    if row.state == "waiting" and row.owner is None:
        closing = Closing(CloseCode.NO_TABLE, "Everybody has left this table.")
        return Effects(writes.delete_table(row), closing=closing)
    return await _change_seats(table, guest.id, *sentences)


async def _change_seats(table: LiveTable, guest: str, *sentences: str) -> Effects:
    """Start the game if no seat is open; return the seats to be saved and sent to all clients.

    The guest whose seat has changed gets a new welcome; at the start of the game all do.
    """
    is_waiting = table.row.state == "waiting"
    if is_waiting:
        name_bots(table.row.seats)
    starts = is_waiting and not any(seat.kind == "open" for seat in table.row.seats)
    start_writes = await deal(table) if starts else []
    seat_writes = [*writes.seats(table.row), writes.update_columns(table.row, *SAVED_WITH_SEATS)]
    resend = partial(table.resend_welcome, None if starts else guest)
    return Effects([*start_writes, *seat_writes], publish=[resend]).announce(*sentences)


async def deal(table: LiveTable) -> list[Write]:
    """Start the game with the current seats and names; return the writes of its header."""
    row = table.row
    people = [seat.name for seat in row.seats]
    match = await asyncio.to_thread(
        Match, game(row.game), people, row.seed, row.options, table.deck, practice=row.practice
    )
    row.header, row.state = match.record.header, "playing"
    table.begin(match)
    return [writes.update_columns(row, "header")]


def name_bots(seats: Sequence[SeatRow]) -> None:
    """Give each bot without a name one that is unique at the table."""
    for seat in seats:
        if seat.is_bot and seat.guest is None and not seat.name:
            seat.name = next(free_names(RANKS[seat.kind].staff, [other.name for other in seats]))
