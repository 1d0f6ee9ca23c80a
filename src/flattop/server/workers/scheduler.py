"""The scheduler: moves the bots, and plays for whoever's time is over."""

from __future__ import annotations

import asyncio
import random

from flattop.kernel import CLOCK, WAIT, Action, Illegal, Seat
from flattop.match.noticed import goes_unnoticed
from flattop.server.errors import Refusal
from flattop.server.table import realtime
from flattop.server.table.actions import is_on, play_for
from flattop.server.table.host import Host
from flattop.server.table.live import LiveTable
from flattop.server.workers.pacing import Pacing
from flattop.server.workers.pool import WorkerPool, question
from flattop.server.workers.rota import Rota

Turn = tuple[str, Seat]
EARLY = 0.001  # seconds by which a timer might come before its time


class Scheduler:
    """Bots think in worker processes; what they name is played like anybody's move."""

    def __init__(self, server: Host, pool: WorkerPool) -> None:
        self.server, self.pool, self.rota = server, pool, Rota(server)
        self._thinking: dict[Turn, asyncio.Task[None]] = {}
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._pacing = Pacing(server.pace)

    def wake(self, table: LiveTable) -> None:
        """See who is next at a table that has changed."""
        if table.dropped:
            return  # it would take a place on the rota, and be awakened for it
        ready = realtime.bots_ready(table)
        if not ready:
            self.rota.leave(table.row.id)
        elif self.rota.may_play(table):
            for seat in ready:
                self._start(table, seat)
        self._set_alarm(table)

    def forget(self, table: LiveTable) -> None:
        for seat in (CLOCK, *range(len(table.row.seats))):
            self._pacing.forget((table.row.id, seat))
            if task := self._thinking.pop((table.row.id, seat), None):
                task.cancel()
        if alarm := self._alarms.pop(table.row.id, None):
            alarm.cancel()
        self.rota.stop(table.row.id)

    def busy(self, table: LiveTable) -> bool:
        return any(turn[0] == table.row.id for turn in self._thinking)

    # -- time

    def _set_alarm(self, table: LiveTable) -> None:
        if alarm := self._alarms.pop(table.row.id, None):
            alarm.cancel()
        ends = [table.turn_clocks.next_end() if table.turn_clocks else None, realtime.next_due(table)]
        if known := [seconds for seconds in ends if seconds is not None]:
            loop = asyncio.get_running_loop()
            self._alarms[table.row.id] = loop.call_later(min(known) + EARLY, self._time_is_over, table)

    def _time_is_over(self, table: LiveTable) -> None:
        self._alarms.pop(table.row.id, None)
        for seat in table.turn_clocks.out() if table.turn_clocks else ():
            self._start(table, seat)
        if realtime.next_due(table) is not None:
            self._start(table, CLOCK)

    # -- turns

    def _start(self, table: LiveTable, seat: Seat) -> None:
        turn = table.row.id, seat
        if turn not in self._thinking and not table.dropped:
            task = asyncio.get_running_loop().create_task(self._turn(table, seat))
            self._thinking[turn] = task
            task.add_done_callback(lambda done: self._finished(table, turn, done))

    def _finished(self, table: LiveTable, turn: Turn, task: asyncio.Task[None]) -> None:
        if self._thinking.get(turn) is task:
            del self._thinking[turn]
        if task.cancelled() or table.dropped:
            return
        if error := task.exception():
            self.server.log(f"table {turn[0]}: the bot of seat {turn[1]} cannot move: {error!r}")
        else:
            self.wake(table)

    async def _turn(self, table: LiveTable, seat: Seat) -> None:
        """Think, wait as long as a bot is seen to wait, then move if the seat is still on."""
        if seat == CLOCK:
            return await table.alone(lambda: realtime.tick(table))
        if not is_on(table, seat):  # the table has moved on between the call and this turn
            return None
        asked_at = table.match.actions
        self._pacing.begin((table.row.id, seat), asyncio.get_running_loop().time())
        table.clockwork.wait(seat)  # only what happens from now on makes the bot look again
        action = await self.choice(table, seat, self._rank(table, seat))
        if action == WAIT and table.clockwork.running:
            return None
        action = action or self._any_option(table, seat)
        await asyncio.sleep(self._delay(table, seat, action))
        try:
            await table.alone(lambda: play_for(table, seat, action, asked_at))
        except (Refusal, Illegal) as error:
            self.server.log(f"table {table.row.id}: {error.sentence}")
        return None

    def _any_option(self, table: LiveTable, seat: Seat) -> Action | None:
        """For a bot that failed, and here already: whatever is played takes as long as anything else."""
        options = list(table.match.table.asks.get(seat, ()))
        return random.choice(options) if options else None

    def _delay(self, table: LiveTable, seat: Seat, action: Action | None) -> float:
        """Seconds to wait before the move; while time runs a bot has hands, which keep their own pace."""
        turn, now = (table.row.id, seat), asyncio.get_running_loop().time()
        if not self.server.pace or table.clockwork.running:
            self._pacing.forget(turn)
            return 0.0
        unnoticed = action is not None and goes_unnoticed(table.match, seat, action)
        return self._pacing.wait(turn, now, unnoticed=unnoticed)

    def _rank(self, table: LiveTable, seat: Seat) -> str:
        chair = table.row.seats[seat]
        return chair.kind if chair.is_bot else "house"

    async def choice(self, table: LiveTable, seat: Seat, rank: str) -> Action | None:
        return await self.pool.think(question(table.match, table.deck, seat, rank))
