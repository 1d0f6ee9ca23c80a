"""Running a server: a data folder, a port, and uvicorn."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

import uvicorn

from flattop.kernel import FlattopError
from flattop.server.app import application
from flattop.server.http.middleware import LOOPBACK
from flattop.server.server import Server
from flattop.storage import hold, private_file, private_folder

PORTS = 50  # tried one after the other


class CannotServe(FlattopError):
    """The server cannot open here."""


def bound(host: str, port: int | None) -> socket.socket:
    """A socket on the port, or without one on 8000 or the next that is free."""
    last: OSError | None = None
    for number in [port] if port is not None else range(8000, 8000 + PORTS):
        try:
            return _bind(host, number)
        except OSError as error:
            last = error
    wanted = f"port {port}" if port is not None else f"any port from 8000 to {8000 + PORTS - 1}"
    raise CannotServe(f"cannot open {wanted} on {host}: {last}; try another --port or --host")


def _bind(host: str, port: int) -> socket.socket:
    family, kind, proto, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, kind, proto)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(where)
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening


def locked(folder: Path) -> IO[str]:
    """The folder for us alone, as long as the result is open."""
    taken = CannotServe(f"another server is open on {folder}; close it, or give --data")
    return hold(private_file(private_folder(folder) / "lock", "w"), taken)


class AnnouncedServer(uvicorn.Server):
    """Says when it is up."""

    def __init__(self, config: uvicorn.Config, up: Callable[[], None]) -> None:
        super().__init__(config)
        self._up = up

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._up()


def serve(server: Server, listening: socket.socket, names: frozenset[str], up: Callable[[], None]) -> None:
    """Serve until told to stop."""
    config = uvicorn.Config(
        application(server, names),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=server.limits.message,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    try:
        AnnouncedServer(config, up).run([listening])
    except KeyboardInterrupt:  # how a server is closed; uvicorn has done all that there was to do
        return


def names_for(host: str, given: list[str]) -> frozenset[str]:
    """The names that the server answers to: on a loopback address only its own, else any."""
    if host in LOOPBACK or host.startswith("127."):
        return LOOPBACK | {host, *given}
    return frozenset({*given, *LOOPBACK, host}) if given else frozenset()
