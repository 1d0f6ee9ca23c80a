"""Answers by the ids of messages: the same id is answered alike, and nothing is carried out twice."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from flattop.server.store import queries
from flattop.server.store.base import Store

REMEMBERED = 300  # answers that are kept in memory

Key = tuple[str, str]  # a guest and the id of one of its messages


class Answers:
    """The last answers of a table in memory, older ones in the store, which is asked for none that is new."""

    def __init__(self, store: Store, table_id: str, saved: Iterable[Key] = ()) -> None:
        self._store, self._table_id = store, table_id
        self._recent: OrderedDict[Key, str] = OrderedDict()
        self._saved = {hash(key) for key in saved}  # two keys of one hash cost a look at the store, no more

    def __len__(self) -> int:
        return len(self._recent)

    async def find(self, guest: str, message_id: str) -> str | None:
        """What was answered to this id before."""
        if self.is_in_memory(guest, message_id):
            return self.recent(guest, message_id)
        return await queries.answer(self._store, self._table_id, guest, message_id)

    def is_in_memory(self, guest: str, message_id: str) -> bool:
        """Whether the store need not be asked: the answer is here, or the id is a new one."""
        key = guest, message_id
        return key in self._recent or hash(key) not in self._saved

    def recent(self, guest: str, message_id: str) -> str | None:
        return self._recent.get((guest, message_id))

    def remember(self, guest: str, message_id: str, answer: str, *, saved: bool = False) -> None:
        key = guest, message_id
        self._recent[key] = answer
        if saved:
            self._saved.add(hash(key))
        if len(self._recent) > REMEMBERED:
            self._recent.popitem(last=False)
