"""`flattop data`: back up, restore, move or check the data of a server."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from flattop.cli.output import plural
from flattop.cli.parser import add_command, as_called

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.server.store import backup as database_backup
    from flattop.server.store.backup import Database

PLACE = "a data directory, or postgresql://NAME@HOST/DATABASE"
CLOSE_FIRST = "stop it first"


def add(commands: Commands) -> None:
    command = add_command(commands, "data", "Back up, restore, move or check the data of a server.")
    actions = command.add_subparsers(metavar="backup|restore|move|check", required=True)
    backup_ = add_command(actions, "backup", "Copy the database of a server, even while it runs.")
    backup_.add_argument("file", metavar="FILE", type=Path, help="a new file")
    backup_.add_argument(
        "--data", type=Path, metavar="DIR", help="data directory (default: that of your user)"
    )
    backup_.set_defaults(run=backup)
    restore_ = add_command(actions, "restore", "Create a data directory from a backup.")
    restore_.add_argument("file", metavar="FILE", type=Path, help="a backup")
    restore_.add_argument("folder", metavar="DIR", type=Path, help="a new directory")
    restore_.set_defaults(run=restore)
    move_ = add_command(actions, "move", "Move all data to PostgreSQL or back, and verify every hash.")
    move_.add_argument("source", metavar="FROM", help=PLACE)
    move_.add_argument("target", metavar="TO", help=f"{PLACE}; it must be empty")
    move_.set_defaults(run=move)
    check_ = add_command(actions, "check", "Replay every table and report what is broken.")
    check_.add_argument("where", metavar="WHERE", nargs="?", help=f"{PLACE}, or a backup")
    check_.set_defaults(run=check)


def backup(args: Namespace) -> int:
    from flattop.server.store.backup import back_up
    from flattop.server.store.base import DATABASE_FILE, CannotOpen
    from flattop.storage import data_folder

    folder = (args.data or data_folder()).expanduser()
    if str(folder).startswith(("postgresql:", "postgres:")):
        raise CannotOpen("--data: back up PostgreSQL with pg_dump, or move it to a new data directory")
    counts = back_up(folder / DATABASE_FILE, args.file.expanduser())
    print(
        as_called(
            f"{args.file} has {counted(counts)}. `flattop data restore` creates a data directory from it."
        )
    )
    return 0


def restore(args: Namespace) -> int:
    from flattop.server.store import backup as database_backup

    counts = database_backup.restore(args.file.expanduser(), args.folder.expanduser())
    print(as_called(f"{args.folder} has {counted(counts)}. `flattop serve --data {args.folder}` serves it."))
    return 0


def counted(counts: dict[str, int]) -> str:
    return ", ".join(plural(number, name) for name, number in counts.items())


def move(args: Namespace) -> int:
    """Copy the data while both places are locked, then replay every table in the new place."""
    import asyncio

    from flattop.server.store import backup as database_backup
    from flattop.server.store.base import CannotOpen

    if args.source == args.target:
        raise CannotOpen(f"FROM and TO are both {args.source!r}; they must differ")
    with locked(args.source, is_target=False), locked(args.target, is_target=True):
        asyncio.run(database_backup.move(open_end(args.source), open_end(args.target), print))
    print(f"All data is now in {open_end(args.target).name}. The source was not changed.")
    return print_check(args.target)


@contextmanager
def locked(word: str, *, is_target: bool) -> Iterator[None]:
    """Lock a data directory.  A target is created, and removed again if the move fails."""
    from flattop.server import run
    from flattop.server.store.backup import new_folder
    from flattop.server.store.base import DATABASE_FILE, SCHEMES, CannotOpen

    folder = Path(word).expanduser()
    if word.startswith(SCHEMES):
        yield
    elif is_target:
        with new_folder(folder), run.lock_folder(folder, CLOSE_FIRST):
            yield
    elif not (folder / DATABASE_FILE).is_file():
        raise CannotOpen(f"there is no database in {folder}; give the data directory of a server")
    else:
        with run.lock_folder(folder, CLOSE_FIRST):
            yield


def open_end(word: str) -> Database:
    from flattop.server.store.backup import PostgresDatabase, SqliteDatabase
    from flattop.server.store.base import SCHEMES

    return PostgresDatabase(word) if word.startswith(SCHEMES) else SqliteDatabase(Path(word).expanduser())


def check(args: Namespace) -> int:
    from flattop.storage import data_folder

    return print_check(args.where or str(data_folder()))


def print_check(where: str) -> int:
    import asyncio

    result = asyncio.run(check_tables(where))
    for fault in result.faults:
        print(fault)
    replayed = f"Replayed {plural(result.tables, 'table')} with {plural(result.moves, 'log line')}"
    faults = f"{plural(len(result.faults), 'fault')}, listed above"
    print(f"{replayed}: {faults if result.faults else 'every hash and rule agrees'}.")
    if result.earlier:
        print(f"Not replayed: {plural(result.earlier, 'table')} whose rules have changed since.")
    return 1 if result.faults else 0


async def check_tables(where: str) -> database_backup.CheckReport:
    from flattop.server.store import backup as database_backup

    async with database_backup.open_for_check(where) as saved:
        return await database_backup.check(*saved)
