"""The fleet: a parent that starts workers on one port, starts those again that die, and ends with them."""

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

PLACE = "FLATTOP_WORKER"  # in the environment of a worker: its place in the fleet, and the port
UP = b"up\n"  # what a worker says once it serves
PAUSES = 0.5, 1.0, 2.0, 5.0, 10.0, 30.0  # seconds before a worker that has died is started again
SETTLED = 10.0  # seconds after which a worker that dies has not died of how it was started
FAREWELL = 20.0  # seconds that workers have to close


class Place(NamedTuple):
    """Which of the workers this is, counted from 1, and the port that all of them share."""

    number: int
    port: int


def own_place() -> Place | None:
    """The place of this process in a fleet; None if it was started by itself."""
    number, _, port = os.environ.get(PLACE, "").partition(":")
    return Place(int(number), int(port)) if number and port else None


def report_up() -> None:
    """Tell the parent that this worker serves."""
    with suppress(OSError):
        os.write(1, UP)


def end_with_parent() -> None:
    """Close as soon as the parent is gone, however it has ended: it says nothing, but holds the line."""

    def wait() -> None:
        with suppress(OSError):
            os.read(0, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="flattop-parent", daemon=True).start()


class Fleet:
    """So many workers, each with its place; the first one is up before the others are started."""

    def __init__(
        self,
        count: int,
        port: int,
        up: Callable[[], None],
        log: Callable[[str], None],
        command: list[str],
    ) -> None:
        self._count, self._port, self._up, self._log, self._command = count, port, up, log, command
        self._children: dict[int, Process] = {}
        self._first, self._end, self._status = asyncio.Event(), asyncio.Event(), 0
        self._are_up: set[int] = set()

    async def run(self) -> int:
        """Until told to stop, or until the first worker cannot even begin: its status."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._end.set)
        keeping = [loop.create_task(self._keep(number)) for number in range(1, self._count + 1)]
        over = asyncio.gather(*keeping)
        over.add_done_callback(lambda done: self._end.set())
        await self._end.wait()
        await self._close(keeping)
        await over
        return self._status

    async def _keep(self, number: int) -> None:
        """One worker after the other in one place, until one has closed of its own accord."""
        if number > 1:
            await self._either(self._first)
        deaths = 0
        while not self._end.is_set():
            began = time.monotonic()
            status = await self._life(number)
            deaths = 1 if time.monotonic() - began > SETTLED else deaths + 1
            if status == 0:
                return
            if not self._end.is_set():
                await self._mourn(number, status, PAUSES[min(deaths, len(PAUSES)) - 1])

    async def _life(self, number: int) -> int:
        """Start a worker and wait for its end: the status it ends with."""
        place = {PLACE: f"{number}:{self._port}"}
        child = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, start_new_session=True, env={**os.environ, **place}
        )
        self._children[number] = child
        if self._end.is_set():  # while it was started
            child.terminate()
        if child.stdout and await child.stdout.readline() == UP:
            self._note_up(number)
        status = await child.wait()
        del self._children[number]
        return status

    def _note_up(self, number: int) -> None:
        self._first.set()
        was_whole = len(self._are_up) == self._count
        self._are_up.add(number)
        if len(self._are_up) == self._count and not was_whole:
            self._up()

    async def _mourn(self, number: int, status: int, pause: float) -> None:
        """Say that a worker has died, and wait; one that could never serve has said why, and all is over."""
        if not self._first.is_set():
            self._status = status if status > 0 else 1
            return self._end.set()
        self._log(f"worker {number} has ended ({_ending(status)}); it is started again in {pause:g} s")
        with suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await self._end.wait()
        return None

    async def _either(self, event: asyncio.Event) -> None:
        """Until it has happened, or all is over."""
        waits = [asyncio.ensure_future(one.wait()) for one in (event, self._end)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()

    async def _close(self, keeping: list[asyncio.Task[None]]) -> None:
        """Let all workers close, those too that are just being started; those that do not are ended."""
        self._signal(signal.SIGTERM)
        await asyncio.wait(keeping, timeout=FAREWELL)
        self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        for child in list(self._children.values()):
            with suppress(ProcessLookupError):
                child.send_signal(number)


def _ending(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"status {status}"


def own_command() -> list[str]:
    """How this process was started, for others of its kind."""
    return [sys.executable, *sys.orig_argv[1:]]
