"""Sharing of rate limits among server workers, so that a limit holds for all of them together."""

from __future__ import annotations

import asyncio

from msgspec import Struct

from flattop.server.cluster.peers import Peers
from flattop.server.limits import AddressLimits

INTERVAL = 0.5  # seconds between two messages
Spent = list[tuple[str, str, int]]  # kind, address block, tokens


class Usage(Struct):
    """Tokens spent by addresses since the last message, and the socket counts that have changed."""

    worker: str
    spent: Spent
    sockets: dict[str, int]
    is_complete: bool  # True if `sockets` has all counts


class RateLimitSync:
    """Sends what addresses used here, and charges what they used elsewhere."""

    def __init__(self, addresses: AddressLimits, peers: Peers) -> None:
        self._addresses, self._peers = addresses, peers
        self._confirmed: dict[str, dict[str, int]] = {}  # our socket counts as other workers know them
        peers.answer("used", Usage, self._receive)
        peers.on_lost.append(self._forget)

    def _forget(self, worker: str) -> None:
        self._addresses.sockets_elsewhere.pop(worker, None)
        self._confirmed.pop(worker, None)

    async def run(self) -> None:
        while True:
            await asyncio.sleep(INTERVAL)
            await self.send()

    async def send(self) -> None:
        spent = [(*use, times) for use, times in self._addresses.spent.items()]
        self._addresses.spent.clear()
        await asyncio.gather(*(self._send_to(worker, spent) for worker in self._peers.others))

    async def _send_to(self, worker: str, spent: Spent) -> None:
        sockets, known = dict(self._addresses.sockets), self._confirmed.pop(worker, None)
        old = known or {}
        changed = {
            block: sockets.get(block, 0) for block in {*sockets, *old} if sockets.get(block) != old.get(block)
        }
        usage = Usage(self._peers.worker_id, spent, changed, known is None)
        if not (spent or changed) or await self._peers.ask(worker, "used", bool, usage):
            self._confirmed[worker] = sockets

    async def _receive(self, usage: Usage) -> bool:
        """Return False if the other worker must send all its counts, because some are missing here."""
        for kind, block, times in usage.spent:
            self._addresses.charge(kind, block, times)
        elsewhere = self._addresses.sockets_elsewhere
        if usage.worker not in self._peers.others:  # not known yet, or gone
            return False
        if not usage.is_complete and usage.worker not in elsewhere:
            return False
        counts = {} if usage.is_complete else elsewhere[usage.worker]
        elsewhere[usage.worker] = {block: count for block, count in (counts | usage.sockets).items() if count}
        return True
