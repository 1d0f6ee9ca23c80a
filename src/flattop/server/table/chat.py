"""Chat: lines that everyone at the table reads."""

from __future__ import annotations

from flattop.server.auth.guests import clean
from flattop.server.errors import Refusal
from flattop.server.schemas.messages import Chat
from flattop.server.store import writes
from flattop.server.table.live import LiveTable
from flattop.server.table.reply import Reply, Subscriber


async def chat(table: LiveTable, subscriber: Subscriber, message: Chat) -> None:
    """One line that everyone at the table reads."""
    name = await table.server.guests.name(subscriber.guest)
    if name is None:
        raise Refusal(401, "no-guest", "Tell the server your name first, then speak.")
    check_talk(table)
    text = clean(message.text, 500, "bad-text", "A line of chat has 1 to 500 letters that can be shown.")
    line = table.next_line(table.seat_of(subscriber), name, text)
    await table.commit([writes.chat(table.row.id, line)], Reply(subscriber, message.id))
    table.say(line)


def check_talk(table: LiveTable) -> None:
    """Some games are played in silence; before the deal and after the end everybody may talk."""
    hush = table.match.game.chat_ban if table.begun and not table.match.over else None
    if hush:
        raise Refusal(409, hush.code, hush.sentence, hush.rule)
