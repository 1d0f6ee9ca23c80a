"""Hints: what would be best for whoever asks, told again as more is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from flattop.kernel import WAIT, Action, Seat, action_of
from flattop.server.errors import Refusal
from flattop.server.schemas.codec import encode
from flattop.server.schemas.events import Done, HintGiven
from flattop.server.schemas.messages import Hint
from flattop.server.table.permissions import own_seat
from flattop.server.table.reply import Subscriber
from flattop.server.table.server_api import Asking

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable


async def hint(table: LiveTable, subscriber: Subscriber, message: Hint) -> None:
    """What chef would do, better and better until the person moves, asks anew or has enough of it."""
    seat = own_seat(table, subscriber)
    if message.stop:
        subscriber.wonders = ""
        return subscriber.send(encode(Done(message.id, table.version_of(seat))))
    if seat not in table.match.waiting:
        raise Refusal(409, "not-your-turn", "There is nothing to decide for you now.")
    asked, given = table.moves[seat], list[HintGiven]()

    def tell(answer: HintGiven) -> None:
        if _is_open(table, seat, action_of(answer.action)):
            given.append(answer)
            subscriber.send(encode(answer))

    def is_wanted() -> bool:
        return subscriber.wonders == message.id and table.moves[seat] == asked and not table.dropped

    await table.server.find_hints(table, seat, Asking(subscriber.guest or "", message.id, tell, is_wanted))
    if not given:
        raise Refusal(409, "no-hint", "The server has no advice for you now.")
    return _end(table, subscriber, given[-1])


def _is_open(table: LiveTable, seat: Seat, action: Action) -> bool:
    """While time runs the table may have moved on."""
    return action == WAIT or table.match.refusal(seat, action) is None


def _end(table: LiveTable, subscriber: Subscriber, last: HintGiven) -> None:
    """Whoever asks again with the same id gets what was told last, and nobody waits for a better one."""
    answer = encode(msgspec.structs.replace(last, done=True))
    table.answers.remember(subscriber.guest or "", last.id, answer)
    if not last.done:
        subscriber.send(answer)
