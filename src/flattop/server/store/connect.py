"""Which store it is: a file in the data folder, or a PostgreSQL by its address."""

from __future__ import annotations

from pathlib import Path

from flattop.server.store.base import CannotOpen, Saved, Store
from flattop.server.store.leases import Leases, OneHolder
from flattop.server.store.sqlite import SqliteStore

FILE = "house.sqlite"
SCHEMES = ("postgresql://", "postgres://")


def opened(folder: Path, database: str | None, saved: Saved, worker: str) -> tuple[Store, Leases]:
    """The store, and who has which table of it."""
    if database is None:
        return SqliteStore(folder / FILE, saved), OneHolder(worker)
    check_address(database)
    from flattop.server.store.leases import DatabaseLeases
    from flattop.server.store.postgres import PostgresStore

    store = PostgresStore(database, saved)
    return store, DatabaseLeases(worker, store, folder / "workers")


async def prepare(database: str) -> None:
    """See that a PostgreSQL can be used, and bring it forward."""
    check_address(database)
    from flattop.server.store import postgres

    await postgres.prepare(database)


def shown_address(database: str) -> str:
    """Where the database is, without a password."""
    scheme, _, rest = database.partition("://")
    name, at, place = rest.rpartition("@")
    return f"{scheme}://{name.partition(':')[0]}{at}{place.partition('?')[0]}"


def check_address(database: str) -> None:
    if not database.startswith(SCHEMES):
        raise CannotOpen(f"{shown_address(database)!r} is no database; give postgresql://NAME@HOST/DATABASE")
    try:
        import asyncpg  # noqa: F401
    except ImportError:
        raise CannotOpen("PostgreSQL needs the package asyncpg: pip install '.[cluster]'") from None
