"""The chances along games that are over: worked out once, one after the other, in a process of their own."""

from __future__ import annotations

import asyncio
import sys
from collections import OrderedDict

import msgspec
from msgspec import Struct

from flattop.server.errors import Refusal
from flattop.server.logs import error_words
from flattop.server.scheduling import Asker, FairQueue, Full
from flattop.server.schemas.base import encode_json
from flattop.server.schemas.rest import Chances, ChancesAnswer
from flattop.server.store import queries, writes
from flattop.server.store.base import NotSaved
from flattop.server.store.decks import Decks
from flattop.server.store.rows import TableRow
from flattop.server.table.server_api import TableServices
from flattop.server.workers.framing import Worker
from flattop.server.workers.replay_pool import past

EDITION = 2  # raised when the same record would be told otherwise, so that what was kept is worked out anew
WAITING, SHARES = 50, (12, 4)  # tables in the queue: in all, of an address, of a guest there
FAILED = 500  # tables that could not be worked out, remembered until the server restarts
TRIES = 3  # of a table, where it was the machine that had no time, no memory or no room for it
MOST_BYTES = 1 << 20  # of an answer
LEEWAY = 60.0  # seconds for starting and for playing the record again, before a worker is given up
MEGABYTES = 1024


class WorkerAnswer(Struct):
    chances: Chances | None = None
    fault: str = ""


class Fault(Exception):
    """The worker says why it could not."""


PASSING = (NotSaved, TimeoutError, OSError, EOFError, asyncio.IncompleteReadError)
FAULTS = (Fault, msgspec.MsgspecError, *PASSING)


class AnalysisQueue:
    """What was worked out is in the store; what is asked for and not there waits in a queue."""

    def __init__(
        self, server: TableServices, decks: Decks, module: str = "flattop.server.workers.analysis_worker"
    ) -> None:
        self.server, self.decks = server, decks
        self.worker = Worker([sys.executable, "-m", module, str(MEGABYTES)], MOST_BYTES)
        self._queue: FairQueue[TableRow] = FairQueue(WAITING, SHARES)
        self._at_work: str | None = None  # the table that is with the worker
        self._tries: OrderedDict[str, int] = OrderedDict()  # of tables that could not be worked out
        self._task: asyncio.Task[None] | None = None

    async def of(self, row: TableRow, asker: Asker) -> ChancesAnswer:
        """The chances of a table whose game is over, or its place in the queue."""
        if known := await queries.chances(self.server.store, row.id, EDITION):
            return ChancesAnswer(True, 0, msgspec.json.decode(known, type=Chances))
        if self.server.limits.playouts <= 0:
            raise Refusal(409, "no-chances", "This server works out no chances; its keeper has set it so.")
        if row.is_closed:
            raise Refusal(409, "no-chances", "The game was broken off, so it has no chances to look at.")
        tries = self._tries.get(row.id, 0)
        if tries >= TRIES:
            raise Refusal(409, "no-chances", "The chances of this game could not be worked out.")
        if row.id == self._at_work:
            return ChancesAnswer(False, 0, None, tries)
        self._wait(row, asker)
        return ChancesAnswer(False, self._queue.ahead(row.id) + (self._at_work is not None), None, tries)

    def _wait(self, row: TableRow, asker: Asker) -> None:
        try:
            self._queue.put(row.id, asker, row)
        except Full:
            words = "Many games are being looked through already; ask again later."
            raise Refusal(429, "too-many", words) from None
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._work_on())

    async def _work_on(self) -> None:
        """One table after the other; whatever goes wrong with one is not the others' trouble."""
        while len(self._queue):
            self._at_work, row = self._queue.take()
            try:
                await self._work_out(row)
            except FAULTS as error:
                self._fail(row, error)
            finally:
                self._at_work = None

    async def _work_out(self, row: TableRow) -> None:
        job = await self._job(row)
        try:
            answered = await self._asked(job)
        except asyncio.IncompleteReadError:
            answered = await self._asked(job)  # somebody has ended the worker; a second dies of itself
        answer = msgspec.json.decode(answered, type=WorkerAnswer)
        if answer.chances is None:
            raise Fault(answer.fault)
        written = msgspec.json.encode(answer.chances).decode()
        await self.server.store.save([writes.chances(row.id, EDITION, written)])

    async def _job(self, row: TableRow) -> bytes:
        limits, game = self.server.limits, await past(self.server.store, self.decks, row)
        return encode_json({"past": game, "playouts": limits.playouts, "seconds": limits.reckoning})

    async def _asked(self, job: bytes) -> bytes:
        try:
            async with asyncio.timeout(self.server.limits.reckoning + LEEWAY):
                await self.worker.start()
                return await self.worker.exchange(job)
        finally:
            await self.worker.stop()

    def _fail(self, row: TableRow, error: Exception) -> None:
        """Whoever is still waiting asks again, and so it gets a place at the end of the queue."""
        self.server.log(f"its chances were not worked out: {error_words(error)}", row.id)
        self._tries[row.id] = self._tries.get(row.id, 0) + 1 if isinstance(error, PASSING) else TRIES
        if len(self._tries) > FAILED:
            self._tries.popitem(last=False)

    async def stop(self) -> None:
        """Whatever is not done yet is lost, and asked for again another time."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.worker.stop()
        self._queue.clear()
