"""Dispatch: each message of a client to what carries it out; an id is answered once, and always alike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import UNSET

from flattop.kernel import Illegal
from flattop.server.errors import Refusal, refusal
from flattop.server.schemas.codec import encode
from flattop.server.schemas.events import Complaint, Pong, Refused
from flattop.server.schemas.messages import Answer, Ask, Chat, Habits, Hello, Hint, Message, Ping, Play, Undo
from flattop.server.table import votes
from flattop.server.table.actions import play
from flattop.server.table.chat import chat
from flattop.server.table.habits import set_habits
from flattop.server.table.hints import hint
from flattop.server.table.live import LiveTable
from flattop.server.table.reply import Subscriber


async def dispatch(table: LiveTable, subscriber: Subscriber, message: Message) -> None:
    """Carry a message out, or say why not."""
    if isinstance(message, Ping):
        return subscriber.send(encode(Pong(message.n)))
    if isinstance(message, Hello):
        return subscriber.send(encode(Complaint("hello-again", "You have said hello already.")))
    if isinstance(message, Hint):
        return await _answer_once(table, subscriber, message, lambda: hint(table, subscriber, message))
    alone = table.alone_to_save if isinstance(message, Play) else table.alone
    return await alone(
        lambda: _answer_once(
            table, subscriber, message, lambda: VERBS[type(message)](table, subscriber, message)
        )
    )


async def _answer_once(
    table: LiveTable, subscriber: Subscriber, message: Any, work: Callable[[], Awaitable[None]]
) -> None:
    guest = subscriber.guest or ""
    if known := table.answers.find(guest, message.id):
        return subscriber.send(known)
    try:
        await work()
    except (Refusal, Illegal) as error:
        why = refusal(error) if isinstance(error, Illegal) else error
        table.server.metrics.count("refusals")
        answer = encode(Refused(message.id, why.code, why.sentence, why.rule or UNSET))
        if why.code != "not-saved":
            table.answers.remember(guest, message.id, answer)
        subscriber.send(answer)
    return None


VERBS: dict[type, Callable[[LiveTable, Subscriber, Any], Awaitable[None]]] = {
    Play: play,
    Undo: votes.undo,
    Ask: votes.ask,
    Answer: votes.answer,
    Chat: chat,
    Habits: set_habits,
}
