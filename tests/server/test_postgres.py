"""The PostgreSQL store: lost connections, migrations and error messages."""

import asyncio
import signal
import sys

import asyncpg
import pytest

from flattop.cli import main
from flattop.server.errors import NotRead
from flattop.server.schemas import rest
from flattop.server.store import postgres, schema, writes
from flattop.server.store.base import CannotOpen, NotSaved, TooNew, Unsettled, check_address, redacted_address
from flattop.server.store.leases import DatabaseLeases
from flattop.server.store.postgres import PostgresStore, translate
from tests.server import old_schemas
from tests.server.conftest import PATIENCE, Room, until
from tests.server.databases import ON_DEMAND, Postgres
from tests.server.test_store import guest, guests
from tests.server.test_tables import two_at_a_table


def test_placeholders_are_numbered_except_in_string_literals():
    sql = "SELECT ':no', '?' FROM t WHERE a = :b AND c = :b AND d = :e"
    text = "SELECT ':no', '?' FROM t WHERE a = $1 AND c = $1 AND d = $2"
    assert translate(sql, (), {"e": True, "b": "x\0"}) == (text, ["x␀", 1])
    assert translate("VALUES (?, ?)", (1, None), {}) == ("VALUES ($1, $2)", [1, None])


SLEEPING = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'"


@pytest.fixture
async def store():
    store = PostgresStore(ON_DEMAND.new_database())
    await store.open()
    yield store
    await store.close()


@pytest.fixture
async def room(tmp_path):
    room = await Room(tmp_path / "data", database=ON_DEMAND.new_database()).open()
    yield room
    await room.close()


async def test_connection_lost_before_a_commit_is_replaced(store):
    await store.save([guest(1)])
    line = store._writer._db
    await store.rows("SELECT pg_terminate_backend(?)", line.get_server_pid())
    await until(line.is_closed)
    await store.save([guest(2)])
    assert await guests(store) == ["Guest 1", "Guest 2"]
    assert await store.integrity_errors() == []


async def test_connection_lost_during_a_commit_leaves_the_save_unsettled(store):
    saving = asyncio.ensure_future(store.save([guest(1), ("SELECT pg_sleep(60)", ())]))
    await until(lambda: store.rows(SLEEPING))
    await store.rows(SLEEPING.replace("pid", "pg_terminate_backend(pid)"))
    with pytest.raises(Unsettled, match="lost while saving"):
        await saving
    assert "lost while saving" in str(store.last_error)
    assert await guests(store) == []
    await store.save([guest(2)])
    assert (await guests(store), store.last_error) == (["Guest 2"], None)


async def test_move_with_an_unsettled_commit_is_answered_when_resent(room, monkeypatch):
    table, ann, ben = await two_at_a_table(room)
    writer, before = room.server.store._writer, table.match.actions
    play = writer._save_moves

    async def play_and_lose(moves):
        await play(moves)
        raise ConnectionResetError("the line was cut")

    action = next(iter(table.match.table.asks[0]))
    said = {"id": "once", "action": list(action), "version": ann.version}
    with monkeypatch.context() as cut:
        cut.setattr(writer, "_save_moves", play_and_lose)
        answer = await room.send(table, ann, "play", **said)
    assert (answer["code"], ann.closed, ben.closed) == ("unsettled", 4503, 4503)
    again = await room.server.registry.get(table.row.id)
    assert again.match.actions == before + 1  # it was saved, and was not refused
    back = await room.enter(again, rest.GuestInfo(ann.guest, "Ann"))
    assert (await room.send(again, back, "play", **said))["type"] == "done"
    assert again.match.actions == before + 1


async def test_database_error_is_reported_until_the_next_commit(store):
    with pytest.raises(NotSaved, match="nowhere"):
        await store.save([("INSERT INTO nowhere VALUES (1)", ())])
    assert "nowhere" in str(store.last_error)
    await store.save([writes.no_op()])
    assert store.last_error is None


async def test_writer_waits_for_a_lost_database_and_then_reports_it(monkeypatch):
    monkeypatch.setattr(postgres, "RETRY_PAUSE", 0.01)
    server = Postgres()
    store = PostgresStore(server.url)
    try:
        await store.open()
        await store.save([guest(1)])
        await asyncio.to_thread(server.end, signal.SIGQUIT)
        monkeypatch.setattr(postgres, "RECONNECT_SECONDS", 0.01)
        with pytest.raises(NotRead):
            await guests(store)
        with pytest.raises(NotSaved, match="cannot be reached"):
            await store.save([guest(2)])
        assert store.writer_is_alive
        monkeypatch.setattr(postgres, "RECONNECT_SECONDS", 60.0)
        saving = asyncio.ensure_future(store.save([guest(3)]))
        await asyncio.to_thread(server.start)
        await saving
        assert await guests(store) == ["Guest 1", "Guest 3"]
    finally:
        await store.close()
        server.remove()


async def test_concurrent_starts_migrate_the_database_once():
    url = ON_DEMAND.new_database()
    await asyncio.gather(*(postgres.prepare(url) for _ in range(4)))
    db = await asyncpg.connect(url)
    assert await db.fetchval("SELECT version FROM schema_version") == schema.VERSION
    await db.execute("UPDATE schema_version SET version = 99")
    await db.close()
    with pytest.raises(TooNew, match="version 99"):
        await postgres.prepare(url)


async def test_postgres_database_of_any_version_is_migrated():
    shape = "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns"
    indexes = "SELECT replace(indexdef, current_schema() || '.', '') FROM pg_indexes"
    shapes = []
    for age in range(len(old_schemas.POSTGRES_STEPS) + 1):
        url = ON_DEMAND.new_database()
        if age:
            db = await asyncpg.connect(url)
            await old_schemas.create_postgres(db, age)
            await db.execute("INSERT INTO guest VALUES ($1, $2, $3, 0)", "g0", "Guest 0", b"0")
            await db.execute("UPDATE house SET starts = 5")
            await db.close()
        store = PostgresStore(url)
        await store.open()
        await store.save([guest(1)])
        assert await guests(store) == ["Guest 0", "Guest 1"][not age :]
        assert [row["starts"] for row in await store.rows("SELECT * FROM house")] == [5 if age else 0]
        assert (await store.row("SELECT version FROM schema_version"))["version"] == schema.VERSION
        rows = [*await store.rows(f"{shape} WHERE table_schema = current_schema()")]
        rows += await store.rows(f"{indexes} WHERE schemaname = current_schema()")
        shapes.append({tuple(row) for row in rows})
        await store.close()
    assert shapes == [shapes[0]] * len(shapes)


async def test_migration_does_not_wait_for_other_workers_that_write():
    url = ON_DEMAND.new_database()
    db = await asyncpg.connect(url)
    await old_schemas.create_postgres(db, len(old_schemas.POSTGRES_STEPS))
    async with db.transaction():
        for table in ("game_table", "seat", "result", "lease"):
            await db.execute(f"DELETE FROM {table}")
        await asyncio.wait_for(postgres.prepare(url), PATIENCE)
    assert await db.fetchval("SELECT version FROM schema_version") == schema.VERSION
    await db.close()


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("mysql://x", "'mysql://x' is not a database URL; give postgresql://NAME@HOST/DATABASE"),
        ("postgresql://ann:secret@127.0.0.1:1/x", "postgresql://ann@127.0.0.1:1/x cannot be reached: "),
    ],
)
def test_serve_reports_a_wrong_database_in_one_line(tmp_path, capfd, address, line):
    words = ["serve", "--no-open", "--port", "0", "--data", str(tmp_path / "data"), "--database", address]
    assert main(words) == 2
    told = capfd.readouterr().err
    assert told.count("\n") == 1
    assert line in told
    assert "secret" not in told


def test_serve_names_the_missing_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(CannotOpen, match=r"asyncpg \(extra 'cluster'\): pip install asyncpg"):
        check_address("postgresql://x")


def test_database_url_is_shown_without_its_password():
    whole = "postgresql://ann:a@b:c@db:5432/flattop?sslmode=require"
    assert redacted_address(whole) == "postgresql://ann@db:5432/flattop"


async def test_secret_is_shared_by_the_workers_of_one_database_only(tmp_path):
    secrets, urls = [], [ON_DEMAND.new_database(), ON_DEMAND.new_database()]
    for number, url in enumerate((urls[0], urls[0], urls[1])):
        store = postgres.PostgresStore(url)
        await store.open()
        leases = DatabaseLeases(f"w{number}", store, tmp_path)
        await leases.open()
        secrets.append(leases.secret)
        await leases.close()
        await store.close()
    assert secrets[0] == secrets[1] != secrets[2]
    assert {len(secret) for secret in secrets} == {64}
