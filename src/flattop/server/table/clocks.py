"""Clocks of a table: turn clocks with a time bank, and the real-time clock of games that have one."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from flattop.kernel import CLOCK, SECOND, Chance, Seat
from flattop.match import BotReaction, Match, RealtimeDriver
from flattop.server.schemas.messages import TimeInfo
from flattop.server.schemas.rest import ClockTerms
from flattop.server.table.effects import Effects
from flattop.server.table.server_api import TableServices

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable

# -- turn clocks


class TurnClocks:
    """Time left of each seat; it runs only while the server is up and waits for the seat."""

    def __init__(
        self, terms: ClockTerms, seats: int, saved: list[list[float]] | None, now: Callable[[], float]
    ) -> None:
        self.terms, self._now = terms, now
        self._left = [[float(terms.move), float(terms.bank)] for _ in range(seats)]
        for seat, (move, bank) in enumerate(saved or ()):
            self._left[seat] = [move, bank]
        self.running: frozenset[Seat] = frozenset()
        self._since = now()

    def follow(self, waiting: Iterable[Seat], fresh: Iterable[Seat]) -> None:
        """Run the clocks of the waiting seats; the `fresh` seats get the full time for a move."""
        self.settle()
        for seat in fresh:
            self._left[seat][0] = float(self.terms.move)
        self.running = frozenset(waiting)

    def settle(self) -> list[list[float]]:
        """Subtract the time that has passed; return the move time and bank of each seat, to be saved."""
        now = self._now()
        passed, self._since = now - self._since, now
        for seat in self.running:
            move, bank = self._left[seat]
            from_bank = max(0.0, passed - move)
            self._left[seat] = [max(0.0, move - passed), max(0.0, bank - from_bank)]
        return [[round(move, 1), round(bank, 1)] for move, bank in self._left]

    def timed_out(self) -> list[Seat]:
        """Return the waiting seats without any time left."""
        self.settle()
        return [seat for seat in sorted(self.running) if sum(self._left[seat]) <= 0]

    def next_timeout(self) -> float | None:
        """Return the seconds until the next seat has no time left."""
        self.settle()
        return min((sum(self._left[seat]) for seat in self.running), default=None)

    def info(self) -> list[dict[str, Any]]:
        """Return the clocks for a snapshot."""
        return [
            {"seat": seat, "left": move, "bank": bank, "running": seat in self.running}
            for seat, (move, bank) in enumerate(self.settle())
        ]


# -- real time


def new_driver(server: TableServices, match: Match) -> RealtimeDriver:
    """Create the driver of a match; without a real-time clock in the rules no time passes."""
    heartbeat = server.heartbeat or round(SECOND * server.speed)
    return RealtimeDriver(match, server.now(), rate=SECOND * server.speed, heartbeat=heartbeat)


def driver_of(table: LiveTable) -> RealtimeDriver:
    """Return the driver of a table; its clock stands still while the table is not attended."""
    if CLOCK in table.match.table.asks:
        table.driver.suspended = not is_attended(table)
    return table.driver


def is_attended(table: LiveTable) -> bool:
    """True if a seated person is connected; at a table of bots alone, if any client is."""
    guests = [subscriber.guest for subscriber in table.subscribers]
    persons = [seat.guest for seat in table.row.seats if seat.kind == "person"]
    return any(guest in guests for guest in persons) if persons else bool(guests)


def resume_time(table: LiveTable) -> None:
    """Skip the time while the table was not attended, before the first client connects again."""
    if table.begun and not is_attended(table):
        table.driver.unsuspend(table.server.now())


def bots_ready(table: LiveTable) -> list[Seat]:
    """Return the bots that may move now; in real time they have human reaction times."""
    if not table.begun or not table.driver.running:
        return table.waiting_bots()
    bots = [seat for seat, row in enumerate(table.row.seats) if row.is_bot]
    table.driver.set_bots(bots, lambda seat: new_reaction(table.server))
    return driver_of(table).ready()


def new_reaction(server: TableServices) -> BotReaction:
    """Create the reaction times of one bot, at the server's pace."""
    reaction = BotReaction(Chance(secrets.randbits(63)))
    reaction.set_pace(server.pace)
    return reaction


def next_due(table: LiveTable) -> float | None:
    """Return the seconds until the real-time clock is due; None if no time passes."""
    if not table.begun or CLOCK not in table.match.table.asks or not is_attended(table):
        return None
    due = driver_of(table).due()
    return None if due is None else max(0.0, due - table.server.now())


async def tick(table: LiveTable) -> Effects | None:
    """Advance the real-time clock."""
    if next_due(table) is None:
        return None
    table.server.metrics.ticks.observe(table.driver.lag(table.server.now()))
    table.driver.advance(table.server.now())
    return Effects()


def time_info(driver: RealtimeDriver, now: float) -> TimeInfo:
    """Return the real-time clock for a snapshot."""
    seconds_since_tick = round(driver.elapsed_ticks(now) / driver.rate, 3)
    return TimeInfo(driver.running, driver.rate, seconds_since_tick, driver.speedup)
