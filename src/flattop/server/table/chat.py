"""Chat: lines that everyone at the table reads."""

from __future__ import annotations

import time

from flattop.server.errors import Refusal
from flattop.server.guests import clean
from flattop.server.schemas.events import ChatLine
from flattop.server.schemas.messages import Chat
from flattop.server.store import writes
from flattop.server.table.live import LiveTable
from flattop.server.table.reply import Reply, Subscriber


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
