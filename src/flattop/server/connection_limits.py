"""Connection limits: the number of open connections in all and per address, and deadlines for slow ones."""

from __future__ import annotations

import asyncio
import math
import socket
import struct
import sys
from asyncio.transports import BaseTransport, Transport
from collections import Counter
from collections.abc import Sequence
from ipaddress import ip_address, ip_network
from typing import Any, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from flattop.server.limits import Limits, address_block, plain_client
from flattop.server.logs import Log
from flattop.server.metrics import Metrics

if sys.platform != "win32":  # Windows has no limit of open files
    import resource

SWEEP = 1.0  # seconds between two checks of all connections
SUMMARY = 60.0  # seconds between two log lines about rejected connections
BACKLOG = 128  # connections accepted at once, before they are counted
SPARE = 2 * BACKLOG  # open files reserved for the backlog, the database and the workers
FILES = 65_536  # open files we ask for at most
STEP = 16_384  # bytes that a slow reader must take before the `unread` limit
FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
READ = 65_536  # bytes per read at most


class WatchedConnection:
    """A connection with the deadline for the next thing that the client must do."""

    def __init__(
        self, limiter: ConnectionLimiter, transport: asyncio.Transport, client: tuple[str, int] | None
    ) -> None:
        self.limiter, self.transport = limiter, transport
        self.block = address_block(client[0] if client else "")
        self.is_proxy = client is not None and limiter.is_proxy(client[0])
        self._failure, self._deadline = "", math.inf
        self._unread, self._stuck_since = 0, math.inf

    def expect(self, failure: str, seconds: float) -> None:
        """Start a deadline, and count `failure` if it passes.

        The connection is idle, so it may be closed earlier to make room for others.
        """
        self._failure, self._deadline = failure, self.limiter.now() + seconds
        self.limiter.mark_idle(self)

    def rest(self) -> None:
        """Remove the deadline while the server works on a request or a socket is open."""
        self._deadline = math.inf
        self.limiter.mark_busy(self)

    def pause(self) -> None:
        """Start to watch the write buffer, because the client does not read."""
        self._unread, self._stuck_since = self.transport.get_write_buffer_size(), self.limiter.now()

    def resume(self) -> None:
        self._stuck_since = math.inf

    def cut_off(self) -> None:
        """Close the connection at once; the system discards unsent data instead of lingering."""
        linger = struct.pack("ii", 1, 0)
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.transport.abort()

    def overdue(self, now: float) -> str:
        """Return the reason to close the connection, or an empty string."""
        limits = self.limiter.limits
        if self.transport.is_closing():
            self._deadline = min(self._deadline, now + limits.unread)
        if self._stuck_since is not math.inf:
            unread = self.transport.get_write_buffer_size()
            if unread <= self._unread - STEP:
                self._unread, self._stuck_since = unread, now
            if now - self._stuck_since > limits.unread:
                return "did not read"
        return (self._failure or "did not read") if now > self._deadline else ""


def limit_read_size(transport: asyncio.BaseTransport) -> None:
    """Read at most `READ` bytes at a time.

    By default asyncio reads 256 kB, which glibc maps and unmaps for every message.
    That takes five times as long as the read.
    """
    if hasattr(transport, "max_size"):  # other event loops manage their own buffer
        transport.max_size = READ


class LimitedProtocol(asyncio.Protocol):
    """Mixin of the HTTP and WebSocket protocols that reports slow readers and closed connections."""

    limiter: ConnectionLimiter
    watched: WatchedConnection
    transport: asyncio.Transport

    def pause_writing(self) -> None:
        self.watched.pause()
        super().pause_writing()

    def resume_writing(self) -> None:
        self.watched.resume()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self.limiter.leave(self.transport)
        super().connection_lost(exc)


class ConnectionLimiter:
    """Admits connections up to the limits, and closes those that are idle or slow."""

    def __init__(self, limits: Limits, metrics: Metrics, log: Log, proxies: Sequence[str] = ()) -> None:
        self.limits, self._metrics, self._log = limits, metrics, log
        self._proxies = [ip_network(proxy, strict=False) for proxy in proxies]
        self._most = min(limits.connections, room_for_connections())
        self._most_per_block = min(limits.address_connections, max(1, self._most // 2))
        self._open: dict[asyncio.Transport, WatchedConnection] = {}
        self._blocks: Counter[str] = Counter()  # open connections per address block
        self._idle: dict[str, dict[WatchedConnection, None]] = {}  # by address block, longest idle first
        self.rejected: Counter[str] = Counter()  # by reason
        self._logged: Counter[str] = Counter()  # the part of `rejected` that is in the log
        self._logged_at = -math.inf
        self._is_sweep_scheduled = False

    def is_proxy(self, address: str) -> bool:
        """True for a trusted proxy, which has no limit per address because it forwards many clients."""
        try:
            return any(ip_address(address) in proxy for proxy in self._proxies)
        except ValueError:
            return False

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    # -- open connections

    def admit(self, watched: WatchedConnection) -> bool:
        """Admit a connection, if necessary in place of one that is idle; return False if there is no room."""
        is_block_full = not watched.is_proxy and self._blocks[watched.block] >= self._most_per_block
        has_room = not is_block_full or self._close_idle(watched.block)
        if has_room and len(self._open) >= self._most:
            most_idle = max(self._idle, key=lambda block: len(self._idle[block]), default="")
            has_room = self._close_idle(most_idle)
        if not has_room:
            self.count_rejected("too many")
            return False
        self._open[watched.transport] = watched
        self._blocks[watched.block] += 1
        self._metrics.connections.set(len(self._open))
        self._schedule_sweep()
        return True

    def _close_idle(self, block: str) -> bool:
        """Close the longest idle connection of an address block; return False if there is none."""
        oldest = next(iter(self._idle.get(block, ())), None)
        if oldest is None:
            return False
        self.count_rejected("made room")
        oldest.transport.abort()
        self.leave(oldest.transport)
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        """Forget a closed connection."""
        watched = self._open.pop(transport, None)
        if watched is None:
            return
        self.mark_busy(watched)
        self._blocks[watched.block] -= 1
        if not self._blocks[watched.block]:
            del self._blocks[watched.block]
        self._metrics.connections.set(len(self._open))
        self._schedule_sweep()

    def watched(self, transport: asyncio.Transport) -> WatchedConnection:
        return self._open[transport]

    # -- idle and slow connections

    def mark_idle(self, watched: WatchedConnection) -> None:
        self.mark_busy(watched)
        if watched.transport in self._open:
            self._idle.setdefault(watched.block, {})[watched] = None

    def mark_busy(self, watched: WatchedConnection) -> None:
        block = self._idle.get(watched.block, {})
        block.pop(watched, None)
        if not block:
            self._idle.pop(watched.block, None)

    def _schedule_sweep(self) -> None:
        if not self._is_sweep_scheduled:
            self._is_sweep_scheduled = True
            asyncio.get_running_loop().call_later(SWEEP, self._sweep)

    def _sweep(self) -> None:
        """Close overdue connections, and log the rejected ones at most once a minute."""
        self._is_sweep_scheduled, now = False, self.now()
        for watched in list(self._open.values()):
            if reason := watched.overdue(now):
                self.count_rejected(reason)
                watched.cut_off()
        news = self.rejected - self._logged
        if news and now - self._logged_at >= SUMMARY:
            self._log("connections rejected", rejected=dict(sorted(news.items())))
            self._logged_at, self._logged = now, self.rejected.copy()
        if self._open or self.rejected != self._logged:
            self._schedule_sweep()

    def count_rejected(self, reason: str) -> None:
        """Count a connection that was refused or closed; the log has one line a minute for all of them."""
        self.rejected[reason] += 1
        self._metrics.count("turned_away")
        self._schedule_sweep()


def room_for_connections() -> int:
    """Return how many connections the limit of open files allows."""
    if sys.platform == "win32":
        return FILES
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = FILES if files == resource.RLIM_INFINITY else files
    return max(files - SPARE, files // 2)


def raise_file_limit() -> None:
    """Raise the soft limit of open files as far as this user may."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class LimitedConfig(uvicorn.Config):
    """Uvicorn's settings with the connection limiter of its protocols."""

    def __init__(self, app: Any, limiter: ConnectionLimiter, **kwargs: Any) -> None:
        self.limiter = limiter
        super().__init__(app, **kwargs)


class HttpProtocol(LimitedProtocol, H11Protocol):
    """Uvicorn's HTTP protocol with connection limits and deadlines."""

    def __init__(self, config: LimitedConfig, **kwargs: Any) -> None:
        super().__init__(config, **kwargs)
        self.limiter = config.limiter
        self._client_state: Any = None

    def connection_made(self, transport: BaseTransport) -> None:
        limit_read_size(transport)
        super().connection_made(cast(Transport, transport))
        self.client = plain_client(self.client)
        self.watched = WatchedConnection(self.limiter, self.transport, self.client)
        if self.limiter.admit(self.watched):
            return self._set_deadline()
        self.transport.write(FULL)
        return self.transport.close()

    def data_received(self, chunk: bytes) -> None:
        super().data_received(chunk)
        self._set_deadline()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._set_deadline()

    def _set_deadline(self) -> None:
        """Set the deadline for the next part of the request, if the state of the client has changed."""
        state, is_ours = self.conn.their_state, self.transport.get_protocol() is self
        if state is self._client_state or not is_ours or self.transport.is_closing():
            return
        self._client_state, limits = state, self.limiter.limits
        if state is h11.IDLE:
            unread = self.transport.get_write_buffer_size() > 0
            self.watched.expect("did not ask in time", limits.unread if unread else limits.head)
        elif state is h11.SEND_BODY:
            self.watched.expect("did not finish a request in time", limits.body)
        else:
            self.watched.rest()

    def send_400_response(self, msg: str) -> None:
        """Answer an invalid request; close the connection if another response has already begun."""
        self.limiter.count_rejected("did not speak HTTP")
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.close()
        if self.cycle is not None:  # stop the handler that waits for the rest of the request
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def shutdown(self) -> None:
        try:
            super().shutdown()
        except h11.LocalProtocolError:
            self.transport.close()
