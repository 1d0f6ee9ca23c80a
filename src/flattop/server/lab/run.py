"""A run of an experiment: one `flattop` command in a child process, with its progress and its limits.

The child process runs this module as its program, so the module imports little of the server.
"""

from __future__ import annotations

import asyncio
import os
import runpy
import signal
import sys
import threading
from asyncio import StreamReader
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from flattop.server.workers import worker_process
from flattop.storage import private_file

LOG, REPORT_JSON = "log.txt", "report.json"  # files of the output of a command
KILL = signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL
GRACE = 30.0  # seconds to finish the report after an interrupt, at a low CPU priority
SHORT_GRACE = 3.0  # the same if the server closes
LINE = 65_536  # bytes that are read at once, and of a line at most
MAX_LOG = 100_000  # characters


class Progress(Struct):
    """A line of `--progress json`."""

    done: int
    total: int
    seconds: float
    left: float | None = None


def progress_by_time(minutes: int, seconds: float) -> Progress:
    """The progress of a command with a fixed duration that reports none itself."""
    total = minutes * 60
    return Progress(min(int(seconds), total), total, round(seconds, 1), max(0.0, total - seconds))


class Run:
    """One run of a command. It can be stopped at any time, also while it starts."""

    niceness = 19  # games have priority

    def __init__(self, folder: Path, arguments: list[str], megabytes: int) -> None:
        self._folder, self._arguments, self._megabytes = folder, arguments, megabytes
        self._child: Process | None = None
        self._log_room = MAX_LOG
        self.last_line, self.was_stopped = "", False

    async def work(self, on_progress: Callable[[Progress], None], seconds: float) -> int | None:
        """Run the command and return its exit status; None if the time limit was reached."""
        try:
            async with asyncio.timeout(seconds):
                return await self._run_child(on_progress)
        except TimeoutError:
            return None
        finally:
            await self.stop()

    async def _run_child(self, on_progress: Callable[[Progress], None]) -> int:
        with (
            private_file(self._folder / REPORT_JSON, "w") as report,
            private_file(self._folder / LOG, "w") as log,
        ):
            # Its own process group does not receive the server's Ctrl-C, and can be killed as a whole.
            child = self._child = await asyncio.create_subprocess_exec(
                *[
                    sys.executable,
                    "-m",
                    "flattop.server.lab.run",
                    str(self._megabytes),
                    str(self.niceness),
                    *self._arguments,
                ],
                stdin=PIPE,
                stdout=report,
                stderr=PIPE,
                process_group=None if sys.platform == "win32" else 0,
            )
            if self.was_stopped:  # during the start
                self._signal(child, KILL)
            assert child.stderr
            async for line in _lines(child.stderr):
                try:
                    on_progress(msgspec.json.decode(line, type=Progress))
                except msgspec.MsgspecError:  # any other line goes to the log
                    self.last_line = line.strip() or self.last_line
                    log.write(line[: self._log_room])
                    log.flush()
                    self._log_room -= min(self._log_room, len(line))
            return await child.wait()

    async def stop(self, grace: float = GRACE) -> None:
        """Interrupt the command, so that it writes its results, and kill it if that takes too long."""
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
        """Send a signal to the command and all processes it has started."""
        with suppress(ProcessLookupError):
            if sys.platform == "win32":
                child.send_signal(number)
            else:
                os.killpg(child.pid, number)


async def _lines(stream: StreamReader) -> AsyncIterator[str]:
    """The lines of a stream; of a very long line only the end."""
    rest = b""
    while chunk := await stream.read(LINE):
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield line.decode("utf-8", "replace") + "\n"
        rest = rest[-LINE:]
    if rest:
        yield rest.decode("utf-8", "replace") + "\n"


# -- the child process


def main() -> None:
    """Run a `flattop` command in this process. Arguments: megabytes, niceness, those of `flattop`."""
    megabytes, niceness, *arguments = sys.argv[1:]
    worker_process.limit_memory(int(megabytes))
    worker_process.lower_priority(int(niceness))
    os.umask(0o077)  # files are readable by their owner only
    threading.Thread(target=exit_with_server, daemon=True).start()
    sys.argv[1:] = arguments
    runpy.run_module("flattop", run_name="__main__", alter_sys=True)


def exit_with_server() -> None:
    """Kill this process group when the server ends, which closes our standard input."""
    os.read(0, 1)
    if sys.platform != "win32":
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


if __name__ == "__main__":
    main()
