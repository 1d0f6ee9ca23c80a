"""The chances along games that are over: worked out once, one after the other, in a process of their own."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import OrderedDict

import msgspec
from msgspec import Struct

from flattop.server.errors import Refusal
from flattop.server.schemas.analysis import Chances, ChancesAnswer
from flattop.server.store import queries, writes
from flattop.server.store.sqlite import NotSaved
from flattop.server.table.host import Host
from flattop.server.table.live import LiveTable
from flattop.server.workers.framing import Worker

EDITION = 1  # raised when the same record would be told otherwise, so that what was kept is worked out anew
WAITING = 50  # tables in the queue, at most
FAILED = 500  # tables that could not be worked out, remembered until the server restarts
MOST_BYTES = 1 << 20  # of an answer
LEEWAY = 60.0  # seconds for starting and for playing the record again, before a worker is given up
MEGABYTES = 1024


class WorkerAnswer(Struct):
    chances: Chances | None = None
    fault: str = ""


class Fault(Exception):
    """The worker says why it could not."""


FAULTS = (
    Fault, NotSaved, TimeoutError, OSError, EOFError, msgspec.MsgspecError, asyncio.IncompleteReadError,
)  # fmt: skip


class AnalysisQueue:
    """What was worked out is in the store; what is asked for and not there waits in a queue."""

    def __init__(self, server: Host, module: str = "flattop.server.workers.analysis_worker") -> None:
        self.server = server
        self.worker = Worker([sys.executable, "-m", module, str(MEGABYTES)], MOST_BYTES)
        self._queue: OrderedDict[str, LiveTable] = OrderedDict()
        self._failed: OrderedDict[str, None] = OrderedDict()
        self._task: asyncio.Task[None] | None = None

    def of(self, table: LiveTable) -> ChancesAnswer:
        """The chances of a table whose game is over, or its place in the queue."""
        if known := queries.chances(self.server.store, table.row.id, EDITION):
            return ChancesAnswer(True, 0, msgspec.json.decode(known, type=Chances))
        if self.server.limits.playouts <= 0:
            raise Refusal(409, "no-chances", "This server works out no chances; its keeper has set it so.")
        if table.row.id in self._failed:
            raise Refusal(409, "no-chances", "The chances of this game could not be worked out.")
        self._wait(table)
        return ChancesAnswer(False, list(self._queue).index(table.row.id), None)

    def _wait(self, table: LiveTable) -> None:
        if table.row.id not in self._queue and len(self._queue) >= WAITING:
            raise Refusal(429, "too-many", "Many games are being looked through already; ask again later.")
        self._queue.setdefault(table.row.id, table)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._work_on())

    async def _work_on(self) -> None:
        """One table after the other; whatever goes wrong with one is not the others' trouble."""
        while self._queue:
            table = next(iter(self._queue.values()))
            try:
                await self._work_out(table)
            except FAULTS as error:
                self._fail(table, error)
            finally:
                self._queue.pop(table.row.id, None)

    async def _work_out(self, table: LiveTable) -> None:
        try:
            answered = await self._asked(_job(table))
        except asyncio.IncompleteReadError:
            answered = await self._asked(
                _job(table)
            )  # somebody has ended the worker; a second dies of itself
        answer = msgspec.json.decode(answered, type=WorkerAnswer)
        if answer.chances is None:
            raise Fault(answer.fault)
        written = msgspec.json.encode(answer.chances).decode()
        await self.server.store.save([writes.chances(table.row.id, EDITION, written)])

    async def _asked(self, job: bytes) -> bytes:
        try:
            async with asyncio.timeout(self.server.limits.reckoning + LEEWAY):
                await self.worker.start()
                return await self.worker.exchange(job)
        finally:
            await self.worker.stop()

    def _fail(self, table: LiveTable, error: Exception) -> None:
        self.server.log(f"table {table.row.id}: its chances were not worked out: {error!r}")
        self._failed[table.row.id] = None
        if len(self._failed) > FAILED:
            self._failed.popitem(last=False)

    async def stop(self) -> None:
        """Whatever is not done yet is lost, and asked for again another time."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._queue.clear()


def _job(table: LiveTable) -> bytes:
    limits = table.server.limits
    return json.dumps(
        {
            "name": f"table {table.row.id}",
            "record": table.match.record.text(),
            "deck": str(table.deck) if table.deck else None,
            "playouts": limits.playouts,
            "seconds": limits.reckoning,
        }
    ).encode()
