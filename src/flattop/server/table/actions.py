"""Actions: whatever seats do to the match, for people, bots and those whose time is over."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from flattop.kernel import Action, Illegal, Seat
from flattop.match import RealtimeDriver, auto_answers
from flattop.server.schemas.events import Question, QuestionAnswered
from flattop.server.table import notices
from flattop.server.table.realtime import clockwork_of
from flattop.server.table.reply import Reply

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable

Change = Callable[
    [RealtimeDriver, float], object
]  # what is done to the match, given what drives it and the time


async def play_for(table: LiveTable, seat: Seat, action: Action | None, asked_at: int) -> None:
    """One action by a bot, or for whoever's time is over; where the bot fails, any option will do."""
    if not is_on(table, seat):
        return None
    try:
        if action is not None:
            return await _arrive(table, seat, action)
    except Illegal:
        if table.match.actions != asked_at:  # moved on while the bot thought; it is asked again
            return table.driver.restart_reaction(seat)
        table.server.metrics.count("bot_failures")
    options = list(table.match.table.asks.get(seat, ()))
    if not options:
        return table.driver.restart_reaction(seat)
    return await _arrive(table, seat, random.choice(options))


async def give_for(table: LiveTable, seat: Seat, action: Action, moved: int) -> None:
    """What a person's habits have answered, unless the person was quicker or has changed them."""
    if table.moves[seat] != moved or table.row.seats[seat].kind != "person":
        return
    if auto_answers.answer(table.match, seat) == action:
        await change(table, seat, lambda driver, now: _give(driver, now, seat, action))


def _give(driver: RealtimeDriver, now: float, seat: Seat, action: Action) -> None:
    auto_answers.give(driver.match, seat, action, lambda: driver.play_at(now, seat, action))


def is_on(table: LiveTable, seat: Seat) -> bool:
    """Whether the server may move for the seat at this very moment: it plays there, or the time is over."""
    if not table.begun:
        return False
    if table.driver.running and table.row.seats[seat].is_bot:
        return True
    out = table.turn_clocks.out() if table.turn_clocks else []
    return seat in table.bots_waited_for() or (seat in out and seat in table.persons_waited_for())


async def _arrive(table: LiveTable, seat: Seat, action: Action) -> None:
    await change(table, seat, lambda driver, now: driver.play_at(now, seat, action))


async def change(table: LiveTable, seat: Seat, work: Change, reply: Reply | None = None) -> None:
    """The one way to the match: carried out at the tick of its arrival, saved, acknowledged and told."""
    before = table.version_of(None)
    try:
        carry_out(table, seat, work)
    except Illegal:
        await table.save_time()  # it has passed all the same
        raise
    await table.commit(reply=reply, by=seat)
    await table.announce(*follow_up(table, seat, noticed=table.version_of(None) != before))


def carry_out(table: LiveTable, seat: Seat, work: Change) -> None:
    try:
        work(clockwork_of(table), table.server.now())
    except Illegal as why:
        if why.__cause__:  # a game has stumbled over nonsense
            table.server.fault(why.__cause__, table.row.id)
        raise
    table.moves[seat] += 1


def follow_up(table: LiveTable, seat: Seat, noticed: bool) -> list[str]:
    """What else becomes of a change that is saved; the sentences say which questions it has overtaken."""
    table.server.metrics.count("moves")
    why_not = _lapse(table, table.questions.lapsed(seat, noticed)) if table.questions else []
    if table.row.state == "over":
        table.tell_table()
    table.server.wake(table)
    return why_not


def _lapse(table: LiveTable, lapsed: Sequence[Question]) -> list[str]:
    why_not = [notices.lapsed(table.row, question) for question in lapsed]
    for question, why in zip(lapsed, why_not, strict=True):
        table.tell(QuestionAnswered(question.id, False, why))
    return why_not
