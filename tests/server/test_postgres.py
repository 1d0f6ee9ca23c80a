"""PostgreSQL as the store: it comes and goes, and nobody is told what is not so."""

import asyncio
import signal
import sys

import asyncpg
import pytest

from flattop.cli import main
from flattop.server.errors import NotRead
from flattop.server.schemas import rest
from flattop.server.store import postgres, postgres_sql, queries, writes
from flattop.server.store.base import CannotOpen, NotSaved, TooNew, Unsettled
from flattop.server.store.connect import check_address, shown_address
from flattop.server.store.postgres import PostgresStore
from flattop.server.store.postgres_sql import translated
from tests.server.conftest import Room, until
from tests.server.databases import ON_DEMAND, Postgres
from tests.server.test_store import guest, guests
from tests.server.test_tables import two_at_a_table


def test_places_are_numbered_and_words_in_quotes_are_left_alone():
    sql = "SELECT ':no', '?' FROM t WHERE a = :b AND c = :b AND d = :e"
    text = "SELECT ':no', '?' FROM t WHERE a = $1 AND c = $1 AND d = $2"
    assert translated(sql, (), {"e": True, "b": "x\0"}) == (text, ["x␀", 1])
    assert translated("VALUES (?, ?)", (1, None), {}) == ("VALUES ($1, $2)", [1, None])


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


async def test_a_connection_lost_before_the_commit_is_made_anew_and_nobody_notices(store):
    await store.save([guest(1)])
    line = store._writer._db
    await store.rows("SELECT pg_terminate_backend(?)", line.get_server_pid())
    await until(line.is_closed)
    await store.save([guest(2)])
    assert await guests(store) == ["Guest 1", "Guest 2"]
    assert await store.faults() == []


async def test_a_connection_lost_within_the_commit_leaves_it_open_what_was_saved(store):
    saving = asyncio.ensure_future(store.save([guest(1), ("SELECT pg_sleep(60)", ())]))
    await until(lambda: store.rows(SLEEPING))
    await store.rows(SLEEPING.replace("pid", "pg_terminate_backend(pid)"))
    with pytest.raises(Unsettled, match="lost while saving"):
        await saving
    assert "lost while saving" in store.trouble
    assert await guests(store) == []
    await store.save([guest(2)])
    assert (await guests(store), store.trouble) == (["Guest 2"], "")


async def test_a_move_whose_commit_was_lost_sight_of_is_answered_when_it_is_sent_again(room, monkeypatch):
    table, ann, ben = await two_at_a_table(room)
    writer, before = room.server.store._writer, table.match.actions
    play = writer._play

    async def play_and_lose(moves):
        await play(moves)
        raise ConnectionResetError("the line was cut")

    action = next(iter(table.match.table.asks[0]))
    said = {"id": "once", "action": list(action), "version": ann.version}
    with monkeypatch.context() as cut:
        cut.setattr(writer, "_play", play_and_lose)
        answer = await room.say(table, ann, "play", **said)
    assert (answer["code"], ann.closed, ben.closed) == ("unsettled", 4503, 4503)
    again = await room.server.registry.get(table.row.id)
    assert again.match.actions == before + 1  # it was saved, and nobody had said that it was not
    back = await room.enter(again, rest.GuestInfo(ann.guest, "Ann"))
    assert (await room.say(again, back, "play", **said))["type"] == "done"
    assert again.match.actions == before + 1


async def test_the_disk_or_a_wrong_statement_is_trouble_and_passes(store):
    with pytest.raises(NotSaved, match="nowhere"):
        await store.save([("INSERT INTO nowhere VALUES (1)", ())])
    assert "nowhere" in store.trouble
    await store.save([writes.nothing()])
    assert store.trouble == ""


async def test_a_server_that_is_gone_for_a_while_is_waited_for_and_then_told_of(monkeypatch):
    monkeypatch.setattr(postgres, "PAUSE", 0.01)
    server = Postgres()
    store = PostgresStore(server.url)
    try:
        await store.open()
        await store.save([guest(1)])
        await asyncio.to_thread(server.end, signal.SIGQUIT)
        monkeypatch.setattr(postgres, "RECONNECT", 0.01)
        with pytest.raises(NotRead):
            await guests(store)
        with pytest.raises(NotSaved, match="cannot be reached"):
            await store.save([guest(2)])
        assert store.writes_on
        monkeypatch.setattr(postgres, "RECONNECT", 60.0)
        saving = asyncio.ensure_future(store.save([guest(3)]))
        await asyncio.to_thread(server.start)
        await saving
        assert await guests(store) == ["Guest 1", "Guest 3"]
    finally:
        await store.close()
        server.remove()


async def test_workers_that_start_together_bring_the_database_forward_once():
    url = ON_DEMAND.new_database()
    await asyncio.gather(*(postgres.prepare(url) for _ in range(4)))
    db = await asyncpg.connect(url)
    assert await db.fetchval("SELECT version FROM schema_version") == len(postgres_sql.STEPS)
    await db.execute("UPDATE schema_version SET version = 99")
    await db.close()
    with pytest.raises(TooNew, match="version 99"):
        await postgres.prepare(url)


async def test_a_database_of_any_age_is_brought_forward(monkeypatch):
    for age in range(1, len(postgres_sql.STEPS)):
        url, steps = ON_DEMAND.new_database(), postgres_sql.STEPS
        with monkeypatch.context() as before:
            before.setattr(postgres_sql, "STEPS", steps[:age])
            await postgres.prepare(url)
        store = PostgresStore(url)
        await store.open()
        await store.save([guest(1)])
        assert await guests(store) == ["Guest 1"]
        assert (await store.row("SELECT version FROM schema_version"))["version"] == len(steps)
        await store.close()


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("mysql://x", "'mysql://x' is no database; give postgresql://NAME@HOST/DATABASE"),
        ("postgresql://ann:secret@127.0.0.1:1/x", "postgresql://ann@127.0.0.1:1/x cannot be reached: "),
    ],
)
def test_serve_says_in_one_line_what_is_wrong_with_a_database(tmp_path, capfd, address, line):
    words = ["serve", "--no-open", "--port", "0", "--data", str(tmp_path / "data"), "--database", address]
    assert main(words) == 2
    told = capfd.readouterr().err
    assert told.count("\n") == 1
    assert line in told
    assert "secret" not in told


def test_serve_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(CannotOpen, match=r"pip install '\.\[cluster\]'"):
        check_address("postgresql://x")


def test_an_address_is_shown_without_its_password():
    whole = "postgresql://ann:a@b:c@db:5432/flattop?sslmode=require"
    assert shown_address(whole) == "postgresql://ann@db:5432/flattop"


async def test_workers_of_one_database_have_one_key_for_the_bus_and_those_of_another_have_another():
    keys, urls = [], [ON_DEMAND.new_database(), ON_DEMAND.new_database()]
    for url in (urls[0], urls[0], urls[1]):
        store = postgres.PostgresStore(url)
        await store.open()
        keys.append(await queries.bus_key(store))
        await store.close()
    assert keys[0] == keys[1] != keys[2]
    assert {len(key) for key in keys} == {32}
