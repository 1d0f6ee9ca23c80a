"""Fair queues and locks, which serve clients in turn (round-robin), and a throttle for work that starts."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from itertools import count
from typing import Generic, TypeVar

Asker = tuple[str, ...]  # from the wide to the narrow: an address, then a guest there
T = TypeVar("T")
REMEMBERED = 1000  # askers whose last turn is stored


class Full(Exception):
    """The queue has no room, in total or for this asker."""


class FairQueue(Generic[T]):
    """A queue that is round-robin over addresses, then over guests, then first come, first served."""

    def __init__(self, size: int, shares: tuple[int, ...] = ()) -> None:
        """`shares` limits the entries of one address, and of one guest at an address."""
        self.size, self.shares = size, shares
        self._waiting: OrderedDict[str, tuple[Asker, T]] = OrderedDict()
        self._served: OrderedDict[Asker, int] = OrderedDict()  # the number of an asker's last turn
        self._turns = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, key: str) -> bool:
        return key in self._waiting

    def put(self, key: str, asker: Asker, item: T) -> None:
        """Add an item unless its key is in the queue; raise `Full` if there is no room."""

        def uses_its_share(part: Asker, share: int) -> bool:
            return sum(other[: len(part)] == part for other, _ in self._waiting.values()) >= share

        if key in self._waiting:
            return
        if len(self) >= self.size or any(map(uses_its_share, _prefixes(asker), self.shares)):
            raise Full
        self._waiting[key] = asker, item

    def take(self) -> tuple[str, T]:
        """Remove and return the next key and its item."""
        key = _next_key(self._waiting, self._served)
        asker, item = self._waiting.pop(key)
        self._turns += 1
        _record_turn(self._served, asker, self._turns)
        return key, item

    def ahead(self, key: str) -> int:
        """The number of items that are served before this one."""
        waiting, served = dict(self._waiting), self._served.copy()
        count = 0
        while (first := _next_key(waiting, served)) != key:
            count += 1
            _record_turn(served, waiting.pop(first)[0], self._turns + count)
        return count

    def drop(self, key: str) -> None:
        self._waiting.pop(key, None)

    def clear(self) -> None:
        self._waiting.clear()


class FairLock:
    """A lock for one piece of work at a time. Those who wait are served in the order of a `FairQueue`."""

    def __init__(self, size: int, shares: tuple[int, ...] = ()) -> None:
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue(size, shares)
        self._is_held, self._numbers = False, count()

    def __len__(self) -> int:
        """The number of those who wait."""
        return len(self._queue)

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        """Wait for a turn and hold the lock; raise `Full` if too many wait."""
        if self._is_held:
            key, turn = str(next(self._numbers)), asyncio.get_running_loop().create_future()
            self._queue.put(key, asker, turn)
            try:
                await turn
            except asyncio.CancelledError:
                self._queue.drop(key)
                if not turn.cancelled():  # it had its turn at the same moment
                    self._pass_on()
                raise
        self._is_held = True
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        while len(self._queue):
            _, turn = self._queue.take()
            if not turn.done():
                turn.set_result(None)
                return
        self._is_held = False


def _prefixes(asker: Asker) -> list[Asker]:
    """The address alone, then the guest at the address."""
    return [asker[: i + 1] for i in range(len(asker))]


def _next_key(waiting: Mapping[str, tuple[Asker, T]], served: Mapping[Asker, int]) -> str:
    """The key of the asker that was served longest ago; the oldest key among equals."""
    return min(waiting, key=lambda key: [served.get(part, 0) for part in _prefixes(waiting[key][0])])


def _record_turn(served: OrderedDict[Asker, int], asker: Asker, turn: int) -> None:
    for part in _prefixes(asker):
        served[part] = turn
        served.move_to_end(part)
    while len(served) > REMEMBERED:
        served.popitem(last=False)


class RoundRobin:
    """A queue of keys that serves their owners in turn."""

    def __init__(self) -> None:
        self._owners: dict[str, str] = {}  # by key
        self._keys: OrderedDict[str, OrderedDict[str, None]] = OrderedDict()  # by owner, the next one first

    def __len__(self) -> int:
        return len(self._owners)

    def __contains__(self, key: str) -> bool:
        return key in self._owners

    def put(self, key: str, owner: str) -> None:
        if key not in self._owners:
            self._owners[key] = owner
            self._keys.setdefault(owner, OrderedDict())[key] = None

    def take(self) -> str:
        """Remove the next key of the next owner, and move the owner to the end."""
        owner, keys = next(iter(self._keys.items()))
        key = next(iter(keys))
        self._keys.move_to_end(owner)
        self.drop(key)
        return key

    def drop(self, key: str) -> None:
        if (owner := self._owners.pop(key, None)) is not None:
            del self._keys[owner][key]
            if not self._keys[owner]:
                del self._keys[owner]


class StartThrottle:
    """Starts a few pieces of work per iteration of the event loop, owner by owner; others run in between."""

    def __init__(self, per_iteration: int) -> None:
        self._per_iteration, self._started = per_iteration, 0
        self._queue, self._numbers = RoundRobin(), count()
        self._turns: dict[str, asyncio.Future[None]] = {}  # by key in the queue

    async def wait(self, owner: str) -> None:
        """Return at once, or when it is the turn of the owner: an address, or a table."""
        loop = asyncio.get_running_loop()
        if not self._started:
            loop.call_soon(self._next_iteration)
        if self._started < self._per_iteration:
            self._started += 1
            return
        key = str(next(self._numbers))
        turn = self._turns[key] = loop.create_future()
        self._queue.put(key, owner)
        try:
            await turn
        finally:
            self._queue.drop(key)
            del self._turns[key]

    def _next_iteration(self) -> None:
        self._started = 0
        while len(self._queue) and self._started < self._per_iteration:
            turn = self._turns[self._queue.take()]
            if not turn.done():  # cancelled work does not count
                self._started += 1
                turn.set_result(None)
        if self._started:
            asyncio.get_running_loop().call_soon(self._next_iteration)
