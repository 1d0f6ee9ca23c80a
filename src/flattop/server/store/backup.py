"""Copies of a database file: whole, checked, private, while it is in use, and never over another file."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from flattop.server.store.base import CannotOpen
from flattop.server.store.connect import FILE
from flattop.server.store.schema import migrate
from flattop.server.store.sqlite import connect
from flattop.storage import make_private, private_file, private_folder

PAGES = 4096  # that are copied at a time, between which the server may write
LATER_STARTS = 100  # of the server after the copy was made: what clients saw by then must never come again
COUNTS = {"table": "game_table", "move": "event", "guest": "guest"}


def back_up(source: Path, target: Path) -> dict[str, int]:
    """Copy a database file, in use or not, to a new file; what is in it, by counts."""
    if not source.is_file():
        raise CannotOpen(f"there is no database at {source}; give the data folder of a server")
    with new_file(target) as half:
        with closing(_looked_at(source)) as db, closing(sqlite3.connect(half)) as copy:
            counts = _copied(db, copy, source)
        with half.open("rb") as file:
            os.fsync(file.fileno())
    return counts


def restore(source: Path, folder: Path) -> dict[str, int]:
    """A data folder from a copy; versions go on above those that clients may have seen since."""
    if not source.is_file():
        raise CannotOpen(f"there is no file {source}; give one that `flattop data backup` has made")
    with new_folder(folder):
        counts = back_up(source, folder / FILE)
        with closing(connect(folder / FILE)) as db:
            migrate(db)
            db.execute("UPDATE house SET starts = starts + ?", (LATER_STARTS,))
    return counts


@contextmanager
def new_folder(folder: Path) -> Iterator[None]:
    """A folder that was not there, or had nothing in it; if anything goes wrong it is gone again."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CannotOpen(f"{folder} is there already; give a new folder, nothing is written over")
    private_folder(folder)
    try:
        yield
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """A file beside it that takes its name when all went well, and only if nothing else has it."""
    taken = CannotOpen(f"{target} is there already; give another name, nothing is written over")
    if target.exists():
        raise taken
    if not target.parent.is_dir():
        raise CannotOpen(f"there is no folder {target.parent}; make it first, or give another")
    half = target.with_name(f".{target.name}-{secrets.token_hex(4)}")
    try:
        private_file(half).close()
    except OSError as error:
        raise CannotOpen(f"{target} cannot be written: {error.strerror}") from None
    try:
        yield half
        _rename(half, target)
    except FileExistsError:
        raise taken from None
    finally:
        for beside in ("", "-wal", "-shm", "-journal"):
            half.with_name(half.name + beside).unlink(missing_ok=True)
    make_private(target)


def _rename(half: Path, target: Path) -> None:
    """Where files have but one name, as on many a stick, whoever has it is looked for first."""
    try:
        os.link(half, target)
    except FileExistsError:
        raise
    except OSError:
        if target.exists():
            raise FileExistsError from None
        half.rename(target)


def _looked_at(path: Path) -> sqlite3.Connection:
    """Open for reads alone."""
    try:
        return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=10)
    except sqlite3.OperationalError as error:
        raise CannotOpen(f"{path} cannot be read: {error}; see that it is yours") from None


def _copied(db: sqlite3.Connection, copy: sqlite3.Connection, source: Path) -> dict[str, int]:
    try:
        db.backup(copy, pages=PAGES)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file alone
        faults = [str(row[0]) for row in copy.execute("PRAGMA integrity_check(1)") if row[0] != "ok"]
        if faults:
            raise CannotOpen(f"{source} is damaged: {' '.join(faults[0].split())}")
        return {name: _count(copy, kept) for name, kept in COUNTS.items()}
    except sqlite3.Error as error:
        raise CannotOpen(f"{source} is no database of Flattop: {error}") from None


def _count(db: sqlite3.Connection, kept: str) -> int:
    return int(db.execute(f"SELECT count(*) FROM {kept}").fetchone()[0])
