"""The pool: worker processes that think for bots, each with its limits of time and memory."""

from __future__ import annotations

import asyncio
import pickle
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from flattop.kernel import Action, Chance, Seat, Table, action_of, determinize
from flattop.match import Match
from flattop.server.scheduling import Rotation
from flattop.server.workers.framing import Worker

START_SECONDS = 60.0
SLOW_SECONDS = 30.0
NICENESS = 10
PATIENCE = 4  # thoughts of full length that may lie ahead of one in the line
TRIES = 2
SHIFT = 20_000  # thoughts of a worker, after which a new one takes its place: no memory grows for ever
MOST_BYTES = 65_536  # of an answer
FAULTS = (TimeoutError, OSError, EOFError, msgspec.MsgspecError, asyncio.IncompleteReadError)


class WorkerAnswer(msgspec.Struct):
    action: list[int | str]


def question(match: Match, deck: Path | None, seat: Seat, rank: str, part: float = 1.0, **more: Any) -> bytes:
    """What a worker needs to think for a seat: a table on which everything hidden from it was dealt anew.

    Where many wait, it may take only a part of its seconds.
    """
    imagined = determinize(match.table, match.game.zones, seat, Chance(secrets.randbits(64)))
    return pickle.dumps(
        {
            "game": match.game.key,
            "deck": str(deck) if deck else None,
            "rank": rank,
            "seat": seat,
            "luck": secrets.randbits(63),
            "part": part,
            "table": _bare(imagined),
            **more,
        }
    )


def _bare(t: Table) -> Table:
    """Without what the worker has itself, and without what it would ask afresh."""
    t.pack, t.events, t.asks = None, None, {}
    t.chance = None  # type: ignore[assignment]
    return t


def slow_lane(workers: int, failed: Callable[[], None]) -> WorkerPool:
    """For bots that think long: fewer workers of their own, which leave the processors to everybody else."""
    return WorkerPool(max(1, workers // 2), SLOW_SECONDS, failed=failed, niceness=NICENESS)


class WorkerPool:
    """Workers in a row; whoever is free thinks next, for one asker after the other."""

    def __init__(
        self,
        size: int = 2,
        seconds: float = 5.0,
        megabytes: int = 1024,
        failed: Callable[[], None] = lambda: None,
        module: str = "flattop.server.workers.bot_worker",
        niceness: int = 0,
    ) -> None:
        self.seconds, self._failed = seconds, failed
        command = [sys.executable, "-m", module, str(megabytes), str(niceness)]
        self.workers = [Worker(command, MOST_BYTES) for _ in range(size)]
        self._free, self._line = [*self.workers], Rotation()
        self._called: dict[str, asyncio.Future[Worker]] = {}  # by their place in the line

    @property
    def part(self) -> float:
        """The part of its seconds that each may take, so that nobody waits long behind the others."""
        return min(1.0, PATIENCE * len(self.workers) / max(1, len(self._line)))

    async def think(self, job: bytes, whose: str = "") -> Action | None:
        """The action a bot names; None if the workers failed at it twice."""
        for _ in range(TRIES):
            worker = await self._turn(whose)
            try:
                action = await self._ask(worker, job)
                if worker.answered >= SHIFT:
                    await worker.stop()
                return action
            except FAULTS:
                self._failed()
                await worker.stop()
            except asyncio.CancelledError:
                await worker.stop()  # its answer would be taken for the next one's
                raise
            finally:
                self._pass_on(worker)
        return None

    async def _turn(self, whose: str) -> Worker:
        """A worker, once it is the asker's turn: who asks for much waits behind those who ask for little."""
        if self._free:
            return self._free.pop()
        key, called = secrets.token_hex(8), asyncio.get_running_loop().create_future()
        self._line.put(key, whose)
        self._called[key] = called
        try:
            worker: Worker = await called
            return worker
        except asyncio.CancelledError:
            if self._called.pop(key, None):
                self._line.drop(key)
            elif not called.cancelled():
                self._pass_on(called.result())  # called and gone in the same moment
            raise

    def _pass_on(self, worker: Worker) -> None:
        while len(self._line):
            called = self._called.pop(self._line.take())
            if not called.done():
                called.set_result(worker)
                return
        self._free.append(worker)

    async def _ask(self, worker: Worker, job: bytes) -> Action:
        if worker.running is None:
            await worker.start()
            async with asyncio.timeout(START_SECONDS):
                await worker.answer()  # it is ready
        async with asyncio.timeout(self.seconds):
            return action_of(msgspec.json.decode(await worker.exchange(job), type=WorkerAnswer).action)

    async def stop(self) -> None:
        for worker in self.workers:
            await worker.stop()
