"""A table in memory: every change is saved before anybody hears of it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from flattop.kernel import Seat
from flattop.match import Match, common
from flattop.server.errors import Refusal, not_saved
from flattop.server.schemas.codec import encode
from flattop.server.store import queries, writes
from flattop.server.store.rows import TableRow
from flattop.server.store.sqlite import NotSaved
from flattop.server.store.writes import Write
from flattop.server.table.host import Host
from flattop.server.table.realtime import go_on
from flattop.server.table.reply import Reply, Subscriber
from flattop.server.table.result import result
from flattop.server.table.subscribers import SubscribedTable

T = TypeVar("T")
REMEMBERED = 300  # answers that changed nothing, kept so that the same id is answered alike


class LiveTable(SubscribedTable):
    """One table; every change goes through `alone` and `commit`."""

    def __init__(
        self, server: Host, row: TableRow, match: Match | None = None, deck: Path | None = None
    ) -> None:
        super().__init__(server, row)
        self.deck = deck
        self.seq = 0  # events saved so far
        self.answers: OrderedDict[tuple[str, str], str] = OrderedDict()
        self.dropped = False
        self._lock = asyncio.Lock()
        if match:
            self.begin(match)

    async def alone(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do one thing at a time, to its end even if whoever asked for it is gone."""

        async def locked() -> T:
            async with self._lock:
                if self.dropped:
                    raise not_saved()
                self.touched = self.server.now()
                try:
                    return await work()
                except (Refusal, asyncio.CancelledError):
                    raise
                except Exception:  # our own fault: what is in memory cannot be trusted, the log can
                    self.server.drop(self, 4500, "Something went wrong in the server; nothing saved is lost.")
                    raise

        return await asyncio.shield(asyncio.ensure_future(locked()))

    async def settled(self) -> LiveTable:
        """Wait until nothing is being saved, so that nothing unsaved is shown."""
        async with self._lock:
            return self

    async def commit(self, changes: list[Write], reply: Reply | None = None, by: Seat | None = None) -> None:
        """Save, acknowledge, broadcast, in that order; a failed save leaves nothing."""
        updates = self._updates(by)
        done = ""
        if reply:
            done = encode("done", id=reply.id, version=self.version_of(self.seat_of(reply.subscriber)))
            changes = [*changes, writes.answer(self.row.id, reply.subscriber.guest or "", reply.id, done)]
        await self._save([*changes, *self.standing()])
        if reply:
            reply.subscriber.send(done)
        for seat, update in updates.items():
            self.send_update(update, seat)

    async def keep(self, changes: list[Write]) -> None:
        """Save what nobody needs to hear of: time alone, which every client counts by itself."""
        await self._save(changes)

    async def _save(self, changes: list[Write]) -> None:
        try:
            await self.server.store.save(changes)
        except NotSaved as error:
            self.server.metrics.count("failed_saves")
            self.server.log(f"table {self.row.id}: not saved: {error}")
            self.server.drop(self, 4503, "The server could not save; come back in a moment.")
            raise not_saved() from None

    def _updates(self, by: Seat | None) -> dict[Seat | None, str]:
        """What each audience is due; the questions and clocks follow only what everyone can notice."""
        if not self.begun:
            return {}
        shared = common(self.match)
        changes = {seat: audience.change(self.match, shared) for seat, audience in self.audiences.items()}
        self._run_clocks({by} if by is not None and changes[None] else set())
        clock_fields = self.clock_fields()
        due = {seat: change for seat, change in changes.items() if change}
        return {seat: self.audiences[seat].update(change, clock_fields) for seat, change in due.items()}

    def _run_clocks(self, moved: set[Seat]) -> None:
        """Whoever has visibly moved, and whoever is newly waited for, gets the time for a move."""
        if self.turn_clocks is None:
            return
        waiting = self.persons_waited_for()
        self.turn_clocks.follow(waiting, moved | (waiting - self.turn_clocks.running))

    def standing(self) -> list[Write]:
        """What the lobby shows of the match, saved with every move."""
        if not self.begun:
            return []
        ends = self.match.over and self.row.state != "over"
        self.row.state = "over" if self.match.over else "playing"
        self.row.turn = list(self.match.waiting)
        self.row.clocks = self.turn_clocks.settle() if self.turn_clocks else None
        kept = result(self.row, self.match) if ends else []
        return [writes.changed(self.row, "state", "turn", "clocks"), *kept]

    def event(self, entry: dict[str, Any]) -> Write:
        """The next line of the log."""
        self.seq += 1
        return writes.event(self.row.id, self.seq, entry, self.match.record.chain)

    def remember(self, guest: str, message_id: str, answer: str) -> None:
        """Keep an answer that saved nothing."""
        self.answers[guest, message_id] = answer
        if len(self.answers) > REMEMBERED:
            self.answers.popitem(last=False)

    def answered(self, guest: str, message_id: str) -> str | None:
        """What was answered to this id before."""
        if known := self.answers.get((guest, message_id)):
            return known
        return queries.answer(self.server.store, self.row.id, guest, message_id)

    async def enter(self, subscriber: Subscriber, seen: int | None) -> None:
        """Somebody comes; what is still being saved is not for their eyes yet."""

        async def work() -> None:
            go_on(self)
            self.admit(subscriber, seen)
            self.server.wake(self)

        await self.alone(work)
