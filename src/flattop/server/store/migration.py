"""Copies whole databases between SQLite and PostgreSQL, table by table."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from flattop.server.store.base import CannotOpen
from flattop.server.store.connect import DATABASE_FILE, check_address, redacted_address
from flattop.server.store.leases import LOADS_PER_START
from flattop.server.store.rows import COLUMNS
from flattop.server.store.schema import migrate
from flattop.server.store.sqlite import connect
from flattop.storage import private_file

CHUNK = 2_000  # rows that are copied at a time
Rows = Sequence[tuple[Any, ...]]


class TableSpec(NamedTuple):
    """A table to copy. Both databases are read in the order of its key."""

    name: str
    columns: tuple[str, ...]
    text_key: tuple[str, ...]  # key columns with text, which PostgreSQL would sort by locale
    number_key: tuple[str, ...] = ()


TABLES = (
    TableSpec("guest", ("id", "name", "token_hash", "since"), ("id",)),
    TableSpec("game_table", ("n", *COLUMNS, "archived"), (), ("n",)),
    TableSpec("seat", ("table_id", "seat", "kind", "guest", "name", "habits"), ("table_id",), ("seat",)),
    TableSpec("event", ("table_id", "seq", "entry", "chain", "at"), ("table_id",), ("seq",)),
    TableSpec("answer", ("table_id", "guest", "id", "answer"), ("table_id", "guest", "id")),
    TableSpec("chat", ("table_id", "n", "seat", "name", "text", "at"), ("table_id",), ("n",)),
    TableSpec("team", ("id", "places"), ("id",)),
    TableSpec("team_guest", ("guest", "team"), ("guest", "team")),
    TableSpec(
        "result",
        ("table_id", "game", "chapter", "team", "won", "stars", "points", "ticks", "at"),
        ("table_id",),
    ),
    TableSpec("chances", ("table_id", "edition", "answer"), ("table_id",)),
    TableSpec("deck", ("digest", "text"), ("digest",)),
)


class Counters(NamedTuple):
    """The row of the table `house`."""

    starts: int  # of the server
    gathered: int  # 1 if the results of old tables were computed


class Database(Protocol):
    """Source or target of a migration."""

    name: str  # for messages

    async def open(self) -> None:
        """Open the database in one transaction; raise `CannotOpen` if a server uses it."""

    async def check_empty(self) -> None: ...

    def rows(self, spec: TableSpec) -> AsyncIterator[Rows]:
        """All rows of a table in the order of its key, in chunks."""

    async def insert(self, spec: TableSpec, rows: Rows) -> None: ...

    async def counters(self) -> Counters: ...

    async def set_counters(self, counters: Counters) -> None:
        """Continue version numbers above those that clients have seen at the source."""

    async def commit(self) -> None:
        """Commit everything that was inserted."""

    async def close(self) -> None: ...


class SqliteDatabase:
    """The SQLite file of a data folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.name = folder, str(folder)
        self._path = folder / DATABASE_FILE
        self._db: sqlite3.Connection

    async def open(self) -> None:
        private_file(self._path, "a").close()
        self._db = connect(self._path)
        migrate(self._db)
        self._db.execute("BEGIN")

    async def check_empty(self) -> None:
        if self._db.execute("SELECT 1 FROM guest UNION ALL SELECT 1 FROM game_table LIMIT 1").fetchone():
            raise CannotOpen(f"{self.name} has tables already; give a new folder")

    async def rows(self, spec: TableSpec) -> AsyncIterator[Rows]:
        order = ", ".join((*spec.text_key, *spec.number_key))
        cursor = self._db.execute(f"SELECT {', '.join(spec.columns)} FROM {spec.name} ORDER BY {order}")
        while rows := cursor.fetchmany(CHUNK):
            yield [tuple(row) for row in rows]

    async def insert(self, spec: TableSpec, rows: Rows) -> None:
        marks = ", ".join("?" * len(spec.columns))
        sql = f"INSERT INTO {spec.name} ({', '.join(spec.columns)}) VALUES ({marks})"
        self._db.executemany(sql, rows)

    async def counters(self) -> Counters:
        return Counters(*self._db.execute("SELECT starts, gathered FROM house").fetchone())

    async def set_counters(self, counters: Counters) -> None:
        self._db.execute("UPDATE house SET starts = ?, gathered = ?", counters)

    async def commit(self) -> None:
        self._db.execute("COMMIT")

    async def close(self) -> None:
        if hasattr(self, "_db"):
            self._db.close()


class PostgresDatabase:
    """A PostgreSQL database by its URL."""

    def __init__(self, url: str) -> None:
        check_address(url)
        self.url, self.name = url, redacted_address(url)
        self._db: Any = None

    async def open(self) -> None:
        import asyncpg

        from flattop.server.store.postgres import prepare

        await prepare(self.url)
        self._db = await asyncpg.connect(self.url)
        if await self._db.fetchval("SELECT count(*) FROM worker WHERE until > clock_timestamp()"):
            raise CannotOpen(f"another server uses {self.name}; stop it first")
        self._transaction = self._db.transaction(isolation="repeatable_read")
        await self._transaction.start()

    async def check_empty(self) -> None:
        if await self._db.fetchval("SELECT 1 FROM guest UNION ALL SELECT 1 FROM game_table LIMIT 1"):
            raise CannotOpen(f"{self.name} has tables already; give an empty database")

    async def rows(self, spec: TableSpec) -> AsyncIterator[Rows]:
        order = ", ".join([*(f'{column} COLLATE "C"' for column in spec.text_key), *spec.number_key])
        cursor = await self._db.cursor(f"SELECT {', '.join(spec.columns)} FROM {spec.name} ORDER BY {order}")
        while rows := await cursor.fetch(CHUNK):
            yield [tuple(row) for row in rows]

    async def insert(self, spec: TableSpec, rows: Rows) -> None:
        await self._db.copy_records_to_table(spec.name, records=rows, columns=spec.columns)

    async def counters(self) -> Counters:
        """Version numbers come from lease numbers here, so the number of starts is derived from those."""
        starts, gathered = await self._db.fetchrow("SELECT starts, gathered FROM house")
        number = await self._db.fetchval("SELECT last_value FROM lease_number")
        return Counters(max(int(starts), -(-int(number) // LOADS_PER_START)), int(gathered))

    async def set_counters(self, counters: Counters) -> None:
        await self._db.execute("UPDATE house SET starts = $1, gathered = $2", *counters)
        await self._db.execute("SELECT setval('lease_number', $1)", (counters.starts + 1) * LOADS_PER_START)
        last = "SELECT coalesce(max(n), 1) FROM game_table"
        await self._db.execute(f"SELECT setval(pg_get_serial_sequence('game_table', 'n'), ({last}))")

    async def commit(self) -> None:
        await self._transaction.commit()

    async def close(self) -> None:
        if self._db is not None:
            await self._db.close()
