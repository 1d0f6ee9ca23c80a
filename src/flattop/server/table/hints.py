"""Hints: the best move for a player, sent again whenever the search has found a better one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from flattop.kernel import WAIT, action_of
from flattop.server.errors import Refusal
from flattop.server.schemas.messages import Done, Hint, HintGiven, encode
from flattop.server.table.permissions import own_seat
from flattop.server.table.server_api import HintRequest, Subscriber

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable


async def hint(table: LiveTable, subscriber: Subscriber, message: Hint) -> None:
    """Send better and better hints until the player moves, asks again or stops them."""
    seat = own_seat(table, subscriber)
    if message.stop:
        subscriber.wanted_hint = ""
        return subscriber.send(encode(Done(message.id, table.version_of(seat))))
    if seat not in table.match.waiting:
        raise Refusal(409, "not-your-turn", "You have nothing to decide now.")
    move_count, sent = table.move_counts[seat], list[HintGiven]()

    def send(answer: HintGiven) -> None:
        action = action_of(answer.action)
        if action == WAIT or table.match.refusal(seat, action) is None:  # a real-time game may have moved on
            sent.append(answer)
            subscriber.send(encode(answer))

    def is_wanted() -> bool:
        has_moved = table.move_counts[seat] != move_count
        return subscriber.wanted_hint == message.id and not has_moved and not table.dropped

    request = HintRequest(subscriber.address, subscriber.guest or "", message.id, send, is_wanted)
    await table.server.find_hints(table, seat, request)
    if not sent:
        raise Refusal(409, "no-hint", "The server has no hint for you now.")
    last = sent[-1]
    final = encode(msgspec.structs.replace(last, done=True))
    table.replies.remember(subscriber.guest or "", last.id, final)  # for a client that repeats the message
    if not last.done:
        subscriber.send(final)
    return None
