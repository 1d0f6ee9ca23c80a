"""Fairness: what many askers wait for is taken in turn, so that nobody's wishes stand before everybody's."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

Asker = tuple[str, ...]  # from the wide to the narrow: an address, then a guest there
T = TypeVar("T")
REMEMBERED = 1000  # askers whose last turn is known
SPAN = 0.004  # seconds after which clocks have their turn


class Full(Exception):
    """There is no room for more, in all or of this asker."""


class FairQueue(Generic[T]):
    """Wishes by their keys; addresses have their turns, then the guests of each, then whoever came first."""

    def __init__(self, most: int, shares: tuple[int, ...] = ()) -> None:
        """At most so many in all; `shares` says how many of one address, and of one guest there."""
        self.most, self.shares = most, shares
        self._waiting: OrderedDict[str, tuple[Asker, T]] = OrderedDict()
        self._served: OrderedDict[Asker, int] = OrderedDict()  # the number of an asker's last turn
        self._turns = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, key: str) -> bool:
        return key in self._waiting

    def put(self, key: str, asker: Asker, wish: T) -> None:
        """Wait, unless it waits already; raise `Full` where there is no room."""
        if key in self._waiting:
            return
        parts = _parts(asker)
        if len(self) >= self.most or any(map(self._has_its_share, parts, self.shares)):
            raise Full
        self._waiting[key] = asker, wish

    def _has_its_share(self, part: Asker, share: int) -> bool:
        return sum(asker[: len(part)] == part for asker, _ in self._waiting.values()) >= share

    def take(self) -> tuple[str, T]:
        """The next in turn."""
        key = _next(self._waiting, self._served)
        asker, wish = self._waiting.pop(key)
        self._turns += 1
        _serve(self._served, asker, self._turns)
        return key, wish

    def ahead(self, key: str) -> int:
        """How many have their turn before this one."""
        waiting, served = dict(self._waiting), self._served.copy()
        count = 0
        while (first := _next(waiting, served)) != key:
            count += 1
            _serve(served, waiting.pop(first)[0], self._turns + count)
        return count

    def drop(self, key: str) -> None:
        self._waiting.pop(key, None)

    def clear(self) -> None:
        self._waiting.clear()


class Rotation:
    """Keys of any number of owners, owner by owner in turn."""

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
        """The next key of the owner whose turn it is, who then goes to the end."""
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


class Rounds:
    """Work done as it comes, in its order; after some milliseconds of it, clocks that are due go first.

    However much comes in at one moment, the event loop would else do all of it before it looks at a clock.
    """

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], object]] = deque()
        self._until = 0.0  # when this round is over; 0 while there is none

    def begin(self, work: Callable[[], object]) -> None:
        """At once, or once those before it have begun."""
        now = time.monotonic()
        if not self._until:
            self._until = now + SPAN
            work()
            asyncio.get_running_loop().call_soon(self._go_round)  # after what the work has set off
        elif self._waiting or now >= self._until:
            self._waiting.append(work)
        else:
            work()

    def _go_round(self) -> None:
        self._until = time.monotonic() + SPAN if self._waiting else 0.0
        while self._waiting:
            self._waiting.popleft()()
            if time.monotonic() >= self._until:
                break
        if self._until:
            asyncio.get_running_loop().call_soon(self._go_round)


class Turns:
    """Requests that come at one moment begin a few in each round of the event loop, so that plays go on."""

    def __init__(self, few: int = 2) -> None:
        self._few, self._begun = few, 0  # how many begin in a round, and have begun in this one
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def take(self) -> None:
        """Return at once, or when it is one's turn."""
        loop = asyncio.get_running_loop()
        if not self._begun:
            loop.call_soon(self._go_round)
        if self._begun < self._few:
            self._begun += 1
            return
        turn = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _go_round(self) -> None:
        self._begun = 0
        while self._waiting and self._begun < self._few:
            turn = self._waiting.popleft()
            if not turn.done():  # whoever waited may be gone
                self._begun += 1
                turn.set_result(None)
        if self._begun:
            asyncio.get_running_loop().call_soon(self._go_round)


def _parts(asker: Asker) -> list[Asker]:
    """The address alone, then the guest there."""
    return [asker[: i + 1] for i in range(len(asker))]


def _next(waiting: Mapping[str, tuple[Asker, T]], served: Mapping[Asker, int]) -> str:
    """Whoever was served longest ago; of equals, whoever waits longest."""
    return min(waiting, key=lambda key: [served.get(part, 0) for part in _parts(waiting[key][0])])


def _serve(served: OrderedDict[Asker, int], asker: Asker, turn: int) -> None:
    for part in _parts(asker):
        served[part] = turn
        served.move_to_end(part)
    while len(served) > REMEMBERED:
        served.popitem(last=False)
