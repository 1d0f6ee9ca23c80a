"""Eviction: idle tables leave memory after a while, above a guest's limit, and when memory is short.

An evicted table is loaded again from its log by the next request.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from flattop.server.errors import Refusal
from flattop.server.schemas.base import CloseCode
from flattop.server.table.live import LiveTable
from flattop.server.table.server_api import TableServices

GRACE_SECONDS = 10.0  # that a table stays in memory after a request for it
EVICT_TO = 0.9  # share of the memory limit that tables use after an eviction


class Eviction:
    """Chooses the live tables that leave memory; `drop` removes one of them."""

    def __init__(
        self,
        host: TableServices,
        live: Mapping[str, LiveTable],
        is_busy: Callable[[LiveTable], bool],
        drop: Callable[[LiveTable, CloseCode, str], None],
    ) -> None:
        self._host, self._live, self._is_busy, self._drop = host, live, is_busy, drop
        self.weight = 0  # estimated bytes of all live tables

    @property
    def max_weight(self) -> int:
        """Bytes that live tables may use, by estimate."""
        return self._host.limits.memory << 20

    def check_room(self) -> None:
        """Refuse another table if the memory limit is reached and no table can be evicted."""
        if self.weight >= self.max_weight:
            self.evict()
            if self.weight >= self.max_weight:
                reason = "The server has no room for another table now; try again later."
                raise Refusal(429, "too-many", reason)

    def evict(self) -> None:
        """Drop unused tables: those above their guest's limit, then the idlest while memory is short."""

        def weigh() -> int:
            self.weight = sum(table.weight for table in self._live.values())
            return self.weight

        def idleness(table: LiveTable) -> tuple[bool, float]:
            """Sort tables with a running clock last, the others by their last use."""
            return bool(table.turn_clocks and table.turn_clocks.running), table.touched

        now = self._host.now()
        unused = [
            table
            for table in self._live.values()
            if self._is_unused(table) and now - table.touched > GRACE_SECONDS
        ]
        owned = Counter(table.row.owner for table in self._live.values() if not table.subscribers)
        excess = weight - self.max_weight * EVICT_TO if (weight := weigh()) >= self.max_weight else 0
        for table in sorted(unused, key=idleness):
            if excess > 0 or owned[table.row.owner] > self._host.limits.awake:
                owned[table.row.owner] -= 1
                excess -= table.weight
                self._drop(table, CloseCode.SERVER_CLOSES, "")
        weigh()

    def _is_unused(self, table: LiveTable) -> bool:
        return not table.subscribers and table.is_idle and not self._is_busy(table)

    def drop_after_idle_time(self, table: LiveTable) -> None:
        """Drop a table without clients and thinking bots once the `idle` limit has passed."""
        in_use = table.subscribers or self._is_busy(table)
        if not in_use and self._host.now() - table.touched > self._host.limits.idle:
            self._drop(table, CloseCode.SERVER_CLOSES, "")

    def release_if_idle(self, table_id: str) -> None:
        """Drop an unused table, so that the server worker with its players can load it."""
        table = self._live.get(table_id)
        if table and self._is_unused(table) and not (table.is_counting or table.questions.all()):
            self._drop(table, CloseCode.SERVER_CLOSES, "")
