"""A table in memory: every change is saved before it is sent to any client.

Its mailbox runs commands one at a time, in order of arrival, each to its end.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from flattop.kernel import Illegal, Seat
from flattop.match import Match, editions
from flattop.match.record import Entry
from flattop.server.errors import Refusal, not_saved, unsettled
from flattop.server.schemas.base import CloseCode
from flattop.server.schemas.messages import ChatLine, Done, QuestionAnswered, encode
from flattop.server.store import writes
from flattop.server.store.base import NotSaved, Unsettled
from flattop.server.store.leases import Lease
from flattop.server.store.rows import TableRow
from flattop.server.store.writes import Write
from flattop.server.table import notices
from flattop.server.table.clocks import resume_time
from flattop.server.table.effects import ChatText, Command, Effects
from flattop.server.table.idempotency import Key, Reply, ReplyCache, refuse
from flattop.server.table.server_api import Subscriber, TableServices
from flattop.server.table.subscribers import SubscribedTable
from flattop.server.table.viewers import changes

T = TypeVar("T")
Work = Callable[[], Awaitable[T]]


class Mailbox:
    """A queue of work, and the task that runs it while the queue is not empty.

    A task that stops waiting for a result, such as that of a closed socket, does not stop the work.
    """

    __slots__ = ("_report", "_task", "_waiting")

    def __init__(self, report: Callable[[Exception], None]) -> None:
        """`report` gets the errors of work whose result nothing waits for any more."""
        self._report = report
        self._waiting: deque[tuple[Work[Any], asyncio.Future[Any]]] = deque()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        """True if no work runs or waits."""
        return self._task is None

    def put(self, work: Work[T]) -> asyncio.Future[T]:
        """Queue work, and return the future of its result."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._waiting.append((work, done))
        if self._task is None:
            self._task = loop.create_task(self._run())
        return done

    async def _run(self) -> None:
        while self._waiting:
            work, done = self._waiting.popleft()
            try:
                result = await work()
            except Exception as error:
                if done.done():
                    self._report(error)
                else:
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(result)
            del work, done  # they may keep a dropped table in memory
        self._task = None


CHAT_KEPT = 500  # lines per table in the database; older ones are deleted
FAULT = "Something went wrong in the server; nothing saved is lost."
TABLE_SIZE, LINE_SIZE = 60_000, 200  # estimated bytes of a table, and of a line of its log or record


class Saving(NamedTuple):
    """Writes of a command, and the messages to send once they are saved."""

    writes: list[Write]
    updates: dict[Seat | None, str]  # by viewer
    done: str  # the reply, or ""
    lines: list[ChatLine]


class LiveTable(SubscribedTable):
    """A table that can be changed: each change is a command, which is saved before it is published."""

    def __init__(
        self,
        server: TableServices,
        row: TableRow,
        lease: Lease,
        deck: Path | None = None,
        answered: Iterable[Key] = (),
    ) -> None:
        super().__init__(server, row, lease)
        self.deck = deck
        self.seq = 0  # entries of the log so far
        self.replies = ReplyCache(server.store, row.id, answered)
        self.dropped = False
        self._mailbox = Mailbox(partial(report_abandoned, server, row.id))
        self._unsaved: list[Write] = []  # log entries for the next save
        self._sent_moments = 0  # moments of the real-time driver that clients know
        self._saved_standing: tuple[Any, ...] = ()

    def begin(self, match: Match) -> None:
        """Start to follow a match: its record becomes the log of the table."""

        def add_entry(entry: Entry) -> None:
            self.seq += 1
            self._unsaved.append(writes.event(self.row.id, self.seq, entry, match.record.chain))

        super().begin(match)
        match.on_entry = add_entry
        editions.adopt_edition(match)

    def detach(self) -> None:
        """Mark the table as dropped, and break the reference cycle so that it is freed at once."""
        self.dropped = True
        if self.begun:
            self.match.on_entry = None

    # -- commands

    async def execute(self, command: Command, reply: Reply | None = None) -> None:
        """Carry out a command after those that came before it: apply, save, publish, schedule.

        With a reply, refusals are sent and remembered; a repeated message only gets its reply again.
        """
        await self._mailbox.put(lambda: self._carry_out(command, reply))

    async def _carry_out(self, command: Command, reply: Reply | None) -> None:
        await self.server.commands.wait(self.row.id)
        try:
            self.touch()
            if reply and (known := await self.replies.find(reply.subscriber.guest or "", reply.id)):
                reply.subscriber.send(known)
                return
            effects = await self._apply(command)
            if effects or reply:
                await self._save_and_publish(effects or Effects(), reply)
            self.server.wake(self)
        except (Refusal, Illegal) as why:
            if reply is None:
                raise
            refuse(self, reply, why)
        except Exception:
            self.server.drop(self, CloseCode.FAULT, FAULT)
            raise

    async def _apply(self, command: Command) -> Effects | None:
        """Change the table in memory; an illegal action changes nothing, but time has passed all the same."""
        try:
            return await command()
        except Illegal:
            if self.begun:
                await self._save_and_publish(Effects(), None)
            raise

    async def _save_and_publish(self, effects: Effects, reply: Reply | None) -> None:
        saving = self._prepare_save(effects, reply)
        await self._save(saving.writes)
        self._publish(effects, saving, reply)

    async def announce(self, sentence: str) -> None:
        """Send a notice in a separate command."""

        async def notice() -> Effects:
            return Effects().announce(sentence)

        await self.execute(notice)

    def touch(self) -> None:
        """Note the time of use; refuse to work on a dropped table."""
        if self.dropped:
            raise not_saved()
        self.touched = self.server.now()

    async def settled(self) -> LiveTable:
        """Wait until no command is in progress, so that callers see only saved state."""

        async def nothing() -> None: ...

        while not self.is_idle:  # the next command may have begun before this task runs again
            await self._mailbox.put(nothing)
        return self

    @property
    def is_idle(self) -> bool:
        """True if no command is in progress."""
        return self._mailbox.is_idle

    @property
    def weight(self) -> int:
        """Estimated memory use in bytes."""
        lines = len(match.events) + 2 * match.actions if (match := self.visible_match) else 0
        return TABLE_SIZE + LINE_SIZE * lines + sum(viewer.weight for viewer in self.viewers.values())

    # -- saving

    def _prepare_save(self, effects: Effects, reply: Reply | None) -> Saving:
        """Collect the writes of a command, and the messages to send after the save."""
        has_time_only_passed = effects == Effects() and reply is None and not self._has_clock_acted
        if has_time_only_passed:  # clients count it themselves
            return Saving(self._take_entries(), {}, "", [])
        is_followed = self.begun and not effects.closing
        updates = self._updates(effects.mover) if is_followed else {}
        if effects.mover is not None:
            self._close_overtaken_votes(effects, is_noticed=None in updates)
        lines = self._chat_lines(effects.chat)
        done, reply_writes = "", []
        if reply:
            guest, version = reply.subscriber.guest, self.version_of(self.seat_of(reply.subscriber))
            done = encode(Done(reply.id, version))
            reply_writes = [writes.answer(self.row.id, guest or "", reply.id, done)]
        all_writes = [
            *self._take_entries(),
            *effects.writes,
            *(writes.chat(self.row.id, line) for line in lines),
            *(writes.trim_chat(self.row.id, line.n - CHAT_KEPT) for line in lines[-1:]),
            *reply_writes,
            *([] if effects.closing else self.standing()),
        ]
        return Saving(all_writes, updates, done, lines)

    @property
    def _has_clock_acted(self) -> bool:
        """True if the clock of a real-time game has changed more than the time since the last update."""
        return self.begun and self.driver.timed_events > self._sent_moments

    def _close_overtaken_votes(self, effects: Effects, is_noticed: bool) -> None:
        assert effects.mover is not None
        for question in self.questions.close_overtaken(effects.mover, is_noticed) if self.questions else ():
            why = notices.lapsed(self.row, question)
            effects.publish.append(partial(self.broadcast, QuestionAnswered(question.id, False, why)))
            effects.announce(why)

    def _chat_lines(self, chat: Sequence[ChatText]) -> list[ChatLine]:
        """Number new chat lines, and give them the time."""
        first, now = (self.chat[-1].n if self.chat else 0) + 1, int(time.time())
        return [ChatLine(n, line.seat, line.name, line.text, now) for n, line in enumerate(chat, first)]

    def _publish(self, effects: Effects, saving: Saving, reply: Reply | None) -> None:
        """Send the reply, the updates and everything else that a saved command has to tell."""
        if reply:
            self.replies.remember(reply.subscriber.guest or "", reply.id, saving.done, saved=True)
        self.send_updates(saving.updates, reply.subscriber if reply else None, saving.done)
        for publish in effects.publish:
            publish()
        for line in saving.lines:
            self.publish_chat(line)
        if effects.mover is not None:
            self.server.metrics.count("moves")
            if self.row.state == "over":
                self.send_table_info()
        if effects.closing:
            self.server.drop(self, *effects.closing)

    @property
    def needs_state_hash(self) -> bool:
        """True if the game has moved on since the last state hash in its log."""
        return self.begun and not self.match.over and self.match.record.hashed_at != self.match.actions

    async def add_state_hash(self) -> Effects:
        """Add a state hash to the log, which shows whether later rules can continue the game."""
        if self.needs_state_hash:
            editions.add_state_hash(self.match)
        return Effects()

    def _take_entries(self) -> list[Write]:
        entries, self._unsaved = self._unsaved, []
        return entries

    async def _save(self, changes: list[Write]) -> None:
        """Save; after a failure the table is dropped, since its state in memory is ahead of the log."""
        if not changes:
            return
        try:
            await self.server.store.save(changes, self.lease)
        except NotSaved as error:
            self.server.metrics.count("failed_saves")
            self.server.log("not saved", table=self.row.id, error=error)
            self.server.drop(self, CloseCode.NOT_SAVED, "The server could not save; reconnect in a moment.")
            raise (unsettled() if isinstance(error, Unsettled) else not_saved()) from None

    def _updates(self, by: Seat | None) -> dict[Seat | None, str]:
        """Return the update of each viewer; clocks follow only changes that the spectators can notice."""
        self._sent_moments = self.driver.timed_events
        if self.match.is_live:
            self.driver.adjust_rate(self.server.now(), self.persons())
        due = changes(self.match, self.shared_view, self.viewers) if self._unsaved else {}
        if clocks := self.turn_clocks:  # visible movers, and seats that are newly asked, get fresh time
            moved = {by} if by is not None and None in due else set()
            waiting = self.waiting_persons()
            clocks.follow(waiting, moved | (waiting - clocks.running))
        clock_fields = self.clock_fields()
        return {seat: self.viewers[seat].update(change, clock_fields) for seat, change in due.items()}

    def standing(self) -> list[Write]:
        """Return the writes of state, turn and clocks if they have changed, and of the result at the end."""
        if not self.begun:
            return []
        row, match, over = self.row, self.match, self.match.over
        has_ended = over and row.state != "over"
        row.state, row.turn = "over" if over else "playing", list(match.waiting)
        row.clocks = self.turn_clocks.settle() if self.turn_clocks else None
        before, self._saved_standing = self._saved_standing, (row.state, row.turn, row.clocks)
        result = writes.match_result(row, match) if has_ended else []
        return [writes.table_state(row), *result] if before != self._saved_standing else result

    # -- arrivals

    async def enter(self, subscriber: Subscriber, seen: int | None) -> None:
        """Add a subscriber, after the commands in progress, so that it never sees unsaved state."""

        async def admit() -> Effects | None:
            resume_time(self)
            await self.server.guests.name(subscriber.guest)
            notice = notices.arrival(self, subscriber)
            self.admit(subscriber, seen)
            return Effects().announce(notice) if notice else None

        await self.execute(admit)


def report_abandoned(server: TableServices, table_id: str, error: Exception) -> None:
    """Log an internal error of a command whose caller was cancelled; refusals need no log."""
    if not isinstance(error, (Refusal, Illegal)):
        server.fault(error, table_id)
