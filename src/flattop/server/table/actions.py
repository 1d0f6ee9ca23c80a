"""Actions on the match of a table: moves of players, of bots, and for seats whose time is over."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from flattop.kernel import Action, Illegal, Seat, action_of
from flattop.match import RealtimeDriver
from flattop.server.errors import Refusal
from flattop.server.schemas.messages import Play
from flattop.server.table.clocks import driver_of
from flattop.server.table.effects import Effects
from flattop.server.table.permissions import own_seat
from flattop.server.table.server_api import Subscriber

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable

Change = Callable[[RealtimeDriver, float], object]  # changes the match, given its driver and the time


def change(table: LiveTable, seat: Seat, work: Change) -> Effects:
    """Change the match in memory for a seat."""
    try:
        work(driver_of(table), table.server.now())
    except Illegal as why:
        if why.__cause__:  # the rules raised an internal error for an illegal action
            table.server.fault(why.__cause__, table.row.id)
        raise
    table.move_counts[seat] += 1
    table.last_mover = seat
    return Effects(mover=seat)


async def play(table: LiveTable, subscriber: Subscriber, message: Play) -> Effects:
    """Play one action of a player."""
    seat = own_seat(table, subscriber)
    if message.version > table.version_of(seat):
        raise Refusal(409, "unknown-version", f"There is no version {message.version} yet.")
    try:
        return _play_action(table, seat, action_of(message.action))
    except Illegal:
        # In a real-time game the reason tells who was faster.
        if table.is_live or message.version == table.version_of(seat):
            raise
        sentence = "The table has changed since; this action is not possible any more."
        raise Refusal(409, "stale", sentence) from None


def _play_action(table: LiveTable, seat: Seat, action: Action) -> Effects:
    return change(table, seat, lambda driver, now: driver.play_at(now, seat, action))


async def play_for(table: LiveTable, seat: Seat, action: Action | None, asked_at: int) -> Effects | None:
    """Play a bot's action; without a legal one, a random option, also for a player whose time is over."""
    if not may_play_for(table, seat):
        return None
    try:
        if action is not None:
            return _play_action(table, seat, action)
    except Illegal:
        if table.match.actions != asked_at:  # the match has changed since the bot was asked: ask it again
            table.driver.restart_reaction(seat)
            return Effects()
        table.server.metrics.count("bot_failures")
    options = list(table.match.table.asks.get(seat, ()))
    if not options:
        table.driver.restart_reaction(seat)
        return Effects()
    return _play_action(table, seat, random.choice(options))


def may_play_for(table: LiveTable, seat: Seat) -> bool:
    """True if the server may move for the seat now: a bot plays there, or the player's time is over."""
    if not table.begun:
        return False
    if table.driver.running and table.row.seats[seat].is_bot:
        return True
    timed_out = table.turn_clocks.timed_out() if table.turn_clocks else []
    return seat in table.waiting_bots() or (seat in timed_out and seat in table.waiting_persons())
