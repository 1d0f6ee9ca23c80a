"""The lock of a table: one thing at a time, in the order in which it was asked for."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial


class Lock:
    """As asyncio's, with a way in for work that is no task: it is called, and lets go when it is done."""

    __slots__ = ("_is_held", "_waiting")

    def __init__(self) -> None:
        self._is_held = False
        self._waiting: deque[Callable[[], None]] = deque()

    def locked(self) -> bool:
        return self._is_held

    def begin(self, work: Callable[[], None]) -> None:
        """Now, or once those before it are done."""
        if self._is_held:
            self._waiting.append(work)
        else:
            self._is_held = True
            work()

    def let_go(self) -> None:
        """It is the next one's, if anybody waits."""
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._waiting.popleft())
        else:
            self._is_held = False

    async def __aenter__(self) -> None:
        if not self._is_held:
            self._is_held = True
            return
        turn = asyncio.get_running_loop().create_future()
        come = partial(_come, turn)
        self._waiting.append(come)
        try:
            await turn
        except asyncio.CancelledError:
            if come in self._waiting:
                self._waiting.remove(come)
            else:
                self.let_go()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.let_go()


def _come(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_result(None)
