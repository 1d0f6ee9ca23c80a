"""Real time at a table: who must be there for it to pass, and when it is saved; the rest is clockwork."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from flattop.kernel import CLOCK, SECOND, Chance, Seat
from flattop.match import BotReaction, Match, RealtimeDriver
from flattop.server.schemas.events import TimeInfo
from flattop.server.table.server_api import Host

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable


def clockwork_for(server: Host, match: Match) -> RealtimeDriver:
    """What drives a match on this server; where the rules know no time it lets none pass."""
    beat = server.heartbeat or round(SECOND * server.speed)
    return RealtimeDriver(match, server.now(), rate=SECOND * server.speed, heartbeat=beat)


def clockwork_of(table: LiveTable) -> RealtimeDriver:
    """The clockwork of a table as it may run now: at rest while nobody is there."""
    if CLOCK in table.match.table.asks:
        table.driver.suspended = not attended(table)
    return table.driver


def attended(table: LiveTable) -> bool:
    """Time passes only for people: one of those seated must be there, or anybody where bots play alone."""
    guests = [subscriber.guest for subscriber in table.subscribers]
    persons = [seat.guest for seat in table.row.seats if seat.kind == "person"]
    return any(guest in guests for guest in persons) if persons else bool(guests)


def go_on(table: LiveTable) -> None:
    """The first to come back finds the clock where it stood."""
    if table.begun and not attended(table):
        table.driver.unsuspend(table.server.now())


def bots_ready(table: LiveTable) -> list[Seat]:
    """The bots that may move now; while time runs they have a human pace, and reach in at any time."""
    if not table.begun or not table.driver.running:
        return table.bots_waited_for()
    bots = [seat for seat, place in enumerate(table.row.seats) if place.is_bot]
    table.driver.set_bots(bots, lambda seat: hands(table.server))
    return clockwork_of(table).ready()


def hands(server: Host) -> BotReaction:
    """One pair of hands at the pace of the server."""
    pair = BotReaction(Chance(secrets.randbits(63)))
    pair.set_pace(server.pace)
    return pair


def next_due(table: LiveTable) -> float | None:
    """Seconds until the clock has something to do; None where no time passes or nobody is there."""
    if not table.begun or CLOCK not in table.match.table.asks or not attended(table):
        return None
    due = clockwork_of(table).due()
    return None if due is None else max(0.0, due - table.server.now())


async def tick(table: LiveTable) -> None:
    """The clock moves because its time has come; it is told if anything happened by itself."""
    if next_due(table) is None:
        return
    table.server.metrics.ticks.observe(table.driver.lag(table.server.now()))
    table.driver.advance(table.server.now())
    await table.save_time()


def time_info(driver: RealtimeDriver, now: float) -> TimeInfo:
    """Whether time runs, how many ticks it makes in a second and why, and the seconds since the last one."""
    gone = round(driver.elapsed_ticks(now) / driver.rate, 3)
    return TimeInfo(driver.running, driver.rate, gone, driver.speedup)
