"""Auto-answers: a player's settings for questions that the server answers (`habits` in the protocol)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from flattop.kernel import Action, Seat
from flattop.match import RealtimeDriver, auto_answers
from flattop.match.auto_answers import NO_AUTO_ANSWERS, hold_action
from flattop.server.errors import Refusal
from flattop.server.schemas.messages import SetAutoAnswers
from flattop.server.store import writes
from flattop.server.table.actions import change
from flattop.server.table.effects import Effects
from flattop.server.table.permissions import own_seat
from flattop.server.table.server_api import Subscriber

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable


async def set_auto_answers(table: LiveTable, subscriber: Subscriber, message: SetAutoAnswers) -> Effects:
    """Save a player's settings, which only this player is sent; a pending answer is decided again."""
    seat = own_seat(table, subscriber)
    match, current = table.match, table.match.auto_answers.get(seat, NO_AUTO_ANSWERS)
    settings = replace(current, forced=message.forced, windows=message.windows)
    if message.hold != current.hold:  # an unchanged hold continues; a new one needs a question to hold
        if message.hold == "same" and hold_action(match.game, match.table.asks.get(seat, ())) is None:
            raise Refusal(409, "no-window", "You have no reply window now that you could hold.")
        if message.hold == "turn" and match.game.turn is None:
            raise Refusal(409, "no-window", "This game has no reply windows that you could hold.")
        settings = settings.holding(match, seat, message.hold)
    table.match.auto_answers[seat] = table.row.seats[seat].auto_answers = settings
    return Effects(writes.seats(table.row), publish=[partial(table.send_seat_changes, seat)])


async def play_auto_answer(table: LiveTable, seat: Seat, action: Action, move_count: int) -> Effects | None:
    """Play an auto-answer, unless the player has moved or changed the settings in the meantime."""
    if table.move_counts[seat] != move_count or table.row.seats[seat].kind != "person":
        return None
    if auto_answers.answer(table.match, seat) != action:
        return None

    def give(driver: RealtimeDriver, now: float) -> None:
        auto_answers.give(driver.match, seat, action, lambda: driver.play_at(now, seat, action))

    return change(table, seat, give)
