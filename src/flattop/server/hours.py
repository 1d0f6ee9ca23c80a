"""Hours: real time at a table passes while somebody is there, and is saved before anybody's next move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.kernel import CLOCK, Action
from flattop.server.store import Write

if TYPE_CHECKING:
    from flattop.server.tables import LiveTable


async def catch_up(table: LiveTable) -> None:
    """Play the time that has passed up to now, and save and tell it like any move."""
    writes: list[Write] = []

    def noted(action: Action) -> None:
        writes.append(table.event({"play": [CLOCK, *action]}))

    if next_due(table) is not None and table.clockwork:
        table.clockwork.noted = noted
        table.clockwork.advance(table.house.now())
    if writes:
        await table.commit(writes)


def next_due(table: LiveTable) -> float | None:
    """Seconds until the clock has something to do; None where no time passes or nobody is there."""
    if table.clockwork is None or not table.listeners or table.clockwork.match.over:
        return None
    due = table.clockwork.due()
    return None if due is None else max(0.0, due - table.house.now())


def go_on(table: LiveTable) -> None:
    """The first to come back finds the clock where it stood."""
    if table.clockwork and not table.listeners:
        table.clockwork.mark = table.house.now()
