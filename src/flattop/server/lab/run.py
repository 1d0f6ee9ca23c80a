"""A run: one child that carries out a command, what it says of its progress, and its end."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio import StreamReader
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

from flattop.server.lab.commands import FIGURES
from flattop.server.lab.results_store import LOG
from flattop.storage import private_file

KILL = signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL
CHILD = "flattop.server.lab.child"
GRACE = 30.0  # seconds to reckon and write down what is done, with little of the processor
SHORT_GRACE = 3.0  # where the server closes
LINE = 65_536  # bytes that are read at once, and of a line at most
MOST_SAID = 100_000  # characters of the log


class Progress(Struct):
    """A line of `--progress json`."""

    done: int
    total: int
    seconds: float
    left: float | None = None


def by_the_clock(minutes: int, seconds: float) -> Progress:
    """How far something is that has so many minutes, and says nothing itself."""
    whole = minutes * 60
    return Progress(min(int(seconds), whole), whole, round(seconds, 1), max(0.0, whole - seconds))


class Run:
    """Begun once; it may be told to stop."""

    niceness = 19  # whoever plays comes first

    def __init__(self, folder: Path, words: list[str], megabytes: int) -> None:
        self._folder, self._words, self._megabytes = folder, words, megabytes
        self._child: Process | None = None
        self._room = MOST_SAID
        self.last_words, self.was_stopped = "", False

    async def work(self, heard: Callable[[Progress], None], seconds: float) -> int | None:
        """The status that the command ends with; none if its time was up."""
        try:
            async with asyncio.timeout(seconds):
                return await self._status(heard)
        except TimeoutError:
            return None
        finally:
            await self.stop()

    async def _status(self, heard: Callable[[Progress], None]) -> int:
        with self._file(FIGURES) as figures, self._file(LOG) as log:
            child = self._child = await self._started(figures)
            if self.was_stopped:  # while it was started
                self._signal(child, KILL)
            assert child.stderr
            async for line in _lines(child.stderr):
                self._listen(line, heard, log)
            return await child.wait()

    async def _started(self, figures: IO[str]) -> Process:
        """A group of its own hears no Ctrl-C that is meant for the server, and is ended as a whole."""
        group = None if sys.platform == "win32" else 0
        bounds = [str(self._megabytes), str(self.niceness)]
        command = [sys.executable, "-m", CHILD, *bounds, *self._words]
        return await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=figures, stderr=PIPE, process_group=group
        )

    def _file(self, name: str) -> IO[str]:
        return private_file(self._folder / name, "w")

    def _listen(self, line: str, heard: Callable[[Progress], None], log: IO[str]) -> None:
        try:
            heard(msgspec.json.decode(line, type=Progress))
        except msgspec.MsgspecError:
            self.last_words = line.strip() or self.last_words
            log.write(line[: self._room])
            log.flush()
            self._room -= min(self._room, len(line))

    async def stop(self, grace: float = GRACE) -> None:
        """As Ctrl-C would, so that what is done is kept; by force if that takes too long."""
        child = self._child
        if child and child.returncode is not None:
            return
        self.was_stopped = True
        if child is None:
            return
        self._signal(child, signal.SIGINT)
        with suppress(TimeoutError):
            async with asyncio.timeout(grace):
                await child.wait()
        self._signal(child, KILL)
        await child.wait()

    def _signal(self, child: Process, number: signal.Signals) -> None:
        """To the command and all that it has started."""
        with suppress(ProcessLookupError):
            if sys.platform == "win32":
                child.send_signal(number)
            else:
                os.killpg(child.pid, number)


async def _lines(stream: StreamReader) -> AsyncIterator[str]:
    """Line by line, whatever the length of one."""
    rest = b""
    while read := await stream.read(LINE):
        *whole, rest = (rest + read).split(b"\n")
        for line in whole:
            yield line.decode("utf-8", "replace") + "\n"
        rest = rest[-LINE:]
    if rest:
        yield rest.decode("utf-8", "replace") + "\n"
