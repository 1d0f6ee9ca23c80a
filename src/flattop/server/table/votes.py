"""Votes: undo, a bot for an absent player, the seat back, a pause, and the end of an outdated game.

The protocol calls a vote a question.  Only the persons at the table vote; absent ones are not waited for.
Bots consent at once.  They refuse only an undo after which a player would know hidden information, unless the
table is for practice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Literal

from msgspec import UNSET

from flattop.kernel import Illegal, Seat
from flattop.match.undo import Terms
from flattop.server.errors import Refusal
from flattop.server.schemas.messages import Answer, Ask, Question, QuestionAnswered, QuestionPut, Undo
from flattop.server.store import writes
from flattop.server.table import notices
from flattop.server.table.actions import Change, change
from flattop.server.table.effects import Effects
from flattop.server.table.permissions import (
    answering_seat,
    asking_seat,
    check_ending,
    check_seat,
    check_subject,
    own_seat,
)
from flattop.server.table.server_api import Subscriber
from flattop.server.table.table_info import bot_at

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable


Kind = Literal["undo", "bot", "back", "pause", "resume", "end"]
ENDED = "The game was ended because its rules have changed. It does not count, but its log is kept."
PAUSE_SECONDS = 60.0  # after which one player alone may end a pause
WHOLE_TABLE = ("pause", "resume", "end")  # the seat does not matter


class Questions:
    """The open votes of a table; they are not saved, so a restart ends them."""

    def __init__(self) -> None:
        self._open: dict[str, Question] = {}
        self._count = 0

    def __len__(self) -> int:
        return len(self._open)

    def all(self) -> list[Question]:
        return list(self._open.values())

    def add(self, kind: Kind, seat: Seat, by: Seat, needs: list[Seat]) -> Question:
        self._count += 1
        question = Question(f"q{self._count}", kind, seat, by, needs, [])
        self._open[question.id] = question
        return question

    def find(self, question: str) -> Question | None:
        return self._open.get(question)

    def has(self, kind: Kind, seat: Seat) -> bool:
        """True if this vote is open already, for the seat or for the whole table."""
        questions = [question for question in self._open.values() if question.kind == kind]
        return any(question.seat == seat or kind in WHOLE_TABLE for question in questions)

    def close_overtaken(self, mover: Seat, noticed: bool) -> list[Question]:
        """Close and return the undo votes that a move has overtaken; an unnoticed one only the mover's."""
        undos = [question for question in self._open.values() if question.kind == "undo"]
        overtaken = [question for question in undos if noticed or question.by == mover]
        for question in overtaken:
            self.close(question)
        return overtaken

    def close(self, question: Question) -> None:
        self._open.pop(question.id, None)


def voters(table: LiveTable, seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats whose vote is waited for: persons who are not absent."""
    return [seat for seat in seats if seat in table.persons() and not table.is_absent(seat)]


async def undo(table: LiveTable, subscriber: Subscriber, message: Undo) -> Effects:
    """Undo the last step of a player, at once or after a vote of the seats whose consent it needs."""
    seat = own_seat(table, subscriber)
    terms = table.match.undo_terms(seat)
    if terms is None:
        raise Refusal(409, "no-undo", "There is nothing to take back.")
    if table.match.undone[seat] >= (most := table.server.limits.undos):
        raise Refusal(
            409, "no-undo", f"You have taken back {most} steps in this game, and more are not allowed."
        )
    check_bots(table, seat, terms)
    if needs := voters(table, terms.consent):
        return start_vote(table, "undo", seat, seat, needs)
    return change(table, seat, _undo_change(seat, terms.consent))


def check_bots(table: LiveTable, seat: Seat, terms: Terms) -> None:
    """Refuse an undo by which a player could use seen hidden information against bots."""
    bots = any(table.row.seats[other].is_bot for other in terms.consent)
    if bots and (why := table.match.bots_refuse(seat)):
        raise Refusal(409, why.code, why.sentence)


def _undo_change(seat: Seat, consent: Collection[Seat]) -> Change:
    return lambda driver, now: driver.undo(now, seat, consent)


async def ask(table: LiveTable, subscriber: Subscriber, message: Ask) -> Effects:
    """Start a vote about a seat, or carry it out at once if no other vote is needed."""
    if message.kind == "end":
        return ask_to_end(table, subscriber, message)
    by, seat = asking_seat(table, subscriber), message.seat
    check_seat(table.row, seat)
    check_subject(message.kind, by, seat)
    CHECKS[message.kind](table, seat)
    needs = voters(table, (s for s in table.persons() if s not in (by, seat)))
    if needs and not needs_no_vote(table, message.kind):
        return start_vote(table, message.kind, seat, by, needs)
    return carry_out(table, message.kind, seat)


def needs_no_vote(table: LiveTable, kind: Kind) -> bool:
    """True for a player who takes the own seat back, and after a long pause: others could refuse for ever."""
    has_paused_long = table.server.now() - table.paused_at > PAUSE_SECONDS
    return kind == "back" or (kind == "resume" and has_paused_long)


def ask_to_end(table: LiveTable, subscriber: Subscriber, message: Ask) -> Effects:
    """Start the vote to end an outdated game; an owner with only bots left ends it at once."""
    check_ending(table, subscriber)
    by = table.seat_of(subscriber)
    needs = voters(table, (seat for seat in table.persons() if seat != by))
    if by is not None and needs:
        return start_vote(table, "end", by, by, needs)
    return carry_out(table, "end", message.seat)


def check_hand_over(table: LiveTable, seat: Seat) -> None:
    if table.row.seats[seat].kind != "person":
        raise Refusal(409, "no-person", "A bot plays there already.")
    if not table.is_absent(seat):
        patience = round(table.server.patience)
        sentence = f"A bot can take over only a player who is away for {patience} seconds."
        raise Refusal(409, "still-here", sentence)


def check_give_back(table: LiveTable, seat: Seat) -> None:
    seat_row = table.row.seats[seat]
    if not seat_row.is_bot or seat_row.guest is None:
        raise Refusal(409, "no-way-back", "No bot plays for a person in that seat.")


def check_pause(table: LiveTable, seat: Seat) -> None:
    if table.turn_clocks is None and not table.is_live:
        raise Refusal(409, "no-clock", "This table has no clock, so there is nothing to pause.")
    if table.match.paused:
        raise Refusal(409, "paused", "The table is paused already.")


def check_resume(table: LiveTable, seat: Seat) -> None:
    if not table.match.paused:
        raise Refusal(409, "not-paused", "The table is not paused.")


def check_end(table: LiveTable, seat: Seat) -> None:
    if table.row.state != "playing":
        raise Refusal(409, "over", "The game at that table is over already.")


CHECKS = {
    "bot": check_hand_over,
    "back": check_give_back,
    "pause": check_pause,
    "resume": check_resume,
    "end": check_end,
}


def start_vote(table: LiveTable, kind: Kind, seat: Seat, by: Seat, needs: list[Seat]) -> Effects:
    """Ask the other players; refused if the same vote is open already."""
    if table.questions.has(kind, seat):
        raise Refusal(409, "asked-already", "The table votes on that already.")
    question = table.questions.add(kind, seat, by, needs)
    return Effects(publish=[partial(table.broadcast, QuestionPut(question))])


async def answer(table: LiveTable, subscriber: Subscriber, message: Answer) -> Effects:
    """Count a vote: one no ends the question, the last yes carries it out."""
    question = table.questions.find(message.question)
    if question is None:
        raise Refusal(404, "no-question", "That vote is not open any more.")
    seat = answering_seat(table, subscriber, question)
    if message.yes and seat not in question.yes:
        question.yes.append(seat)
    if message.yes:
        return settle(table, question)
    return close(table, question, notices.declined(table.row, question, seat))


def settle(table: LiveTable, question: Question) -> Effects:
    """Carry a vote out if all needed votes are yes, else send how it stands."""
    question.needs = [seat for seat in question.needs if seat in question.yes or voters(table, [seat])]
    if not set(question.needs) <= set(question.yes):
        return Effects(publish=[partial(table.broadcast, QuestionPut(question))])
    if not _is_possible(table, question):
        return close(table, question, notices.lapsed(table.row, question))
    effects = close(table, question, "")
    with suppress(Illegal):  # the match has changed in the meantime
        effects.add(_carry_out_vote(table, question))
    return effects


def _carry_out_vote(table: LiveTable, question: Question) -> Effects:
    if question.kind != "undo":
        return carry_out(table, question.kind, question.seat)
    terms = table.match.undo_terms(question.seat)
    if terms and set(voters(table, terms.consent)) <= set(question.yes):
        return change(table, question.seat, _undo_change(question.seat, terms.consent))
    return Effects()


def _is_possible(table: LiveTable, question: Question) -> bool:
    """True if the vote could still be started; for example, an absent person may be back by now."""
    try:
        if question.kind != "undo":
            CHECKS[question.kind](table, question.seat)
        elif terms := table.match.undo_terms(question.seat):
            check_bots(table, question.seat, terms)
    except Refusal:
        return False
    return True


def carry_out(table: LiveTable, kind: Kind, seat: Seat) -> Effects:
    if kind in ("bot", "back"):
        return swap_bot_and_person(table, kind, seat)
    if kind == "end":
        return end_outdated_game(table)
    if kind == "pause":
        table.paused_at = table.server.now()
        return change(table, seat, lambda driver, now: driver.pause(now, seat))
    return change(table, seat, lambda driver, now: driver.resume(now, seat))


def close(table: LiveTable, question: Question, why_not: str) -> Effects:
    """End a vote: accepted, or declined with a reason that is announced."""
    table.questions.close(question)
    answered = QuestionAnswered(question.id, not why_not, why_not or UNSET)
    return Effects(publish=[partial(table.broadcast, answered)]).announce(why_not)


def swap_bot_and_person(table: LiveTable, kind: str, seat: Seat) -> Effects:
    """Let a bot play for the person (kind `bot`), or the person play again."""
    row, bot = table.row, bot_at(table.row, seat)
    row.seats[seat].kind = "house" if kind == "bot" else "person"
    notice = notices.handed_over(row, seat) if kind == "bot" else notices.given_back(row, seat, bot)
    return Effects(writes.seats(row), publish=[table.send_table_info]).announce(notice)


def end_outdated_game(table: LiveTable) -> Effects:
    """End a game whose rules have changed; its players stay at the table and may start a rematch."""
    table.row.close()
    return Effects([writes.table_state(table.row)], publish=[table.send_table_info]).announce(ENDED)


async def review(table: LiveTable) -> Effects:
    """Update open votes after guests have connected or become absent."""
    effects = Effects()
    for question in table.questions.all():
        if question.kind == "bot" and table.is_present(question.seat):
            effects.add(close(table, question, notices.lapsed(table.row, question)))
        elif set(question.needs) != set(voters(table, question.needs)) | set(question.yes):
            effects.add(settle(table, question))
    return effects


async def announce_away(table: LiveTable) -> Effects:
    """Announce players who have become absent, so that a bot may take over."""
    seats = notices.newly_away(table)
    table.announced_away.update(seats)
    names = (table.row.seats[seat].name for seat in seats)
    return Effects(publish=[table.send_table_info]).announce(*(f"{name} is away." for name in names))
