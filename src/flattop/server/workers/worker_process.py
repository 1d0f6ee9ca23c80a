"""A worker process and its protocol: length-prefixed messages over standard input and output."""

from __future__ import annotations

import asyncio
import json
import os
import struct
import sys
from asyncio import StreamWriter
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, BinaryIO, TypeVar

import msgspec

from flattop.server import logs

LENGTH = struct.Struct(">I")
START_SECONDS = 60.0  # until a new worker must be ready
ERRORS = (TimeoutError, OSError, EOFError, msgspec.MsgspecError)  # of a worker that died, hangs or is wrong
T = TypeVar("T")


class WorkerFailed(Exception):
    """A worker process gave no valid answer in time. It has been killed, and the next call starts another."""

    def __init__(self, was_killed: bool) -> None:
        super().__init__()
        self.was_killed = was_killed  # it died during the job


def frame(body: bytes) -> bytes:
    return LENGTH.pack(len(body)) + body


# -- in the worker


@contextmanager
def connected(niceness: int = 0) -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """The streams from and to the server, to which this worker is ready. It ends once the server is gone.

    The first argument of the process is its limit of memory in megabytes.
    """
    limit_memory(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    lower_priority(niceness)
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a print must not reach the server
    logs.configure_worker()
    try:
        write(sink, {"ready": True})
    except BrokenPipeError:
        sys.exit()
    with suppress(BrokenPipeError):
        yield source, sink


def read(source: BinaryIO) -> bytes:
    """The next message; empty when the server is gone."""
    head = source.read(LENGTH.size)
    return source.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""


def write(sink: BinaryIO, answer: dict[str, Any]) -> None:
    write_bytes(sink, json.dumps(answer).encode())


def write_bytes(sink: BinaryIO, body: bytes) -> None:
    sink.write(frame(body))
    sink.flush()


def limit_memory(megabytes: int) -> None:
    """Limit the address space where the platform supports it; 0 is no limit."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the threads of numpy would use much of it
    if megabytes <= 0 or sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def lower_priority(niceness: int) -> None:
    """Lower this process's CPU priority where the platform supports it."""
    if niceness and sys.platform != "win32":
        os.nice(niceness)


def limit_seconds(seconds: int) -> None:
    """Kill this process after so many more seconds of CPU time, where the platform supports it."""
    if sys.platform == "win32":
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.getrlimit(resource.RLIMIT_CPU)[1]))


# -- in the server


@dataclass(slots=True)
class WorkerProcess:
    """A worker process, seen from the server."""

    command: list[str]
    max_bytes: int  # of an answer
    running: Process | None = None
    answered: int = 0  # jobs since the start
    changing: asyncio.Lock = field(default_factory=asyncio.Lock)  # while it starts or stops

    async def start(self) -> None:
        async with self.changing:
            self.running = await asyncio.create_subprocess_exec(*self.command, stdin=PIPE, stdout=PIPE)
            self.answered = 0

    async def ensure_ready(self) -> None:
        """Start the process unless it runs, and wait for its first message."""
        if self.running is None or self.running.returncode is not None:
            await self.start()
            async with asyncio.timeout(START_SECONDS):
                await self.answer()

    async def call(self, job: bytes, seconds: float, kind: type[T]) -> T:
        """Send a job and return its answer, which must come within so many seconds of work.

        If it does not, or if the caller is cancelled, the process is killed: a late answer would be taken for
        that of the next job.
        """
        try:
            await self.ensure_ready()
            async with asyncio.timeout(seconds):
                await self.send(job).drain()
                answer = msgspec.json.decode(await self.answer(), type=kind)
        except BaseException as error:
            await self.stop()
            if isinstance(error, ERRORS):
                raise WorkerFailed(was_killed=isinstance(error, EOFError)) from error
            raise
        self.answered += 1
        return answer

    def send(self, message: bytes) -> StreamWriter:
        """Send a message without waiting."""
        if self.running is None or self.running.stdin is None:
            raise EOFError("the worker process is not running")
        self.running.stdin.write(frame(message))
        return self.running.stdin

    async def answer(self) -> bytes:
        if self.running is None or self.running.stdout is None:
            raise EOFError("the worker process is not running")
        (length,) = LENGTH.unpack(await self.running.stdout.readexactly(LENGTH.size))
        if length > self.max_bytes:
            raise EOFError(f"an answer of {length} bytes, more than {self.max_bytes}")
        return await self.running.stdout.readexactly(length)

    async def stop(self) -> None:
        """Kill the process and wait for its end, also if another task has begun to."""
        async with self.changing:
            if self.running and self.running.returncode is None:
                self.running.kill()
                await self.running.wait()
            self.running = None
