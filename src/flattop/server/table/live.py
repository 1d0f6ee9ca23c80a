"""A table in memory: every change is saved before it is sent to any client."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from flattop.kernel import Illegal, Seat
from flattop.match import Match, editions
from flattop.match.record import Entry
from flattop.server.errors import Refusal, not_saved, unsettled
from flattop.server.schemas.base import CloseCode
from flattop.server.schemas.messages import ChatLine, Done, encode
from flattop.server.store import writes
from flattop.server.store.base import NotSaved, Unsettled
from flattop.server.store.leases import Lease
from flattop.server.store.rows import TableRow
from flattop.server.store.writes import Write
from flattop.server.table import notices
from flattop.server.table.clocks import resume_time
from flattop.server.table.idempotency import Key, Reply, ReplyCache
from flattop.server.table.server_api import Subscriber, TableServices
from flattop.server.table.subscribers import SubscribedTable
from flattop.server.table.viewers import changes

T = TypeVar("T")
TABLE_SIZE, LINE_SIZE = 60_000, 200  # estimated bytes of a table, and of a line of its log or record


class Saving(NamedTuple):
    """Writes of a change, and the messages to send once they are saved."""

    writes: list[Write]
    updates: dict[Seat | None, str]  # by viewer
    done: str  # the reply, or ""


class LiveTable(SubscribedTable):
    """A table that can be changed: every change holds the lock and ends with `commit`."""

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
        self.lock = TableLock()
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

    # -- the lock

    async def run_locked(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run work with the lock, to its end even if the caller is cancelled."""

        def report(task: asyncio.Task[T]) -> None:
            """Log an internal error whose caller was cancelled; refusals need no log."""
            error = None if task.cancelled() else task.exception()
            if error and not isinstance(error, (Refusal, Illegal)):
                self.server.fault(error, self.row.id)

        task = asyncio.ensure_future(self._hold_lock(work))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(report)
            raise

    async def run_save_locked(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run work with the lock, without a task if the lock is free.

        The work may wait for nothing but saves, which run to their end even if the caller is cancelled.
        """
        return await (self.run_locked(work) if self.lock.locked() else self._hold_lock(work))

    async def _hold_lock(self, work: Callable[[], Awaitable[T]]) -> T:
        async with self.lock:
            self.touch()
            try:
                return await work()
            except (Refusal, Illegal, asyncio.CancelledError):
                raise
            except Exception:
                self.drop_after_fault()
                raise

    def touch(self) -> None:
        """Note the time of use; refuse to work on a dropped table."""
        if self.dropped:
            raise not_saved()
        self.touched = self.server.now()

    def drop_after_fault(self) -> None:
        """Drop the table after an internal error: the state in memory may be wrong, the log is not."""
        self.server.drop(self, CloseCode.FAULT, "Something went wrong in the server; nothing saved is lost.")

    async def settled(self) -> LiveTable:
        """Wait until no change is in progress, so that callers see only saved state."""
        async with self.lock:
            return self

    @property
    def is_idle(self) -> bool:
        """True if no change is in progress."""
        return not self.lock.locked()

    @property
    def weight(self) -> int:
        """Estimated memory use in bytes."""
        lines = len(match.events) + 2 * match.actions if (match := self.visible_match) else 0
        return TABLE_SIZE + LINE_SIZE * lines + sum(viewer.weight for viewer in self.viewers.values())

    # -- saving

    async def commit(
        self, changes: Sequence[Write] = (), reply: Reply | None = None, by: Seat | None = None
    ) -> None:
        """Save the log and other changes, reply, and send the updates; if the save fails, drop the table."""
        saving = self.prepare_save(changes, reply, by)
        await self._save(saving.writes)
        self.publish_saved(saving, reply)

    def prepare_save(
        self, changes: Sequence[Write] = (), reply: Reply | None = None, by: Seat | None = None
    ) -> Saving:
        """Collect the writes, and the messages to send after the save."""
        updates = self._updates(by) if self.begun else {}
        done, reply_writes = "", []
        if reply:
            guest, version = reply.subscriber.guest, self.version_of(self.seat_of(reply.subscriber))
            done = encode(Done(reply.id, version))
            reply_writes = [writes.answer(self.row.id, guest or "", reply.id, done)]
        return Saving([*self._take_entries(), *changes, *reply_writes, *self.standing()], updates, done)

    def publish_saved(self, saving: Saving, reply: Reply | None) -> None:
        """Send the reply and the updates of a completed save."""
        if reply:
            self.replies.remember(reply.subscriber.guest or "", reply.id, saving.done, saved=True)
            self.send_updates(saving.updates, reply.subscriber, saving.done)
        elif saving.updates:
            self.send_updates(saving.updates)

    async def save_time(self) -> None:
        """Save passed time; updates are sent only if the clock has acted, since clients count the time."""
        if self.driver.timed_events > self._sent_moments:
            await self.commit()
        elif self._unsaved:
            await self._save(self._take_entries())

    @property
    def needs_state_hash(self) -> bool:
        """True if the game has moved on since the last state hash in its log."""
        return self.begun and not self.match.over and self.match.record.hashed_at != self.match.actions

    async def save_state_hash(self) -> None:
        """Add a state hash to the log, which shows whether later rules can continue the game."""
        if self.needs_state_hash:
            editions.add_state_hash(self.match)
            await self._save(self._take_entries())

    def _take_entries(self) -> list[Write]:
        entries, self._unsaved = self._unsaved, []
        return entries

    async def _save(self, changes: list[Write]) -> None:
        try:
            await self.server.store.save(changes, self.lease)
        except NotSaved as error:
            raise self.save_failed(error) from None

    def save_failed(self, error: Exception) -> Refusal:
        """Drop the table, whose state in memory is ahead of the log; return the refusal for the client."""
        self.server.metrics.count("failed_saves")
        self.server.log(f"not saved: {error}", self.row.id)
        self.server.drop(self, CloseCode.NOT_SAVED, "The server could not save; reconnect in a moment.")
        return unsettled() if isinstance(error, Unsettled) else not_saved()

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

    # -- notices and arrivals

    async def announce(self, *sentences: str) -> None:
        """Save and send notices, which are chat lines without an author; empty sentences are skipped."""
        for text in filter(None, sentences):
            line = self.next_line(None, "", text)
            await self.commit([writes.chat(self.row.id, line)])
            self.publish_chat(line)

    def next_line(self, seat: Seat | None, name: str, text: str) -> ChatLine:
        n = self.chat[-1].n + 1 if self.chat else 1
        return ChatLine(n, seat, name, text, int(time.time()))

    async def enter(self, subscriber: Subscriber, seen: int | None) -> None:
        """Add a subscriber, after pending saves, so that it never sees unsaved state."""

        async def work() -> None:
            resume_time(self)
            await self.server.guests.name(subscriber.guest)
            notice = notices.arrival(self, subscriber)
            self.admit(subscriber, seen)
            await self.announce(notice)
            self.server.wake(self)

        await self.run_locked(work)


class TableLock:
    """A first-come, first-served lock like asyncio's, that callbacks can also hold without a task."""

    __slots__ = ("_is_held", "_waiting")

    def __init__(self) -> None:
        self._is_held = False
        self._waiting: deque[Callable[[], None]] = deque()

    def locked(self) -> bool:
        return self._is_held

    def begin(self, work: Callable[[], None]) -> None:
        """Call `work` as soon as the lock is free; it must call `release` at its end."""
        if self._is_held:
            self._waiting.append(work)
        else:
            self._is_held = True
            work()

    def release(self) -> None:
        """Pass the lock on to the next that waits."""
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._waiting.popleft())
        else:
            self._is_held = False

    async def __aenter__(self) -> None:
        if not self._is_held:
            self._is_held = True
            return
        turn = asyncio.get_running_loop().create_future()

        def wake() -> None:
            if not turn.done():
                turn.set_result(None)

        self._waiting.append(wake)
        try:
            await turn
        except asyncio.CancelledError:
            if wake in self._waiting:
                self._waiting.remove(wake)
            else:
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()
