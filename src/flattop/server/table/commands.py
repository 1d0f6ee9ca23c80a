"""Messages of clients, each carried out as one command of the table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from flattop.kernel import Illegal
from flattop.server.errors import Refusal
from flattop.server.schemas.messages import Answer, Ask, Chat, Hint, Play, SetAutoAnswers, Undo
from flattop.server.table import votes
from flattop.server.table.actions import play
from flattop.server.table.auto_answers import set_auto_answers
from flattop.server.table.effects import Effects
from flattop.server.table.hints import hint
from flattop.server.table.idempotency import Reply, refuse
from flattop.server.table.live import LiveTable
from flattop.server.table.notices import chat
from flattop.server.table.server_api import Subscriber

TableMessage = Answer | Ask | Chat | SetAutoAnswers | Hint | Play | Undo
COMMANDS: dict[type, Callable[[LiveTable, Subscriber, Any], Awaitable[Effects]]] = {
    Play: play,
    Undo: votes.undo,
    Ask: votes.ask,
    Answer: votes.answer,
    Chat: chat,
    SetAutoAnswers: set_auto_answers,
}


async def deliver(table: LiveTable, subscriber: Subscriber, message: TableMessage) -> None:
    """Carry out a message and reply to it."""
    if isinstance(message, Hint):
        return await send_hints(table, subscriber, message)
    command = COMMANDS[type(message)]
    return await table.execute(lambda: command(table, subscriber, message), Reply(subscriber, message.id))


async def send_hints(table: LiveTable, subscriber: Subscriber, message: Hint) -> None:
    """Send hints.  This changes nothing at the table, so it is no command, and others go on meanwhile."""
    if known := await table.replies.find(subscriber.guest or "", message.id):
        return subscriber.send(known)
    try:
        await hint(table, subscriber, message)
    except (Refusal, Illegal) as why:
        refuse(table, Reply(subscriber, message.id), why)
    return None
