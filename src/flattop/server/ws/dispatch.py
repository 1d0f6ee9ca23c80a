"""Hearing a message at a table: whatever carries an id is answered once, and always alike."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from flattop.kernel import WAIT
from flattop.server.errors import Refusal
from flattop.server.guests import clean
from flattop.server.schemas.codec import encode, encode_refusal
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
)
from flattop.server.store import writes
from flattop.server.table import votes
from flattop.server.table.actions import objection, play
from flattop.server.table.live import LiveTable, Reply
from flattop.server.table.permissions import own_seat
from flattop.server.table.subscribers import Subscriber


async def dispatch(table: LiveTable, subscriber: Subscriber, message: Message) -> None:
    """Carry a message out, or say why not."""
    if isinstance(message, Ping):
        return subscriber.send(encode("pong", n=message.n))
    if isinstance(message, Hello):
        return subscriber.send(encode("error", code="hello-again", sentence="You have said hello already."))
    if isinstance(message, Hint):
        return await _answer_once(table, subscriber, message, lambda: hint(table, subscriber, message))
    return await table.alone(
        lambda: _answer_once(
            table, subscriber, message, lambda: VERBS[type(message)](table, subscriber, message)
        )
    )


async def _answer_once(
    table: LiveTable, subscriber: Subscriber, message: Any, work: Callable[[], Awaitable[None]]
) -> None:
    guest = subscriber.guest or ""
    if known := table.answered(guest, message.id):
        return subscriber.send(known)
    try:
        await work()
    except Refusal as why:
        table.server.metrics.count("refusals")
        answer = encode_refusal(message.id, why)
        if why.code != "not-saved":
            table.remember(guest, message.id, answer)
        subscriber.send(answer)
    return None


async def chat(table: LiveTable, subscriber: Subscriber, message: Chat) -> None:
    """One line that everyone at the table reads."""
    name = table.server.guests.name(subscriber.guest)
    if name is None:
        raise Refusal(401, "no-guest", "Tell the server your name first, then speak.")
    text = clean(message.text, 500, "bad-text", "A line of chat has 1 to 500 letters that can be shown.")
    n = table.chat[-1].n + 1 if table.chat else 1
    line = ChatLine(n, table.seat_of(subscriber), name, text, int(time.time()))
    await table.commit([writes.chat(table.row.id, line)], Reply(subscriber, message.id))
    table.say(line)


async def hint(table: LiveTable, subscriber: Subscriber, message: Hint) -> None:
    """What the house bot would do; the table goes on meanwhile."""
    seat = own_seat(table, subscriber)
    assert table.match
    if seat not in table.match.waiting:
        raise Refusal(409, "not-your-turn", "There is nothing to decide for you now.")
    action = await table.server.bot_choice(table, seat, "house")
    if action is None or (action != WAIT and objection(table, seat, action)):
        raise Refusal(409, "no-hint", "The server has no hint for you now.")
    words = table.match.game.text.option(table.match.table, action, table.match.people)
    answer = encode("hint", id=message.id, action=list(action), words=words)
    table.remember(subscriber.guest or "", message.id, answer)
    subscriber.send(answer)


VERBS: dict[type, Callable[[LiveTable, Subscriber, Any], Awaitable[None]]] = {
    Play: play,
    Undo: votes.undo,
    Ask: votes.ask,
    Answer: votes.answer,
    Chat: chat,
}
