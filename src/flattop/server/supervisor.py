"""The supervisor: a parent process that starts server workers on one port and restarts dead or hung ones."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from flattop.server.logs import Log

SLOT_VARIABLE = "FLATTOP_WORKER"  # environment variable of a server worker: its number and the port
READY = b"up\n"  # a server worker prints this once it serves
PAUSES = 0.5, 1.0, 2.0, 5.0, 10.0, 30.0  # seconds before a restart, by the number of deaths in a row
STABLE_SECONDS = 10.0  # a worker that lived longer counts as its first death
SHUTDOWN_SECONDS = 20.0  # for workers to close before they are killed
ALIVE = b"."  # a server worker prints this as long as its event loop runs
ALIVE_SECONDS = 0.5  # between two of them
CHECK_SECONDS = 0.8  # between two checks of a worker
MAX_MISSED = 3  # checks in a row without a sign of life, after which a worker is killed


class WorkerSlot(NamedTuple):
    """The number of a server worker, from 1, and the port that all of them share."""

    number: int
    port: int


def own_slot() -> WorkerSlot | None:
    """The slot of this process; None if it was not started by a supervisor."""
    number, _, port = os.environ.get(SLOT_VARIABLE, "").partition(":")
    return WorkerSlot(int(number), int(port)) if number and port else None


def report_ready() -> None:
    """Tell the supervisor that this server worker serves, and from now on that its event loop runs."""
    loop = asyncio.get_running_loop()
    os.set_blocking(1, False)  # a stopped supervisor does not read, and must not stop us

    def report(text: bytes) -> None:
        with suppress(OSError):
            os.write(1, text)
        loop.call_later(ALIVE_SECONDS, report, ALIVE)

    report(READY)


def exit_with_parent() -> None:
    """Close this server worker when the supervisor ends, in whatever way: that closes our standard input."""

    def wait() -> None:
        with suppress(OSError):
            os.read(0, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="flattop-parent", daemon=True).start()


class Supervisor:
    """Runs a number of server workers. The others start once the first one serves."""

    def __init__(
        self,
        count: int,
        port: int,
        on_ready: Callable[[], None],
        log: Log,
        command: list[str],
    ) -> None:
        self._count, self._port, self._command = count, port, command
        self._on_ready, self._log = on_ready, log
        self._children: dict[int, Process] = {}
        self._first_ready, self._stopping, self._status = asyncio.Event(), asyncio.Event(), 0
        self._ready: set[int] = set()

    async def run(self) -> int:
        """Run until a signal, or until the first worker fails to start; return the exit status."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stopping.set)
        slots = [loop.create_task(self._run_slot(number)) for number in range(1, self._count + 1)]
        all_ended = asyncio.gather(*slots)
        all_ended.add_done_callback(lambda done: self._stopping.set())
        await self._stopping.wait()
        self._signal_children(signal.SIGTERM)
        await asyncio.wait(slots, timeout=SHUTDOWN_SECONDS)
        self._signal_children(signal.SIGKILL)
        await all_ended
        return self._status

    async def _run_slot(self, number: int) -> None:
        """Run one worker after the other in a slot, until one exits with status 0."""
        if number > 1:
            waits = [asyncio.ensure_future(event.wait()) for event in (self._first_ready, self._stopping)]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
        deaths = 0
        while not self._stopping.is_set():
            began = time.monotonic()
            status = await self._run_worker(number)
            deaths = 1 if time.monotonic() - began > STABLE_SECONDS else deaths + 1
            if status == 0 or self._stopping.is_set():
                return
            if not self._first_ready.is_set():  # no worker could ever start, and it has printed the reason
                self._status = status if status > 0 else 1
                self._stopping.set()
                return
            pause = PAUSES[min(deaths, len(PAUSES)) - 1]
            self._log("a server worker has ended", worker=number, status=status, seconds=pause)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._stopping.wait()

    async def _run_worker(self, number: int) -> int:
        """Start a worker, wait for its end, and return its status."""
        slot = {SLOT_VARIABLE: f"{number}:{self._port}"}
        child = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, start_new_session=True, env={**os.environ, **slot}
        )
        self._children[number] = child
        if self._stopping.is_set():  # during the start
            child.terminate()
        if child.stdout and await child.stdout.readline() == READY:
            self._first_ready.set()
            if number not in self._ready:
                self._ready.add(number)
                if len(self._ready) == self._count:
                    self._on_ready()
            await self._watch(number, child, child.stdout)
        status = await child.wait()
        del self._children[number]
        return status

    async def _watch(self, number: int, child: Process, output: asyncio.StreamReader) -> None:
        """Return once a worker has closed its output. Kill it if its event loop does not run any more.

        Its end closes its socket, so the shared port gives it no more connections. Checks are counted, not
        seconds, because a suspended machine or supervisor makes no checks.
        """
        missed = 0
        reading = asyncio.ensure_future(output.read(4096))
        while True:
            await asyncio.wait({reading}, timeout=CHECK_SECONDS)
            if not reading.done():
                missed += 1
            elif reading.result():
                missed, reading = 0, asyncio.ensure_future(output.read(4096))
            else:
                return
            if missed == MAX_MISSED:
                self._log("a server worker does not answer", worker=number)
                with suppress(ProcessLookupError):
                    child.kill()

    def _signal_children(self, number: int) -> None:
        for child in list(self._children.values()):
            with suppress(ProcessLookupError):
                child.send_signal(number)


def own_command() -> list[str]:
    """The command line of this process, to start server workers with it."""
    return [sys.executable, *sys.orig_argv[1:]]
