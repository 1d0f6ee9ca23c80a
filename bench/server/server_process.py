"""The server under test: a separate process that can be killed and restarted."""

from __future__ import annotations

import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import IO, Self

import httpx

LIMITS = (
    "sockets", "connections", "address_connections", "messages", "burst", "requests", "request_burst",
    "guest_burst", "tables", "new_tables",
)  # fmt: skip


class ServerProcess:
    """A server on a free port with its data in a temporary folder, which a restart reuses.

    Rate limits are raised out of the way unless it is `limited` as by default.
    """

    errors: IO[str] | None = None  # where its log goes, if not to where ours does

    def __init__(self, *more: str, limited: bool = False) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = tempfile.TemporaryDirectory()
        names = () if limited else LIMITS
        limits = [word for name in names for word in ("--limit", f"{name}=1000000")]
        self.command = [
            sys.executable, "-m", "flattop.cli.serve", "--no-open", "--pace", "0",
            "--port", str(self.port), "--data", self.folder.name, *limits, *more,
        ]  # fmt: skip

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end(signal.SIGTERM)
        self.folder.cleanup()

    @property
    def urls(self) -> list[str]:
        """The addresses that guests connect to."""
        return [self.url]

    def url_of(self, table_id: str) -> str:
        """Return the address to which a proxy would send clients of this table."""
        return self.url

    def processes(self) -> list[int]:
        """Return the processes that serve requests."""
        return [self.child.pid]

    def start(self) -> None:
        self.child = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=self.errors)
        until = time.monotonic() + 60
        while time.monotonic() < until and self.child.poll() is None:
            try:
                httpx.get(f"{self.url}/api/health", timeout=5)
                return
            except httpx.TransportError:
                time.sleep(0.02)
        raise SystemExit("the server did not start")

    async def database_size(self) -> int:
        """Return the bytes of all pages, including those in the write-ahead log."""
        file = Path(self.folder.name) / "house.sqlite"
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
            sizes = [db.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "page_size")]
        return int(sizes[0] * sizes[1])

    def end(self, how: int) -> None:
        if self.child.poll() is None:
            self.child.send_signal(how)
            self.child.wait(30)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
