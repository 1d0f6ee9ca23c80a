"""Running a server: a data folder, a port, and uvicorn."""

from __future__ import annotations

import asyncio
import errno
import gc
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

import uvicorn

from flattop.kernel import FlattopError
from flattop.server import logs
from flattop.server.app import application
from flattop.server.auth.forwarded import ForwardedHeaders
from flattop.server.auth.requests import LOOPBACK
from flattop.server.connection_limits import BACKLOG, ConnectionLimiter, LimitedConfig, raise_file_limit
from flattop.server.http.protocol import HttpProtocol
from flattop.server.http.static import Page
from flattop.server.server import Server
from flattop.server.supervisor import Fleet, own_command
from flattop.server.ws.protocol import WebSocketProtocol
from flattop.storage import hold, private_file, private_folder

PORTS = 50  # tried one after the other
QUEUE = 1024  # connections that may wait to be accepted
HEAD_BYTES = 16_384  # of a request's first lines
COLLECTING = 20_000, 20, 50  # new objects, young rounds and middle rounds before the next of its kind
OUT_OF_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class CannotServe(FlattopError):
    """The server cannot open here."""


def bound(host: str, port: int | None, shared: bool = False) -> socket.socket:
    """A socket on the port, or without one on 8000 or the next that is free; workers may share it."""
    last: OSError | None = None
    for number in [port] if port is not None else range(8000, 8000 + PORTS):
        try:
            if not shared:
                return _bind(host, number)
            with _bind(host, number) as probe:  # whoever else is there would share it as well
                number = probe.getsockname()[1]
            return joined(host, number)
        except OSError as error:
            last = error
    wanted = f"port {port}" if port is not None else f"any port from 8000 to {8000 + PORTS - 1}"
    raise CannotServe(f"cannot open {wanted} on {host}: {last}; try another --port or --host")


def joined(host: str, port: int) -> socket.socket:
    """One more socket on a port that workers share; whoever listens there gets some of the connections."""
    if sys.platform == "win32":
        raise CannotServe("workers cannot share a port on Windows; start one on each of several ports")
    return _bind(host, port, shares=True)


def _bind(host: str, port: int, shares: bool = False) -> socket.socket:
    family, kind, proto, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, kind, proto)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, int(shares))
        listening.bind(where)
        if not shares:
            listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening


def locked(folder: Path, advice: str = "close it, or give --data") -> IO[str]:
    """The folder for us alone, as long as the result is open."""
    taken = CannotServe(f"another server is open on {folder}; {advice}")
    return hold(private_file(private_folder(folder) / "lock", "w"), taken)


class GatedServer(uvicorn.Server):
    """Says when it is up, and keeps quiet when there are no files left for one more connection."""

    def __init__(self, config: LimitedConfig, up: Callable[[], None] = lambda: None) -> None:
        super().__init__(config)
        self._up, self._limiter = up, config.limiter

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(self._trouble)
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(QUEUE)  # uvicorn has made it as short as what is accepted at once
        pace_collector()
        if not self.should_exit:
            self._up()

    def close(self) -> None:
        """As if told to by a signal."""
        self.should_exit = True

    def _trouble(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What nobody has caught; that files have run out comes again and again, and is only counted."""
        if getattr(context.get("exception"), "errno", None) in OUT_OF_FILES:
            self._limiter.count_rejected("found no file left")
        else:
            loop.default_exception_handler(context)


def pace_collector() -> None:
    """Rarely look through all objects for rings of garbage: with many tables awake everybody waits for it."""
    gc.collect()
    gc.freeze()  # what is here now stays
    gc.set_threshold(*COLLECTING)


def serve(
    server: Server,
    listening: socket.socket,
    names: frozenset[str],
    up: Callable[[], None],
    proxies: Sequence[str] = (),
    log: logs.How = "plain",
    path: str = "",
) -> None:
    """Serve until told to stop; the page lies under a path of its host, if one is given."""
    logs.set_up(log)
    raise_file_limit()
    app = application(server, names, Page(path=path))
    carrier = GatedServer(config(server, app, proxies), up)
    server.drain.close_server = carrier.close
    try:
        carrier.run([listening])
    except KeyboardInterrupt:  # how a server is closed; uvicorn has done all that there was to do
        return
    if server.unopened:
        raise CannotServe(server.unopened)


def lead(count: int, anchor: socket.socket, up: Callable[[], None], log: logs.How = "plain") -> int:
    """Start so many workers on the port of a socket, and keep them until told to stop: the status."""
    logs.set_up(log)
    fleet = Fleet(count, anchor.getsockname()[1], up, logs.logger.warning, own_command())
    return asyncio.run(fleet.run())


def config(server: Server, app: Any, proxies: Sequence[str] = ()) -> LimitedConfig:
    """How uvicorn carries the application, behind a gate; the word of the named proxies counts, no other."""
    limits = server.limits
    return LimitedConfig(
        ForwardedHeaders(app, proxies),
        ConnectionLimiter(limits, server.metrics, server.log, proxies),
        http=HttpProtocol,
        ws=WebSocketProtocol,
        ws_per_message_deflate=False,
        ws_max_size=limits.message,
        ws_ping_interval=limits.ping,
        ws_ping_timeout=limits.pong,
        h11_max_incomplete_event_size=HEAD_BYTES,
        timeout_keep_alive=limits.keep_alive,
        backlog=BACKLOG,
        proxy_headers=False,
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )


def names_for(host: str, given: list[str]) -> frozenset[str]:
    """The names that the server answers to: on a loopback address only its own, else any."""
    if host in LOOPBACK or host.startswith("127."):
        return LOOPBACK | {host, *given}
    return frozenset({*given, *LOOPBACK, host}) if given else frozenset()
