"""Backup and restore of a database, copies between SQLite and PostgreSQL, and integrity checks."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from flattop.kernel import FlattopError
from flattop.match import OtherEdition
from flattop.server.store import queries
from flattop.server.store.base import (
    DATABASE_FILE,
    SCHEMES,
    CannotOpen,
    Damaged,
    NotSaved,
    Store,
    check_address,
    redacted_address,
)
from flattop.server.store.decks import Decks
from flattop.server.store.leases import LOADS_PER_START
from flattop.server.store.migrations import migrate_sqlite
from flattop.server.store.replay import replay_table
from flattop.server.store.schema import TABLES, Table, storable
from flattop.server.store.sqlite import SqliteStore, connect
from flattop.storage import make_private, private_file, private_folder

PAGES = 4096  # copied at a time; the server may write in between
LATER_STARTS = 100  # assumed starts since the backup, so that no version number is reused
COUNTS = {"table": "game_table", "move": "event", "guest": "guest"}
CHUNK = 2_000  # rows that are copied at a time to another store
CHECK_TRIES = 3  # per table: a table that is being played may change between two reads


# -- backup and restore of an SQLite file; no existing file is overwritten


def back_up(source: Path, target: Path) -> dict[str, int]:
    """Copy a database file to a new file, check the copy, and return the number of its rows."""
    if not source.is_file():
        raise CannotOpen(f"there is no database at {source}; give the data folder of a server")
    with new_file(target) as temporary:
        try:
            db = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=10)
        except sqlite3.OperationalError as error:
            raise CannotOpen(f"{source} cannot be read: {error}; check its owner") from None
        try:
            with closing(db), closing(sqlite3.connect(temporary)) as copy:
                db.backup(copy, pages=PAGES)
                copy.execute("PRAGMA journal_mode = DELETE")  # so that the copy is a single file
                faults = [str(row[0]) for row in copy.execute("PRAGMA integrity_check(1)") if row[0] != "ok"]
                if faults:
                    raise CannotOpen(f"{source} is damaged: {' '.join(faults[0].split())}")
                counts = {
                    name: int(copy.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
                    for name, table in COUNTS.items()
                }
        except sqlite3.Error as error:
            raise CannotOpen(f"{source} is not a Flattop database: {error}") from None
        with temporary.open("rb") as file:
            os.fsync(file.fileno())
    return counts


def restore(source: Path, folder: Path) -> dict[str, int]:
    """Create a data folder from a backup. Version numbers continue above any that clients may have seen."""
    if not source.is_file():
        raise CannotOpen(f"there is no file {source}; give a backup made by `flattop data backup`")
    with new_folder(folder):
        counts = back_up(source, folder / DATABASE_FILE)
        with closing(connect(folder / DATABASE_FILE)) as db:
            migrate_sqlite(db)
            db.execute("UPDATE house SET starts = starts + ?", (LATER_STARTS,))
    return counts


@contextmanager
def new_folder(folder: Path) -> Iterator[None]:
    """Create a folder, or use an empty one; delete it if the body raises."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CannotOpen(f"{folder} exists already; give a new folder, nothing is overwritten")
    private_folder(folder)
    try:
        yield
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """A temporary file that is renamed to the target at the end, unless the target exists by then."""
    taken = CannotOpen(f"{target} exists already; give another name, nothing is overwritten")
    if target.exists():
        raise taken
    if not target.parent.is_dir():
        raise CannotOpen(f"there is no folder {target.parent}; create it first, or give another")
    temporary = target.with_name(f".{target.name}-{secrets.token_hex(4)}")
    try:
        private_file(temporary).close()
    except OSError as error:
        raise CannotOpen(f"{target} cannot be written: {error.strerror}") from None
    try:
        yield temporary
        _rename(temporary, target)
    except FileExistsError:
        raise taken from None
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            temporary.with_name(temporary.name + suffix).unlink(missing_ok=True)
    make_private(target)


def _rename(temporary: Path, target: Path) -> None:
    """Rename without overwriting: by a hard link, or after a check on file systems that have none."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except OSError:
        if target.exists():
            raise FileExistsError from None
        temporary.rename(target)


# -- copies between SQLite and PostgreSQL, table by table


Rows = Sequence[tuple[Any, ...]]


MOVED = [table for table in TABLES.values() if table.name != "house"]  # see `Counters`


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

    def rows(self, table: Table) -> AsyncIterator[Rows]:
        """All rows of a table in the order of its key, in chunks."""

    async def insert(self, table: Table, rows: Rows) -> None: ...

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
        migrate_sqlite(self._db)
        self._db.execute("BEGIN")

    async def check_empty(self) -> None:
        if self._db.execute("SELECT 1 FROM guest UNION ALL SELECT 1 FROM game_table LIMIT 1").fetchone():
            raise CannotOpen(f"{self.name} has tables already; give a new folder")

    async def rows(self, table: Table) -> AsyncIterator[Rows]:
        columns, order = ", ".join(table.columns), ", ".join(table.key)
        cursor = self._db.execute(f"SELECT {columns} FROM {table.name} ORDER BY {order}")
        while rows := cursor.fetchmany(CHUNK):
            yield [tuple(row) for row in rows]

    async def insert(self, table: Table, rows: Rows) -> None:
        self._db.executemany(table.insert(), rows)

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

    async def rows(self, table: Table) -> AsyncIterator[Rows]:
        order = ", ".join([*(f'{column} COLLATE "C"' for column in table.text_key), *table.number_key])
        cursor = await self._db.cursor(
            f"SELECT {', '.join(table.columns)} FROM {table.name} ORDER BY {order}"
        )
        while rows := await cursor.fetch(CHUNK):
            yield [tuple(row) for row in rows]

    async def insert(self, table: Table, rows: Rows) -> None:
        await self._db.copy_records_to_table(table.name, records=rows, columns=[*table.columns])

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


async def move(source: Database, target: Database, report: Callable[[str], None]) -> None:
    """Copy everything, then read both databases again and commit only if every row is the same."""
    try:
        await source.open()
        await target.open()
        await target.check_empty()
        for table in MOVED:
            async for rows in source.rows(table):
                await target.insert(table, [tuple(storable(value) for value in row) for row in rows])
            before, after = await _digest(table, source), await _digest(table, target)
            if before != after:
                raise CannotOpen(f"{table.name} was not copied correctly: {target.name} stays empty")
            report(f"{table.name}: {before.rows} {'row' if before.rows == 1 else 'rows'}")
        await target.set_counters(await source.counters())
        await target.commit()
    finally:
        await source.close()
        await target.close()


class TableDigest(NamedTuple):
    rows: int
    sha256: str


async def _digest(table: Table, database: Database) -> TableDigest:
    digest, count = sha256(), 0
    async for rows in database.rows(table):
        for row in rows:
            digest.update(msgspec.json.encode([storable(value) for value in row]))
        count += len(rows)
    return TableDigest(count, digest.hexdigest())


# -- integrity check


class CheckReport(NamedTuple):
    """Result of a check: how much was checked, and one sentence for each fault."""

    tables: int
    moves: int
    faults: list[str]
    earlier: int = 0  # tables that were dealt under other rules and cannot be replayed


async def check(store: Store, decks: Decks) -> CheckReport:
    """Replay every table and report each one that differs from its hashes, its digest chain or its row."""
    faults, moves, earlier = [f"the database: {fault}" for fault in await store.integrity_errors()], 0, 0
    tables = await queries.all_tables(store)
    for table_id in tables:
        for tries_left in reversed(range(CHECK_TRIES)):
            try:
                moves += await _check_table(store, decks, table_id)
                break
            except OtherEdition:
                earlier += 1
                break
            except (FlattopError, Damaged, NotSaved) as error:  # not saved: its deck
                if not tries_left:
                    name = f"table {table_id}: "
                    faults.append(name + str(error).removeprefix(name))
    for digest in await queries.deck_digests(store):
        text = await queries.deck(store, digest) or ""
        if sha256(text.encode()).hexdigest() != digest:
            faults.append(f"deck {digest[:12]}: its text was changed")
    return CheckReport(len(tables) - earlier, moves, faults, earlier)


async def _check_table(store: Store, decks: Decks, table_id: str) -> int:
    """Check a table against its log, and return the number of its log entries."""
    row, history = await queries.table(store, table_id), await queries.history(store, table_id, 1)
    if row is None:
        return 0  # it was deleted meanwhile
    if not row.header:
        if history.entries:
            raise Damaged("it has a log, but its game was never dealt")
        return 0
    match = replay_table(row, history, await decks.file(row.deck))
    state, turn = "over" if match.over else "playing", list(match.waiting)
    if (state, turn) != (row.state, row.turn) and not row.is_closed:
        raise Damaged(f"its log says {state}, on turn {turn}; its row says {row.state}, on turn {row.turn}")
    return len(history.entries)


@asynccontextmanager
async def open_for_check(address: str) -> AsyncIterator[tuple[Store, Decks]]:
    """Open a database for reading, also while a server uses it. An SQLite file is copied first."""
    with tempfile.TemporaryDirectory(prefix="flattop-check-") as name:
        folder = Path(name)
        store: Store
        if address.startswith(SCHEMES):
            check_address(address)
            from flattop.server.store.postgres import PostgresStore

            store = PostgresStore(address)
            await store.open_for_reading()
        else:
            path = Path(address).expanduser()
            back_up(path / DATABASE_FILE if path.is_dir() else path, folder / DATABASE_FILE)
            store = SqliteStore(folder / DATABASE_FILE)
        try:
            yield store, Decks(folder / "decks", store)
        finally:
            await store.close()
