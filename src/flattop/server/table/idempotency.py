"""Idempotency of client messages: a message that is repeated with the same id gets the same reply."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec import UNSET

from flattop.kernel import Illegal
from flattop.server.errors import Refusal, refusal
from flattop.server.schemas.messages import Refused, encode
from flattop.server.store import queries
from flattop.server.store.base import Store
from flattop.server.table.server_api import Subscriber

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable

CACHED = 300  # replies in memory

Key = tuple[str, str]  # a guest and the id of one of its messages


@dataclass(slots=True)
class Reply:
    """The receiver of a reply, and the id of the message that is answered."""

    subscriber: Subscriber
    id: str


def refuse(table: LiveTable, reply: Reply, error: Refusal | Illegal) -> None:
    """Reply with the reason of a refusal, and cache it unless the problem is temporary."""
    why = refusal(error) if isinstance(error, Illegal) else error
    table.server.metrics.count("refusals")
    answer = encode(Refused(reply.id, why.code, why.sentence, why.rule or UNSET))
    if why.status != 503:
        table.replies.remember(reply.subscriber.guest or "", reply.id, answer)
    reply.subscriber.send(answer)


class ReplyCache:
    """Replies of a table by guest and message id: recent ones in memory, older ones in the store.

    The hashes of all saved keys stay in memory, so the store is not asked for new ids.
    """

    def __init__(self, store: Store, table_id: str, saved: Iterable[Key] = ()) -> None:
        self._store, self._table_id = store, table_id
        self._recent: OrderedDict[Key, str] = OrderedDict()
        self._saved = {hash(key) for key in saved}  # a hash collision costs only a query

    def __len__(self) -> int:
        return len(self._recent)

    async def find(self, guest: str, message_id: str) -> str | None:
        """Return the reply to a repeated message, or None for a new id."""
        if self.is_in_memory(guest, message_id):
            return self.recent(guest, message_id)
        return await queries.answer(self._store, self._table_id, guest, message_id)

    def is_in_memory(self, guest: str, message_id: str) -> bool:
        """True if `recent` suffices: the reply is in memory, or the id is new."""
        key = guest, message_id
        return key in self._recent or hash(key) not in self._saved

    def recent(self, guest: str, message_id: str) -> str | None:
        return self._recent.get((guest, message_id))

    def remember(self, guest: str, message_id: str, answer: str, *, saved: bool = False) -> None:
        """Cache a reply; `saved` if it is also in the store."""
        key = guest, message_id
        self._recent[key] = answer
        if saved:
            self._saved.add(hash(key))
        if len(self._recent) > CACHED:
            self._recent.popitem(last=False)
