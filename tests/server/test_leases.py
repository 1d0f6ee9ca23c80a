"""Leases: two workers on one database, and every table in one of them at a time."""

import asyncio
import time
from types import SimpleNamespace

import pytest

from flattop.server.errors import NotRead, Refusal
from flattop.server.schemas.rest import GuestInfo
from flattop.server.store import postgres_leases, writes
from flattop.server.store.leases import LASTS, Held, Lease, OneHolder
from flattop.server.store.postgres import PostgresStore
from flattop.server.store.postgres_leases import DatabaseLeases
from flattop.server.store.postgres_writer import Fenced
from tests.server.conftest import Room, until
from tests.server.databases import ON_DEMAND


async def test_where_there_is_one_worker_every_table_is_its_own():
    leases = OneHolder("me")
    assert await leases.take("t") == Lease("t", 0)
    assert (await leases.holder("t"), await leases.elsewhere()) == ("me", set())


@pytest.fixture
async def store():
    store = PostgresStore(ON_DEMAND.new_database())
    await store.open()
    yield store
    await store.close()


@pytest.fixture
async def workers(store, tmp_path):
    """Two workers on one machine that say they are alive only when they are told to."""
    made = [DatabaseLeases(name, store, tmp_path / "workers") for name in ("w1", "w2")]
    for leases in made:
        leases._presence.begin()
        await leases._renew()
    yield made
    for leases in made:
        leases._presence.end()


async def silence(store, worker):
    """As if five seconds had passed since it was last heard of."""
    await store.save([("UPDATE worker SET until = clock_timestamp() WHERE id = ?", (worker,))])


def event(seq):
    return [writes.event("t", seq, {}, "")]


async def test_a_database_that_hangs_is_told_of_once_its_leases_may_have_passed_on(workers, monkeypatch):
    leases = workers[0]
    assert leases.trouble == ""
    later = time.monotonic() + LASTS + 1
    monkeypatch.setattr(postgres_leases, "time", SimpleNamespace(monotonic=lambda: later))
    assert leases.trouble == "no word from it for 6 seconds"
    await leases._renew()
    assert leases.trouble == ""


async def test_a_table_is_one_workers_until_it_gives_it_back_or_is_silent(store, workers):
    first, second = workers
    lost = []
    second.lost = lost.append
    lease = await first.take("t")
    assert await second.take("t") == Held("w1")
    assert (await second.holder("t"), await second.holder("u")) == ("w1", None)
    assert (await second.elsewhere(), await first.elsewhere()) == ({"t"}, set())
    first.give_back(lease)
    await asyncio.gather(*first._given)
    again = await second.take("t")
    assert again.number > lease.number
    await silence(store, "w2")
    assert await first.holder("t") is None
    assert (await first.take("t")).number > again.number
    await first._renew()
    assert await first.holder("t") == "w1"
    await second._renew()
    assert lost == [again]
    assert await second.holder("t") == "w1"


async def test_whoever_dies_is_waited_for_no_longer_on_the_same_machine(store, workers):
    first, second = workers
    await first.take("t")
    await second._bury()
    assert await second.take("t") == Held("w1")
    first._presence._file.close()  # as when a process is killed
    await second._bury()
    assert (await second.take("t")).table_id == "t"
    assert second._presence.dead() == []


async def test_a_save_under_a_lease_that_has_passed_is_refused_and_hurts_no_other(store, workers):
    first, second = workers
    old, other = await first.take("t"), await first.take("u")
    await store.save(event(1), old)
    await silence(store, "w1")
    new = await second.take("t")
    rename = [writes.renamed("nobody", "x")]
    jobs = [(event(2), old), ([writes.event("u", 1, {}, "")], other), (event(2), new)]
    for extra in ([], [(rename, old), (rename, new)]):  # moves alone are one statement, others a transaction
        saved = await asyncio.gather(*(store.save(*job) for job in jobs + extra), return_exceptions=True)
        assert [type(error) is Fenced for error in saved] == [lease is old for _, lease in jobs + extra]
        assert [error for error in saved if error and not isinstance(error, Fenced)] == []
        rows = await store.rows("SELECT table_id, seq FROM event ORDER BY 1, 2")
        assert [tuple(row) for row in rows] == [("t", 1), ("t", 2), ("u", 1)]
        await store.save([("DELETE FROM event WHERE table_id = 'u' OR seq = 2", ())])
    assert not store.trouble


async def test_whoever_takes_a_table_waits_for_what_is_being_saved_there(store, workers):
    first, second = workers
    old = await first.take("t")
    slow = asyncio.ensure_future(store.save([*event(1), ("SELECT pg_sleep(0.3)", ())], old))
    sql = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
    await until(lambda: store.rows(sql))
    await store.rows("UPDATE worker SET until = clock_timestamp() WHERE id = 'w1'")
    assert (await second.take("t")).number > old.number
    assert (await store.row("SELECT count(*) FROM event"))[0] == 1
    await slow


@pytest.fixture
async def rooms(tmp_path, monkeypatch):
    """Two servers on one database."""
    monkeypatch.setattr(postgres_leases, "RENEWED", 0.02)
    url = ON_DEMAND.new_database()
    rooms = [await Room(tmp_path / name, database=url, worker=name).open() for name in ("w1", "w2")]
    yield rooms
    for room in rooms:
        await room.close()


async def test_a_worker_that_was_paused_fails_to_write_finds_out_and_drops_the_table(rooms):
    awake, other = rooms
    ann = await awake.guest("Ann")
    table = await awake.set_table(ann, "you", "house")
    ear = await awake.enter(table, ann)
    assert (await awake.play_any(table, ear))["type"] == "done"
    with pytest.raises(Refusal, match="moving to another worker"):
        await other.server.registry.get(table.row.id)
    awake.server.leases._task.cancel()  # it is paused
    await until(lambda: 0 in table.match.waiting)
    await table.settled()
    await silence(other.server.store, "w1")
    again = await other.server.registry.get(table.row.id)
    back = await other.enter(again, GuestInfo(ann.id, "Ann"))
    assert back.version > ear.version
    answer = await awake.play_any(table, ear)  # it wakes up, and believes that the table is still its own
    assert (answer["code"], ear.closed) == ("not-saved", 4503)
    assert table.row.id not in awake.server.registry.live
    assert awake.server.store.trouble == ""
    assert (await other.play_any(again, back))["type"] == "done"


async def test_a_worker_at_whose_tables_nobody_plays_finds_out_when_it_renews(rooms):
    awake, other = rooms
    table = await awake.set_table(await awake.guest("Ann"), "you", "open")
    ear = await awake.enter(table)
    awake.server.leases._task.cancel()
    await silence(other.server.store, "w1")
    assert (await other.server.registry.get(table.row.id)).row.id == table.row.id
    await awake.server.leases._renew()
    assert (table.dropped, ear.closed) == (True, 1012)


async def test_health_tells_of_a_database_that_does_not_answer_until_it_does(rooms, monkeypatch):
    server = rooms[0].server

    async def silent(sql, **named):
        raise NotRead("the line was cut")

    with monkeypatch.context() as cut:
        cut.setattr(server.store, "rows", silent)
        await until(lambda: not server.health()[1])
        assert "The database does not answer: the line was cut." in server.health()[0].troubles
    await until(lambda: server.health()[1])


async def test_on_a_clean_end_the_other_has_the_table_at_once(rooms):
    awake, other = rooms
    table = await awake.set_table(await awake.guest("Ann"), "you", "open")
    await awake.close()
    assert await other.server.leases.holder(table.row.id) is None
    assert (await other.server.registry.get(table.row.id)).row.id == table.row.id
    rows = await other.server.store.rows("SELECT id FROM worker")
    assert [row["id"] for row in rows] == ["w2"]


async def test_a_table_that_cannot_be_read_is_held_by_nobody(rooms):
    awake, other = rooms
    table = await awake.set_table(await awake.guest("Ann"), "you", "house")
    await awake.close()
    await other.server.store.save([("INSERT INTO event VALUES (?, 99, '{', '', 0)", (table.row.id,))])
    with pytest.raises(Refusal, match="cannot be played on"):
        await other.server.registry.get(table.row.id)
    await asyncio.gather(*other.server.leases._given)
    assert await other.server.leases.holder(table.row.id) is None
