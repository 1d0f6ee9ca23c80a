"""Draining: the server accepts no new tables, and closes once no game is played or a time limit is over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from flattop.server.errors import Refusal
from flattop.server.registry import Registry
from flattop.server.table.live import LiveTable

POLL_SECONDS = 0.5  # while the server drains
REASON = "The server is being drained: it closes soon."
NO_NEW_TABLES = "The server closes soon and accepts no new tables. Running games go on."


class Drain:
    """The state of the drain, and the task that closes the server in the end."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._task: asyncio.Task[None] | None = None
        self._deadline: float | None = None
        self.close_server: Callable[[], None] = lambda: None

    @property
    def reasons(self) -> list[str]:
        """The reason why the server is not ready; empty unless it drains."""
        return [REASON] if self._task else []

    def check(self) -> None:
        if self._task:
            raise Refusal(503, "draining", NO_NEW_TABLES)

    def begin(self, minutes: float | None) -> None:
        """Begin to drain, or change the time limit."""

        async def close_when_idle() -> None:
            while self.playing() and (self._deadline is None or self._registry.host.now() < self._deadline):
                await asyncio.sleep(POLL_SECONDS)
            self.close_server()

        self._deadline = None if minutes is None else self._registry.host.now() + minutes * 60
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(close_when_idle())

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def playing(self) -> list[LiveTable]:
        """Tables in play with at least one connected player."""
        return [
            table
            for table in self._registry.live.values()
            if table.row.state == "playing" and any(map(table.is_present, range(len(table.row.seats))))
        ]
