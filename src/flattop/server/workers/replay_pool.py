"""Replays of finished games, computed in a worker process and cached for a while."""

from __future__ import annotations

import asyncio
import sys
from collections import OrderedDict
from typing import Any, TypeVar

from msgspec import Raw, Struct

from flattop.match import Seed
from flattop.match.seed import seed_to_json
from flattop.server.errors import Refusal
from flattop.server.fair_queues import Asker, FairQueue, Full
from flattop.server.schemas.base import encode_json
from flattop.server.schemas.rest import Verdict
from flattop.server.store import queries
from flattop.server.store.base import Damaged, Store
from flattop.server.store.decks import Decks
from flattop.server.store.rows import TableRow
from flattop.server.table.server_api import TableServices
from flattop.server.workers.worker_process import WorkerFailed, WorkerProcess

QUEUE_SIZE, SHARES = 200, (40, 16)  # questions in the queue: in total, per address, per guest there
ANSWER_SECONDS = 60.0
IDLE_SECONDS = 300.0  # after which an unused worker is stopped
CACHE_BYTES = 8 << 20  # of replay steps
MAX_BYTES = 64 << 20  # of one answer
MEGABYTES = 1024
TRIES = 2
T = TypeVar("T")


class StepAnswer(Struct):
    """One step of a replay, as a seat saw it."""

    at: int
    actions: int
    seat: int | None
    sheet: Raw


class Branch(Struct):
    """A point from which a finished game can be continued; without events the game is over by then."""

    actions: int
    events: int = -1  # number of log entries that lead there
    turn: list[int] = []
    chain: str = ""


class ReplayAnswer(Struct):
    step: StepAnswer | None = None
    record: str | None = None
    verdict: Verdict | None = None
    branch: Branch | None = None
    fault: str = ""
    unknown: bool = False  # the worker does not have the game: send it along


Want = dict[str, Any]
FinishedGame = dict[str, Any]  # as JSON for a worker


async def finished_game(store: Store, decks: Decks, row: TableRow) -> FinishedGame:
    """A finished game for a worker. Its log is copied as JSON text, since it may be long."""
    entries, chains = await queries.log_text(store, row.id)
    deck = await decks.file(row.deck)
    return {
        "name": f"table {row.id}",
        "header": row.header,
        "entries": Raw(b"[" + ",".join(entries).encode() + b"]"),
        "chains": chains,
        "deck": str(deck) if deck else None,
        "closed": row.is_closed,
    }


class Question(Struct):
    """A question about one game, with the future that all askers of it wait for."""

    row: TableRow
    want: Want
    answer: asyncio.Future[ReplayAnswer]


class ReplayPool:
    """Answers questions about finished games: steps, records, verdicts and branches."""

    def __init__(
        self, server: TableServices, decks: Decks, module: str = "flattop.server.workers.replay_worker"
    ) -> None:
        self.server, self.decks = server, decks
        self.worker = WorkerProcess([sys.executable, "-m", module, str(MEGABYTES)], MAX_BYTES)
        self._queue: FairQueue[Question] = FairQueue(QUEUE_SIZE, SHARES)
        self._questions: dict[str, Question] = {}
        self._cache: OrderedDict[str, StepAnswer] = OrderedDict()
        self._cache_bytes = 0
        self._more = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def step(
        self, row: TableRow, at: int, eyes: int | None, before: int | None, asker: Asker
    ) -> StepAnswer:
        """The game after `at` actions as a seat saw it, with its last log lines or those before a line."""
        want = {"want": "step", "at": at, "eyes": eyes, "before": before}
        key = _key(row, want)
        step = self._cache.get(key) or _required((await self._ask(row, want, asker)).step)
        self._cache_bytes += _size(step) if key not in self._cache else 0
        self._cache[key] = step
        self._cache.move_to_end(key)
        while self._cache_bytes > CACHE_BYTES:
            self._cache_bytes -= _size(self._cache.popitem(last=False)[1])
        return step

    async def record(self, row: TableRow, asker: Asker) -> str:
        return _required((await self._ask(row, {"want": "record"}, asker)).record)

    async def verdict(self, row: TableRow, asker: Asker) -> Verdict:
        return _required((await self._ask(row, {"want": "verdict"}, asker)).verdict)

    async def branch(self, row: TableRow, at: int, header: Want, seed: Seed, asker: Asker) -> Branch:
        want = {"want": "branch", "at": at, "header": header, "seed": seed_to_json(seed)}
        return _required((await self._ask(row, want, asker)).branch)

    # -- queue

    async def _ask(self, row: TableRow, want: Want, asker: Asker) -> ReplayAnswer:
        """Queue a question and wait; equal questions share one answer."""
        key = _key(row, want)
        if key not in self._questions:
            question = Question(row, want, asyncio.get_running_loop().create_future())
            try:
                self._queue.put(key, asker, question)
            except Full:
                raise Refusal(429, "too-many", "Many games are being looked at; ask again later.") from None
            self._questions[key] = question
            question.answer.add_done_callback(lambda done: done.cancelled() or done.exception())
            self._more.set()
            if self._task is None or self._task.done():
                self._task = asyncio.get_running_loop().create_task(self._run())
        return await asyncio.shield(self._questions[key].answer)

    async def _run(self) -> None:
        """Answer all questions, and stop the worker when it has been idle for long."""
        while len(self._queue):
            key, question = self._queue.take()
            try:
                question.answer.set_result(await self._answer(question))
            except Refusal as why:
                question.answer.set_exception(why)
            except Damaged as error:
                self.server.log("replay failed", table=question.row.id, error=error)
                question.answer.set_exception(_unavailable())
            except Exception as error:  # one question's error must not stop the others
                self.server.fault(error)
                question.answer.set_exception(_unavailable())
            finally:
                self._questions.pop(key, None)
                question.answer.cancel()  # if the server closes meanwhile
            if not len(self._queue):
                self._more.clear()
                try:
                    async with asyncio.timeout(IDLE_SECONDS):
                        await self._more.wait()
                except TimeoutError:
                    await self.worker.stop()

    # -- worker

    async def _answer(self, question: Question) -> ReplayAnswer:
        """Ask the worker; if it does not have the game, ask again and send it along."""
        answer = await self._exchange(question, None)
        if answer.unknown:
            game = await finished_game(self.server.store, self.decks, question.row)
            answer = await self._exchange(question, game)
        if answer.fault:
            raise Refusal(409, "cannot-resume", f"The game cannot be looked at: {answer.fault}.")
        return answer

    async def _exchange(self, question: Question, game: FinishedGame | None) -> ReplayAnswer:
        job = encode_json({"table": question.row.id, "past": game, **question.want})
        for tries_left in reversed(range(TRIES)):
            try:
                return await self.worker.call(job, ANSWER_SECONDS, ReplayAnswer)
            except WorkerFailed as error:
                if not tries_left:
                    self.server.log("replay failed", table=question.row.id, error=error)
        raise _unavailable()

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for question in self._questions.values():
            question.answer.cancel()
        await self.worker.stop()


def _size(step: StepAnswer) -> int:
    return memoryview(step.sheet).nbytes


def _key(row: TableRow, want: Want) -> str:
    return row.id + encode_json(want).decode()


def _required(answer: T | None) -> T:
    if answer is None:
        raise _unavailable()  # the worker has answered another question
    return answer


def _unavailable() -> Refusal:
    return Refusal(409, "cannot-resume", "The game could not be looked at.")
