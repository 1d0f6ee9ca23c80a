"""What becomes of the company at a table, in sentences for everybody: nobody is called "you" in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.kernel import Seat
from flattop.server.schemas.events import Question
from flattop.server.store.rows import TableRow
from flattop.server.table.views import bot_at

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable
    from flattop.server.table.reply import Subscriber

# -- seats


def left(row: TableRow, seat: Seat, name: str) -> str:
    """Somebody has given up a seat."""
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


# -- coming and going


def arrival(table: LiveTable, subscriber: Subscriber) -> str:
    """What is said of somebody who comes in; nothing of whoever was hardly gone."""
    seat, name = table.seat_of(subscriber), table.server.guests.known_name(subscriber.guest)
    if seat is not None:
        return _seated(table, seat) if not table.here(seat) else ""
    if name is None or subscriber.guest in table.onlookers or not table.begun:
        return ""
    table.onlookers.add(str(subscriber.guest))
    return f"{name} is back, as a spectator." if subscriber.guest in table.former else f"{name} looks on."


def _seated(table: LiveTable, seat: Seat) -> str:
    name, bot = table.row.seats[seat].name, bot_at(table.row, seat)
    missed = seat in table.told_away
    table.told_away.discard(seat)
    if bot and table.row.state == "playing":
        return f"{name} is back; {bot}, a bot, still plays for {name}."
    return f"{name} is back." if missed else ""


def missed(table: LiveTable) -> list[Seat]:
    """Who has been away for so long that it is worth a word to those who are there, each time once."""
    if not table.begun or table.match.over or not table.subscribers:
        return []
    return [seat for seat in table.persons() if table.away(seat) and seat not in table.told_away]


# -- questions


def declined(row: TableRow, question: Question, by: Seat) -> str:
    """One of the table does not agree."""
    asks, name = row.seats[by].name, row.seats[question.seat].name
    if question.kind == "bot":
        return f"{asks} would rather wait for {name}."
    return f"{asks} does not agree: {_stays(row, question)}"


def lapsed(row: TableRow, question: Question) -> str:
    """What was asked for cannot be had any more."""
    if question.kind == "bot":
        return f"No bot is needed: {row.seats[question.seat].name} is back."
    return f"Play has gone on: {_stays(row, question)}"


def _stays(row: TableRow, question: Question) -> str:
    name = row.seats[question.seat].name
    return {
        "undo": f"the last step of {name} stays.",
        "back": f"{bot_at(row, question.seat)}, a bot, plays on for {name}.",
        "pause": "the clock runs on.",
        "resume": "the clock stands still.",
        "end": "the table stays as it is.",
    }[question.kind]
