"""The gate: every open connection, how many in all and per address, and which of them has kept us waiting."""

from __future__ import annotations

import asyncio
import math
import socket
import struct
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from ipaddress import ip_address, ip_network
from typing import Any

import uvicorn

from flattop.server.limits import Limits, address_block
from flattop.server.metrics import Metrics

if sys.platform != "win32":  # there files are not counted
    import resource

SWEEP = 1.0  # seconds between two looks at all connections
SUMMARY = 60.0  # seconds between two lines about those that were turned away
BACKLOG = 128  # accepted at once, and then perhaps refused
SPARE = 2 * BACKLOG  # files that are left for those, for the database and for the workers
FILES = 65_536  # more than we ever ask for
STEP = 16_384  # bytes that a reader must take in the time it has
READ = 65_536  # bytes that are read at a time at most


class Watch:
    """One connection as the gate sees it: what is expected of it, and until when."""

    def __init__(self, gate: Gate, transport: asyncio.Transport, client: tuple[str, int] | None) -> None:
        self.gate, self.transport = gate, transport
        self.block = address_block(client[0] if client else "")
        self.is_proxy = client is not None and gate.is_proxy(client[0])
        self._expected, self._until = "", math.inf
        self._left, self._stuck_since = 0, math.inf

    def expect(self, what: str, seconds: float) -> None:
        """The other side has so long for the next thing, and may be closed before to make room."""
        self._expected, self._until = what, self.gate.now() + seconds
        self.gate.note_waiting(self)

    def rest(self) -> None:
        """Nothing is expected of the other side: it is we who are at work, or a socket is open."""
        self._until = math.inf
        self.gate.note_busy(self)

    def pause(self) -> None:
        """The other side does not take what we write."""
        self._left, self._stuck_since = self.transport.get_write_buffer_size(), self.gate.now()

    def resume(self) -> None:
        self._stuck_since = math.inf

    def cut_off(self) -> None:
        """Close at once, and let the system forget what was not read."""
        linger = struct.pack("ii", 1, 0)
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.transport.abort()

    def overdue(self, now: float) -> str:
        """Why the connection is to be closed; nothing if it may stay."""
        if self.transport.is_closing():
            self._until = min(self._until, now + self.gate.limits.unread)
        if self._stuck(now):
            return "did not read"
        return (self._expected or "did not read") if now > self._until else ""

    def _stuck(self, now: float) -> bool:
        if self._stuck_since is math.inf:
            return False
        left = self.transport.get_write_buffer_size()
        if left <= self._left - STEP:
            self._left, self._stuck_since = left, now
        return now - self._stuck_since > self.gate.limits.unread


def read_less(transport: asyncio.BaseTransport) -> None:
    """Take from the system no more at a time than a message needs.

    asyncio asks for 256 kB, which glibc maps and unmaps for every message: five times the cost of the read.
    """
    if hasattr(transport, "max_size"):  # other loops have a buffer of their own
        transport.max_size = READ


class GatedProtocol(asyncio.Protocol):
    """What HTTP and sockets have in common behind the gate: it hears who does not read, and who is gone."""

    gate: Gate
    watch: Watch
    transport: asyncio.Transport

    def pause_writing(self) -> None:
        self.watch.pause()
        super().pause_writing()

    def resume_writing(self) -> None:
        self.watch.resume()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self.gate.leave(self.transport)
        super().connection_lost(exc)


class Gate:
    """Lets connections in, and closes those that only take up room."""

    def __init__(
        self, limits: Limits, metrics: Metrics, log: Callable[[str], None], proxies: Sequence[str] = ()
    ) -> None:
        self.limits, self._metrics, self._log = limits, metrics, log
        self._proxies = [ip_network(proxy, strict=False) for proxy in proxies]
        self._most = min(limits.connections, room_for_connections())
        self._most_per_block = min(limits.address_connections, max(1, self._most // 2))
        self._open: dict[asyncio.Transport, Watch] = {}
        self._blocks: Counter[str] = Counter()
        self._waiting: dict[str, dict[Watch, None]] = {}  # by block, those who keep us waiting longest first
        self.turned_away: Counter[str] = Counter()
        self._told_of: Counter[str] = Counter()
        self._sweeping = False
        self._told = -math.inf

    def is_proxy(self, address: str) -> bool:
        """Whether the owner has named the address: it speaks for many, each with limits of their own."""
        try:
            return any(ip_address(address) in proxy for proxy in self._proxies)
        except ValueError:
            return False

    # -- coming and going

    def admit(self, watch: Watch) -> bool:
        """Let a connection in; where there are too many, one that has not asked for anything makes room."""
        if not self._has_room(watch):
            self.turn_away("too many")
            return False
        self._open[watch.transport] = watch
        self._blocks[watch.block] += 1
        self._changed()
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        watch = self._open.pop(transport, None)
        if watch is None:
            return
        self.note_busy(watch)
        self._blocks[watch.block] -= 1
        if not self._blocks[watch.block]:
            del self._blocks[watch.block]
        self._changed()

    def watch_on(self, transport: asyncio.Transport) -> Watch:
        """The watch of a connection that is open."""
        return self._open[transport]

    def _changed(self) -> None:
        self._metrics.connections.set(len(self._open))
        self._sweep_later()

    def _has_room(self, watch: Watch) -> bool:
        crowded = not watch.is_proxy and self._blocks[watch.block] >= self._most_per_block
        if crowded and not self._make_room(watch.block):
            return False
        return len(self._open) < self._most or self._make_room(self._idlest())

    def _idlest(self) -> str:
        return max(self._waiting, key=lambda block: len(self._waiting[block]), default="")

    def _make_room(self, block: str) -> bool:
        oldest = next(iter(self._waiting.get(block, ())), None)
        if oldest is None:
            return False
        self.turn_away("made room")
        oldest.transport.abort()
        self.leave(oldest.transport)
        return True

    # -- who keeps us waiting

    def note_waiting(self, watch: Watch) -> None:
        self.note_busy(watch)
        if watch.transport in self._open:
            self._waiting.setdefault(watch.block, {})[watch] = None

    def note_busy(self, watch: Watch) -> None:
        alike = self._waiting.get(watch.block, {})
        alike.pop(watch, None)
        if not alike:
            self._waiting.pop(watch.block, None)

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def _sweep_later(self) -> None:
        if not self._sweeping:
            self._sweeping = True
            asyncio.get_running_loop().call_later(SWEEP, self._sweep)

    def _sweep(self) -> None:
        """Close what has kept us waiting too long; rest when nobody is left and all is told."""
        self._sweeping, now = False, self.now()
        for watch in list(self._open.values()):
            if why := watch.overdue(now):
                self.turn_away(why)
                watch.cut_off()
        self._tell(now)
        if self._open or self.turned_away != self._told_of:
            self._sweep_later()

    def _tell(self, now: float) -> None:
        news = self.turned_away - self._told_of
        if news and now - self._told >= SUMMARY:
            self._log(f"connections turned away: {_words(news)}")
            self._told, self._told_of = now, self.turned_away.copy()

    def turn_away(self, why: str) -> None:
        """Count a connection that was refused or closed; the log has one line a minute for all of them."""
        self.turned_away[why] += 1
        self._metrics.count("turned_away")
        self._sweep_later()


def _words(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {why}" for why, count in sorted(counts.items()))


def room_for_connections() -> int:
    """How many connections the files that we may open allow."""
    if sys.platform == "win32":
        return FILES
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = FILES if files == resource.RLIM_INFINITY else files
    return max(files - SPARE, files // 2)


def raise_file_limit() -> None:
    """Ask for as many open files as this user may have."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class GatedConfig(uvicorn.Config):
    """Uvicorn's settings, and the gate that its connections pass."""

    def __init__(self, app: Any, gate: Gate, **how: Any) -> None:
        self.gate = gate
        super().__init__(app, **how)
