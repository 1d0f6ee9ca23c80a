"""Dispatch: each message of a client to what carries it out; an id is answered once, and always alike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from flattop.kernel import Illegal
from flattop.server.errors import Refusal
from flattop.server.schemas.codec import encode
from flattop.server.schemas.events import Complaint, Pong
from flattop.server.schemas.messages import Answer, Ask, Chat, Habits, Hello, Hint, Message, Ping, Play, Undo
from flattop.server.table import votes
from flattop.server.table.auto_answers import set_habits
from flattop.server.table.chat import chat
from flattop.server.table.hints import hint
from flattop.server.table.live import LiveTable
from flattop.server.table.plays import play
from flattop.server.table.reply import Reply, Subscriber, refuse


async def dispatch(table: LiveTable, subscriber: Subscriber, message: Message) -> None:
    """Carry a message out, or say why not."""
    if isinstance(message, Ping):
        return subscriber.send(encode(Pong(message.n)))
    if isinstance(message, Hello):
        return subscriber.send(encode(Complaint("hello-again", "You have said hello already.")))
    if isinstance(message, Hint):
        return await _answer_once(table, subscriber, message, lambda: hint(table, subscriber, message))
    if isinstance(message, Play):
        return await play(table, subscriber, message)
    return await table.alone(
        lambda: _answer_once(
            table, subscriber, message, lambda: VERBS[type(message)](table, subscriber, message)
        )
    )


async def _answer_once(
    table: LiveTable, subscriber: Subscriber, message: Any, work: Callable[[], Awaitable[None]]
) -> None:
    if known := await table.answers.find(subscriber.guest or "", message.id):
        return subscriber.send(known)
    try:
        await work()
    except (Refusal, Illegal) as why:
        refuse(table, Reply(subscriber, message.id), why)
    return None


VERBS: dict[type, Callable[[LiveTable, Subscriber, Any], Awaitable[None]]] = {
    Undo: votes.undo,
    Ask: votes.ask,
    Answer: votes.answer,
    Chat: chat,
    Habits: set_habits,
}
