"""Hours: real time at a table passes while somebody plays there, and is saved before anybody's next move."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from flattop.kernel import CLOCK, SECOND, Action, Chance, Seat
from flattop.match import Clockwork, Hands, Match
from flattop.server.schemas.messages import TimeInfo
from flattop.server.store.writes import Write
from flattop.server.table.host import Host

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable
    from flattop.server.table.subscribers import SubscribedTable

SLOWEST = 2.5  # times the quickest that a bot moves


def clockwork_for(server: Host, match: Match) -> Clockwork | None:
    """What lets time pass at a table, if its game knows time at all."""
    if not match.game.unhurried:
        return None
    beat = server.heartbeat or round(SECOND * server.speed)
    return Clockwork(match, server.now(), rate=SECOND * server.speed, heartbeat=beat)


def hands(server: Host) -> Hands:
    """One pair of hands at the pace of the server, in ticks."""
    quickest = max(1, round(server.pace * SECOND))
    return Hands(Chance(secrets.randbits(63)), quickest, round(quickest * SLOWEST))


def staff(table: SubscribedTable, clockwork: Clockwork) -> None:
    """The bots at the table have hands, whoever has become one or is one no more."""
    bots = {i for i, seat in enumerate(table.row.seats) if seat.is_bot}
    for seat in clockwork.hands.keys() - bots:
        del clockwork.hands[seat]
    for seat in bots - clockwork.hands.keys():
        clockwork.hands[seat] = fresh = hands(table.server)
        fresh.busy(clockwork.ticks)


def is_running(table: SubscribedTable) -> bool:
    return table.clockwork is not None and table.clockwork.running


def attended(table: LiveTable) -> bool:
    """Time passes only for people: one of those seated must be there, or anybody where bots play alone."""
    persons = table.persons()
    return any(map(table.here, persons)) if persons else bool(table.subscribers)


def bots_with_free_hands(table: LiveTable) -> list[Seat]:
    """The bots that may move now; while time runs they have a human pace, and reach in at any time."""
    if table.clockwork is None or not table.clockwork.running:
        return table.bots_waited_for()
    if not attended(table):
        return []
    staff(table, table.clockwork)
    return table.clockwork.ready()


def thinks(table: LiveTable, seat: Seat) -> None:
    """A bot has begun to think: only what happens from now on makes it look again."""
    if table.clockwork and seat in table.clockwork.hands:
        table.clockwork.wait(seat)


def looks_again(table: LiveTable, seat: Seat) -> None:
    """A bot was too late with what it had in mind."""
    if table.clockwork and seat in table.clockwork.hands:
        table.clockwork.hands[seat].busy(table.clockwork.ticks)


async def tick(table: LiveTable) -> None:
    """The clock moves because its time has come."""
    if table.clockwork and next_due(table) is not None:
        table.server.metrics.ticks.observe(table.clockwork.late(table.server.now()))
    await catch_up(table)


async def catch_up(table: LiveTable) -> None:
    """Play the time that has passed up to now and save it; it is told if anything happened by itself."""
    if table.clockwork is None or not attended(table):
        return
    writes: list[Write] = []

    def noted(action: Action) -> None:
        writes.append(table.event({"play": [CLOCK, *action]}))

    table.clockwork.noted, before = noted, table.clockwork.moments
    table.clockwork.advance(table.server.now())
    if table.clockwork.moments > before:
        await table.commit(writes)
    elif writes:
        await table.keep(writes)


def next_due(table: LiveTable) -> float | None:
    """Seconds until the clock has something to do; None where no time passes or nobody is there."""
    if table.clockwork is None or not attended(table) or table.clockwork.match.over:
        return None
    due = table.clockwork.due()
    return None if due is None else max(0.0, due - table.server.now())


def go_on(table: LiveTable) -> None:
    """The first to come back finds the clock where it stood."""
    if table.clockwork and not attended(table):
        table.clockwork.mark = table.server.now()


def time_info(clockwork: Clockwork | None, now: float) -> TimeInfo | None:
    """Whether time runs, how many ticks it makes in a second, and the seconds gone since the last one."""
    if clockwork is None:
        return None
    running = clockwork.running
    return TimeInfo(running, clockwork.rate, round(max(0.0, now - clockwork.mark), 3) if running else 0.0)
