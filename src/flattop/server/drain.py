"""Draining: the server takes no new tables, and closes once nobody plays, or when its time is up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from flattop.server.errors import Refusal
from flattop.server.registry import Registry
from flattop.server.table.live import LiveTable

LOOK_EVERY = 0.5  # seconds between two looks whether somebody still plays
REASON = "The server is being drained: it closes soon."
NO_NEW_TABLES = "The server closes soon, so no new tables are set; those that are here go on."


class Drain:
    """Off until it begins; then it ends with the server's own end."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._task: asyncio.Task[None] | None = None
        self._until: float | None = None
        self.close_server: Callable[[], None] = lambda: None

    @property
    def reasons(self) -> list[str]:
        """Why nobody should be sent here, if it is on."""
        return [REASON] if self._task else []

    def check(self) -> None:
        if self._task:
            raise Refusal(503, "draining", NO_NEW_TABLES)

    def begin(self, minutes: float | None) -> None:
        """From now on; said again, with another bound."""
        self._until = None if minutes is None else self._registry.host.now() + minutes * 60
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._wait())

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _wait(self) -> None:
        while self.playing() and not self._is_late():
            await asyncio.sleep(LOOK_EVERY)
        self.close_server()

    def _is_late(self) -> bool:
        return self._until is not None and self._registry.host.now() >= self._until

    def playing(self) -> list[LiveTable]:
        """Tables in play with one of those seated there."""
        return [table for table in self._registry.live.values() if _is_played(table)]


def _is_played(table: LiveTable) -> bool:
    return table.row.state == "playing" and any(map(table.is_present, range(len(table.row.seats))))
