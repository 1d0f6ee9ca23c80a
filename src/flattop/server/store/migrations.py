"""Migrations: bring a database of any earlier version to the current schema when it is opened.

asyncpg is optional, so it is not imported.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from flattop.server.store.base import TooNew
from flattop.server.store.schema import (
    FIRST_ROW,
    POSTGRES_ONLY,
    SCHEMA,
    TABLES,
    VERSION,
    Table,
    in_postgres,
    in_sqlite,
)

# -- SQLite

DECKS_ONCE = """
    INSERT OR IGNORE INTO deck SELECT digest(deck), deck FROM game_table WHERE deck IS NOT NULL;
    UPDATE game_table SET deck = digest(deck) WHERE deck IS NOT NULL;
"""
DECKS_ONCE_SINCE = 5  # before this version, every table had the text of its deck instead of its digest


def migrate_sqlite(db: sqlite3.Connection) -> None:
    """Bring the schema up to date in one transaction."""
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    _refuse_newer(version)
    if version < VERSION:
        db.create_function("digest", 1, lambda deck: sha256(deck.encode()).hexdigest(), deterministic=True)
        statements = " ".join(_sqlite_statements(db, version))
        db.executescript(f"BEGIN IMMEDIATE; {statements} PRAGMA user_version = {VERSION}; COMMIT;")


def _refuse_newer(version: int) -> None:
    if version > VERSION:
        raise TooNew(
            f"the database has schema version {version}, but this Flattop knows {VERSION};"
            " use a newer Flattop"
        )


def _sqlite_statements(db: sqlite3.Connection, version: int) -> Iterator[str]:
    """Create each table whose columns have changed anew and copy its rows; create all indexes anew."""
    for (index,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"):
        yield f"DROP INDEX {index};"
    old_columns = {name: _columns(db, name) for name in TABLES}
    changed = [
        table for table in TABLES.values() if old_columns[table.name] not in ((), tuple(table.columns))
    ]
    for table in changed:
        yield f"ALTER TABLE {table.name} RENAME TO old_{table.name};"
    yield in_sqlite(SCHEMA)
    for table in changed:
        yield _copy(table, old_columns[table.name])
        yield f"DROP TABLE old_{table.name};"
    yield FIRST_ROW
    if version < DECKS_ONCE_SINCE:
        yield DECKS_ONCE


def _columns(db: sqlite3.Connection, table: str) -> tuple[str, ...]:
    return tuple(row[0] for row in db.execute("SELECT name FROM pragma_table_info(?)", (table,)))


def _copy(table: Table, old_columns: tuple[str, ...]) -> str:
    """The statement that copies the rows of a table from before; new columns get their default values."""
    values = {column: column for column in table.columns if column in old_columns}
    if table.name == "game_table":
        values["n"] = "rowid"  # before version 10, tables were ordered by it
    return (
        f"INSERT INTO {table.name} ({', '.join(values)})"
        f" SELECT {', '.join(values.values())} FROM old_{table.name};"
    )


def check_usable(db: sqlite3.Connection) -> None:
    """Read the ends of the largest tables and write once; raises if the file is damaged or read-only."""
    for last in ("game_table ORDER BY n", "event ORDER BY table_id", "guest ORDER BY id"):
        db.execute(f"SELECT * FROM {last} DESC LIMIT 1").fetchone()
    db.execute("UPDATE house SET starts = starts")


# -- PostgreSQL

VERSION_TABLE = "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)"
# Removed for an index that exists: the statement locks the table, and other server workers write meanwhile.
CREATE_INDEX = re.compile(r"CREATE INDEX IF NOT EXISTS (\w+)[^;]*;")
COLUMNS = (
    "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
)
INDEXES = "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()"
MIGRATION_LOCK = "SELECT pg_advisory_xact_lock(7081983)"  # server workers that start together wait for it


async def migrate_postgres(db: Any) -> None:
    """Bring the schema up to date, in one transaction."""
    async with db.transaction():
        await db.execute(MIGRATION_LOCK)
        await db.execute(VERSION_TABLE)
        version = await db.fetchval("SELECT version FROM schema_version") or 0
        _refuse_newer(version)
        if version < VERSION:
            await db.execute(in_postgres(await _postgres_statements(db)))
            await db.execute("DELETE FROM schema_version")
            await db.execute("INSERT INTO schema_version VALUES ($1)", VERSION)


async def _postgres_statements(db: Any) -> str:
    """Add columns to the tables that exist, and create all other tables and indexes."""
    columns = {tuple(row) for row in await db.fetch(COLUMNS)}
    indexes = {row["indexname"] for row in await db.fetch(INDEXES)}
    existing = {name for name, _ in columns}
    new_columns = [
        f"ALTER TABLE {table.name} ADD COLUMN {column} {definition};"
        for table in TABLES.values()
        for column, definition in table.columns.items()
        if table.name in existing and (table.name, column) not in columns
    ]
    schema = SCHEMA + FIRST_ROW + POSTGRES_ONLY
    return " ".join(new_columns) + CREATE_INDEX.sub(lambda m: "" if m[1] in indexes else m[0], schema)


async def check_writable(db: Any) -> None:
    """Write once; raises if the database cannot be written."""
    await db.execute("UPDATE house SET starts = starts")
