"""Errands: work that begins at once where it is set off, and needs neither task nor queue nor turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Errand:
    """A coroutine on its way, resumed by whatever it waits for; nobody calls it off."""

    def __init__(self, work: Coroutine[Any, Any, None], over: Callable[[Exception | None], None]) -> None:
        self._work, self._over = work, over
        self._waiter: asyncio.Future[None] | None = None

    def go_on(self, _: object = None) -> None:
        """Work until there is something to wait for, or to the end."""
        try:
            awaited = self._work.send(None)
        except StopIteration:
            self._end(None)
        except asyncio.CancelledError:  # what it waited for will never be
            self._end(None)
        except Exception as error:
            self._end(error)
        else:
            awaited._asyncio_future_blocking = False  # as a task says that it has heard
            awaited.add_done_callback(self.go_on)

    def _end(self, error: Exception | None) -> None:
        self._over(error)
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)

    def ended(self) -> asyncio.Future[None]:
        """What is there once it is over."""
        self._waiter = asyncio.get_running_loop().create_future()
        return self._waiter
