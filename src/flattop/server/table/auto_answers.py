"""What a person lets be answered: kept with the seat, told to the person alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from flattop.kernel import Seat
from flattop.match import AutoAnswers, Match
from flattop.match.auto_answers import NO_AUTO_ANSWERS, hold_action
from flattop.server.errors import Refusal
from flattop.server.schemas import messages
from flattop.server.store import writes
from flattop.server.table.permissions import own_seat
from flattop.server.table.reply import Reply, Subscriber

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable


async def set_habits(table: LiveTable, subscriber: Subscriber, message: messages.Habits) -> None:
    """From now on; what was about to be answered is thought over again."""
    seat = own_seat(table, subscriber)
    wished = _wished(table.match, seat, message)
    table.match.auto_answers[seat] = table.row.seats[seat].auto_answers = wished
    await table.commit(writes.seats(table.row), Reply(subscriber, message.id))
    table.tell_seat(seat)
    table.server.wake(table)


def _wished(match: Match, seat: Seat, message: messages.Habits) -> AutoAnswers:
    """Who goes on holding holds for what it did; who begins needs something to hold."""
    auto_answers = match.auto_answers.get(seat, NO_AUTO_ANSWERS)
    kept = replace(auto_answers, forced=message.forced, windows=message.windows)
    if message.hold == auto_answers.hold:
        return kept
    if message.hold == "same" and hold_action(match.game, match.table.asks.get(seat, ())) is None:
        raise Refusal(409, "no-window", "You are asked for no reply now that you could go on holding.")
    if message.hold == "turn" and match.game.turn is None:
        raise Refusal(409, "no-window", "This game asks for no replies that you could hold.")
    return kept.holding(match, seat, message.hold)
