"""Plays of people: begun as they come and through once they are saved, without a task that waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from flattop.kernel import Illegal, Seat, action_of
from flattop.server.errors import Refusal
from flattop.server.schemas.messages import Play
from flattop.server.table.actions import carry_out, follow_up
from flattop.server.table.permissions import own_seat
from flattop.server.table.reply import Reply, Subscriber, refuse

if TYPE_CHECKING:
    from flattop.server.table.live import LiveTable, Saving

Over = Callable[[Exception | None], None]  # told of the end, and of a fault of ours if it was one


async def play(table: LiveTable, subscriber: Subscriber, message: Play) -> None:
    """One action of a person, for whoever wants to wait for its end."""
    end = asyncio.get_running_loop().create_future()
    PlayUnderWay(table, subscriber, message, partial(_settle, end)).begin()
    await end


def _settle(end: asyncio.Future[None], error: Exception | None) -> None:
    if end.done():  # nobody waits any more
        return
    if error:
        end.set_exception(error)
    else:
        end.set_result(None)


class PlayUnderWay:
    """One action of a person; the move and its answer are saved together.

    The table is its own from `_carry_out` to `_end`.
    """

    __slots__ = ("_message", "_over", "_reply", "_saving", "_seat", "_table", "_tail")

    def __init__(self, table: LiveTable, subscriber: Subscriber, message: Play, over: Over) -> None:
        self._table, self._reply, self._message = table, Reply(subscriber, message.id), message
        self._over = over
        self._seat: Seat
        self._saving: Saving
        self._tail: asyncio.Task[None]  # what follows and has to wait, which is rare

    def begin(self) -> None:
        """Now, or when it is its turn at the table."""
        self._table.lock.begin(self._carry_out)

    def _carry_out(self) -> None:
        answers, reply = self._table.answers, self._reply
        key = reply.subscriber.guest or "", reply.id
        if answers.is_in_memory(*key):
            self._go_on(answers.recent(*key))
        else:
            self._wait_for(self._look_up(*key))

    async def _look_up(self, guest: str, message_id: str) -> None:
        """An id that was answered long ago, as far as its hash can tell."""
        self._go_on(await self._table.answers.find(guest, message_id))

    def _go_on(self, known: str | None) -> None:
        try:
            self._table.touch()
            if known:
                self._reply.subscriber.send(known)
                self._end()
            else:
                self._play()
                self._table.server.store.submit(self._saving.writes, self._saved, self._table.lease)
        except (Refusal, Illegal) as why:
            self._refuse(why)
        except Exception as error:
            self._fail(error)

    def _play(self) -> None:
        table, message = self._table, self._message
        self._seat = seat = own_seat(table, self._reply.subscriber)
        if message.version > table.version_of(seat):
            raise Refusal(409, "unknown-version", f"There is no version {message.version} yet.")
        action = action_of(message.action)
        carry_out(table, seat, lambda driver, now: driver.play_at(now, seat, action))
        self._saving = table.saving((), self._reply, seat)

    def _saved(self, error: Exception | None) -> None:
        table = self._table
        try:
            if error:
                self._answer_no(table.unsaved(error))
                return
            table.tell_saved(self._saving, self._reply)
            sentences = follow_up(table, self._seat, noticed=None in self._saving.updates)
            if sentences:
                self._wait_for(self._announce(sentences))
            else:
                self._end()
        except Exception as fault:
            self._fail(fault)

    async def _announce(self, sentences: Sequence[str]) -> None:
        await self._table.announce(*sentences)
        self._end()

    def _refuse(self, why: Refusal | Illegal) -> None:
        if isinstance(why, Refusal):
            self._answer_no(why)
        elif self._table.is_live:  # in a race, why it was lost
            self._wait_for(self._refuse_in_time(why))
        elif self._message.version == self._table.version_of(self._seat):
            self._answer_no(why)
        else:
            self._answer_no(Refusal(409, "stale", "The table has moved on; that is not open any more."))

    async def _refuse_in_time(self, why: Illegal) -> None:
        await self._table.save_time()  # it has passed all the same
        self._answer_no(why)

    def _answer_no(self, why: Refusal | Illegal) -> None:
        refuse(self._table, self._reply, why)
        self._end()

    def _wait_for(self, work: Coroutine[Any, Any, None]) -> None:
        self._tail = asyncio.ensure_future(self._contained(work))

    async def _contained(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Refusal as why:
            self._answer_no(why)
        except Exception as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        self._table.give_up()
        self._end(error)

    def _end(self, error: Exception | None = None) -> None:
        self._table.lock.let_go()
        self._over(error)
