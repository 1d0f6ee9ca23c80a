"""Upkeep of a whole database: moving it from one store to another, and checking all that is in it."""

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
from flattop.server.store.connect import FILE, SCHEMES, check_address
from flattop.server.store.decks import Decks
from flattop.server.store.migration import ALL, End, Kept
from flattop.server.store.postgres_sql import bare
from flattop.server.store.sqlite import SqliteStore
from flattop.server.table_replay import played_again

LOOKS = 3  # at a table that seems to be broken
Said = Callable[[str], None]


class Checked(NamedTuple):
    """What came of a check: how much was looked at, and a sentence for whatever is broken."""

    tables: int
    moves: int
    faults: list[str]
    earlier: int = 0  # tables whose rules have changed so that those of today do not tell them alike


# -- moving


async def move(source: End, target: End, say: Said) -> None:
    """Copy everything, read both ends again, and keep it only if every row is the same."""
    try:
        await source.open()
        await target.open()
        await target.check_empty()
        for kept in ALL:
            async for rows in source.rows(kept):
                await target.fill(kept, [tuple(bare(value) for value in row) for row in rows])
            rows_moved = await _same(kept, source, target)
            say(f"{kept.name}: {rows_moved} {'row' if rows_moved == 1 else 'rows'}")
        await target.count_from(await source.counters())
        await target.commit()
    finally:
        await source.close()
        await target.close()


async def _same(kept: Kept, source: End, target: End) -> int:
    (count, before), (_, after) = await _digest(kept, source), await _digest(kept, target)
    if before != after:
        raise CannotOpen(f"{kept.name} did not arrive as it was: {target.name} stays empty")
    return count


async def _digest(kept: Kept, end: End) -> tuple[int, str]:
    digest, count = sha256(), 0
    async for rows in end.rows(kept):
        for row in rows:
            digest.update(msgspec.json.encode([bare(value) for value in row]))
        count += len(rows)
    return count, digest.hexdigest()


# -- checking


async def check(store: Store, decks: Decks) -> Checked:
    """Play every table again; whatever does not agree with its hashes, its chain or the rules is named."""
    faults, moves, earlier = [f"the database: {fault}" for fault in await store.faults()], 0, 0
    tables = await queries.all_tables(store)
    for table_id in tables:
        try:
            moves += await _check(store, decks, table_id)
        except OtherEdition:
            earlier += 1
        except (FlattopError, Damaged) as error:
            name = f"table {table_id}: "
            faults.append(name + str(error).removeprefix(name))
    for digest in await queries.deck_digests(store):
        text = await queries.deck(store, digest) or ""
        if sha256(text.encode()).hexdigest() != digest:
            faults.append(f"deck {digest[:12]}: its text was changed")
    return Checked(len(tables) - earlier, moves, faults, earlier)


async def _check(store: Store, decks: Decks, table_id: str) -> int:
    """A table that is played meanwhile may have moved on between two looks: then it is looked at again."""
    for _ in range(LOOKS - 1):
        try:
            return await _check_table(store, decks, table_id)
        except OtherEdition:
            raise
        except (FlattopError, Damaged):
            continue
    return await _check_table(store, decks, table_id)


async def _check_table(store: Store, decks: Decks, table_id: str) -> int:
    """How many lines its log has; `Damaged` if something does not agree."""
    row, history = await queries.table(store, table_id), await queries.history(store, table_id, 1)
    if row is None:
        return 0  # it is gone by now
    if not row.header:
        if history.entries:
            raise Damaged("it was never dealt, and has a log")
        return 0
    match = played_again(row, history, await decks.file(row.deck))
    stands = "over" if match.over else "playing", list(match.waiting)
    was_closed = row.state == "over" and bool(row.turn)  # by whoever keeps the server, before its end
    if stands != (row.state, row.turn) and not was_closed:
        raise Damaged(
            f"by its log it is {stands[0]}, on are {stands[1]}; its row says {row.state}, {row.turn}"
        )
    return len(history.entries)


@asynccontextmanager
async def looked_at(where: str) -> AsyncIterator[tuple[Store, Decks]]:
    """A database as it is, in use or not: a file is copied first, so that nothing of it is touched."""
    with tempfile.TemporaryDirectory(prefix="flattop-check-") as name:
        folder = Path(name)
        store = (
            await _postgres(where) if where.startswith(SCHEMES) else _copy(Path(where).expanduser(), folder)
        )
        try:
            yield store, Decks(folder / "decks", store)
        finally:
            await store.close()


async def _postgres(url: str) -> Store:
    check_address(url)
    from flattop.server.store.postgres import PostgresStore

    store = PostgresStore(url)
    await store.look()
    return store


def _copy(path: Path, folder: Path) -> Store:
    back_up(path / FILE if path.is_dir() else path, folder / FILE)
    return SqliteStore(folder / FILE)
