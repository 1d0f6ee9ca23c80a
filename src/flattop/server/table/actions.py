"""Moves: playing and taking back, for people, bots and those whose time is over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flattop.kernel import WAIT, Action, FlattopError, Seat, action_of
from flattop.match.match import PAUSED
from flattop.server.errors import Refusal, refusal
from flattop.server.schemas.codec import encode
from flattop.server.schemas.messages import Hint, Play
from flattop.server.table.permissions import own_seat
from flattop.server.table.realtime import catch_up
from flattop.server.table.reply import Reply, Subscriber

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable


async def play(table: LiveTable, subscriber: Subscriber, message: Play) -> None:
    """One action of a person; the move and its answer are saved together."""
    seat = own_seat(table, subscriber)
    await catch_up(table)
    current = table.version_of(seat)
    if message.version > current:
        raise Refusal(409, "unknown-version", f"There is no version {message.version} yet.")
    action = action_of(message.action)
    if why := objection(table, seat, action):
        stale = Refusal(409, "stale", "The table has moved on; that is not open any more.")
        raise stale if message.version < current and not table.is_live else why  # in a race, why it was lost
    table.match.play(seat, action)
    await moved(table, seat, {"play": [seat, *action]}, Reply(subscriber, message.id))


def objection(table: LiveTable, seat: Seat, action: Action) -> Refusal | None:
    """Why the seat may not play this; asked before anything is touched, for anything may be sent."""
    t = table.match.table
    if table.match.paused:
        return refusal(PAUSED)
    try:
        if action in t.asks.get(seat, ()) or (not t.over and action in t.anytime(seat)):
            return None
        return refusal(t.refusal(seat, action))
    except Exception as error:  # a game that stumbles over nonsense must not take the table with it
        table.server.fault(error)
        return Refusal(409, "not-open", "That is none of the options now.")


async def take_back(table: LiveTable, seat: Seat, consent: Iterable[Seat], reply: Reply | None) -> None:
    """Undo the seat's last action."""
    await catch_up(table)
    try:
        table.match.undo(seat, tuple(consent))
    except FlattopError as error:
        raise refusal(error) from None
    await moved(table, seat, {"undo": [seat]}, reply)


async def pause(table: LiveTable, seat: Seat, reply: Reply | None) -> None:
    """Stop all clocks of the table; the time up to now has passed."""
    await catch_up(table)
    if not table.match.over and not table.match.paused:
        table.match.pause(seat)
        await moved(table, seat, {"pause": [seat]}, reply)


async def resume(table: LiveTable, seat: Seat, reply: Reply | None) -> None:
    """Let the clocks run again, from where they stopped."""
    if table.match.paused:
        table.match.resume(seat)
        if table.clockwork:
            table.clockwork.mark = table.server.now()
        await moved(table, seat, {"resume": [seat]}, reply)


async def play_for(table: LiveTable, seat: Seat, action: Action) -> None:
    """One action by a bot, for a bot's seat or for one whose time is over."""
    table.match.play(seat, action)
    await moved(table, seat, {"play": [seat, *action]}, None)


async def moved(table: LiveTable, seat: Seat, entry: dict[str, object], reply: Reply | None) -> None:
    """The match has changed: save it, tell everyone, and see who is next."""
    if table.clockwork:
        table.clockwork.moved(seat)
    before = table.version_of(None)
    await table.commit([table.event(entry)], reply, by=seat)
    table.server.metrics.count("moves")
    for question in table.questions.lapsed(seat, noticed=table.version_of(None) != before):
        table.tell("answered", question=question.id, agreed=False)
    if table.row.state == "over":
        table.tell_table()
    table.server.wake(table)


async def hint(table: LiveTable, subscriber: Subscriber, message: Hint) -> None:
    """What the house bot would do; the table goes on meanwhile."""
    seat = own_seat(table, subscriber)
    if seat not in table.match.waiting:
        raise Refusal(409, "not-your-turn", "There is nothing to decide for you now.")
    action = await table.server.bot_choice(table, seat, "house")
    if action is None or (action != WAIT and objection(table, seat, action)):
        raise Refusal(409, "no-hint", "The server has no hint for you now.")
    words = table.match.game.text.option(table.match.table, action, table.match.people)
    answer = encode("hint", id=message.id, action=list(action), words=words)
    table.remember(subscriber.guest or "", message.id, answer)
    subscriber.send(answer)
