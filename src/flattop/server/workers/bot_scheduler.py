"""The scheduler of bots: runs their turns, gives auto-answers, and plays for seats whose time is over.

The delay of an answer must not reveal anything. It is drawn from one distribution, whatever a seat holds and
however long its bot thinks. It applies to the whole answer: steps that other players cannot observe (the
first half of a sealed answer) take no time of their own.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Hashable
from functools import partial
from typing import Any, NamedTuple

from flattop.bots import RANKS
from flattop.kernel import CLOCK, WAIT, Action, Illegal, Seat
from flattop.match.auto_answers import answer, hold_action
from flattop.match.secret_actions import Visibility, visibility
from flattop.server.errors import Refusal
from flattop.server.fair_queues import RoundRobin
from flattop.server.table import clocks
from flattop.server.table.actions import may_play_for, play_for
from flattop.server.table.auto_answers import play_auto_answer
from flattop.server.table.live import LiveTable
from flattop.server.table.server_api import TableServices
from flattop.server.workers.bot_pool import BotPool, encode_job

TIMER_MARGIN = 0.001  # seconds, since a timer may fire a little early
TURN_SECONDS = 120.0  # after which an unwatched table lets the next one play
Turn = tuple[str, Seat]  # a table and a seat


class Scheduler:
    """Runs the turns of bots. They think in worker processes, and their actions are played like any other."""

    def __init__(self, server: TableServices, pool: BotPool, slow_pool: BotPool) -> None:
        self.server, self.pool, self.slow_pool = server, pool, slow_pool
        self.unwatched = UnwatchedTables(server)
        self._tasks: dict[Turn, asyncio.Task[None]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._delays = ResponseDelays(server.pace)
        self._auto_answers: dict[Turn, tuple[int, Action]] = {}  # that wait for their delay

    def wake(self, table: LiveTable) -> None:
        """Start whatever is due at a table that has changed."""
        if table.dropped:
            return  # otherwise it would be queued as unwatched, and loaded again
        if table.begun and (table.match.auto_answers or self._auto_answers or self._delays):
            self._start_auto_answers(table)
        ready = clocks.bots_ready(table)
        if not ready:
            self.unwatched.leave(table.row.id)
        elif self.unwatched.may_play(table):
            for seat in ready:
                self._start(table, seat)
        self._set_timer(table)

    def forget(self, table: LiveTable) -> None:
        for seat in (CLOCK, *range(len(table.row.seats))):
            self._cancel((table.row.id, seat))
        if timer := self._timers.pop(table.row.id, None):
            timer.cancel()
        self.unwatched.stop(table.row.id)

    def busy(self, table: LiveTable) -> bool:
        return any(turn[0] == table.row.id for turn in self._tasks)

    def _cancel(self, turn: Turn) -> None:
        self._auto_answers.pop(turn, None)
        self._delays.forget(turn)
        if task := self._tasks.pop(turn, None):
            task.cancel()

    # -- clocks

    def _set_timer(self, table: LiveTable) -> None:
        """Wake the table when its next clock is due, in place of the timer set before."""
        if timer := self._timers.pop(table.row.id, None):
            timer.cancel()
        if not table.is_timed:
            return
        ends = [table.turn_clocks.next_timeout() if table.turn_clocks else None, clocks.next_due(table)]
        if known := [seconds for seconds in ends if seconds is not None]:
            loop = asyncio.get_running_loop()
            self._timers[table.row.id] = loop.call_later(min(known) + TIMER_MARGIN, self._handle_timer, table)

    def _handle_timer(self, table: LiveTable) -> None:
        """Play for the seats whose time is over, and advance the real-time clock."""
        self._timers.pop(table.row.id, None)
        for seat in table.turn_clocks.timed_out() if table.turn_clocks else ():
            self._start(table, seat)
        if clocks.next_due(table) is not None:
            self._start(table, CLOCK)

    # -- auto-answers

    def _start_auto_answers(self, table: LiveTable) -> None:
        """Start the auto-answers of players; cancel those that are outdated by a move or by new settings."""
        for seat in table.persons():
            turn, action = (table.row.id, seat), answer(table.match, seat)
            current = table.move_counts[seat], action
            if self._auto_answers.get(turn, current) != current:
                self._cancel(turn)
            if action:
                self._start(table, seat, partial(self._auto_answer, table, seat, action))
            elif turn not in self._tasks:
                self._delays.forget(turn)

    async def _auto_answer(self, table: LiveTable, seat: Seat, action: Action) -> None:
        """Give an auto-answer after the usual delay, which does not depend on the seat's options."""
        turn, moves = (table.row.id, seat), table.move_counts[seat]
        self._auto_answers[turn] = moves, action
        self._begin_delay(table, seat)
        await asyncio.sleep(self._delay(table, seat, action))
        self._auto_answers.pop(turn, None)
        await table.execute(lambda: play_auto_answer(table, seat, action, moves))

    # -- turns

    def _start(
        self, table: LiveTable, seat: Seat, work: Callable[[], Coroutine[Any, Any, None]] | None = None
    ) -> None:
        """Start a task for a turn, unless one runs; at its end the table is looked at again."""
        turn = table.row.id, seat

        def finish(task: asyncio.Task[None]) -> None:
            if self._tasks.get(turn) is task:
                del self._tasks[turn]
            if task.cancelled() or table.dropped:
                return
            if error := task.exception():
                self.server.log("a bot cannot move", table=table.row.id, seat=seat, error=error)
            else:
                self.wake(table)

        if turn not in self._tasks and not table.dropped:
            task = asyncio.get_running_loop().create_task(work() if work else self._play_turn(table, seat))
            self._tasks[turn] = task
            task.add_done_callback(finish)

    async def _play_turn(self, table: LiveTable, seat: Seat) -> None:
        """Let a bot think, wait for its delay, and play if the seat is still on turn."""
        if seat == CLOCK:
            return await table.execute(lambda: clocks.tick(table))
        if not may_play_for(table, seat):  # the table has changed since this task was created
            return None
        actions = table.match.actions
        self._begin_delay(table, seat)
        table.driver.wait(seat)  # only later events make the bot look again
        seat_row = table.row.seats[seat]
        action = await self.choice(table, seat, seat_row.kind if seat_row.is_bot else "house")
        if action == WAIT and table.driver.running:
            return None
        if not action:  # the workers failed; chosen before the delay, so that it takes as long as any other
            options = list(table.match.table.asks.get(seat, ()))
            action = random.choice(options) if options else None
        await asyncio.sleep(self._delay(table, seat, action))
        try:
            await table.execute(lambda: play_for(table, seat, action, actions))
        except (Refusal, Illegal) as error:
            self.server.log("an action of a bot was refused", table=table.row.id, seat=seat, error=error)
        return None

    def _begin_delay(self, table: LiveTable, seat: Seat) -> None:
        """Draw the delay before the answer is known.

        Replies in a window and further steps of one turn are quicker than moves.
        """
        is_reply = hold_action(table.match.game, table.match.table.asks.get(seat, ())) is not None
        now = asyncio.get_running_loop().time()
        seat_row = table.row.seats[seat]
        thinking = RANKS[seat_row.kind].seconds if seat_row.is_bot else 0.0
        continues = table.last_mover == seat and tuple(table.match.table.asks) == (seat,)
        share = REPLY_SHARE if is_reply else CONTINUED_SHARE if continues else 1.0
        self._delays.begin((table.row.id, seat), now, share=share, thinking=thinking)

    def _delay(self, table: LiveTable, seat: Seat, action: Action | None) -> float:
        """Seconds to wait before the action. In a real-time game the rules set the pace of bots instead."""
        turn, now = (table.row.id, seat), asyncio.get_running_loop().time()
        is_realtime_bot = table.driver.running and table.row.seats[seat].is_bot
        if not self.server.pace or is_realtime_bot:
            self._delays.forget(turn)
            return 0.0
        seen = visibility(table.match, seat, action) if action else Visibility.ACTION
        return self._delays.wait(turn, now, seen)

    async def choice(self, table: LiveTable, seat: Seat, rank: str) -> Action | None:
        """The action that a bot of the rank chooses; None if the workers failed."""
        pool = self.slow_pool if RANKS[rank].seconds else self.pool
        job = encode_job(table.match, table.deck, seat, rank, pool.part)
        return await pool.think(job, table.row.owner or table.row.id)


class UnwatchedTables:
    """Limits how many tables without players and spectators play at once; guests take turns.

    Watched tables and tables with a seated player play at any time.
    """

    def __init__(self, server: TableServices) -> None:
        self.server = server
        self.wake_table: Callable[[str], None] = lambda table_id: None  # set by the registry
        self._playing: dict[str, float] = {}  # since when, by table
        self._waiting = RoundRobin()  # ids only: the tables need not be in memory

    def may_play(self, table: LiveTable) -> bool:
        """True if the bots of a table may move now; otherwise it is queued and woken later."""
        table_id = table.row.id
        if table.subscribers or table.persons():
            self.leave(table_id)
            return True
        since = self._playing.get(table_id)
        if since is not None and len(self._waiting) and self.server.now() - since > TURN_SECONDS:
            del self._playing[table_id]
        if table_id not in self._playing:
            self.wait(table_id, table.row.owner)
        return table_id in self._playing

    def wait(self, table_id: str, owner: str | None) -> None:
        """Queue a table unless it plays already."""
        if table_id not in self._playing:
            self._waiting.put(table_id, owner or "")
            self._fill()

    def leave(self, table_id: str) -> None:
        """Remove a table that has nothing to play, or may play at any time."""
        if table_id in self._playing or table_id in self._waiting:
            self._waiting.drop(table_id)
            self.stop(table_id)

    def stop(self, table_id: str) -> None:
        """Free the place of a playing table; a waiting table stays in the queue."""
        if self._playing.pop(table_id, None) is not None:
            self._fill()

    def close(self) -> None:
        """Wake no more tables."""
        self._waiting, self.wake_table = RoundRobin(), lambda table_id: None

    def _fill(self) -> None:
        while len(self._waiting) and len(self._playing) < self.server.limits.unwatched:
            table_id = self._waiting.take()
            self._playing[table_id] = self.server.now()
            self.wake_table(table_id)


# -- delays of answers

MAX_DELAY = 2.0  # longest delay of an answer, as a multiple of the shortest
REPLY_SHARE = 0.5  # of a normal delay, for replies in reaction windows: most of them only pass
CONTINUED_SHARE = 0.4  # for further steps of the seat that moved last, while only it is asked
SILENT_SHARE = 0.25  # of a delay, for steps without a log line: spectators would see nothing happen


class Delay(NamedTuple):
    start: float  # when the question was asked, plus the bot's thinking time
    seconds: float


class ResponseDelays:
    """The delays of the answers that bots or auto-answers are about to give."""

    def __init__(self, pace: float, rng: random.Random | None = None) -> None:
        self.pace, self._rng = pace, rng or random.SystemRandom()
        self._delays: dict[Hashable, Delay] = {}

    def begin(self, turn: Hashable, now: float, share: float = 1.0, thinking: float = 0.0) -> None:
        """Draw a delay, unless the seat is in the middle of an answer."""
        if turn not in self._delays:
            self._delays[turn] = Delay(now + thinking, self.pace * share * self._rng.uniform(1.0, MAX_DELAY))

    def wait(self, turn: Hashable, now: float, seen: Visibility) -> float:
        """Seconds until the step may be seen. A late one waits for the next multiple of the pace."""
        if seen is Visibility.NOTHING or not self.pace:
            return 0.0
        delay = self._delays.pop(turn, Delay(now, 0.0))
        due = delay.start + delay.seconds * (SILENT_SHARE if seen is Visibility.NO_EVENT else 1.0)
        while due < now:
            due += self.pace
        return due - now

    def forget(self, turn: Hashable) -> None:
        self._delays.pop(turn, None)

    def __len__(self) -> int:
        return len(self._delays)
