"""Past games: those that are over, looked through in a process of its own, and what it told kept a while."""

from __future__ import annotations

import asyncio
import sys
from collections import OrderedDict
from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct

from flattop.match import Seed
from flattop.match.seed import written
from flattop.server.errors import Refusal
from flattop.server.logs import error_words
from flattop.server.scheduling import Asker, FairQueue, Full
from flattop.server.schemas.base import encode_json
from flattop.server.schemas.rest import Verdict
from flattop.server.store import queries
from flattop.server.store.base import Store
from flattop.server.store.decks import Decks
from flattop.server.store.rows import TableRow
from flattop.server.table.server_api import TableServices
from flattop.server.workers.framing import Worker

WAITING, SHARES = 200, (40, 16)  # questions in the queue: in all, of an address, of a guest there
SECONDS = 60.0  # for one answer
IDLE = 300.0  # seconds after which a worker that nobody asks is ended
KEPT_BYTES = 8 << 20  # of answers, for whoever asks the same
MOST_BYTES = 64 << 20  # of one answer
MEGABYTES = 1024
TRIES = 2
T = TypeVar("T")
FAULTS = (TimeoutError, OSError, EOFError, msgspec.MsgspecError, asyncio.IncompleteReadError)


class StepAnswer(Struct):
    at: int
    actions: int
    seat: int | None
    sheet: Raw


class Branch(Struct):
    """Where a game can be gone on from; without events it is over by then."""

    actions: int
    events: int = -1  # of the log that lead there
    turn: list[int] = []
    chain: str = ""


class WorkerAnswer(Struct):
    step: StepAnswer | None = None
    record: str | None = None
    verdict: Verdict | None = None
    branch: Branch | None = None
    fault: str = ""
    unknown: bool = False  # the game must be sent along


Want = dict[str, Any]
Past = dict[str, Any]  # a game that is over, as a worker needs it


async def past(store: Store, decks: Decks, row: TableRow) -> Past:
    """With its log as it was written, which may be long."""
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
    """What is asked of one game; whoever asks the same waits for the same answer."""

    row: TableRow
    want: Want
    answer: asyncio.Future[WorkerAnswer]


class PastGames:
    """Asked for steps, records, verdicts and branches; one question at a time, in fair turn."""

    def __init__(
        self, server: TableServices, decks: Decks, module: str = "flattop.server.workers.replay_worker"
    ) -> None:
        self.server, self.decks = server, decks
        self.worker = Worker([sys.executable, "-m", module, str(MEGABYTES)], MOST_BYTES)
        self._queue: FairQueue[Question] = FairQueue(WAITING, SHARES)
        self._asked: dict[str, Question] = {}
        self._kept: OrderedDict[str, StepAnswer] = OrderedDict()
        self._kept_bytes = 0
        self._more = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def step(
        self, row: TableRow, at: int, eyes: int | None, before: int | None, asker: Asker
    ) -> StepAnswer:
        """The game after so many actions as a seat saw it, with its log up to there or before a line."""
        want = {"want": "step", "at": at, "eyes": eyes, "before": before}
        key = _key(row, want)
        step = self._kept.get(key) or (await self._told(key, row, want, asker)).step
        return self._keep(key, _given(step))

    async def record(self, row: TableRow, asker: Asker) -> str:
        want = {"want": "record"}
        return _given((await self._told(_key(row, want), row, want, asker)).record)

    async def verdict(self, row: TableRow, asker: Asker) -> Verdict:
        want = {"want": "verdict"}
        return _given((await self._told(_key(row, want), row, want, asker)).verdict)

    async def branch(self, row: TableRow, at: int, header: Want, luck: Seed, asker: Asker) -> Branch:
        want = {"want": "branch", "at": at, "header": header, "luck": written(luck)}
        return _given((await self._told(_key(row, want), row, want, asker)).branch)

    def _keep(self, key: str, step: StepAnswer) -> StepAnswer:
        """A step of a game that is over stays what it is; the last asked for are kept."""
        self._kept_bytes += _size(step) if key not in self._kept else 0
        self._kept[key] = step
        self._kept.move_to_end(key)
        while self._kept_bytes > KEPT_BYTES:
            self._kept_bytes -= _size(self._kept.popitem(last=False)[1])
        return step

    # -- asking

    async def _told(self, key: str, row: TableRow, want: Want, asker: Asker) -> WorkerAnswer:
        """Whoever asks the same meanwhile waits for the same answer."""
        if key not in self._asked:
            question = Question(row, want, asyncio.get_running_loop().create_future())
            try:
                self._queue.put(key, asker, question)
            except Full:
                raise Refusal(429, "too-many", "Many games are being looked at; ask again later.") from None
            self._asked[key] = question
            question.answer.add_done_callback(lambda done: done.cancelled() or done.exception())
            self._go_on()
        return await asyncio.shield(self._asked[key].answer)

    def _go_on(self) -> None:
        self._more.set()
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._work_on())

    async def _work_on(self) -> None:
        """One question after the other; a worker that nobody has asked for long is ended."""
        while len(self._queue):
            await self._settle(*self._queue.take())
            if not len(self._queue) and not await self._is_asked_again():
                await self.worker.stop()

    async def _is_asked_again(self) -> bool:
        self._more.clear()
        try:
            async with asyncio.timeout(IDLE):
                return await self._more.wait()
        except TimeoutError:
            return False

    async def _settle(self, key: str, question: Question) -> None:
        try:
            question.answer.set_result(await self._answer(question))
        except Refusal as why:
            question.answer.set_exception(why)
        except Exception as error:  # one question's trouble is not the others'
            self.server.fault(error)
            question.answer.set_exception(_not_to_be_had())
        finally:
            self._asked.pop(key, None)
            question.answer.cancel()  # if the server closes meanwhile

    # -- the worker

    async def _answer(self, question: Question) -> WorkerAnswer:
        """What the worker says; a game that it does not have yet is sent along the second time."""
        answer = await self._exchange(question, None)
        if answer.unknown:
            known = await past(self.server.store, self.decks, question.row)
            answer = await self._exchange(question, known)
        if answer.fault:
            raise Refusal(409, "cannot-resume", f"The game cannot be looked at: {answer.fault}.")
        return answer

    async def _exchange(self, question: Question, past: Past | None) -> WorkerAnswer:
        job = encode_json({"table": question.row.id, "past": past, **question.want})
        for tries_left in reversed(range(TRIES)):
            try:
                async with asyncio.timeout(SECONDS):
                    if self.worker.running is None:
                        await self.worker.start()
                    return msgspec.json.decode(await self.worker.exchange(job), type=WorkerAnswer)
            except FAULTS as error:
                await self.worker.stop()
                if not tries_left:
                    self.server.log(f"it could not be looked at: {error_words(error)}", question.row.id)
        raise _not_to_be_had()

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for question in self._asked.values():
            question.answer.cancel()
        await self.worker.stop()


def _size(step: StepAnswer) -> int:
    return memoryview(step.sheet).nbytes


def _key(row: TableRow, want: Want) -> str:
    return row.id + encode_json(want).decode()


def _given(answer: T | None) -> T:
    if answer is None:
        raise _not_to_be_had()  # the worker has answered something else
    return answer


def _not_to_be_had() -> Refusal:
    return Refusal(409, "cannot-resume", "The game could not be looked at.")
