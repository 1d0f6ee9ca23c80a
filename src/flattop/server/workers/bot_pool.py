"""Pools of worker processes that choose actions for bots and compute hints for players."""

from __future__ import annotations

import asyncio
import pickle
import secrets
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from flattop.bots.hints import STAGES, Stage
from flattop.kernel import Action, Chance, Seat, action_of, determinize
from flattop.match import Match
from flattop.server.fair_queues import FairLock, Full, RoundRobin
from flattop.server.schemas.messages import HintGiven
from flattop.server.table.server_api import HintRequest
from flattop.server.workers.hint_worker import STOP
from flattop.server.workers.worker_process import ERRORS, START_SECONDS, WorkerFailed, WorkerProcess

MEGABYTES = 1024
MAX_BYTES = 65_536  # of an answer
SLOW_SECONDS = 30.0  # for a bot that searches
NICENESS = 10  # of such a bot
FULL_JOBS_AHEAD = 4  # jobs of full length per worker; if more wait, each gets less time
TRIES = 2
JOBS_PER_PROCESS = 20_000  # then a new process replaces the worker, so that no leak grows for ever
HINT_SECONDS = 30.0  # for one question
POLL_SECONDS = 0.1  # between two checks whether a hint is still wanted
SHARED_ANSWERS = 2  # hints per question while other questions wait
MAX_QUESTIONS = 500  # that wait for a hint


def encode_job(
    match: Match, deck: Path | None, seat: Seat, rank: str, part: float = 1.0, **more: Any
) -> bytes:
    """A job for a worker: a determinization, in which everything hidden from the seat is resampled.

    `part` is the share of its thinking time that the bot may use.
    """
    t = determinize(match.table, match.game.zones, seat, Chance(secrets.randbits(64)))
    t.pack, t.events, t.asks = None, None, {}  # the worker has the cards and computes the options
    t.chance = None  # type: ignore[assignment]
    return pickle.dumps(
        {
            "game": match.game.key,
            "deck": str(deck) if deck else None,
            "rank": rank,
            "seat": seat,
            "seed": secrets.randbits(63),
            "part": part,
            "table": t,
            **more,
        }
    )


class BotAnswer(msgspec.Struct):
    action: list[int | str]


def slow_pool(workers: int, on_failure: Callable[[], None]) -> BotPool:
    """A pool for bots that search: half as many workers, with a low CPU priority."""
    return BotPool(max(1, workers // 2), SLOW_SECONDS, on_failure=on_failure, niceness=NICENESS)


class BotPool:
    """Workers that choose actions. Owners of tables are served in turn."""

    def __init__(
        self,
        size: int = 2,
        seconds: float = 5.0,
        megabytes: int = MEGABYTES,
        on_failure: Callable[[], None] = lambda: None,
        module: str = "flattop.server.workers.bot_worker",
        niceness: int = 0,
    ) -> None:
        self.seconds, self._on_failure = seconds, on_failure
        command = [sys.executable, "-m", module, str(megabytes), str(niceness)]
        self.workers = [WorkerProcess(command, MAX_BYTES) for _ in range(size)]
        self._free, self._queue = [*self.workers], RoundRobin()
        self._assigned: dict[str, asyncio.Future[WorkerProcess]] = {}  # by key in the queue

    @property
    def part(self) -> float:
        """The share of its thinking time that each job may use, so that the queue stays short."""
        return min(1.0, FULL_JOBS_AHEAD * len(self.workers) / max(1, len(self._queue)))

    async def think(self, job: bytes, owner: str = "") -> Action | None:
        """The action that a bot chooses; None if the workers failed twice."""
        for _ in range(TRIES):
            worker = await self._acquire(owner)
            try:
                answer = await worker.call(job, self.seconds, BotAnswer)
                if worker.answered >= JOBS_PER_PROCESS:
                    await worker.stop()
                return action_of(answer.action)
            except WorkerFailed:
                self._on_failure()
            finally:
                self._release(worker)
        return None

    async def _acquire(self, owner: str) -> WorkerProcess:
        """Wait for a worker. Owners with many jobs wait behind those with few."""
        if self._free:
            return self._free.pop()
        key, assigned = secrets.token_hex(8), asyncio.get_running_loop().create_future()
        self._queue.put(key, owner)
        self._assigned[key] = assigned
        try:
            worker: WorkerProcess = await assigned
            return worker
        except asyncio.CancelledError:
            if self._assigned.pop(key, None):
                self._queue.drop(key)
            elif not assigned.cancelled():
                self._release(assigned.result())  # assigned and cancelled at the same moment
            raise

    def _release(self, worker: WorkerProcess) -> None:
        while len(self._queue):
            assigned = self._assigned.pop(self._queue.take())
            if not assigned.done():
                assigned.set_result(worker)
                return
        self._free.append(worker)

    async def stop(self) -> None:
        for worker in self.workers:
            await worker.stop()


class HintAnswer(msgspec.Struct):
    """The next hint; None once the worker has finished the question."""

    hint: HintGiven | None = None


class HintPool:
    """One worker that computes hints, for one question at a time, in fair order. Bots do not wait for it."""

    def __init__(
        self,
        on_failure: Callable[[], None] = lambda: None,
        stages: Sequence[Stage] = STAGES,
        module: str = "flattop.server.workers.hint_worker",
    ) -> None:
        self.stages = tuple(stages)
        self.worker = WorkerProcess([sys.executable, "-m", module, str(MEGABYTES)], MAX_BYTES)
        self._on_failure, self._turns = on_failure, FairLock(MAX_QUESTIONS)
        self._newest: dict[str, HintRequest] = {}  # only the newest question of each guest is answered

    async def think(self, asking: HintRequest, job: bytes) -> None:
        """Send better and better hints, as long as they are wanted and no other question waits too long.

        Without room in the queue there are no hints.
        """
        self._newest[asking.guest] = asking
        try:
            async with self._turns.turn(asking.asker):
                try:
                    if self._is_wanted(asking):
                        async with asyncio.timeout(HINT_SECONDS + START_SECONDS):
                            await self._send_hints(asking, job)
                except ERRORS:
                    self._on_failure()
                    await self.worker.stop()
                except BaseException:  # cancelled: its answers would be taken for those of the next question
                    await self.worker.stop()
                    raise
        except Full:
            return
        finally:
            if self._newest.get(asking.guest) is asking:
                del self._newest[asking.guest]

    def _is_wanted(self, asking: HintRequest) -> bool:
        return self._newest.get(asking.guest) is asking and asking.is_wanted()

    async def _send_hints(self, asking: HintRequest, job: bytes) -> None:
        await self.worker.ensure_ready()
        self.worker.send(job)
        sent, stopped = 0, False
        answer = asyncio.ensure_future(self.worker.answer())
        try:
            while True:
                done, _ = await asyncio.wait({answer}, timeout=POLL_SECONDS)
                has_share = sent < SHARED_ANSWERS or not len(self._turns)
                if not stopped and not (self._is_wanted(asking) and has_share):
                    stopped = True
                    self.worker.send(STOP)
                if not done:
                    continue
                hint = msgspec.json.decode(answer.result(), type=HintAnswer).hint
                if hint is None:
                    return
                if self._is_wanted(asking):
                    asking.send(hint)
                sent += 1
                answer = asyncio.ensure_future(self.worker.answer())
        finally:
            answer.cancel()

    async def stop(self) -> None:
        await self.worker.stop()
