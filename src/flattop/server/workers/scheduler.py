"""The scheduler: moves the bots, gives what persons let be answered, and plays for whoever's time is over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from flattop.bots import RANKS
from flattop.kernel import CLOCK, WAIT, Action, Illegal, Seat
from flattop.match.auto_answers import answer, hold_of
from flattop.match.observability import is_silent, is_unobservable
from flattop.server.errors import Refusal
from flattop.server.logs import error_words
from flattop.server.table import clocks
from flattop.server.table.actions import may_play_for, play_for
from flattop.server.table.auto_answers import play_auto_answer
from flattop.server.table.live import LiveTable
from flattop.server.table.server_api import TableServices
from flattop.server.workers.pool import WorkerPool, question
from flattop.server.workers.response_delay import REPLY, Pacing
from flattop.server.workers.unwatched_tables import Rota

Turn = tuple[str, Seat]
EARLY = 0.001  # seconds by which a timer might come before its time


class Scheduler:
    """Bots think in worker processes; what they name is played like anybody's move."""

    def __init__(self, server: TableServices, pool: WorkerPool, thinkers: WorkerPool) -> None:
        self.server, self.pool, self.thinkers, self.rota = server, pool, thinkers, Rota(server)
        self._thinking: dict[Turn, asyncio.Task[None]] = {}
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._pacing = Pacing(server.pace)
        self._habitual: dict[Turn, tuple[int, Action]] = {}  # answers that wait for their moment

    def wake(self, table: LiveTable) -> None:
        """See who is next at a table that has changed."""
        if table.dropped:
            return  # it would take a place on the rota, and be awakened for it
        if table.begun and (table.match.auto_answers or self._habitual or self._pacing):
            self._look_at_habits(table)
        ready = clocks.bots_ready(table)
        if not ready:
            self.rota.leave(table.row.id)
        elif self.rota.may_play(table):
            for seat in ready:
                self._start(table, seat)
        self._set_alarm(table)

    def forget(self, table: LiveTable) -> None:
        for seat in (CLOCK, *range(len(table.row.seats))):
            self._pacing.forget((table.row.id, seat))
            self._habitual.pop((table.row.id, seat), None)
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
        if not table.is_timed:
            return
        ends = [table.turn_clocks.next_timeout() if table.turn_clocks else None, clocks.next_due(table)]
        if known := [seconds for seconds in ends if seconds is not None]:
            loop = asyncio.get_running_loop()
            self._alarms[table.row.id] = loop.call_later(min(known) + EARLY, self._time_is_over, table)

    def _time_is_over(self, table: LiveTable) -> None:
        self._alarms.pop(table.row.id, None)
        for seat in table.turn_clocks.timed_out() if table.turn_clocks else ():
            self._start(table, seat)
        if clocks.next_due(table) is not None:
            self._start(table, CLOCK)

    # -- habits

    def _look_at_habits(self, table: LiveTable) -> None:
        """Let habits answer for persons; what a move or a change of habits has overtaken is dropped."""
        for seat in table.persons():
            turn, action = (table.row.id, seat), answer(table.match, seat)
            if self._habitual.get(turn, (table.move_counts[seat], action)) != (
                table.move_counts[seat],
                action,
            ):
                self._drop(turn)
            if action:
                self._start(table, seat, partial(self._by_habit, table, seat, action))
            elif turn not in self._thinking:
                self._pacing.forget(turn)

    def _drop(self, turn: Turn) -> None:
        self._habitual.pop(turn, None)
        self._pacing.forget(turn)
        if task := self._thinking.pop(turn, None):
            task.cancel()

    async def _by_habit(self, table: LiveTable, seat: Seat, action: Action) -> None:
        """Wait as long as for any answer, whether the seat could have acted or not, then give it."""
        turn, moved = (table.row.id, seat), table.move_counts[seat]
        self._habitual[turn] = moved, action
        self._begin(table, seat)
        await asyncio.sleep(self._delay(table, seat, action))
        self._habitual.pop(turn, None)
        await table.run_save_locked(lambda: play_auto_answer(table, seat, action, moved))

    # -- turns

    def _start(
        self, table: LiveTable, seat: Seat, work: Callable[[], Coroutine[Any, Any, None]] | None = None
    ) -> None:
        turn = table.row.id, seat
        if turn not in self._thinking and not table.dropped:
            task = asyncio.get_running_loop().create_task(work() if work else self._turn(table, seat))
            self._thinking[turn] = task
            task.add_done_callback(lambda done: self._finished(table, turn, done))

    def _finished(self, table: LiveTable, turn: Turn, task: asyncio.Task[None]) -> None:
        if self._thinking.get(turn) is task:
            del self._thinking[turn]
        if task.cancelled() or table.dropped:
            return
        if error := task.exception():
            self.server.log(f"the bot of seat {turn[1]} cannot move: {error_words(error)}", turn[0])
        else:
            self.wake(table)

    async def _turn(self, table: LiveTable, seat: Seat) -> None:
        """Think, wait as long as a bot is seen to wait, then move if the seat is still on."""
        if seat == CLOCK:
            return await table.run_save_locked(lambda: clocks.tick(table))
        if not may_play_for(table, seat):  # the table has moved on between the call and this turn
            return None
        asked_at = table.match.actions
        self._begin(table, seat)
        table.driver.wait(seat)  # only what happens from now on makes the bot look again
        action = await self.choice(table, seat, self._rank(table, seat))
        if action == WAIT and table.driver.running:
            return None
        action = action or self._any_option(table, seat)
        await asyncio.sleep(self._delay(table, seat, action))
        try:
            await table.run_save_locked(lambda: play_for(table, seat, action, asked_at))
        except (Refusal, Illegal) as error:
            self.server.log(f"the bot of seat {seat} was refused its move: {error.code}", table.row.id)
        return None

    def _any_option(self, table: LiveTable, seat: Seat) -> Action | None:
        """For a bot that failed, and here already: whatever is played takes as long as anything else."""
        options = list(table.match.table.asks.get(seat, ()))
        return random.choice(options) if options else None

    def _begin(self, table: LiveTable, seat: Seat) -> None:
        """The wait is drawn before the answer is looked at; all replies of a window take less than a move."""
        is_reply = hold_of(table.match.game, table.match.table.asks.get(seat, ())) is not None
        now = asyncio.get_running_loop().time()
        chair = table.row.seats[seat]
        thinks = RANKS[chair.kind].seconds if chair.is_bot else 0.0
        self._pacing.begin((table.row.id, seat), now, share=REPLY if is_reply else 1.0, thinks=thinks)

    def _delay(self, table: LiveTable, seat: Seat, action: Action | None) -> float:
        """Seconds to wait before the move; while time runs a bot has hands, which keep their own pace."""
        turn, now = (table.row.id, seat), asyncio.get_running_loop().time()
        has_hands = table.driver.running and table.row.seats[seat].is_bot
        if not self.server.pace or has_hands:
            self._pacing.forget(turn)
            return 0.0
        unsaid = action is not None and is_silent(table.match, seat, action)
        unnoticed = unsaid and action is not None and is_unobservable(table.match, seat, action)
        return self._pacing.wait(turn, now, unnoticed=unnoticed, unsaid=unsaid)

    def _rank(self, table: LiveTable, seat: Seat) -> str:
        chair = table.row.seats[seat]
        return chair.kind if chair.is_bot else "house"

    async def choice(self, table: LiveTable, seat: Seat, rank: str) -> Action | None:
        lane = self.thinkers if RANKS[rank].seconds else self.pool
        job = question(table.match, table.deck, seat, rank, lane.part)
        return await lane.think(job, table.row.owner or table.row.id)
