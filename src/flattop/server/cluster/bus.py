"""The bus: carries messages between server workers, in order from one sender to one receiver."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from flattop.kernel import FlattopError

Receiver = Callable[[bytes], None]


class CannotReach(FlattopError):
    """The bus cannot be reached or used."""


class BusListener(Protocol):
    """Is told about the state of the bus itself."""

    def bus_lost(self) -> None:
        """Recent messages may be lost, and new ones are dropped."""

    def bus_back(self) -> None:
        """Messages are delivered again."""

    def undelivered(self, channel: str) -> None:
        """A message was published on a channel without a subscriber."""


class Bus(Protocol):
    """Publish and subscribe. Subscriptions come before `open`; messages are dropped while the bus is lost."""

    scope: str  # prefix of channel names, so that several clusters can share one broker
    is_up: bool
    is_outside: bool  # True if other programs may reach it

    def set_listener(self, listener: BusListener) -> None: ...

    def subscribe(self, channel: str, receiver: Receiver) -> None: ...

    def publish(self, channel: str, message: bytes) -> None: ...

    async def open(self) -> None:
        """Connect. If that fails the bus counts as lost, and connects later."""

    async def close(self) -> None:
        """Publish the pending messages, then disconnect."""


class Exchange:
    """Connects the buses of one process, which may run in several event loops."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._receivers: dict[str, list[tuple[asyncio.AbstractEventLoop, Receiver]]] = {}

    def join(self, receivers: dict[str, Receiver]) -> None:
        loop = asyncio.get_running_loop()
        with self._lock:
            for channel, receiver in receivers.items():
                self._receivers.setdefault(channel, []).append((loop, receiver))

    def leave(self, receivers: dict[str, Receiver]) -> None:
        with self._lock:
            for channel, receiver in receivers.items():
                self._receivers[channel] = [one for one in self._receivers[channel] if one[1] is not receiver]

    def deliver(self, channel: str, message: bytes) -> bool:
        """Pass a message to all subscribers of a channel; return False if there are none."""
        with self._lock:
            receivers = self._receivers.get(channel, [])
            for loop, receiver in receivers:
                with suppress(RuntimeError):  # its event loop is closed
                    loop.call_soon_threadsafe(receiver, message)
        return bool(receivers)


class LocalBus:
    """A bus within one process, for a server alone or for several that share an exchange."""

    scope, is_outside = "flattop", False

    def __init__(self, exchange: Exchange | None = None) -> None:
        self._exchange, self._receivers, self.is_up = exchange or Exchange(), dict[str, Receiver](), False
        self._listener: BusListener | None = None

    def set_listener(self, listener: BusListener) -> None:
        self._listener = listener

    def subscribe(self, channel: str, receiver: Receiver) -> None:
        self._receivers[channel] = receiver

    def publish(self, channel: str, message: bytes) -> None:
        if self.is_up and not self._exchange.deliver(channel, message) and self._listener:
            asyncio.get_running_loop().call_soon(self._listener.undelivered, channel)

    async def open(self) -> None:
        self._exchange.join(self._receivers)
        self.is_up = True

    async def close(self) -> None:
        if self.is_up:
            self._exchange.leave(self._receivers)
        self.is_up = False
