"""Backup, restore, move and check: everything arrives, nothing is overwritten, faults are reported."""

import asyncio
import errno
import os
import shutil
import sqlite3
from contextlib import closing, nullcontext
from itertools import pairwise
from pathlib import Path

import pytest

from flattop.cli import main
from flattop.server.run import lock_folder
from flattop.server.store.backup import MOVED, PostgresDatabase, SqliteDatabase
from flattop.server.store.postgres import PostgresStore
from flattop.server.store.sqlite import SqliteStore
from tests.server.conftest import Room
from tests.server.databases import ON_DEMAND
from tests.server.test_decks import OWN
from tests.server.test_tables import finish, two_at_a_table

AGREES = ": every hash and rule agrees.\n"
BEFORE = Path(__file__).parents[1] / "compat" / "before" / "house.sqlite"


@pytest.fixture
def run(capsys):
    """Runs a `flattop house` command; returns its status and output."""

    def run(*words):
        code = main(["data", *map(str, words)])
        output = capsys.readouterr()
        return code, output.out + output.err

    return run


@pytest.fixture
def folder(tmp_path):
    """A data folder of an earlier version."""
    (tmp_path / "data").mkdir()
    return Path(shutil.copy(BEFORE, tmp_path / "data")).parent


async def content(end):
    """All rows of a database by table."""
    await end.open()
    try:
        return {kept.name: [row async for rows in end.rows(kept) for row in rows] for kept in MOVED}
    finally:
        await end.close()


@pytest.mark.sqlite
async def test_backup_of_a_running_server_can_be_restored_elsewhere(room, run, tmp_path):
    table, ann, ben = await two_at_a_table(room)
    own = await room.create_table(await room.guest("Cem"), "you", "house", deck=OWN)
    await room.play_any(table, ann)
    file, new = tmp_path / "copy.sqlite", tmp_path / "new"
    backup = asyncio.ensure_future(asyncio.to_thread(run, "backup", file, "--data", room.folder))
    await finish(room, table, ann, ben)
    code, output = await backup
    assert (code, output.startswith(f"{file} has 2 tables, ")) == (0, True)
    assert file.stat().st_mode & 0o777 == 0o600
    code, output = await asyncio.to_thread(run, "check", file)
    assert (code, output.startswith("Replayed 2 tables with "), output.endswith(AGREES)) == (0, True, True)
    assert (await asyncio.to_thread(run, "restore", file, new))[0] == 0
    assert {path.name for path in tmp_path.iterdir()} == {"copy.sqlite", "data", "new"}
    other = await Room(new).open()
    again = await other.server.registry.get(table.row.id)
    assert again.first_version > table.first_version
    assert (await other.server.registry.get(own.row.id)).match.actions >= 0
    await other.close()


NOT_OVER = "exists already; give another name, nothing is overwritten"


def test_backup_never_overwrites_a_file(run, folder, tmp_path):
    file = tmp_path / "copy.sqlite"
    assert run("backup", file, "--data", folder)[0] == 0
    kept = file.read_bytes()
    for words in (["backup", file, "--data", folder], ["restore", file, folder], ["move", folder, tmp_path]):
        code, output = run(*words)
        assert (code, output.count("\n")) == (2, 1)
        assert "nothing is overwritten" in output
    assert file.read_bytes() == kept
    assert (folder / "house.sqlite").read_bytes() == BEFORE.read_bytes()


@pytest.mark.parametrize("name", ["copy.sqlite", "taken"])
def test_backup_works_without_hard_links_and_overwrites_nothing(run, folder, tmp_path, monkeypatch, name):
    def unable(source, target):
        (tmp_path / "taken").write_text("meanwhile")
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", unable)
    code, output = run("backup", tmp_path / name, "--data", folder)
    assert (tmp_path / "taken").read_text() == "meanwhile"
    if name == "taken":
        assert (code, output) == (2, f"flattop: {tmp_path / name} {NOT_OVER}\n")
    else:
        assert run("check", tmp_path / name)[0] == code == 0


@pytest.mark.parametrize("words", [["check", "X/copy"], ["restore", "X/copy", "X/new"]])
def test_unreadable_backup_is_reported_in_one_line(run, tmp_path, monkeypatch, words):
    def refused(*words, **how):
        raise sqlite3.OperationalError("unable to open database file")

    (tmp_path / "copy").touch()
    monkeypatch.setattr(sqlite3, "connect", refused)
    code, output = run(*(word.replace("X", str(tmp_path)) for word in words))
    why = "cannot be read: unable to open database file; check its owner"
    assert (code, output) == (2, f"flattop: {tmp_path / 'copy'} {why}\n")
    assert not (tmp_path / "new").exists()


def test_unwritable_folder_is_reported_in_one_line(run, folder):
    output = f"flattop: /proc/self/copy cannot be written: {os.strerror(errno.ENOENT)}\n"
    assert run("backup", "/proc/self/copy", "--data", folder) == (2, output)


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (["backup", "X/copy", "--data", "X/nowhere"], "there is no database at X/nowhere/house.sqlite; give"),
        (["backup", "X/copy", "--data", "postgresql://db/x"], "--data: back up PostgreSQL with pg_dump"),
        (["backup", "X/no/copy", "--data", "X/data"], "there is no folder X/no; create it first"),
        (
            ["restore", "X/nothing", "X/new"],
            "there is no file X/nothing; give a backup made by `flattop data backup`",
        ),
        (["restore", "X/garbage", "X/new"], "X/garbage is not a Flattop database: "),
        (["restore", "X/other", "X/new"], "X/other is not a Flattop database: no such table: game_table"),
        (["check", "X/garbage"], "X/garbage is not a Flattop database: "),
        (
            ["move", "X/nowhere", "X/new"],
            "there is no database in X/nowhere; give the data directory",
        ),
        (["move", "X/data", "X/data"], "FROM and TO are both 'X/data'"),
        (["move", "X/data", "postgresql://127.0.0.1:1/x"], "postgresql://127.0.0.1:1/x cannot be reached: "),
        (["move", "X/data", "X/garbage"], "X/garbage exists already; give a new folder, nothing is"),
    ],
)
def test_usage_errors_are_one_line_and_leave_no_files(run, folder, tmp_path, words, output):
    (tmp_path / "garbage").write_bytes(b"no database " * 2_000)
    with closing(sqlite3.connect(tmp_path / "other")) as db:
        db.execute("CREATE TABLE something (else_ TEXT)")
    before = {path.name for path in tmp_path.rglob("*")}
    code, told = run(*(word.replace("X", str(tmp_path)) for word in words))
    assert (code, told.count("\n")) == (2, 1)
    assert output.replace("X", str(tmp_path)) in told
    assert {path.name for path in tmp_path.rglob("*")} - {"lock"} == before


def test_move_to_postgres_and_back_preserves_every_row(run, folder, tmp_path):
    url = ON_DEMAND.new_database()
    for source, target in ((folder, url), (url, tmp_path / "back")):
        code, output = run("move", source, target)
        assert code == 0, output
        assert "event: 853 rows" in output
        assert output.endswith(f"19 tables with 853 log lines{AGREES}")
    ends = SqliteDatabase(folder), PostgresDatabase(url), SqliteDatabase(tmp_path / "back")
    first, second, third = [asyncio.run(content(end)) for end in ends]
    assert first == second == third
    assert (tmp_path / "back" / "house.sqlite").stat().st_mode & 0o777 == 0o600
    code, output = run("move", folder, url)
    assert (code, "has tables already; give an empty database" in output) == (2, True)


async def test_versions_never_repeat_after_a_move_or_a_restore(run, tmp_path):
    places = [tmp_path / "data", ON_DEMAND.new_database(), tmp_path / "back"]
    room = await Room(places[0], database=None).open()
    table = await room.create_table(await room.guest("Ann"), "you", "house")
    for before, place in pairwise(places):
        seen, is_file = table.first_version, isinstance(place, Path)
        await refuse_to_move(run, before, place)
        await room.close()
        code, output = await asyncio.to_thread(run, "move", before, place)
        assert code == 0, output
        folder, database = (place, None) if is_file else (tmp_path / "folder", place)
        room = await Room(folder, database=database).open()
        table = await room.server.registry.get(table.row.id)
        assert table.first_version > seen
    await room.close()


async def refuse_to_move(run, before, place):
    """A database in use is not moved."""
    with lock_folder(before) if isinstance(before, Path) else nullcontext():
        code, output = await asyncio.to_thread(run, "move", before, place)
    assert (code, output.count("\n")) == (2, 1)
    assert "another server uses" in output
    assert output.endswith("; stop it first\n")
    assert not isinstance(place, Path) or not place.exists()


OWN_OF_POSTGRES = {"worker", "lease", "bus_key", "schema_version"}  # of a server that runs


async def test_both_stores_have_the_same_columns_and_all_are_moved(tmp_path):
    file, store = SqliteStore(tmp_path / "house.sqlite"), PostgresStore(ON_DEMAND.new_database())
    await store.open()
    sql = "SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type ="
    ours = {tuple(row) for row in await file.rows(f"{sql} 'table'")}
    sql = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema ="
    rows = await store.rows(f"{sql} current_schema()")
    theirs = {tuple(row) for row in rows if row[0] not in OWN_OF_POSTGRES}
    await store.close()
    await file.close()
    moved = {(kept.name, column) for kept in MOVED for column in kept.columns}
    assert ours == theirs == moved | {("house", "starts"), ("house", "gathered")}


BROKEN = {
    "a line": ("UPDATE event SET entry = replace(entry, '1', '2') WHERE seq = 3", "table "),
    "a chain": ("UPDATE event SET chain = 'x'", "its log was changed"),
    "a line that is gone": ("DELETE FROM event WHERE seq = 2", "table "),
    "a row": ("UPDATE game_table SET options = '{'", "its row is damaged"),
    "no seats": ("DELETE FROM seat", "its row is damaged: 0 seats"),
    "a turn": ("UPDATE game_table SET turn = '[]' WHERE state = 'playing'", "its log says playing"),
    "a deck": ("UPDATE deck SET text = text || ' '", ": its text was changed"),
}


def test_check_reports_every_fault_and_changes_nothing(run, folder, tmp_path):
    assert run("restore", folder / "house.sqlite", tmp_path / "sound")[0] == 0
    with closing(sqlite3.connect(tmp_path / "sound" / "house.sqlite")) as db, db:
        db.execute("DELETE FROM game_table WHERE id NOT IN (SELECT table_id FROM event WHERE seq = 3)")
        db.execute("DELETE FROM game_table WHERE id IN (SELECT table_id FROM event WHERE seq = 5)")
    assert run("check", tmp_path / "sound") == (0, f"Replayed 2 tables with 7 log lines{AGREES}")
    for how, (sql, words) in BROKEN.items():
        broken = Path(shutil.copytree(tmp_path / "sound", tmp_path / how)) / "house.sqlite"
        with closing(sqlite3.connect(broken)) as db, db:
            db.execute(sql)
        before = broken.read_bytes()
        code, output = run("check", broken.parent)
        assert (code, words in output) == (1, True), output
        assert output.endswith("listed above.\n")
        assert broken.read_bytes() == before
