"""Connection limits: the number of open connections in all and per address, and deadlines for slow ones."""

from __future__ import annotations

import asyncio
import math
import socket
import struct
import sys
from collections import Counter
from collections.abc import Callable
from typing import cast

from aiohttp import web

from flattop.server.limits import Limits, Networks, address_block, is_within, plain_client
from flattop.server.logs import Log
from flattop.server.metrics import Metrics
from flattop.server.websocket_frames import PING, FrameLimiter, Violation, close_frame

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
HEAD_BYTES = 16_384  # maximum size of a request line and its headers
HEAD_END = b"\r\n\r\n"
TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class WatchedConnection:
    """A client connection with the deadline for the next thing that the client must do."""

    def __init__(
        self, limiter: ConnectionLimiter, transport: asyncio.Transport, client: tuple[str, int] | None
    ) -> None:
        self.limiter, self.transport = limiter, transport
        self.block = address_block(client[0] if client else "")
        self.is_proxy = client is not None and limiter.is_proxy(client[0])
        self._failure, self._deadline, self._keep_until = "", math.inf, math.inf
        self._unread, self._stuck_since = 0, math.inf
        self._in_head, self._head_size, self._head_end = True, 0, b""
        self._surplus = 0  # bytes received after the head of the current request
        self.frames = FrameLimiter(limiter.limits, limiter.now)
        self._is_socket = False
        self.on_resume: Callable[[], None] = lambda: None  # called when a slow client reads again
        self._was_heard, self._silent_since, self._is_pinged = True, 0.0, False

    # -- deadlines

    def expect(self, failure: str, seconds: float) -> None:
        """Start a deadline, and count `failure` if it passes.

        The connection is idle, so it may be closed earlier to make room for others.
        """
        self._failure, self._deadline, self._keep_until = failure, self.limiter.now() + seconds, math.inf
        self.limiter.mark_idle(self)

    def rest(self) -> None:
        """Remove the deadline while the server works on a request or a socket is open."""
        self._deadline = self._keep_until = math.inf
        self.limiter.mark_busy(self)

    def begin_request(self, has_body: bool) -> None:
        """Start the deadline for the body of a request, whose head is complete; remove it if it has none."""
        self._in_head = False
        if has_body:
            self.expect("did not finish a request in time", self.limiter.limits.body)
        else:
            self.rest()

    def end_request(self) -> None:
        """Wait for the next request after a response."""
        limits = self.limiter.limits
        self._in_head, self._head_size, self._head_end = True, 0, b""
        if self.transport.get_write_buffer_size():
            self.expect("did not read", limits.unread)
        else:
            self.rest()
            self._keep_until = self.limiter.now() + limits.keep_alive
            self.limiter.mark_idle(self)

    def open_socket(self) -> None:
        """Start to count frames; a client that has sent some before the handshake is cut off."""
        self.rest()
        if self._surplus:
            self.transport.abort()
        self._is_socket, self._silent_since = True, self.limiter.now()

    # -- input

    def receive(self, chunk: bytes) -> bool:
        """Count what the client sends; return False if it must not be processed."""
        if self.transport.is_closing():
            return False
        if self._is_socket:
            self._was_heard = True
            if violation := self.frames.receive(chunk):
                self._reject(violation)
            return not violation
        if self._in_head:
            return self._receive_head(chunk)
        self._surplus += len(chunk)
        return True

    def _receive_head(self, chunk: bytes) -> bool:
        """Limit the size of a request head, and the time until it is complete."""
        if self._keep_until < math.inf:  # the first bytes of the next request
            self.expect("did not ask in time", self.limiter.limits.head)
        window = self._head_end + chunk
        end = window.find(HEAD_END)
        self._head_size += len(chunk) if end < 0 else end + len(HEAD_END) - len(self._head_end)
        self._head_end = window[1 - len(HEAD_END) :]
        if self._head_size > HEAD_BYTES:
            self.limiter.count_rejected("did not speak HTTP")
            self.transport.write(TOO_LONG)
            self.transport.close()
            return False
        if end >= 0:
            self._in_head, self._surplus = False, len(window) - end - len(HEAD_END)
        return True

    def _reject(self, violation: Violation) -> None:
        """Close a socket with a code if the client can still read it, else cut the connection off."""
        self.limiter.count_rejected(violation.counted_as)
        if self.transport.get_write_buffer_size():
            return self.cut_off()
        self.transport.write(close_frame(violation.code, violation.reason))
        return self.transport.close()

    # -- output

    @property
    def is_stuck(self) -> bool:
        """True if the client does not read."""
        return self._stuck_since is not math.inf

    def pause(self) -> None:
        """Start to watch the write buffer, because the client does not read."""
        self._unread, self._stuck_since = self.transport.get_write_buffer_size(), self.limiter.now()

    def resume(self) -> None:
        self._stuck_since = math.inf
        self.on_resume()

    def cut_off(self) -> None:
        """Close the connection at once; the system discards unsent data instead of lingering."""
        linger = struct.pack("ii", 1, 0)
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.transport.abort()

    # -- checks at regular intervals

    def overdue(self, now: float) -> str:
        """Return the reason to cut the connection off, or an empty string."""
        limits = self.limiter.limits
        if self.transport.is_closing():
            self._deadline = min(self._deadline, now + limits.unread)
        elif now > self._keep_until:
            self.transport.close()
        if self._stuck_since is not math.inf:
            unread = self.transport.get_write_buffer_size()
            if unread <= self._unread - STEP:
                self._unread, self._stuck_since = unread, now
            if now - self._stuck_since > limits.unread:
                return "did not read"
        if now > self._deadline:
            return self._failure or "did not read"
        return "" if not self._is_socket or self._is_alive(now) else "did not answer a ping"

    def _is_alive(self, now: float) -> bool:
        """Ping a silent client; return False if it has not answered in time.

        While reading is paused an answer may be unread, so the client counts as alive.
        """
        if self._was_heard or not self.transport.is_reading():
            self._was_heard, self._is_pinged, self._silent_since = False, False, now
        silence, limits = now - self._silent_since, self.limiter.limits
        if silence > limits.ping and not self._is_pinged and not self.transport.is_closing():
            self._is_pinged = True
            self.transport.write(PING)
        return silence <= limits.ping + limits.pong


WATCHED = web.RequestKey("watched", WatchedConnection)


class LimitedProtocol(asyncio.BufferedProtocol):
    """Passes the events of a connection to the protocol of the web framework, within the limits.

    The buffer is shared by all connections. Transports of plain protocols read 256 kB at a time, which
    glibc maps and unmaps for every message: that takes five times as long as the read.
    """

    def __init__(self, limiter: ConnectionLimiter, new_handler: Callable[[], asyncio.Protocol]) -> None:
        self._limiter, self._new_handler = limiter, new_handler
        self._handler: asyncio.Protocol | None = None
        self._watched: WatchedConnection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport = cast(asyncio.Transport, transport)
        client = plain_client(transport.get_extra_info("peername") or None)
        self._watched = WatchedConnection(self._limiter, transport, client)
        if not self._limiter.admit(self._watched):
            transport.write(FULL)
            return transport.close()
        self._watched.expect("did not ask in time", self._limiter.limits.head)
        self._handler = self._new_handler()
        return self._handler.connection_made(transport)

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._limiter.buffer

    def buffer_updated(self, nbytes: int) -> None:
        chunk = bytes(self._limiter.buffer[:nbytes])
        if self._handler is not None and self._watched.receive(chunk):
            self._handler.data_received(chunk)

    def eof_received(self) -> bool | None:
        return self._handler.eof_received() if self._handler else None

    def pause_writing(self) -> None:
        self._watched.pause()
        if self._handler:
            self._handler.pause_writing()

    def resume_writing(self) -> None:
        if self._handler:
            self._handler.resume_writing()
        self._watched.resume()

    def connection_lost(self, exc: Exception | None) -> None:
        self._limiter.leave(self._watched.transport)
        if self._handler:
            self._handler.connection_lost(exc)


class ConnectionLimiter:
    """Admits connections up to the limits, and closes those that are idle or slow."""

    def __init__(self, limits: Limits, metrics: Metrics, log: Log, proxies: Networks = ()) -> None:
        self.limits, self._metrics, self._log = limits, metrics, log
        self._proxies = proxies
        self._most = min(limits.connections, room_for_connections())
        self._most_per_block = min(limits.address_connections, max(1, self._most // 2))
        self._open: dict[asyncio.Transport, WatchedConnection] = {}
        self._blocks: Counter[str] = Counter()  # open connections per address block
        self._idle: dict[str, dict[WatchedConnection, None]] = {}  # by address block, longest idle first
        self.rejected: Counter[str] = Counter()  # by reason
        self._logged: Counter[str] = Counter()  # the part of `rejected` that is in the log
        self._logged_at = -math.inf
        self._is_sweep_scheduled = False
        self.buffer = memoryview(bytearray(READ))  # for reads of all connections

    def is_proxy(self, address: str) -> bool:
        """True for a trusted proxy, which has no limit per address because it forwards many clients."""
        return is_within(address, self._proxies)

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

    def watched(self, transport: asyncio.Transport | None) -> WatchedConnection | None:
        """Return an open connection; None if it is closed."""
        return self._open.get(transport) if transport else None

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
