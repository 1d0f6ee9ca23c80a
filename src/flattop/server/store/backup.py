"""Backups of an SQLite file, also while a server uses it. No existing file is overwritten."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from flattop.server.store.base import CannotOpen
from flattop.server.store.connect import DATABASE_FILE
from flattop.server.store.schema import migrate
from flattop.server.store.sqlite import connect
from flattop.storage import make_private, private_file, private_folder

PAGES = 4096  # copied at a time; the server may write in between
LATER_STARTS = 100  # assumed starts since the backup, so that no version number is reused
COUNTS = {"table": "game_table", "move": "event", "guest": "guest"}


def back_up(source: Path, target: Path) -> dict[str, int]:
    """Copy a database file to a new file, check the copy, and return the number of its rows."""
    if not source.is_file():
        raise CannotOpen(f"there is no database at {source}; give the data folder of a server")
    with new_file(target) as temporary:
        try:
            db = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=10)
        except sqlite3.OperationalError as error:
            raise CannotOpen(f"{source} cannot be read: {error}; check its owner") from None
        with closing(db), closing(sqlite3.connect(temporary)) as copy:
            counts = _copy(db, copy, source)
        with temporary.open("rb") as file:
            os.fsync(file.fileno())
    return counts


def restore(source: Path, folder: Path) -> dict[str, int]:
    """Create a data folder from a backup. Version numbers continue above any that clients may have seen."""
    if not source.is_file():
        raise CannotOpen(f"there is no file {source}; give one that `flattop data backup` has made")
    with new_folder(folder):
        counts = back_up(source, folder / DATABASE_FILE)
        with closing(connect(folder / DATABASE_FILE)) as db:
            migrate(db)
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


def _copy(db: sqlite3.Connection, copy: sqlite3.Connection, source: Path) -> dict[str, int]:
    try:
        db.backup(copy, pages=PAGES)
        copy.execute("PRAGMA journal_mode = DELETE")  # so that the copy is a single file
        faults = [str(row[0]) for row in copy.execute("PRAGMA integrity_check(1)") if row[0] != "ok"]
        if faults:
            raise CannotOpen(f"{source} is damaged: {' '.join(faults[0].split())}")
        return {
            name: int(copy.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
            for name, table in COUNTS.items()
        }
    except sqlite3.Error as error:
        raise CannotOpen(f"{source} is not a Flattop database: {error}") from None
