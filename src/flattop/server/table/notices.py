"""Chat lines of guests, and notices: chat lines of the server about seats, guests and votes.

A notice is read by everybody at the table, so it never says "you".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.kernel import Seat
from flattop.server.auth.names import clean, skeleton
from flattop.server.errors import Refusal
from flattop.server.schemas.messages import Chat, Question
from flattop.server.store.rows import TableRow
from flattop.server.table.effects import ChatText, Effects
from flattop.server.table.server_api import Subscriber
from flattop.server.table.table_info import bot_at

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable


async def chat(table: LiveTable, subscriber: Subscriber, message: Chat) -> Effects:
    """Send a chat line of a guest to everybody at the table."""
    name = await table.server.guests.name(subscriber.guest)
    if name is None:
        raise Refusal(401, "no-guest", "Choose a name first, then chat.")
    seat = table.seat_of(subscriber)
    if seat is None and skeleton(name) in {skeleton(other.name) for other in table.row.seats}:
        raise Refusal(409, "name-taken", "A player at this table has that name; choose another one to chat.")
    hush = table.match.game.chat_ban if table.begun and not table.match.over else None
    if hush:  # some games allow no chat while they are played
        raise Refusal(409, hush.code, hush.sentence, hush.rule)
    if not table.server.addresses.may_chat(subscriber.guest or "", subscriber.address):
        raise Refusal(429, "too-many", "You chat too fast; wait a moment.")
    text = clean(message.text, 500, "bad-text", "A chat line must have 1 to 500 printable characters.")
    return Effects(chat=[ChatText(text, name, seat)])


# -- seats


def left(row: TableRow, seat: Seat, name: str) -> str:
    """A guest has given up a seat."""
    if row.state == "waiting":
        return f"{name} has left; seat {seat + 1} is free again."
    if row.state == "over":
        return f"{name} has left."
    return f"{name} has left the table; {bot_at(row, seat)}, a bot, plays on for {name}."


def handed_over(row: TableRow, seat: Seat) -> str:
    name = row.seats[seat].name
    return f"{name} is away; {bot_at(row, seat)}, a bot, plays for {name} now."


def given_back(row: TableRow, seat: Seat, bot: str) -> str:
    return f"{row.seats[seat].name} plays again; {bot} has stepped aside."


# -- arrivals and absences


def arrival(table: LiveTable, subscriber: Subscriber) -> str:
    """Announce a guest who connects: a new spectator, or a player who was away.  Empty for all others."""
    row, seat = table.row, table.seat_of(subscriber)
    if seat is not None:
        if table.is_present(seat):
            return ""
        name, bot = row.seats[seat].name, bot_at(row, seat)
        was_announced_away = seat in table.announced_away
        table.announced_away.discard(seat)
        if bot and row.state == "playing":
            return f"{name} is back; {bot}, a bot, still plays for {name}."
        return f"{name} is back." if was_announced_away else ""
    guest, spectator = subscriber.guest, table.server.guests.known_name(subscriber.guest)
    if guest is None or spectator is None or guest in table.announced_spectators or not table.begun:
        return ""
    table.announced_spectators.add(guest)
    if guest in table.former_players:
        return f"{spectator} is back, as a spectator."
    return f"{spectator} looks on."


def newly_away(table: LiveTable) -> list[Seat]:
    """Return the seats of absent players that were not announced yet."""
    if not table.begun or table.match.over or not table.subscribers:
        return []
    return [seat for seat in table.persons() if table.is_away(seat) and seat not in table.announced_away]


# -- votes


def declined(row: TableRow, question: Question, by: Seat) -> str:
    """A player has voted no."""
    voter, name = row.seats[by].name, row.seats[question.seat].name
    if question.kind == "bot":
        return f"{voter} would rather wait for {name}."
    return f"{voter} does not agree: {_unchanged(row, question)}"


def lapsed(row: TableRow, question: Question) -> str:
    """The vote has ended because its subject is not possible any more."""
    if question.kind == "bot":
        return f"No bot is needed: {row.seats[question.seat].name} is back."
    return f"Play has gone on: {_unchanged(row, question)}"


def _unchanged(row: TableRow, question: Question) -> str:
    name = row.seats[question.seat].name
    return {
        "undo": f"the last step of {name} stays.",
        "pause": "the clock runs on.",
        "resume": "the clock stands still.",
        "end": "the table stays as it is.",
    }[question.kind]
