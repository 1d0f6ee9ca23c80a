"""Runs a server: locks the data folder, binds the port, and serves or starts the supervisor."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import IO, Any, NamedTuple

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from flattop.kernel import FlattopError
from flattop.server import logs, websocket
from flattop.server.app import application, private_application
from flattop.server.auth.requests import LOOPBACK, SERVER
from flattop.server.connection_limits import (
    BACKLOG,
    FILES,
    HEAD_BYTES,
    ConnectionLimiter,
    LimitedProtocol,
    raise_file_limit,
)
from flattop.server.http.static import Page
from flattop.server.limits import networks
from flattop.server.metrics import Metrics
from flattop.server.server import Server
from flattop.server.supervisor import Supervisor, own_command
from flattop.storage import lock, private_file, private_folder

PORTS = 50  # tried in order, from 8000
LISTEN_QUEUE = 1024  # connections that may wait to be accepted
PRIVATE_KEEP_ALIVE = 60  # seconds; other server workers close idle connections earlier
NEVER = 1e9  # seconds; the connection limiter closes idle connections
BLOCKED_SECONDS = 5.0  # that a blocked event loop delays the end after a signal
GC_THRESHOLDS = 20_000, 20, 50  # for the generations 0, 1 and 2
SIGNALS = signal.SIGINT, signal.SIGTERM
MALFORMED = HttpProcessingError, web.RequestPayloadError  # errors of clients
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


def bind_private(host: str, port: int) -> socket.socket:
    """Bind the port for other server workers; 0 is any free one."""
    try:
        return _bind(host, port)
    except OSError as error:
        raise CannotServe(
            f"cannot open port {port} on {host} for other workers: {error}; see --private"
        ) from None


def private_url(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


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


class Site(NamedTuple):
    """An application, its socket, and the limits for its clients."""

    app: web.Application
    listening: socket.socket
    limiter: ConnectionLimiter


def private_site(app: web.Application, listening: socket.socket) -> Site:
    """Return the site for other server workers, each of which forwards many clients from one address."""
    server = app[SERVER]
    limits = replace(server.limits, connections=FILES, keep_alive=PRIVATE_KEEP_ALIVE)
    limiter = ConnectionLimiter(limits, Metrics(), server.log, networks(["0.0.0.0/0", "::/0"]))
    return Site(private_application(app, limiter), listening, limiter)


@contextmanager
def cleanup_before_sigterm() -> Iterator[None]:
    """Let a SIGTERM end the process only after the caller has cleaned up, as after a SIGINT."""

    class Terminated(BaseException):
        pass

    def stop(number: int, frame: FrameType | None) -> None:
        raise Terminated

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except Terminated:
        signal.signal(signal.SIGTERM, before)
        signal.raise_signal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)


class HttpServer:
    """Serves applications until a signal or `close`.

    The first one opens and closes the server; it starts last and ends first.
    """

    def __init__(
        self,
        sites: Sequence[Site],
        on_ready: Callable[[], None] = lambda: None,
        shutdown_seconds: float = 3.0,
    ) -> None:
        self._sites, self._on_ready, self.listeners = sites, on_ready, list[asyncio.Server]()
        self._shutdown_seconds = shutdown_seconds  # for requests in progress
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped = asyncio.Event()
        self._signals: list[int] = []
        self.is_ready = False

    def run(self) -> None:
        """Serve until the end; then let signals that have arrived take their usual effect."""
        if threading.current_thread() is not threading.main_thread():
            return asyncio.run(self.serve())
        before = {number: signal.signal(number, self.handle_signal) for number in map(int, SIGNALS)}
        try:
            asyncio.run(self.serve())
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        for number in reversed(self._signals):
            signal.raise_signal(number)
        return None

    async def serve(self) -> None:
        loop = self._loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._handle_exception)
        if self._signals:  # one has arrived before the loop could be told
            self._stopped.set()
        runners = list(map(self.new_runner, self._sites))
        try:
            for runner, site in reversed(list(zip(runners, self._sites, strict=True))):
                await runner.setup()
                await asyncio.sleep(0)  # so that a call of `close` takes effect
                if self._stopped.is_set():
                    return
                self.listeners.append(await listen(runner, site))
            tune_garbage_collector()
            self.is_ready = True
            self._on_ready()
            await self._stopped.wait()
            for listener in self.listeners:
                listener.close()
            closing = (websocket.close_all(site.app, self._shutdown_seconds) for site in self._sites)
            await asyncio.gather(*closing)
        finally:
            for runner in runners:
                await runner.cleanup()

    def new_runner(self, site: Site) -> web.AppRunner:
        """Create the runner of an application, without the framework's own deadlines and access log."""
        return web.AppRunner(
            site.app,
            shutdown_timeout=self._shutdown_seconds,
            access_log=None,
            logger=ProtocolLog(site.limiter),
            keepalive_timeout=NEVER,
            max_line_size=HEAD_BYTES,
            max_field_size=HEAD_BYTES,
            auto_decompress=False,
        )

    def close(self) -> None:
        """Shut down as after a signal; may be called in any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop may be closed already
                self._loop.call_soon_threadsafe(self._stopped.set)

    def handle_signal(self, number: int, frame: FrameType | None) -> None:
        """Shut down after a signal. End the process if the event loop is blocked and does not notice."""
        self._signals.append(number)
        if self._loop is None:
            return
        self.close()
        alarm = threading.Timer(BLOCKED_SECONDS, os._exit, [128 + number])
        alarm.daemon = True
        alarm.start()
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(alarm.cancel)

    def _handle_exception(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log an uncaught exception. A lack of open files repeats for each connection: count it."""
        if getattr(context.get("exception"), "errno", None) in OUT_OF_FILES:
            self._sites[0].limiter.count_rejected("found no file left")
        else:
            loop.default_exception_handler(context)


async def listen(runner: web.AppRunner, site: Site) -> asyncio.Server:
    """Accept connections, within the limits."""
    handlers = runner.server
    assert handlers is not None, "the runner is set up"
    listener = await asyncio.get_running_loop().create_server(
        lambda: LimitedProtocol(site.limiter, handlers), sock=site.listening, backlog=BACKLOG
    )
    site.listening.listen(LISTEN_QUEUE)  # the event loop has set it to BACKLOG, which is shorter
    return listener


class ProtocolLog(logging.LoggerAdapter[logging.Logger]):
    """The log of the web framework; malformed requests are only counted."""

    def __init__(self, limiter: ConnectionLimiter) -> None:
        super().__init__(logging.getLogger("aiohttp.server"), {})
        self._limiter = limiter

    # The framework calls this for one error only: a request line that is not HTTP.
    def debug(self, msg: object, *args: object, **how: Any) -> None:
        self._limiter.count_rejected("did not speak HTTP")

    def exception(self, msg: object, *args: object, exc_info: Any = True, **how: Any) -> None:
        if isinstance(exc_info, MALFORMED):
            self._limiter.count_rejected("did not speak HTTP")
        else:
            super().exception(msg, *args, exc_info=exc_info, **how)


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
    private: socket.socket | None = None,
) -> None:
    """Serve until a signal.

    `path` is the URL path under which a proxy publishes the server. On `private` the server answers the other
    workers of its database.
    """
    logs.configure(log_format)
    raise_file_limit()
    trusted = networks(proxies)
    limiter = ConnectionLimiter(server.limits, server.metrics, server.log, trusted)
    app = application(server, limiter, names=names, proxies=trusted, page=Page(path=path))
    sites = [Site(app, listening, limiter), *([private_site(app, private)] if private else [])]
    http_server = HttpServer(sites, on_ready)
    server.drain.close_server = http_server.close
    try:
        http_server.run()
    except KeyboardInterrupt:  # raised again after a complete shutdown
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


def allowed_names(host: str, names: list[str]) -> frozenset[str]:
    """The host names that the server answers to; empty allows any, unless it listens on loopback."""
    if host in LOOPBACK or host.startswith("127."):
        return LOOPBACK | {host, *names}
    return frozenset({*names, *LOOPBACK, host}) if names else frozenset()
