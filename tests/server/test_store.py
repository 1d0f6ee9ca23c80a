"""Stores: a save is on disk or changes nothing."""

import asyncio
import os
import sqlite3
import threading
import weakref

import pytest

from flattop.cli import main
from flattop.server.store import base, migrations, queries, schema, writes
from flattop.server.store.base import CannotOpen, NotSaved, TooNew
from flattop.server.store.postgres import PostgresStore
from flattop.server.store.sqlite import SqliteReader, SqliteStore, ThreadReader, connect
from tests.server import old_schemas
from tests.server.conftest import PATIENCE, until
from tests.server.databases import ON_DEMAND

TABLE = """
    INSERT INTO game_table (id, game, options, private, spectators, invite, seed, state, turn, since)
    VALUES (?, 'burger-go', '{}', 0, 0, 'i', 's', 'waiting', '[]', 0)
"""
SEAT = "INSERT INTO seat (table_id, seat, kind, name) VALUES ('b', 0, 'person', 'Ann')"
GUEST = "INSERT INTO guest VALUES (?, ?, ?, 0)"


def guest(n):
    return GUEST, (f"g{n}", f"Guest {n}", str(n).encode())


@pytest.fixture(params=["sqlite", "postgres"])
def make(request, tmp_path):
    """Returns a function that creates stores on one database."""
    if request.param == "sqlite":
        return lambda *how: SqliteStore(tmp_path / "house.sqlite", *how)
    url = ON_DEMAND.new_database()
    return lambda *how: PostgresStore(url, *how)


@pytest.fixture
async def store(make):
    store = make()
    await store.open()
    yield store
    await store.close()


@pytest.fixture
async def file(tmp_path):
    store = SqliteStore(tmp_path / "house.sqlite")
    yield store
    await store.close()


async def guests(store):
    return sorted([row["name"] for row in await store.rows("SELECT name FROM guest")])


def names(path):
    with connect(path) as db:
        return sorted(row["name"] for row in db.execute("SELECT name FROM guest"))


async def test_save_is_committed_when_it_returns(store):
    await store.save([guest(1)])
    assert await guests(store) == ["Guest 1"]
    async with store.reading() as reads:
        assert (await reads.row("SELECT name FROM guest WHERE id = :id", id="g1"))["name"] == "Guest 1"
        assert await reads.row("SELECT name FROM guest WHERE id = ?", "nobody \0") is None


async def test_sqlite_uses_wal_with_full_sync(file):
    with connect(file.path) as db:
        assert db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert db.execute("PRAGMA synchronous").fetchone()[0] == 2


async def test_pending_saves_share_one_commit(make):
    batches = []
    store = make(lambda count, seconds: batches.append(count))
    await store.open()

    await asyncio.gather(*(store.save([guest(n)]) for n in range(300)))
    await store.close()
    assert sum(batches) == 300
    assert len(batches) < 100


async def test_save_callbacks_give_way_to_other_callbacks(store, monkeypatch):
    monkeypatch.setattr(base, "CALLBACK_SECONDS", 0.0)
    loop, told, over = asyncio.get_running_loop(), [], asyncio.Event()

    def note(name, error):
        told.append(name if error is None else type(error))
        loop.call_soon(told.append, "other")

    for name in "abc":
        store.submit([guest(name)], lambda error, name=name: note(name, error))
    store.submit([guest("a")], lambda error: (note("", error), over.set()))
    await over.wait()
    assert told[:7] == ["a", "other", "b", "other", "c", "other", NotSaved]


class SaveCallback:
    """The callback of a save, with an object that it refers to."""

    def __call__(self, error):
        self.error = error


async def test_finished_jobs_are_not_kept_in_memory(store):
    callback = SaveCallback()
    store.submit([guest(1)], callback)
    held = weakref.ref(callback)
    del callback
    await until(lambda: held() is None)
    assert await guests(store) == ["Guest 1"]


async def test_failed_save_changes_nothing_and_affects_no_other(store):
    saves = [store.save([guest(1)]), store.save([guest(2), guest(2)]), store.save([guest(3)])]
    first, second, third = await asyncio.gather(*saves, return_exceptions=True)
    assert (first, third) == (None, None)
    assert isinstance(second, NotSaved)
    assert await guests(store) == ["Guest 1", "Guest 3"]
    assert not store.last_error  # it was that job's own fault


async def test_text_with_a_nul_character_is_saved(store):
    await store.save([(GUEST, ("g\0", "A\0b", b"\0"))])
    await store.save(move("t", 1, "m\0"))
    assert len(await guests(store)) == 1
    assert await queries.answer(store, "t", "g1", "m\0") == "done"


async def test_same_event_number_is_never_saved_twice(store):
    event = "INSERT INTO event VALUES ('t', 1, '{}', '', 0)", ()
    await store.save([event])
    with pytest.raises(NotSaved):
        await store.save([event])


def move(table, seq, message):
    return [
        writes.event(table, seq, {"pause": [seq]}, ""),
        writes.event(table, seq + 1, {"resume": [seq]}, ""),
        writes.answer(table, "g1", message, "done"),
    ]


async def test_failed_move_in_a_batch_affects_no_other(make):
    batches = []
    store = make(lambda count, seconds: batches.append(count))
    await store.open()
    wished = [
        move("a", 1, "m1"),
        move("a", 2, "m2"),
        move("b", 1, "m1"),
        move("a", 3, "m1"),
        move("a", 3, "m2"),
    ]
    wished += [move(f"t{n}", 1, "m1") for n in range(70)]
    saved = await asyncio.gather(*(store.save(job) for job in wished), return_exceptions=True)
    refused = [n for n, error in enumerate(saved) if isinstance(error, NotSaved)]
    rows = await store.rows("SELECT table_id, seq FROM event WHERE table_id < 'c' ORDER BY 1, 2")
    assert [tuple(row) for row in rows] == [("a", 1), ("a", 2), ("a", 3), ("a", 4), ("b", 1), ("b", 2)]
    assert (refused, batches) == ([1, 3], [75])
    assert (await store.row("SELECT count(*) FROM answer"))[0] == 73
    await store.save(move("c", 1, "m1"))
    await asyncio.gather(*(store.save(move(f"t{n}", 3, "m2")) for n in range(70)))
    assert (await store.row("SELECT count(*) FROM answer WHERE id = 'm2'"))[0] == 71
    await store.close()


async def test_cancelled_slow_read_keeps_its_connection_until_the_thread_ends(file, monkeypatch):
    begun, go_on, answer = threading.Event(), threading.Event(), SqliteReader._fetch

    def slow(reads, sql, values):
        begun.set()
        assert go_on.wait(60)
        return answer(reads, sql, values)

    async def read():
        async with file.reading() as reads:
            await reads.rows("SELECT * FROM guest")

    monkeypatch.setattr(SqliteReader, "_fetch", slow)
    reading = asyncio.ensure_future(read())
    await asyncio.to_thread(begun.wait)
    reading.cancel()
    assert isinstance((await asyncio.gather(reading, return_exceptions=True))[0], asyncio.CancelledError)
    go_on.set()  # and nothing crashes


async def test_close_waits_for_the_connections_of_other_threads(tmp_path, monkeypatch):
    """SQLite empties its write-ahead log with the last connection: until then the file is incomplete."""
    closing, go_on, close = threading.Event(), threading.Event(), ThreadReader.close

    def slow(reader):
        closing.set()
        assert go_on.wait(PATIENCE)
        close(reader)

    monkeypatch.setattr(ThreadReader, "close", slow)
    store = SqliteStore(tmp_path / "house.sqlite")
    await store.save([guest(1)])
    async with store.reading() as reader:
        await reader.rows("SELECT * FROM guest")
    checking = asyncio.ensure_future(store.integrity_errors())
    ending = asyncio.ensure_future(store.close())
    await asyncio.to_thread(closing.wait, PATIENCE)
    done, _ = await asyncio.wait({ending}, timeout=0.2)
    assert not done
    go_on.set()
    await ending
    assert await checking == []
    assert [path.name for path in tmp_path.iterdir()] == ["house.sqlite"]


async def test_close_saves_pending_writes(make):
    store = make()
    await store.open()

    saves = [asyncio.ensure_future(store.save([guest(n)])) for n in range(50)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*saves)
    assert not store.writer_is_alive
    again = make()
    await again.open()
    assert len(await guests(again)) == 50
    await again.close()


async def test_sqlite_file_of_any_version_is_migrated(tmp_path):
    shapes = []
    for age in range(len(old_schemas.SQLITE_STEPS) + 1):
        path = tmp_path / f"{age}.sqlite"
        with sqlite3.connect(path) as db:
            old_schemas.create_sqlite(db, age)
            if age:
                db.execute(*guest(7))
                db.executemany(TABLE, [("b",), ("a",), ("c",)])
                db.execute(SEAT)
            if age > 1:
                db.execute("UPDATE house SET starts = 5")
        db.close()
        store = SqliteStore(path)
        await store.save([guest(8)])
        assert (await store.row("PRAGMA user_version"))[0] == schema.VERSION
        assert [tuple(row) for row in await store.rows("SELECT starts FROM house")] == [
            (5 if age > 1 else 0,)
        ]
        tables = [row["id"] for row in await store.rows("SELECT id FROM game_table ORDER BY n")]
        assert tables == (["b", "a", "c"] if age else [])
        assert [row["name"] for row in await store.rows("SELECT name FROM seat")] == ["Ann"] * bool(age)
        shapes.append(await shape(store))
        await store.close()
        assert names(path) == (["Guest 7", "Guest 8"] if age else ["Guest 8"])
    assert shapes == [shapes[0]] * len(shapes)


async def shape(store):
    """Return the columns and indexes of a database, with everything the database knows of them."""
    columns = (
        "SELECT m.name, c.* FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'"
    )
    indexes = "SELECT name, replace(sql, ' IF NOT EXISTS', '') FROM sqlite_master WHERE type = 'index'"
    return {tuple(row) for sql in (columns, indexes) for row in await store.rows(sql)}


async def test_older_database_gets_a_new_column_with_its_default_and_a_new_table(make, monkeypatch):
    store = make()
    await store.open()
    await store.save([(TABLE, ("t",))])
    await store.close()
    text = schema.SCHEMA.replace("rematch TEXT,", "rematch TEXT, rated BIGINT NOT NULL DEFAULT 7, tune BLOB,")
    text += "CREATE TABLE IF NOT EXISTS tune (id TEXT PRIMARY KEY, notes BLOB NOT NULL) WITHOUT ROWID;"
    text += "CREATE INDEX IF NOT EXISTS game_table_rated ON game_table (rated);"
    monkeypatch.setattr(migrations, "VERSION", schema.VERSION + 1)
    monkeypatch.setattr(migrations, "SCHEMA", text)
    monkeypatch.setattr(migrations, "TABLES", schema.read_tables(text))
    for _ in range(2):
        store = make()
        await store.open()
        row = await store.row("SELECT rated, tune FROM game_table WHERE id = 't'")
        assert (tuple(row), (await store.row("SELECT count(*) FROM tune"))[0]) == ((7, None), 0)
        await store.close()


def test_sqlite_file_of_a_newer_version_is_refused_and_unchanged(tmp_path):
    with sqlite3.connect(tmp_path / "new.sqlite") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(TooNew, match="version 99"):
        SqliteStore(tmp_path / "new.sqlite")


def filled(path):
    """A database with so many guests that it has many pages."""
    asyncio.run(fill(SqliteStore(path)))


async def fill(store):
    await store.save([(GUEST, (f"g{n}", "x" * 300, b"%d" % n)) for n in range(2_000)])
    await store.close()


def garbage(path):
    path.write_bytes(b"no database " * 2_000)


def halved(path):
    filled(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def head_gone(path):
    filled(path)
    with path.open("r+b") as file:
        file.write(b"\0" * 100)


@pytest.mark.parametrize("harm", [garbage, halved, head_gone])
def test_damaged_file_is_refused_in_one_sentence_and_unchanged(tmp_path, harm):
    path = tmp_path / "house.sqlite"
    harm(path)
    before = path.read_bytes()
    with pytest.raises(CannotOpen, match="is damaged or not a database") as refused:
        SqliteStore(path)
    assert "\n" not in str(refused.value)
    assert path.read_bytes() == before


def test_full_disk_at_the_start_is_reported_in_one_sentence(tmp_path, monkeypatch):
    filled(tmp_path / "house.sqlite")

    def full(db):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("flattop.server.store.sqlite.check_usable", full)
    with pytest.raises(CannotOpen, match="cannot be used: database or disk is full; check the free space"):
        SqliteStore(tmp_path / "house.sqlite")


def test_serve_reports_a_damaged_file_without_a_traceback(tmp_path, capfd):
    (tmp_path / "data").mkdir()
    words = ["serve", "--no-open", "--port", "0", "--data", str(tmp_path / "data")]
    garbage(tmp_path / "data" / "house.sqlite")
    assert main(words) == 2
    assert capfd.readouterr().err.count("\n") == 1
    (tmp_path / "data" / "house.sqlite").unlink()
    (tmp_path / "data" / "house.sqlite").mkdir()
    assert main(words) == 2
    assert "house.sqlite: Is a directory" in capfd.readouterr().err


def test_files_of_the_server_are_private(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    filled(folder / "house.sqlite")
    for name in ("house.sqlite", "house.sqlite-wal"):
        (folder / name).touch()
        (folder / name).chmod(0o644)
    before = os.umask(0)
    try:
        modes = asyncio.run(modes_while_open(folder))
    finally:
        os.umask(before)
    assert modes == dict.fromkeys(("house.sqlite", "house.sqlite-wal", "house.sqlite-shm"), 0o600)


async def modes_while_open(folder):
    store = SqliteStore(folder / "house.sqlite")
    await store.save([guest(3_000)])
    modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
    await store.close()
    return modes
