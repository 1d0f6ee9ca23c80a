"""What each address has used up, told to all workers twice a second: so limits hold wherever one comes in."""

from __future__ import annotations

import asyncio

from msgspec import Struct, msgpack

from flattop.server.cluster.peers import Letter, Post
from flattop.server.limits import Addresses

EVERY = 0.5  # seconds between two words about it
AGAIN = 10  # words after which the sockets are told again although none has changed


class Used(Struct):
    """What a worker has let addresses do since its last word, and their sockets if those are told."""

    spent: list[tuple[str, str, int]]
    sockets: dict[str, int] | None


class Allowances:
    """Tells others what was used here, and charges what was used there."""

    def __init__(self, addresses: Addresses, post: Post) -> None:
        self._addresses, self._post = addresses, post
        self._told: dict[str, int] = {}
        self._words = 0
        post.takers["used"] = self._hear
        post.parted.append(self._forget)

    def _forget(self, worker: str) -> None:
        """It is gone, or tells us anew."""
        self._addresses.sockets_elsewhere.pop(worker, None)
        self._told = {"": -1}  # others may have forgotten ours

    async def go_round(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            self.tell()

    def tell(self) -> None:
        addresses, self._words = self._addresses, self._words + 1
        sockets = dict(addresses.sockets)
        is_news = sockets != self._told or self._words % AGAIN == 0
        spent = [(*use, times) for use, times in addresses.spent.items()]
        addresses.spent.clear()
        self._told = sockets
        if self._post.others and (spent or is_news):
            self._post.tell_all("used", msgpack.encode(Used(spent, sockets if is_news else None)))

    def _hear(self, letter: Letter) -> None:
        used = msgpack.decode(letter.body, type=Used)
        for kind, block, times in used.spent:
            self._addresses.charge(kind, block, times)
        if used.sockets is not None:
            self._addresses.sockets_elsewhere[letter.sender] = used.sockets
