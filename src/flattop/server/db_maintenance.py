"""Maintenance of a whole database: migration to another store, and integrity checks."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

from flattop.kernel import FlattopError
from flattop.match import OtherEdition
from flattop.server.store import queries
from flattop.server.store.backup import back_up
from flattop.server.store.base import CannotOpen, Damaged, Store
from flattop.server.store.connect import DATABASE_FILE, SCHEMES, check_address
from flattop.server.store.decks import Decks
from flattop.server.store.migration import TABLES, Database, TableSpec
from flattop.server.store.postgres_sql import storable
from flattop.server.store.sqlite import SqliteStore
from flattop.server.table_replay import replay_table

CHECK_TRIES = 3  # per table: a table that is being played may change between two reads


# -- migration


async def move(source: Database, target: Database, report: Callable[[str], None]) -> None:
    """Copy everything, then read both databases again and commit only if every row is the same."""
    try:
        await source.open()
        await target.open()
        await target.check_empty()
        for spec in TABLES:
            async for rows in source.rows(spec):
                await target.insert(spec, [tuple(storable(value) for value in row) for row in rows])
            before, after = await _digest(spec, source), await _digest(spec, target)
            if before != after:
                raise CannotOpen(f"{spec.name} was not copied correctly: {target.name} stays empty")
            report(f"{spec.name}: {before.rows} {'row' if before.rows == 1 else 'rows'}")
        await target.set_counters(await source.counters())
        await target.commit()
    finally:
        await source.close()
        await target.close()


class TableDigest(NamedTuple):
    rows: int
    sha256: str


async def _digest(spec: TableSpec, database: Database) -> TableDigest:
    digest, count = sha256(), 0
    async for rows in database.rows(spec):
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
        try:
            moves += await _check_table(store, decks, table_id)
        except OtherEdition:
            earlier += 1
        except (FlattopError, Damaged) as error:
            name = f"table {table_id}: "
            faults.append(name + str(error).removeprefix(name))
    for digest in await queries.deck_digests(store):
        text = await queries.deck(store, digest) or ""
        if sha256(text.encode()).hexdigest() != digest:
            faults.append(f"deck {digest[:12]}: its text was changed")
    return CheckReport(len(tables) - earlier, moves, faults, earlier)


async def _check_table(store: Store, decks: Decks, table_id: str) -> int:
    """Check a table, again if it fails, and return the number of its log entries."""
    for tries_left in reversed(range(CHECK_TRIES)):
        try:
            return await _check_once(store, decks, table_id)
        except OtherEdition:
            raise
        except (FlattopError, Damaged):
            if not tries_left:
                raise
    raise AssertionError("unreachable")


async def _check_once(store: Store, decks: Decks, table_id: str) -> int:
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
