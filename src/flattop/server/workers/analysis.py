"""Win chances during finished games, computed once per game in a worker process."""

from __future__ import annotations

import asyncio
import sys
from collections import OrderedDict

import msgspec
from msgspec import Struct

from flattop.server.errors import Refusal
from flattop.server.fair_queues import Asker, FairQueue, Full
from flattop.server.schemas.base import encode_json
from flattop.server.schemas.rest import Chances, ChancesAnswer
from flattop.server.store import queries, writes
from flattop.server.store.base import Damaged, NotSaved
from flattop.server.store.decks import Decks
from flattop.server.store.rows import TableRow
from flattop.server.table.server_api import TableServices
from flattop.server.workers.replay_pool import finished_game
from flattop.server.workers.worker_process import WorkerFailed, WorkerProcess

EDITION = 3  # of the computation; raise it to compute saved chances again
QUEUE_SIZE, SHARES = 50, (12, 4)  # tables in the queue: in total, per address, per guest there
MAX_FAILURES = 500  # tables whose failures are remembered until the server restarts
TRIES = 3  # of a table, if time, memory or disk space was missing
MAX_BYTES = 1 << 20  # of an answer
EXTRA_SECONDS = 60.0  # for starting the worker and replaying the record
MEGABYTES = 1024


class AnalysisAnswer(Struct):
    chances: Chances | None = None


class AnalysisError(Exception):
    """The worker could not analyse the game; its own line in the log says why."""


TEMPORARY_ERRORS = (NotSaved, WorkerFailed)
ERRORS = (AnalysisError, Damaged, *TEMPORARY_ERRORS)


class AnalysisQueue:
    """Returns saved win chances, and queues the games that have none."""

    def __init__(
        self, server: TableServices, decks: Decks, module: str = "flattop.server.workers.analysis_worker"
    ) -> None:
        self.server, self.decks = server, decks
        self.worker = WorkerProcess([sys.executable, "-m", module, str(MEGABYTES)], MAX_BYTES)
        self._queue: FairQueue[TableRow] = FairQueue(QUEUE_SIZE, SHARES)
        self._current: str | None = None  # table that the worker analyses
        self._failures: OrderedDict[str, int] = OrderedDict()  # by table
        self._task: asyncio.Task[None] | None = None

    async def of(self, row: TableRow, asker: Asker) -> ChancesAnswer:
        """The win chances of a finished game, or its place in the queue."""
        if saved := await queries.chances(self.server.store, row.id, EDITION):
            return ChancesAnswer(True, 0, msgspec.json.decode(saved, type=Chances))
        if self.server.limits.playouts <= 0:
            raise Refusal(
                409, "no-chances", "The operator of this server has disabled the analysis of games."
            )
        if row.is_closed:
            raise Refusal(409, "no-chances", "The game was broken off, so it has no chances to look at.")
        failures = self._failures.get(row.id, 0)
        if failures >= TRIES:
            raise Refusal(409, "no-chances", "The chances of this game could not be worked out.")
        if row.id == self._current:
            return ChancesAnswer(False, 0, None, failures)
        try:
            self._queue.put(row.id, asker, row)
        except Full:
            reason = "Many games are being analysed already; ask again later."
            raise Refusal(429, "too-many", reason) from None
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())
        return ChancesAnswer(False, self._queue.ahead(row.id) + (self._current is not None), None, failures)

    async def _run(self) -> None:
        while len(self._queue):
            self._current, row = self._queue.take()
            try:
                await self._analyse(row)
            except ERRORS as error:  # a client that asks again puts the game back in the queue
                self.server.log("win chances failed", table=row.id, error=error)
                is_temporary = isinstance(error, TEMPORARY_ERRORS)
                self._failures[row.id] = self._failures.get(row.id, 0) + 1 if is_temporary else TRIES
                if len(self._failures) > MAX_FAILURES:
                    self._failures.popitem(last=False)
            finally:
                self._current = None

    async def _analyse(self, row: TableRow) -> None:
        job = await self.encode_job(row)
        try:
            answer = await self._ask(job)
        except WorkerFailed as error:
            if not error.was_killed:
                raise
            answer = await self._ask(job)  # if it is killed again the game is the cause
        if answer.chances is None:
            raise AnalysisError
        text = msgspec.json.encode(answer.chances).decode()
        await self.server.store.save([writes.chances(row.id, EDITION, text)])

    async def encode_job(self, row: TableRow) -> bytes:
        """Return the message that asks a worker process to analyse a game."""
        limits, game = self.server.limits, await finished_game(self.server.store, self.decks, row)
        return encode_json({"past": game, "playouts": limits.playouts, "seconds": limits.reckoning})

    async def _ask(self, job: bytes) -> AnalysisAnswer:
        try:
            seconds = self.server.limits.reckoning + EXTRA_SECONDS
            return await self.worker.call(job, seconds, AnalysisAnswer)
        finally:
            await self.worker.stop()

    async def stop(self) -> None:
        """Stop the worker and forget the queue; clients ask again."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.worker.stop()
        self._queue.clear()
