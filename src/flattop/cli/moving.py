"""Backup, restore, move and check of all that a server keeps."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flattop.cli.output import count
from flattop.server.store import maintenance as copies
from flattop.server.store import maintenance as db_maintenance
from flattop.server.store.base import CannotOpen
from flattop.server.store.connect import DATABASE_FILE, SCHEMES
from flattop.server.store.maintenance import Database, PostgresDatabase, SqliteDatabase
from flattop.storage import data_folder

FIRST = "stop it first"


def backup(args: Namespace) -> int:
    folder = (args.data or data_folder()).expanduser()
    if str(folder).startswith(("postgresql:", "postgres:")):
        raise CannotOpen("a PostgreSQL is copied by its own pg_dump; or move it into a new folder")
    counts = copies.back_up(folder / DATABASE_FILE, args.file.expanduser())
    print(f"{args.file} has {_counted(counts)}. `flattop house restore` makes a data folder from it.")
    return 0


def restore(args: Namespace) -> int:
    counts = copies.restore(args.file.expanduser(), args.folder.expanduser())
    print(f"{args.folder} has {_counted(counts)}. `flattop serve --data {args.folder}` opens a server there.")
    return 0


def move(args: Namespace) -> int:
    """Both ends are ours alone meanwhile; then every table is played again at the new one."""
    if args.source == args.target:
        raise CannotOpen("FROM and TO are the same; give two")
    with _alone(args.source, is_new=False), _alone(args.target, is_new=True):
        asyncio.run(db_maintenance.move(_end(args.source), _end(args.target), print))
    print(f"All of it is in {_end(args.target).name} as it was; what was moved stays where it is.")
    return _check(args.target)


def check(args: Namespace) -> int:
    return _check(args.where or str(data_folder()))


def _check(where: str) -> int:
    checked = asyncio.run(_checked(where))
    for fault in checked.faults:
        print(fault)
    told = f"Played again: {count(checked.tables, 'table')} with {count(checked.moves, 'line')} of their logs"
    faults = f"{count(len(checked.faults), 'fault')}, named above"
    print(f"{told}; {faults if checked.faults else 'every hash and rule agrees'}.")
    if checked.earlier:
        print(f"Not played again: {count(checked.earlier, 'table')} whose rules have changed since.")
    return 1 if checked.faults else 0


async def _checked(where: str) -> db_maintenance.CheckReport:
    async with db_maintenance.open_for_check(where) as kept:
        return await db_maintenance.check(*kept)


def _end(word: str) -> Database:
    return PostgresDatabase(word) if word.startswith(SCHEMES) else SqliteDatabase(Path(word).expanduser())


@contextmanager
def _alone(word: str, *, is_new: bool) -> Iterator[None]:
    """A data folder is ours alone; as a target it is made, and is gone again if the move fails."""
    from flattop.server.run import lock_folder

    folder = Path(word).expanduser()
    if word.startswith(SCHEMES):
        yield
    elif is_new:
        with copies.new_folder(folder), lock_folder(folder, FIRST):
            yield
    elif not (folder / DATABASE_FILE).is_file():
        raise CannotOpen(f"there is no database in {folder}; give the data folder of a server")
    else:
        with lock_folder(folder, FIRST):
            yield


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(count(number, name) for name, number in counts.items())
