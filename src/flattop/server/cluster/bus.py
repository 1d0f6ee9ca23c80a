"""The bus: carries messages between workers, those of one sender to one receiver in their order."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from flattop.kernel import FlattopError

Taker = Callable[[bytes], None]


class CannotReach(FlattopError):
    """The bus is not there, or not to be used."""


class BusEar(Protocol):
    """Hears what becomes of the bus itself."""

    def bus_lost(self) -> None:
        """Whatever was said lately, or is said from now on, may not arrive."""

    def bus_back(self) -> None:
        """What is said from now on arrives again."""

    def missed(self, channel: str) -> None:
        """Something was said where nobody listens."""


class Bus(Protocol):
    """Whoever listens says so before the bus is opened; what is published while it is lost is dropped."""

    scope: str  # what the names of channels begin with, so that several clusters share what carries them
    is_up: bool
    is_outside: bool  # whether others than our own workers may reach it

    def attend(self, ear: BusEar) -> None: ...

    def subscribe(self, channel: str, taker: Taker) -> None: ...

    def publish(self, channel: str, message: bytes) -> None: ...

    async def open(self) -> None:
        """Connect; where that fails it is lost from the beginning, and comes back once it can."""

    async def close(self) -> None:
        """Say what was still to be said, then leave."""


class Exchange:
    """The buses of one process, each with an event loop of its own perhaps."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ears: dict[str, list[tuple[asyncio.AbstractEventLoop, Taker]]] = {}

    def join(self, takers: dict[str, Taker]) -> None:
        loop = asyncio.get_running_loop()
        with self._lock:
            for channel, taker in takers.items():
                self._ears.setdefault(channel, []).append((loop, taker))

    def leave(self, takers: dict[str, Taker]) -> None:
        with self._lock:
            for channel, taker in takers.items():
                self._ears[channel] = [ear for ear in self._ears[channel] if ear[1] is not taker]

    def hand_on(self, channel: str, message: bytes) -> bool:
        """To all who listen there; whether anybody does."""
        with self._lock:
            ears = self._ears.get(channel, [])
            for loop, taker in ears:
                with suppress(RuntimeError):  # its loop is closed
                    loop.call_soon_threadsafe(taker, message)
        return bool(ears)


class LocalBus:
    """A bus within one process: for a server alone, and for several that share an exchange."""

    scope, is_outside = "flattop", False

    def __init__(self, exchange: Exchange | None = None) -> None:
        self._exchange, self._takers, self.is_up = exchange or Exchange(), dict[str, Taker](), False
        self._ear: BusEar | None = None

    def attend(self, ear: BusEar) -> None:
        self._ear = ear

    def subscribe(self, channel: str, taker: Taker) -> None:
        self._takers[channel] = taker

    def publish(self, channel: str, message: bytes) -> None:
        if self.is_up and not self._exchange.hand_on(channel, message) and self._ear:
            asyncio.get_running_loop().call_soon(self._ear.missed, channel)

    async def open(self) -> None:
        self._exchange.join(self._takers)
        self.is_up = True

    async def close(self) -> None:
        if self.is_up:
            self._exchange.leave(self._takers)
        self.is_up = False
