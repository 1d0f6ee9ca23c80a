"""Votes: undo by consent, a bot for an absent seat, the seat back, a pause, and the end of an outdated game.

A question asks the persons at the table who are there; bots consent at once, but to no undo of what one has
seen for good, unless it is practice.  Whoever has been away for longer than the server's patience does not
hold the others up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from msgspec import UNSET

from flattop.kernel import Illegal, Seat
from flattop.match.undo import Terms
from flattop.server.errors import Refusal
from flattop.server.schemas.events import Question, QuestionAnswered, QuestionPut
from flattop.server.schemas.messages import Answer, Ask, Undo
from flattop.server.store import writes
from flattop.server.table import closing, notices
from flattop.server.table.actions import Change, change
from flattop.server.table.permissions import (
    answering_seat,
    asking_seat,
    check_ending,
    check_seat,
    check_subject,
    own_seat,
)
from flattop.server.table.reply import Reply, Subscriber
from flattop.server.table.views import bot_at

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable


Kind = Literal["undo", "bot", "back", "pause", "resume", "end"]
OF_ALL = ("pause", "resume", "end")  # what concerns everybody alike


class Questions:
    """The open questions of one table; they are not saved, for a restart makes nobody say yes."""

    def __init__(self) -> None:
        self._open: dict[str, Question] = {}
        self._asked = 0

    def __len__(self) -> int:
        return len(self._open)

    def all(self) -> list[Question]:
        return list(self._open.values())

    def put(self, kind: Kind, seat: Seat, by: Seat, needs: list[Seat]) -> Question:
        self._asked += 1
        question = Question(f"q{self._asked}", kind, seat, by, needs, [])
        self._open[question.id] = question
        return question

    def find(self, question: str) -> Question | None:
        return self._open.get(question)

    def same(self, kind: Kind, seat: Seat) -> Question | None:
        """A question that asks this already; a pause is the whole table's, whoever asks for it."""
        alike = [q for q in self._open.values() if q.kind == kind]
        return next((q for q in alike if q.seat == seat or kind in OF_ALL), None)

    def lapsed(self, mover: Seat, noticed: bool) -> list[Question]:
        """Close the undos that a move has overtaken; one that nobody noticed overtakes only its own."""
        over = [q for q in self._open.values() if q.kind == "undo" and (noticed or q.by == mover)]
        for question in over:
            self.close(question)
        return over

    def close(self, question: Question) -> None:
        self._open.pop(question.id, None)


def agreed(question: Question) -> bool:
    return set(question.needs) <= set(question.yes)


def asked(table: LiveTable, seats: Iterable[Seat]) -> list[Seat]:
    """Of these seats, those whose consent is waited for."""
    return [seat for seat in seats if seat in table.persons() and not table.absent(seat)]


async def undo(table: LiveTable, subscriber: Subscriber, message: Undo) -> None:
    """Take back the own last step, at once or when those it concerns consent."""
    seat = own_seat(table, subscriber)
    terms = table.match.undo_terms(seat)
    if terms is None:
        raise Refusal(409, "no-undo", "There is nothing to take back.")
    check_bots(table, seat, terms)
    reply = Reply(subscriber, message.id)
    if needs := asked(table, terms.consent):
        return await put(table, "undo", seat, seat, needs, reply)
    return await change(table, seat, _undoing(seat, terms.consent), reply)


def check_bots(table: LiveTable, seat: Seat, terms: Terms) -> None:
    """Bots consent at once to what is dealt anew, and to nothing by which one could peep."""
    bots = any(table.row.seats[other].is_bot for other in terms.consent)
    if bots and (why := table.match.bots_refuse(seat)):
        raise Refusal(409, why.code, why.sentence)


def _undoing(seat: Seat, consent: Collection[Seat]) -> Change:
    return lambda driver, now: driver.undo(now, seat, consent)


async def ask(table: LiveTable, subscriber: Subscriber, message: Ask) -> None:
    """Put a question about a seat to the table."""
    if message.kind == "end":
        return await ask_to_end(table, subscriber, message)
    by, seat, reply = asking_seat(table, subscriber), message.seat, Reply(subscriber, message.id)
    check_seat(table.row, seat)
    check_subject(message.kind, by, seat)
    CHECKS[message.kind](table, seat)
    needs = asked(table, (s for s in table.persons() if s not in (by, seat)))
    if needs:
        return await put(table, message.kind, seat, by, needs, reply)
    return await carry_out(table, message.kind, seat, reply)


async def ask_to_end(table: LiveTable, subscriber: Subscriber, message: Ask) -> None:
    """All persons who are there must agree; an owner whose table only bots are left at need not ask."""
    check_ending(table, subscriber)
    by, reply = table.seat_of(subscriber), Reply(subscriber, message.id)
    needs = asked(table, (seat for seat in table.persons() if seat != by))
    if by is not None and needs:
        return await put(table, "end", by, by, needs, reply)
    return await carry_out(table, "end", message.seat, reply)


def may_hand_over(table: LiveTable, seat: Seat) -> None:
    if table.row.seats[seat].kind != "person":
        raise Refusal(409, "no-person", "A bot plays there already.")
    if not table.absent(seat):
        patience = round(table.server.patience)
        raise Refusal(409, "still-here", f"A bot takes over only who is away for {patience} seconds.")


def may_give_back(table: LiveTable, seat: Seat) -> None:
    chair = table.row.seats[seat]
    if not chair.is_bot or chair.guest is None:
        raise Refusal(409, "no-way-back", "No person's seat is played by a bot there.")


def may_pause(table: LiveTable, seat: Seat) -> None:
    if table.turn_clocks is None and not table.is_live:
        raise Refusal(409, "no-clock", "No clock runs at this table, so it waits for you anyway.")
    if table.match.paused:
        raise Refusal(409, "paused", "The table is paused already.")


def may_resume(table: LiveTable, seat: Seat) -> None:
    if not table.match.paused:
        raise Refusal(409, "not-paused", "Nothing is paused; play goes on already.")


def may_end(table: LiveTable, seat: Seat) -> None:
    if table.row.state != "playing":
        raise Refusal(409, "over", "The game at that table is over already.")


CHECKS = {
    "bot": may_hand_over,
    "back": may_give_back,
    "pause": may_pause,
    "resume": may_resume,
    "end": may_end,
}


async def put(table: LiveTable, kind: Kind, seat: Seat, by: Seat, needs: list[Seat], reply: Reply) -> None:
    """Ask the others; the same question is not put twice."""
    if table.questions.same(kind, seat):
        raise Refusal(409, "asked-already", "The table is being asked that already.")
    question = table.questions.put(kind, seat, by, needs)
    await table.commit([], reply)
    table.tell(QuestionPut(question))


async def answer(table: LiveTable, subscriber: Subscriber, message: Answer) -> None:
    """Consent or not; one no is enough, the last yes carries it out."""
    question = table.questions.find(message.question)
    if question is None:
        raise Refusal(404, "no-question", "That question is not open any more.")
    seat = answering_seat(table, subscriber, question)
    if message.yes and seat not in question.yes:
        question.yes.append(seat)
    await table.commit([], Reply(subscriber, message.id))
    if message.yes:
        return await settle(table, question)
    return await close(table, question, notices.declined(table.row, question, seat))


async def settle(table: LiveTable, question: Question) -> None:
    """Carry a question out if nobody is missing, else show how it stands."""
    question.needs = [seat for seat in question.needs if seat in question.yes or asked(table, [seat])]
    if not agreed(question):
        return table.tell(QuestionPut(question))
    possible = _is_possible(table, question)
    await close(table, question, "" if possible else notices.lapsed(table.row, question))
    with suppress(Illegal):  # what all have agreed to cannot be had any more
        if possible and question.kind == "undo":
            await _undo_by_consent(table, question)
        elif possible:
            await carry_out(table, question.kind, question.seat, None)
    return None


def _is_possible(table: LiveTable, question: Question) -> bool:
    """Whether what was asked for could still be asked: an absent person may be back by now."""
    try:
        if question.kind != "undo":
            CHECKS[question.kind](table, question.seat)
        elif terms := table.match.undo_terms(question.seat):
            check_bots(table, question.seat, terms)
    except Refusal:
        return False
    return True


async def carry_out(table: LiveTable, kind: Kind, seat: Seat, reply: Reply | None) -> None:
    if kind in ("bot", "back"):
        return await seat_change(table, kind, seat, reply)
    if kind == "end":
        return await closing.end(table, reply)
    if kind == "pause":
        return await change(table, seat, lambda driver, now: driver.pause(now, seat), reply)
    return await change(table, seat, lambda driver, now: driver.resume(now, seat), reply)


async def _undo_by_consent(table: LiveTable, question: Question) -> None:
    terms = table.match.undo_terms(question.seat)
    if terms and set(asked(table, terms.consent)) <= set(question.yes):
        await change(table, question.seat, _undoing(question.seat, terms.consent))


async def close(table: LiveTable, question: Question, why_not: str) -> None:
    """The question is answered: with yes, or with a reason that everybody reads."""
    table.questions.close(question)
    table.tell(QuestionAnswered(question.id, not why_not, why_not or UNSET))
    await table.announce(why_not)


async def seat_change(table: LiveTable, kind: str, seat: Seat, reply: Reply | None) -> None:
    """A bot plays for the person, or the person plays again."""
    chair, bot = table.row.seats[seat], bot_at(table.row, seat)
    chair.kind = "house" if kind == "bot" else "person"
    await table.commit(writes.seats(table.row), reply)
    table.tell_table()
    row = table.row
    await table.announce(
        notices.handed_over(row, seat) if kind == "bot" else notices.given_back(row, seat, bot)
    )
    table.server.wake(table)


async def review(table: LiveTable) -> None:
    """Questions whose answer is no longer waited for, because somebody has come back or gone."""
    for question in table.questions.all():
        if question.kind == "bot" and table.here(question.seat):
            await close(table, question, notices.lapsed(table.row, question))
        elif set(question.needs) != set(asked(table, question.needs)) | set(question.yes):
            await settle(table, question)


async def tell_missed(table: LiveTable) -> None:
    """Say who has been away for so long that a bot may take over."""
    seats = notices.missed(table)
    table.told_away.update(seats)
    table.tell_table()
    await table.announce(*(f"{table.row.seats[seat].name} is away." for seat in seats))
