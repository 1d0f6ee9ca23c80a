"""The database schema: one text for SQLite and PostgreSQL, and the columns of its tables.

To change it, edit the text and increase `VERSION`. A migration creates the tables, columns and indexes that
an older database does not have. A new column needs a default, or may be null.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from contextlib import closing
from typing import Any, NamedTuple

VERSION = 11  # in `PRAGMA user_version` of an SQLite file, and in the table `schema_version` of PostgreSQL
NUL_SYMBOL = "\N{SYMBOL FOR NULL}"  # replaces U+0000, which no PostgreSQL text can hold

# `in_sqlite` and `in_postgres` replace what the two spell differently.
SCHEMA = """
    CREATE TABLE IF NOT EXISTS guest (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, token_hash BLOB NOT NULL UNIQUE, since BIGINT NOT NULL
    ) WITHOUT ROWID;

    -- `n` is the order in which tables were created. `deck` is the digest of a custom deck.
    CREATE TABLE IF NOT EXISTS game_table (
        n IDENTITY PRIMARY KEY,
        id TEXT NOT NULL UNIQUE, game TEXT NOT NULL, options TEXT NOT NULL, deck TEXT,
        private INTEGER NOT NULL, spectators INTEGER NOT NULL, clock TEXT, owner TEXT,
        invite TEXT NOT NULL, seed BLOB NOT NULL, header TEXT, state TEXT NOT NULL,
        turn TEXT NOT NULL, clocks TEXT, rematch TEXT, since BIGINT NOT NULL,
        archived INTEGER NOT NULL DEFAULT 0, shown_out TEXT NOT NULL DEFAULT '[]',
        practice INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX IF NOT EXISTS game_table_of_deck ON game_table (deck) WHERE deck IS NOT NULL;
    -- A partial index for each list of tables, in the order of the list.
    CREATE INDEX IF NOT EXISTS game_table_open ON game_table (since, n)
        WHERE private = 0 AND (state = 'waiting' OR (state = 'playing' AND spectators = 1));
    CREATE INDEX IF NOT EXISTS game_table_in_play ON game_table (id) WHERE state = 'playing';
    CREATE INDEX IF NOT EXISTS game_table_past ON game_table (since) WHERE state = 'over' AND archived = 0;
    CREATE INDEX IF NOT EXISTS game_table_of_owner ON game_table (owner, state);

    -- `habits` are the auto-answers of a seat, as JSON.
    CREATE TABLE IF NOT EXISTS seat (
        table_id TEXT NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL, guest TEXT, name TEXT NOT NULL,
        habits TEXT, PRIMARY KEY (table_id, seat)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS seat_of_guest ON seat (guest, table_id);

    CREATE TABLE IF NOT EXISTS event (
        table_id TEXT NOT NULL, seq BIGINT NOT NULL, entry TEXT NOT NULL, chain TEXT NOT NULL,
        at BIGINT NOT NULL, PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS answer (
        table_id TEXT NOT NULL, guest TEXT NOT NULL, id TEXT NOT NULL, answer TEXT NOT NULL,
        PRIMARY KEY (table_id, guest, id)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS chat (
        table_id TEXT NOT NULL, n BIGINT NOT NULL, seat INTEGER, name TEXT NOT NULL, text TEXT NOT NULL,
        at BIGINT NOT NULL, PRIMARY KEY (table_id, n)
    ) WITHOUT ROWID;

    -- One row. Version numbers of tables begin with the number of starts, so they are never reused.
    -- `gathered` is 1 when tables that are older than the table `result` have their results.
    CREATE TABLE IF NOT EXISTS house (starts BIGINT NOT NULL, gathered INTEGER NOT NULL DEFAULT 0);

    CREATE TABLE IF NOT EXISTS team (id TEXT PRIMARY KEY, places TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS team_guest (
        guest TEXT NOT NULL, team TEXT NOT NULL, PRIMARY KEY (guest, team)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS result (
        table_id TEXT PRIMARY KEY, game TEXT NOT NULL, chapter TEXT NOT NULL, team TEXT NOT NULL,
        won INTEGER NOT NULL, stars BIGINT NOT NULL, points BIGINT NOT NULL, ticks BIGINT NOT NULL,
        at BIGINT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS result_of_team ON result (team, game, at);

    -- A cache of win chances, which take minutes to compute. A new edition overwrites the answer.
    CREATE TABLE IF NOT EXISTS chances (
        table_id TEXT PRIMARY KEY, edition INTEGER NOT NULL, answer TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS deck (digest TEXT PRIMARY KEY, text TEXT NOT NULL);
"""
FIRST_ROW = "INSERT INTO house (starts) SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM house);"

# Tables of server workers, only in PostgreSQL. A new column needs ALTER TABLE ... ADD COLUMN IF NOT EXISTS.
POSTGRES_ONLY = """
    -- A server worker is alive until `until`. A table belongs to the holder of its lease.
    CREATE TABLE IF NOT EXISTS worker (id TEXT PRIMARY KEY, until TIMESTAMPTZ NOT NULL);
    -- The URL at which other server workers reach a worker; empty for workers of versions before 11.
    ALTER TABLE worker ADD COLUMN IF NOT EXISTS address TEXT NOT NULL DEFAULT '';
    CREATE TABLE IF NOT EXISTS lease (
        table_id TEXT PRIMARY KEY, holder TEXT NOT NULL, number BIGINT NOT NULL
    );
    CREATE INDEX IF NOT EXISTS lease_of_holder ON lease (holder);
    CREATE SEQUENCE IF NOT EXISTS lease_number;
    -- The secret that server workers show each other.
    CREATE TABLE IF NOT EXISTS bus_key (key BLOB NOT NULL);
    INSERT INTO bus_key
        SELECT decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
        WHERE NOT EXISTS (SELECT 1 FROM bus_key);
"""


def in_sqlite(schema: str) -> str:
    return schema.replace("IDENTITY", "INTEGER").replace("BIGINT", "INTEGER")


def in_postgres(schema: str) -> str:
    text = schema.replace("IDENTITY", "BIGINT GENERATED BY DEFAULT AS IDENTITY")
    return text.replace("BLOB", "BYTEA").replace(" WITHOUT ROWID", "")


def storable(value: Any) -> Any:
    """The value as PostgreSQL stores it: booleans as integers, no U+0000 in text."""
    if isinstance(value, bool):
        return int(value)
    return value.replace("\0", NUL_SYMBOL) if isinstance(value, str) and "\0" in value else value


class Table(NamedTuple):
    """A table of both databases."""

    name: str
    columns: dict[str, str]  # name and definition, as in `ALTER TABLE ... ADD COLUMN`
    text_key: tuple[str, ...]  # columns of the primary key with text, which PostgreSQL sorts by locale
    number_key: tuple[str, ...]  # its other columns

    def insert(self, columns: Collection[str] = ()) -> str:
        """The statement that inserts a row with some columns, by default all."""
        columns = columns or self.columns
        return f"INSERT INTO {self.name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"

    def insert_new(self) -> str:
        """The statement that inserts a row unless its key exists."""
        return f"{self.insert()} ON CONFLICT ({', '.join(self.key)}) DO NOTHING"

    def upsert(self) -> str:
        """The statement that inserts a row or replaces the one with its key."""
        changes = [f"{column} = excluded.{column}" for column in self.columns if column not in self.key]
        return f"{self.insert()} ON CONFLICT ({', '.join(self.key)}) DO UPDATE SET {', '.join(changes)}"

    @property
    def key(self) -> tuple[str, ...]:
        return (*self.text_key, *self.number_key)


def read_tables(schema: str) -> dict[str, Table]:
    """Create a schema in memory and read the columns of its tables."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(schema)
        names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {name: _read_table(db, name) for (name,) in names}


def _read_table(db: sqlite3.Connection, name: str) -> Table:
    sql = 'SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(?)'
    rows = db.execute(sql, (name,)).fetchall()
    columns = {}
    for column, kind, is_required, default, _ in rows:
        parts = kind, "NOT NULL" * is_required, "" if default is None else f"DEFAULT {default}"
        columns[column] = " ".join(filter(None, parts))
    key = sorted((place, column, kind) for column, kind, _, _, place in rows if place)
    text_key = tuple(column for _, column, kind in key if kind == "TEXT")
    return Table(name, columns, text_key, tuple(column for _, column, kind in key if kind != "TEXT"))


TABLES = read_tables(SCHEMA)
