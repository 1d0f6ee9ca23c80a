"""A table in memory: every change is saved before anybody hears of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from flattop.kernel import Illegal, Seat
from flattop.match import Match, editions
from flattop.match.record import Entry
from flattop.server.errors import Refusal, not_saved, unsettled
from flattop.server.schemas.close_codes import CloseCode
from flattop.server.schemas.codec import encode
from flattop.server.schemas.events import ChatLine, Done
from flattop.server.store import writes
from flattop.server.store.base import NotSaved, Unsettled
from flattop.server.store.leases import Lease
from flattop.server.store.rows import TableRow
from flattop.server.store.writes import Write
from flattop.server.table import notices
from flattop.server.table.audience import changes
from flattop.server.table.idempotency import Answers, Key
from flattop.server.table.lock import Lock
from flattop.server.table.realtime import go_on
from flattop.server.table.reply import Reply, Subscriber
from flattop.server.table.result import result
from flattop.server.table.server_api import Host
from flattop.server.table.subscribers import SubscribedTable
from flattop.server.table.turn_clock import TurnClocks

T = TypeVar("T")
BASE, LINE = 60_000, 200  # bytes of a table, and of a line of its log or record


class Saving(NamedTuple):
    """What is saved, and what is told once it is: to each audience, and that it is done to whoever asked."""

    writes: list[Write]
    updates: dict[Seat | None, str]
    done: str


class LiveTable(SubscribedTable):
    """One table; every change goes through `alone` and `commit`."""

    def __init__(
        self,
        server: Host,
        row: TableRow,
        lease: Lease,
        deck: Path | None = None,
        answered: Iterable[Key] = (),
    ) -> None:
        super().__init__(server, row, lease)
        self.deck = deck
        self.seq = 0  # events of the log so far
        self.answers = Answers(server.store, row.id, answered)
        self.dropped = False
        self.lock = Lock()  # whoever changes anything holds it
        self._unsaved: list[Write] = []  # events that the next save carries
        self._moments = 0  # of the clock that have been told
        self._stood: tuple[Any, ...] = ()  # what was last saved of how the match stands

    def begin(self, match: Match) -> None:
        """Follow a match from now on: whatever it records is an event of the log."""
        super().begin(match)
        match.on_entry = self._note
        editions.adopt_edition(match)

    def let_go(self) -> None:
        """The table is dropped: nobody must go round in a ring to find out that it is not needed."""
        self.dropped = True
        if self.begun:
            self.match.on_entry = None

    def _note(self, entry: Entry) -> None:
        self.seq += 1
        self._unsaved.append(writes.event(self.row.id, self.seq, entry, self.match.record.chain))

    async def alone(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do one thing at a time, to its end even if whoever asked for it is gone."""
        task = asyncio.ensure_future(self._locked(work))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(self._ended_unheard)
            raise

    async def alone_to_save(self, work: Callable[[], Awaitable[T]]) -> T:
        """The same for work that waits for nothing but saves, which are waited for to their end anyway."""
        return await (self.alone(work) if self.lock.locked() else self._locked(work))

    async def _locked(self, work: Callable[[], Awaitable[T]]) -> T:
        async with self.lock:
            self.touch()
            try:
                return await work()
            except (Refusal, Illegal, asyncio.CancelledError):
                raise
            except Exception:
                self.give_up()
                raise

    def touch(self) -> None:
        """Somebody sets to work on it, unless it is no more."""
        if self.dropped:
            raise not_saved()
        self.touched = self.server.now()

    def give_up(self) -> None:
        """Our own fault: what is in memory cannot be trusted, the log can."""
        self.server.drop(self, CloseCode.FAULT, "Something went wrong in the server; nothing saved is lost.")

    def _ended_unheard(self, task: asyncio.Task[T]) -> None:
        """Whoever asked is gone: a refusal is nobody's any more, a fault of ours is still one."""
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, (Refusal, Illegal)):
            self.server.fault(error, self.row.id)

    @property
    def at_rest(self) -> bool:
        """Whether nothing is being done to it or saved."""
        return not self.lock.locked()

    @property
    def weight(self) -> int:
        """The bytes that it takes in memory, about."""
        lines = len(shown.events) + 2 * shown.actions if (shown := self.shown) else 0
        return BASE + LINE * lines + sum(audience.weight for audience in self.audiences.values())

    async def settled(self) -> LiveTable:
        """Wait until nothing is being saved, so that nothing unsaved is shown."""
        async with self.lock:
            return self

    async def commit(
        self, changes: Sequence[Write] = (), reply: Reply | None = None, by: Seat | None = None
    ) -> None:
        """Save, acknowledge, broadcast, in that order; a failed save leaves nothing."""
        saving = self.saving(changes, reply, by)
        await self._save(saving.writes)
        self.tell_saved(saving, reply)

    def saving(
        self, changes: Sequence[Write] = (), reply: Reply | None = None, by: Seat | None = None
    ) -> Saving:
        """Draw up what is to be saved, and what is told afterwards."""
        updates = self._updates(by) if self.begun else {}
        done, answer = self._acknowledgement(reply) if reply else ("", [])
        return Saving([*self._events(), *changes, *answer, *self.standing()], updates, done)

    def tell_saved(self, saving: Saving, reply: Reply | None) -> None:
        if reply:
            self.answers.remember(reply.subscriber.guest or "", reply.id, saving.done, saved=True)
            self.send_updates(saving.updates, reply.subscriber, saving.done)
        elif saving.updates:
            self.send_updates(saving.updates)

    async def save_time(self) -> None:
        """Save what the clock has played; time alone is told to nobody, for every client counts it itself."""
        if self.driver.timed_events > self._moments:
            await self.commit()
        elif self._unsaved:
            await self._save(self._events())

    @property
    def is_unvouched(self) -> bool:
        """Whether something was played since the last hash of the table."""
        return self.begun and not self.match.over and self.match.record.hashed_at != self.match.actions

    async def vouch(self) -> None:
        """Save the hash of the table as it stands, by which later rules can be held against it."""
        if self.is_unvouched:
            editions.add_state_hash(self.match)
            await self._save(self._events())

    def _events(self) -> list[Write]:
        events, self._unsaved = self._unsaved, []
        return events

    def _acknowledgement(self, reply: Reply) -> tuple[str, list[Write]]:
        guest, version = reply.subscriber.guest, self.version_of(self.seat_of(reply.subscriber))
        done = encode(Done(reply.id, version))
        return done, [writes.answer(self.row.id, guest or "", reply.id, done)]

    async def _save(self, changes: list[Write]) -> None:
        try:
            await self.server.store.save(changes, self.lease)
        except NotSaved as error:
            raise self.unsaved(error) from None

    def unsaved(self, error: Exception) -> Refusal:
        """What to say where nothing was saved: what is in memory is forgotten."""
        self.server.metrics.count("failed_saves")
        self.server.log(f"not saved: {error}", self.row.id)
        self.server.drop(self, CloseCode.NOT_SAVED, "The server could not save; come back in a moment.")
        return unsettled() if isinstance(error, Unsettled) else not_saved()

    def _updates(self, by: Seat | None) -> dict[Seat | None, str]:
        """What each audience is due; the clocks follow only what everyone can notice."""
        self._moments = self.driver.timed_events
        if self.match.is_live:
            self.driver.adjust_rate(self.server.now(), self.persons())
        due = changes(self.match, self.shared, self.audiences) if self._unsaved else {}
        if self.turn_clocks is not None:
            self._run_clocks(self.turn_clocks, {by} if by is not None and None in due else set())
        clock_fields = self.clock_fields()
        return {seat: self.audiences[seat].update(change, clock_fields) for seat, change in due.items()}

    def _run_clocks(self, clocks: TurnClocks, moved: set[Seat]) -> None:
        """Whoever has visibly moved, and whoever is newly waited for, gets the time for a move."""
        waiting = self.persons_waited_for()
        clocks.follow(waiting, moved | (waiting - clocks.running))

    def standing(self) -> list[Write]:
        """What the lobby shows of the match, saved with every move after which it is something else."""
        if not self.begun:
            return []
        row, match, over = self.row, self.match, self.match.over
        ends = over and row.state != "over"
        row.state, row.turn = "over" if over else "playing", list(match.waiting)
        row.clocks = self.turn_clocks.settle() if self.turn_clocks else None
        stood, self._stood = self._stood, (row.state, row.turn, row.clocks)
        kept = result(row, match) if ends else []
        return [writes.table_state(row), *kept] if stood != self._stood else kept

    async def announce(self, *sentences: str) -> None:
        """Tell everybody what has become of the company; it is kept with the chat, as nobody's words."""
        for text in filter(None, sentences):
            line = self.next_line(None, "", text)
            await self.commit([writes.chat(self.row.id, line)])
            self.say(line)

    def next_line(self, seat: Seat | None, name: str, text: str) -> ChatLine:
        n = self.chat[-1].n + 1 if self.chat else 1
        return ChatLine(n, seat, name, text, int(time.time()))

    async def enter(self, subscriber: Subscriber, seen: int | None) -> None:
        """Somebody comes; what is still being saved is not for their eyes yet."""

        async def work() -> None:
            go_on(self)
            await self.server.guests.name(subscriber.guest)
            words = notices.arrival(self, subscriber)
            self.admit(subscriber, seen)
            await self.announce(words)
            self.server.wake(self)

        await self.alone(work)
