"""Advisers: a worker process that thinks about what people ask, apart from the bots, who wait for nobody."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import msgspec

from flattop.bots.hints import STAGES, Stage
from flattop.server.schemas.events import HintGiven
from flattop.server.table.server_api import HintRequest
from flattop.server.workers.framing import Worker
from flattop.server.workers.hint_worker import STOP
from flattop.server.workers.pool import FAULTS, MOST_BYTES, START_SECONDS

SECONDS = 30.0  # for one question, before its worker is given up
LOOK = 0.1  # seconds after which it is seen whether the answer is still wanted
SHARED = 2  # answers that each is given while others wait
MEGABYTES = 1024


class WorkerAnswer(msgspec.Struct):
    """The next piece of advice; none once the worker has ended with the question."""

    hint: HintGiven | None = None


class Advisers:
    """One question after the other, in the order in which they were asked."""

    def __init__(
        self,
        failed: Callable[[], None] = lambda: None,
        stages: Sequence[Stage] = STAGES,
        module: str = "flattop.server.workers.hint_worker",
    ) -> None:
        self.stages = tuple(stages)
        self.worker = Worker([sys.executable, "-m", module, str(MEGABYTES)], MOST_BYTES)
        self._failed, self._turn, self._waiting = failed, asyncio.Lock(), 0
        self._newest: dict[str, HintRequest] = {}  # of each guest only the last question is thought about

    async def think(self, asking: HintRequest, job: bytes) -> None:
        """Tell better and better advice, for as long as it is wanted and nobody waits too long for theirs."""
        self._newest[asking.guest] = asking
        try:
            await self._turn_of(asking, job)
        finally:
            if self._is_newest(asking):
                del self._newest[asking.guest]

    def _is_newest(self, asking: HintRequest) -> bool:
        return self._newest.get(asking.guest) is asking

    def _is_wanted(self, asking: HintRequest) -> bool:
        return self._is_newest(asking) and asking.is_wanted()

    async def _turn_of(self, asking: HintRequest, job: bytes) -> None:
        async with self._in_turn():
            try:
                if self._is_wanted(asking):
                    async with asyncio.timeout(SECONDS + START_SECONDS):
                        await self._answers(asking, job)
            except FAULTS:
                self._failed()
                await self.worker.stop()
            except BaseException:  # called off: its answers would be taken for the next one's
                await self.worker.stop()
                raise

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        self._waiting += 1
        try:
            await self._turn.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._turn.release()

    async def _answers(self, asking: HintRequest, job: bytes) -> None:
        if self.worker.running is None:
            await self.worker.start()
            await self.worker.answer()  # it is ready
        self.worker.say(job)
        told, stopped = 0, False
        answer = asyncio.ensure_future(self.worker.answer())
        try:
            while True:
                done, _ = await asyncio.wait({answer}, timeout=LOOK)
                if not stopped and not (self._is_wanted(asking) and (told < SHARED or not self._waiting)):
                    stopped = True
                    self.worker.say(STOP)
                if not done:
                    continue
                hint = msgspec.json.decode(answer.result(), type=WorkerAnswer).hint
                if hint is None:
                    return
                if self._is_wanted(asking):
                    asking.send(hint)
                told += 1
                answer = asyncio.ensure_future(self.worker.answer())
        finally:
            answer.cancel()

    async def stop(self) -> None:
        await self.worker.stop()
