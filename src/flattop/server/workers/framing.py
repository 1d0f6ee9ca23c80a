"""Between the server and a worker: messages with their length in front, over the worker's own streams."""

from __future__ import annotations

import asyncio
import json
import os
import struct
import sys
from asyncio import StreamWriter
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from flattop.server import logs

LENGTH = struct.Struct(">I")


def framed(body: bytes) -> bytes:
    return LENGTH.pack(len(body)) + body


# -- in the worker


def read(source: BinaryIO) -> bytes:
    """The next message, or nothing when the server is gone."""
    head = source.read(LENGTH.size)
    return source.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""


def write(sink: BinaryIO, answer: dict[str, Any]) -> None:
    send(sink, packed(answer))


def packed(answer: dict[str, Any]) -> bytes:
    return json.dumps(answer).encode()


def send(sink: BinaryIO, body: bytes) -> None:
    sink.write(framed(body))
    sink.flush()


def begin(megabytes: int, niceness: int = 0) -> tuple[BinaryIO, BinaryIO]:
    """Keep this process within bounds; where it hears the server, and where it alone speaks to it."""
    limit_memory(megabytes)
    stand_back(niceness)
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever prints must not speak to the server
    logs.of_worker()
    return source, sink


def limit_memory(megabytes: int) -> None:
    """Where the system can, give no more memory than this; numpy would take much of it for its threads."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if megabytes <= 0 or sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def stand_back(niceness: int) -> None:
    """Where the system can, leave the processors to others."""
    if niceness and sys.platform != "win32":
        os.nice(niceness)


def limit_seconds(seconds: int) -> None:
    """Where the system can, end this process once it has worked so much longer than until now."""
    if sys.platform == "win32":
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


# -- in the server


@dataclass(slots=True)
class Worker:
    """One worker process, as the server holds it; an answer may have only so many bytes."""

    command: list[str]
    most: int
    running: Process | None = None
    answered: int = 0  # questions, since it was started
    changing: asyncio.Lock = field(default_factory=asyncio.Lock)  # while it starts or ends

    async def start(self) -> None:
        async with self.changing:
            self.running = await asyncio.create_subprocess_exec(*self.command, stdin=PIPE, stdout=PIPE)
            self.answered = 0

    async def exchange(self, job: bytes) -> bytes:
        """Send a job and wait for its answer."""
        await self.say(job).drain()
        answer = await self.answer()
        self.answered += 1
        return answer

    def say(self, message: bytes) -> StreamWriter:
        """Send a message without waiting for anything."""
        if self.running is None or self.running.stdin is None:
            raise EOFError("the worker is not running")
        self.running.stdin.write(framed(message))
        return self.running.stdin

    async def answer(self) -> bytes:
        if self.running is None or self.running.stdout is None:
            raise EOFError("the worker is not running")
        (length,) = LENGTH.unpack(await self.running.stdout.readexactly(LENGTH.size))
        if length > self.most:
            raise EOFError(f"an answer of {length} bytes")
        return await self.running.stdout.readexactly(length)

    async def stop(self) -> None:
        """End it, and wait for its end, whoever else began with that and was called off."""
        async with self.changing:
            if self.running and self.running.returncode is None:
                self.running.kill()
                await self.running.wait()
            self.running = None
