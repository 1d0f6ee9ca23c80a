"""Chooses the store: an SQLite file in the data folder, or a PostgreSQL database by its URL."""

from __future__ import annotations

from pathlib import Path

from flattop.server.store.base import CannotOpen, OnCommit, Store
from flattop.server.store.leases import DatabaseLeases, Leases, SingleWorkerLeases
from flattop.server.store.sqlite import SqliteStore

DATABASE_FILE = "house.sqlite"
SCHEMES = ("postgresql://", "postgres://")


def create_store(
    folder: Path, database: str | None, on_commit: OnCommit, worker_id: str
) -> tuple[Store, Leases]:
    """Return the store and the table leases of a server worker; both are still to be opened."""
    if database is None:
        return SqliteStore(folder / DATABASE_FILE, on_commit), SingleWorkerLeases(worker_id)
    check_address(database)
    from flattop.server.store.postgres import PostgresStore

    store = PostgresStore(database, on_commit)
    return store, DatabaseLeases(worker_id, store, folder / "workers")


async def prepare(database: str) -> None:
    """Check that a PostgreSQL database can be used, and migrate it."""
    check_address(database)
    from flattop.server.store import postgres

    await postgres.prepare(database)


def redacted_address(database: str) -> str:
    """The URL of a database without its password and parameters."""
    scheme, _, rest = database.partition("://")
    user, at, host = rest.rpartition("@")
    return f"{scheme}://{user.partition(':')[0]}{at}{host.partition('?')[0]}"


def check_address(database: str) -> None:
    if not database.startswith(SCHEMES):
        raise CannotOpen(
            f"{redacted_address(database)!r} is not a database URL; give postgresql://NAME@HOST/DATABASE"
        )
    try:
        import asyncpg  # noqa: F401
    except ImportError:
        raise CannotOpen("PostgreSQL needs the package asyncpg: pip install '.[cluster]'") from None
