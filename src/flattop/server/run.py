"""Runs a server: locks the data folder, binds the port, and starts uvicorn or the supervisor."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import IO, Any

import uvicorn

from flattop.kernel import FlattopError
from flattop.server import logs
from flattop.server.app import application
from flattop.server.auth.requests import LOOPBACK, ForwardedHeaders
from flattop.server.connection_limits import (
    BACKLOG,
    ConnectionLimiter,
    HttpProtocol,
    LimitedConfig,
    raise_file_limit,
)
from flattop.server.http.static import Page
from flattop.server.server import Server
from flattop.server.supervisor import Supervisor, own_command
from flattop.server.websocket_protocol import WebSocketProtocol
from flattop.storage import lock, private_file, private_folder

PORTS = 50  # tried in order, from 8000
LISTEN_QUEUE = 1024  # connections that may wait to be accepted
HEAD_BYTES = 16_384  # maximum size of a request line and its headers
BLOCKED_SECONDS = 5.0  # that a blocked event loop delays the end after a signal
GC_THRESHOLDS = 20_000, 20, 50  # for the generations 0, 1 and 2
OUT_OF_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class CannotServe(FlattopError):
    """The server cannot start: its port or its data folder is in use."""


def bind_port(host: str, port: int | None, shared: bool = False) -> socket.socket:
    """Bind a port, by default the first free one from 8000; server workers can share it if `shared`."""
    last_error: OSError | None = None
    for number in [port] if port is not None else range(8000, 8000 + PORTS):
        try:
            if not shared:
                return _bind(host, number)
            with _bind(host, number) as probe:  # fails if another program shares the port
                number = probe.getsockname()[1]
            return join_port(host, number)
        except OSError as error:
            last_error = error
    wanted = f"port {port}" if port is not None else f"any port from 8000 to {8000 + PORTS - 1}"
    raise CannotServe(f"cannot open {wanted} on {host}: {last_error}; try another --port or --host")


def join_port(host: str, port: int) -> socket.socket:
    """Bind one more socket to a shared port; the system distributes connections among its listeners."""
    if sys.platform == "win32":
        raise CannotServe("server workers cannot share a port on Windows; start one server per port")
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


def lock_folder(folder: Path, advice: str = "stop it, or give --data") -> IO[str]:
    """Lock a data folder until the returned file is closed."""
    taken = CannotServe(f"another server uses {folder}; {advice}")
    return lock(private_file(private_folder(folder) / "lock", "w"), taken)


class GatedServer(uvicorn.Server):
    """A uvicorn server that reports when it is ready, and only counts errors for lack of open files."""

    def __init__(self, config: LimitedConfig, on_ready: Callable[[], None] = lambda: None) -> None:
        super().__init__(config)
        self._on_ready, self._limiter = on_ready, config.limiter
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        def handle_exception(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
            """Log an uncaught exception. A lack of open files repeats for each connection: count it."""
            if getattr(context.get("exception"), "errno", None) in OUT_OF_FILES:
                self._limiter.count_rejected("found no file left")
            else:
                loop.default_exception_handler(context)

        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(handle_exception)
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(LISTEN_QUEUE)  # uvicorn has set it to BACKLOG, which is shorter
        tune_garbage_collector()
        if not self.should_exit:
            self._on_ready()

    def close(self) -> None:
        """Shut down as after a signal."""
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Shut down after a signal. End the process if the event loop is blocked and does not notice."""
        super().handle_exit(sig, frame)
        if self._loop is None:
            return
        alarm = threading.Timer(BLOCKED_SECONDS, os._exit, [128 + sig])
        alarm.daemon = True
        alarm.start()
        with suppress(RuntimeError):  # the loop may be closed already
            self._loop.call_soon_threadsafe(alarm.cancel)


def tune_garbage_collector() -> None:
    """Make full collections rare: with many tables in memory each of them blocks the event loop."""
    gc.collect()
    gc.freeze()  # objects created at startup are never collected again
    gc.set_threshold(*GC_THRESHOLDS)


def serve(
    server: Server,
    listening: socket.socket,
    names: frozenset[str],
    on_ready: Callable[[], None],
    proxies: Sequence[str] = (),
    log_format: logs.LogFormat = "plain",
    path: str = "",
) -> None:
    """Serve until a signal. `path` is the URL path under which a proxy publishes the server."""
    logs.configure(log_format)
    raise_file_limit()
    app = application(server, names, Page(path=path))
    uvicorn_server = GatedServer(config(server, app, proxies), on_ready)
    server.drain.close_server = uvicorn_server.close
    try:
        uvicorn_server.run([listening])
    except KeyboardInterrupt:  # raised by uvicorn after a complete shutdown
        return
    if server.open_error:
        raise CannotServe(server.open_error)


def supervise(
    count: int, anchor: socket.socket, on_ready: Callable[[], None], log_format: logs.LogFormat = "plain"
) -> int:
    """Run server workers on the port of a socket until a signal; return the exit status."""
    logs.configure(log_format)
    port = anchor.getsockname()[1]
    return asyncio.run(Supervisor(count, port, on_ready, logs.log, own_command()).run())


def config(server: Server, app: Any, proxies: Sequence[str] = ()) -> LimitedConfig:
    """The configuration of uvicorn, with our limits. Forwarded headers count only from the given proxies."""
    limits = server.limits
    return LimitedConfig(
        ForwardedHeaders(app, proxies),
        ConnectionLimiter(limits, server.metrics, server.log, proxies),
        loop="asyncio",  # uvloop cannot start a process in a new process group, which the lab needs
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


def allowed_names(host: str, names: list[str]) -> frozenset[str]:
    """The host names that the server answers to; empty allows any, unless it listens on loopback."""
    if host in LOOPBACK or host.startswith("127."):
        return LOOPBACK | {host, *names}
    return frozenset({*names, *LOOPBACK, host}) if names else frozenset()
