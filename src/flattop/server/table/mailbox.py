"""The mailbox of a table: its commands run one at a time, in order of arrival, each to its end."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")
Work = Callable[[], Awaitable[T]]


class Mailbox:
    """A queue of work, and the task that runs it while the queue is not empty.

    A task that stops waiting for a result, such as that of a closed socket, does not stop the work.
    """

    __slots__ = ("_report", "_task", "_waiting")

    def __init__(self, report: Callable[[Exception], None]) -> None:
        """`report` gets the errors of work whose result nothing waits for any more."""
        self._report = report
        self._waiting: deque[tuple[Work[Any], asyncio.Future[Any]]] = deque()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        """True if no work runs or waits."""
        return self._task is None

    def put(self, work: Work[T]) -> asyncio.Future[T]:
        """Queue work, and return the future of its result."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._waiting.append((work, done))
        if self._task is None:
            self._task = loop.create_task(self._run())
        return done

    async def _run(self) -> None:
        while self._waiting:
            work, done = self._waiting.popleft()
            try:
                result = await work()
            except Exception as error:
                if done.done():
                    self._report(error)
                else:
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(result)
            del work, done  # they may keep a dropped table in memory
        self._task = None
