"""PostgreSQL as the store: a pool of connections reads, one writes, and one commit carries all that waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import asyncpg

from flattop.server.errors import NotRead
from flattop.server.store.base import CannotOpen, Damaged, Row, Saved
from flattop.server.store.connect import shown_address
from flattop.server.store.dialect import translated
from flattop.server.store.jobs import BATCH, Handful, Job, Jobs, line, resolve_some
from flattop.server.store.postgres_schema import migrate, try_out
from flattop.server.store.postgres_writer import LOST, Writer

T = TypeVar("T")
READERS = 8  # connections that read, at most
PATIENCE = 10.0  # seconds for one statement
TRIES, PAUSE = 3, 0.2  # of a read whose connection was lost, and seconds before the next
SOUND = """
    SELECT coalesce((SELECT checksum_failures FROM pg_stat_database WHERE datname = current_database()), 0),
        (SELECT count(*) FROM pg_index WHERE NOT indisvalid)
"""


class PostgresReads:
    """Reads over one connection, or over any of a pool."""

    def __init__(self, source: Any = None) -> None:
        self._source = source

    async def rows(self, sql: str, *values: Any, **named: Any) -> Sequence[Row]:
        text, values_in_order = translated(sql, values, named)
        rows: Sequence[Row] = await self._answered(lambda: self._source.fetch(text, *values_in_order))
        return rows

    async def row(self, sql: str, *values: Any, **named: Any) -> Row | None:
        text, values_in_order = translated(sql, values, named)
        row: Row | None = await self._answered(lambda: self._source.fetchrow(text, *values_in_order))
        return row

    async def _answered(self, ask: Callable[[], Awaitable[T]]) -> T:
        try:
            return await ask()
        except LOST as error:
            raise NotRead(line(error)) from error
        except asyncpg.DataError as error:  # no row can have what was asked for
            raise Damaged(str(error)) from None


class PostgresStore(PostgresReads, Jobs):
    """A database on a server; whoever loses the connection to it comes back by itself."""

    def __init__(self, url: str, saved: Saved = lambda count, seconds: None) -> None:
        Jobs.__init__(self)
        PostgresReads.__init__(self)
        self.url = url
        self._writer = Writer(url, saved)
        self._waiting: list[Job] = []
        self._more = asyncio.Event()
        self._is_ending = False
        self._task: asyncio.Task[None] | None = None

    @property
    def trouble(self) -> str:
        return self._writer.trouble

    @property
    def writes_on(self) -> bool:
        return self._task is not None and not self._task.done()

    async def open(self) -> None:
        await prepare(self.url)
        await self.look()
        self._task = asyncio.create_task(self._write_on())

    async def look(self) -> None:
        """Open for reads alone, as it is."""
        try:
            self._source = await asyncpg.create_pool(
                self.url, min_size=0, max_size=READERS, timeout=PATIENCE, command_timeout=PATIENCE
            )
        except (*LOST, asyncpg.PostgresError, ValueError) as error:
            raise CannotOpen(_why_not(self.url, error)) from None

    async def _answered(self, ask: Callable[[], Awaitable[T]]) -> T:
        """A read changes nothing, so it is asked again where a connection was lost."""
        for _ in range(TRIES - 1):
            try:
                return await super()._answered(ask)
            except NotRead as error:
                if isinstance(error.__cause__, TimeoutError):
                    raise  # it was waited for already
                await asyncio.sleep(PAUSE)
        return await super()._answered(ask)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[PostgresReads]:
        """No thread is needed: it is another machine, or at least another process, that reads."""
        yield self

    async def faults(self) -> list[str]:
        row = await self.row(SOUND)
        pages, indexes = (row[0], row[1]) if row else (0, 0)
        told = {f"{pages} pages failed their checksums": pages, f"{indexes} indexes are invalid": indexes}
        return [sentence for sentence, count in told.items() if count]

    async def close(self) -> None:
        self._hand_over()
        self._is_ending = True
        self._more.set()
        if self._task:
            await asyncio.gather(self._task, return_exceptions=True)
        await self._writer.close()
        if self._source:
            try:
                await asyncio.wait_for(self._source.close(), PATIENCE)
            except LOST:
                self._source.terminate()

    # -- saving

    def _carry_out(self, handful: Handful) -> None:
        self._waiting += handful[1]
        self._more.set()

    async def _write_on(self) -> None:
        while self._waiting or not self._is_ending:
            await self._more.wait()
            await self._write_some()

    async def _write_some(self) -> None:
        """Of what waits; none of it is held while waiting for more."""
        batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
        if not self._waiting and not self._is_ending:
            self._more.clear()
        if batch:
            await self._writer.commit(batch)
            resolve_some(asyncio.get_running_loop(), iter(batch))


async def prepare(url: str) -> None:
    """Bring the database forward, so that trouble is told before anybody comes."""
    try:
        db = await asyncpg.connect(url, timeout=PATIENCE, command_timeout=10 * PATIENCE)
    except (*LOST, asyncpg.PostgresError, ValueError) as error:
        raise CannotOpen(_why_not(url, error)) from None
    try:
        await migrate(db)
        await try_out(db)
    except asyncpg.PostgresError as error:
        raise CannotOpen(
            f"{shown_address(url)} cannot be used: {line(error)}; see that it is yours"
        ) from None
    finally:
        await db.close()


def _why_not(url: str, error: Exception) -> str:
    return f"{shown_address(url)} cannot be reached: {line(error)}; see that PostgreSQL runs there"
