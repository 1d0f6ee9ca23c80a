"""Hearing a message at a table: whatever carries an id is answered once, and always alike."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from flattop.kernel import WAIT
from flattop.server.errors import Refusal
from flattop.server.guests import clean
from flattop.server.schemas.messages import (
    Answer,
    Ask,
    Chat,
    ChatLine,
    Hello,
    Hint,
    Message,
    Ping,
    Play,
    Undo,
    refused,
    said,
)
from flattop.server.store import writes
from flattop.server.table import votes
from flattop.server.table.actions import objection, own_seat, play
from flattop.server.table.live import LiveTable, Reply
from flattop.server.table.subscribers import Listener


async def hear(table: LiveTable, listener: Listener, message: Message) -> None:
    """Carry a message out, or say why not."""
    if isinstance(message, Ping):
        return listener.send(said("pong", n=message.n))
    if isinstance(message, Hello):
        return listener.send(said("error", code="hello-again", sentence="You have said hello already."))
    if isinstance(message, Hint):
        return await _answer_once(table, listener, message, lambda: hint(table, listener, message))
    return await table.alone(
        lambda: _answer_once(table, listener, message, lambda: VERBS[type(message)](table, listener, message))
    )


async def _answer_once(
    table: LiveTable, listener: Listener, message: Any, work: Callable[[], Awaitable[None]]
) -> None:
    guest = listener.guest or ""
    if known := table.answered(guest, message.id):
        return listener.send(known)
    try:
        await work()
    except Refusal as why:
        table.house.metrics.count("refusals")
        answer = refused(message.id, why)
        if why.code != "not-saved":
            table.remember(guest, message.id, answer)
        listener.send(answer)
    return None


async def chat(table: LiveTable, listener: Listener, message: Chat) -> None:
    """One line that everyone at the table reads."""
    name = table.house.guest_name(listener.guest)
    if name is None:
        raise Refusal(401, "no-guest", "Tell the house your name first, then speak.")
    text = clean(message.text, 500, "bad-text", "A line of chat has 1 to 500 letters that can be shown.")
    n = table.chat[-1].n + 1 if table.chat else 1
    line = ChatLine(n, table.seat_of(listener), name, text, int(time.time()))
    await table.commit([writes.chat(table.row.id, line)], Reply(listener, message.id))
    table.say(line)


async def hint(table: LiveTable, listener: Listener, message: Hint) -> None:
    """What the house bot would do; the table goes on meanwhile."""
    seat = own_seat(table, listener)
    assert table.match
    if seat not in table.match.waiting:
        raise Refusal(409, "not-your-turn", "There is nothing to decide for you now.")
    action = await table.house.driver.choice(table, seat, "house")
    if action is None or (action != WAIT and objection(table, seat, action)):
        raise Refusal(409, "no-hint", "The house has no hint for you now.")
    words = table.match.game.text.option(table.match.table, action, table.match.people)
    answer = said("hint", id=message.id, action=list(action), words=words)
    table.remember(listener.guest or "", message.id, answer)
    listener.send(answer)


VERBS: dict[type, Callable[[LiveTable, Listener, Any], Awaitable[None]]] = {
    Play: play,
    Undo: votes.undo,
    Ask: votes.ask,
    Answer: votes.answer,
    Chat: chat,
}
