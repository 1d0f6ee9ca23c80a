"""Sharing of rate limits among server workers, so that a limit holds for all of them together."""

from __future__ import annotations

import asyncio

from msgspec import Struct, msgpack

from flattop.server.cluster.peers import Message, Peers
from flattop.server.limits import AddressLimits

INTERVAL = 0.5  # seconds between two messages
FULL_EVERY = 10  # messages; then the socket counts are sent even if they have not changed


class Usage(Struct):
    """Tokens spent by addresses since the last message, and their open sockets if those have changed."""

    spent: list[tuple[str, str, int]]
    sockets: dict[str, int] | None


class RateLimitSync:
    """Sends what addresses used here, and charges what they used elsewhere."""

    def __init__(self, addresses: AddressLimits, peers: Peers) -> None:
        self._addresses, self._peers = addresses, peers
        self._sent_sockets: dict[str, int] = {}
        self._count = 0
        peers.handlers["used"] = self._receive
        peers.on_disconnect.append(self._forget)

    def _forget(self, worker: str) -> None:
        self._addresses.sockets_elsewhere.pop(worker, None)
        self._sent_sockets = {"": -1}  # differs from any count: the other worker may have forgotten ours

    async def run(self) -> None:
        while True:
            await asyncio.sleep(INTERVAL)
            self.send()

    def send(self) -> None:
        addresses, self._count = self._addresses, self._count + 1
        sockets = dict(addresses.sockets)
        is_news = sockets != self._sent_sockets or self._count % FULL_EVERY == 0
        spent = [(*use, times) for use, times in addresses.spent.items()]
        addresses.spent.clear()
        self._sent_sockets = sockets
        if self._peers.others and (spent or is_news):
            self._peers.broadcast("used", msgpack.encode(Usage(spent, sockets if is_news else None)))

    def _receive(self, message: Message) -> None:
        usage = msgpack.decode(message.body, type=Usage)
        for kind, block, times in usage.spent:
            self._addresses.charge(kind, block, times)
        if usage.sockets is not None:
            self._addresses.sockets_elsewhere[message.sender] = usage.sockets
