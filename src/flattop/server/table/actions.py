"""Actions on the match of a table: moves of players, of bots, and for seats whose time is over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from flattop.kernel import Action, Illegal, Seat, action_of
from flattop.match import RealtimeDriver
from flattop.server.errors import Refusal
from flattop.server.schemas.messages import Play, QuestionAnswered
from flattop.server.table import notices
from flattop.server.table.clocks import driver_of
from flattop.server.table.idempotency import Reply, refuse
from flattop.server.table.permissions import own_seat
from flattop.server.table.server_api import Subscriber

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable, Saving

Change = Callable[[RealtimeDriver, float], object]  # changes the match, given its driver and the time
Finished = Callable[[Exception | None], None]  # called at the end of a play, with an internal error if any


# -- moves by the server


async def play_for(table: LiveTable, seat: Seat, action: Action | None, asked_at: int) -> None:
    """Play a bot's action; without a legal one, a random option, also for a player whose time is over."""
    if not may_play_for(table, seat):
        return None
    try:
        if action is not None:
            return await _arrive(table, seat, action)
    except Illegal:
        if table.match.actions != asked_at:  # the match has changed since the bot was asked: ask it again
            return table.driver.restart_reaction(seat)
        table.server.metrics.count("bot_failures")
    options = list(table.match.table.asks.get(seat, ()))
    if not options:
        return table.driver.restart_reaction(seat)
    return await _arrive(table, seat, random.choice(options))


def may_play_for(table: LiveTable, seat: Seat) -> bool:
    """True if the server may move for the seat now: a bot plays there, or the player's time is over."""
    if not table.begun:
        return False
    if table.driver.running and table.row.seats[seat].is_bot:
        return True
    timed_out = table.turn_clocks.timed_out() if table.turn_clocks else []
    return seat in table.waiting_bots() or (seat in timed_out and seat in table.waiting_persons())


async def _arrive(table: LiveTable, seat: Seat, action: Action) -> None:
    await change(table, seat, lambda driver, now: driver.play_at(now, seat, action))


# -- changes of the match


async def change(table: LiveTable, seat: Seat, work: Change, reply: Reply | None = None) -> None:
    """Change the match, save the change, reply, and send the updates."""
    before = table.version_of(None)
    try:
        apply_change(table, seat, work)
    except Illegal:
        await table.save_time()  # time has passed all the same
        raise
    await table.commit(reply=reply, by=seat)
    await table.announce(*after_change(table, seat, noticed=table.version_of(None) != before))


def apply_change(table: LiveTable, seat: Seat, work: Change) -> None:
    """Change the match in memory."""
    try:
        work(driver_of(table), table.server.now())
    except Illegal as why:
        if why.__cause__:  # the rules raised an internal error for an illegal action
            table.server.fault(why.__cause__, table.row.id)
        raise
    table.move_counts[seat] += 1
    table.last_mover = seat


def after_change(table: LiveTable, seat: Seat, noticed: bool) -> list[str]:
    """Finish a saved change: end overtaken undo votes, and wake bots; return the notices to announce."""
    table.server.metrics.count("moves")
    reasons = []
    for question in table.questions.close_overtaken(seat, noticed) if table.questions else ():
        reasons.append(notices.lapsed(table.row, question))
        table.broadcast(QuestionAnswered(question.id, False, reasons[-1]))
    if table.row.state == "over":
        table.send_table_info()
    table.server.wake(table)
    return reasons


# -- plays of players


async def play(table: LiveTable, subscriber: Subscriber, message: Play) -> None:
    """Carry out one action of a player, and wait for its end."""
    end = asyncio.get_running_loop().create_future()

    def finished(error: Exception | None) -> None:
        if end.done():  # the waiting task was cancelled
            return
        if error:
            end.set_exception(error)
        else:
            end.set_result(None)

    PlayInProgress(table, subscriber, message, finished).begin()
    await end


class PlayInProgress:
    """One action of a player, as a chain of callbacks: a task for each play would cost too much time.

    The move and the reply to it are saved together.  The table's lock is held from `_find_reply` to `_end`.
    """

    __slots__ = ("_finished", "_message", "_reply", "_saving", "_seat", "_table", "_task")

    def __init__(self, table: LiveTable, subscriber: Subscriber, message: Play, finished: Finished) -> None:
        self._table, self._reply, self._message = table, Reply(subscriber, message.id), message
        self._finished = finished
        self._seat: Seat
        self._saving: Saving
        self._task: asyncio.Task[None]  # keeps a reference to the rare steps that must wait

    def begin(self) -> None:
        """Start as soon as the table's lock is free."""
        self._table.lock.begin(self._find_reply)

    def _find_reply(self) -> None:
        """Look for the reply to a repeated message, in memory or else in the store."""
        replies, reply = self._table.replies, self._reply
        key = reply.subscriber.guest or "", reply.id
        if replies.is_in_memory(*key):
            self._carry_out(replies.recent(*key))
        else:
            self._run(self._find_saved_reply(*key))

    async def _find_saved_reply(self, guest: str, message_id: str) -> None:
        self._carry_out(await self._table.replies.find(guest, message_id))

    def _carry_out(self, known_reply: str | None) -> None:
        """Repeat a known reply, or play the action and save it."""
        try:
            self._table.touch()
            if known_reply:
                self._reply.subscriber.send(known_reply)
                self._end()
                return
            table, message = self._table, self._message
            self._seat = seat = own_seat(table, self._reply.subscriber)
            if message.version > table.version_of(seat):
                raise Refusal(409, "unknown-version", f"There is no version {message.version} yet.")
            action = action_of(message.action)
            apply_change(table, seat, lambda driver, now: driver.play_at(now, seat, action))
            self._saving = table.prepare_save((), self._reply, seat)
            table.server.store.submit(self._saving.writes, self._saved, table.lease)
        except (Refusal, Illegal) as why:
            self._refuse(why)
        except Exception as error:
            self._fail(error)

    def _saved(self, error: Exception | None) -> None:
        """Callback of the store: reply, and send the updates."""
        table = self._table
        try:
            if error:
                self._reply_refusal(table.save_failed(error))
                return
            table.publish_saved(self._saving, self._reply)
            sentences = after_change(table, self._seat, noticed=None in self._saving.updates)
            if sentences:
                self._run(self._announce(sentences))
            else:
                self._end()
        except Exception as fault:
            self._fail(fault)

    async def _announce(self, sentences: Sequence[str]) -> None:
        await self._table.announce(*sentences)
        self._end()

    def _refuse(self, why: Refusal | Illegal) -> None:
        if isinstance(why, Refusal):
            self._reply_refusal(why)
        elif self._table.is_live:  # in a real-time game the reason tells who was faster
            self._run(self._save_time_and_refuse(why))
        elif self._message.version == self._table.version_of(self._seat):
            self._reply_refusal(why)
        else:
            sentence = "The table has changed since; this action is not possible any more."
            self._reply_refusal(Refusal(409, "stale", sentence))

    async def _save_time_and_refuse(self, why: Illegal) -> None:
        await self._table.save_time()  # time has passed all the same
        self._reply_refusal(why)

    def _reply_refusal(self, why: Refusal | Illegal) -> None:
        refuse(self._table, self._reply, why)
        self._end()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        self._task = asyncio.ensure_future(self._guarded(work))

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Refusal as why:
            self._reply_refusal(why)
        except Exception as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        self._table.drop_after_fault()
        self._end(error)

    def _end(self, error: Exception | None = None) -> None:
        self._table.lock.release()
        self._finished(error)
