"""The two ends of a move: all that a database holds, row by row, out of one and into another."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from flattop.server.store.base import CannotOpen
from flattop.server.store.connect import FILE, check_address, shown_address
from flattop.server.store.leases import LOADS
from flattop.server.store.rows import COLUMNS
from flattop.server.store.schema import migrate
from flattop.server.store.sqlite import connect
from flattop.storage import private_file

ROWS = 2_000  # that are moved at a time
Rows = Sequence[tuple[Any, ...]]


class Kept(NamedTuple):
    """One table of the database; its key gives the order in which both ends are read."""

    name: str
    columns: tuple[str, ...]
    words: tuple[str, ...]  # of the key
    numbers: tuple[str, ...] = ()


ALL = (
    Kept("guest", ("id", "name", "token_hash", "since"), ("id",)),
    Kept("game_table", ("n", *COLUMNS, "archived"), (), ("n",)),
    Kept("seat", ("table_id", "seat", "kind", "guest", "name", "habits"), ("table_id",), ("seat",)),
    Kept("event", ("table_id", "seq", "entry", "chain", "at"), ("table_id",), ("seq",)),
    Kept("answer", ("table_id", "guest", "id", "answer"), ("table_id", "guest", "id")),
    Kept("chat", ("table_id", "n", "seat", "name", "text", "at"), ("table_id",), ("n",)),
    Kept("team", ("id", "places"), ("id",)),
    Kept("team_guest", ("guest", "team"), ("guest", "team")),
    Kept(
        "result",
        ("table_id", "game", "chapter", "team", "won", "stars", "points", "ticks", "at"),
        ("table_id",),
    ),
    Kept("chances", ("table_id", "edition", "answer"), ("table_id",)),
    Kept("deck", ("digest", "text"), ("digest",)),
)


class Counters(NamedTuple):
    """How often a server was opened, and whether old results were gathered."""

    starts: int
    gathered: int


class End(Protocol):
    """A database that is moved out of, or into."""

    name: str  # to be shown

    async def open(self) -> None:
        """See that it can be used, and that no server does."""

    async def check_empty(self) -> None: ...

    def rows(self, kept: Kept) -> AsyncIterator[Rows]:
        """All rows of a table in the order of its key, some at a time."""

    async def fill(self, kept: Kept, rows: Rows) -> None: ...

    async def counters(self) -> Counters: ...

    async def count_from(self, counters: Counters) -> None:
        """Versions go on above those that clients have seen at the other end."""

    async def commit(self) -> None:
        """All of it is there from now on; until then nothing is."""

    async def close(self) -> None: ...


class SqliteEnd:
    """A file in a data folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.name = folder, str(folder)
        self._path = folder / FILE
        self._db: sqlite3.Connection

    async def open(self) -> None:
        private_file(self._path, "a").close()
        self._db = connect(self._path)
        migrate(self._db)
        self._db.execute("BEGIN")

    async def check_empty(self) -> None:
        if self._db.execute("SELECT 1 FROM guest UNION ALL SELECT 1 FROM game_table LIMIT 1").fetchone():
            raise CannotOpen(f"{self.name} has tables already; give a new folder")

    async def rows(self, kept: Kept) -> AsyncIterator[Rows]:
        order = ", ".join((*kept.words, *kept.numbers))
        asked = self._db.execute(f"SELECT {', '.join(kept.columns)} FROM {kept.name} ORDER BY {order}")
        while rows := asked.fetchmany(ROWS):
            yield [tuple(row) for row in rows]

    async def fill(self, kept: Kept, rows: Rows) -> None:
        marks = ", ".join("?" * len(kept.columns))
        sql = f"INSERT INTO {kept.name} ({', '.join(kept.columns)}) VALUES ({marks})"
        self._db.executemany(sql, rows)

    async def counters(self) -> Counters:
        return Counters(*self._db.execute("SELECT starts, gathered FROM house").fetchone())

    async def count_from(self, counters: Counters) -> None:
        self._db.execute("UPDATE house SET starts = ?, gathered = ?", counters)

    async def commit(self) -> None:
        self._db.execute("COMMIT")

    async def close(self) -> None:
        if hasattr(self, "_db"):
            self._db.close()


class PostgresEnd:
    """A PostgreSQL by its address."""

    def __init__(self, url: str) -> None:
        check_address(url)
        self.url, self.name = url, shown_address(url)
        self._db: Any = None

    async def open(self) -> None:
        import asyncpg

        from flattop.server.store.postgres import prepare

        await prepare(self.url)
        self._db = await asyncpg.connect(self.url)
        if await self._db.fetchval("SELECT count(*) FROM worker WHERE until > clock_timestamp()"):
            raise CannotOpen(f"another server is open on {self.name}; close it first")
        self._whole = self._db.transaction(isolation="repeatable_read")
        await self._whole.start()

    async def check_empty(self) -> None:
        if await self._db.fetchval("SELECT 1 FROM guest UNION ALL SELECT 1 FROM game_table LIMIT 1"):
            raise CannotOpen(f"{self.name} has tables already; give an empty database")

    async def rows(self, kept: Kept) -> AsyncIterator[Rows]:
        order = ", ".join([*(f'{word} COLLATE "C"' for word in kept.words), *kept.numbers])
        sql = f"SELECT {', '.join(kept.columns)} FROM {kept.name} ORDER BY {order}"
        asked = await self._db.cursor(sql)
        while rows := await asked.fetch(ROWS):
            yield [tuple(row) for row in rows]

    async def fill(self, kept: Kept, rows: Rows) -> None:
        await self._db.copy_records_to_table(kept.name, records=rows, columns=kept.columns)

    async def counters(self) -> Counters:
        """Leases were counted instead of starts."""
        starts, gathered = await self._db.fetchrow("SELECT starts, gathered FROM house")
        number = await self._db.fetchval("SELECT last_value FROM lease_number")
        return Counters(max(int(starts), -(-int(number) // LOADS)), int(gathered))

    async def count_from(self, counters: Counters) -> None:
        await self._db.execute("UPDATE house SET starts = $1, gathered = $2", *counters)
        await self._db.execute("SELECT setval('lease_number', $1)", (counters.starts + 1) * LOADS)
        last = "SELECT coalesce(max(n), 1) FROM game_table"
        await self._db.execute(f"SELECT setval(pg_get_serial_sequence('game_table', 'n'), ({last}))")

    async def commit(self) -> None:
        await self._whole.commit()

    async def close(self) -> None:
        if self._db is not None:
            await self._db.close()
