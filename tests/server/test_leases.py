"""Leases: two server workers on one database, and every table in one of them at a time."""

import asyncio
import signal
from contextlib import suppress
from types import SimpleNamespace

import asyncpg
import pytest

from flattop.server.errors import NotRead, Refusal
from flattop.server.schemas.rest import GuestInfo
from flattop.server.store import leases as lease_module
from flattop.server.store import writes
from flattop.server.store.leases import LEASE_SECONDS, DatabaseLeases, HeldBy, Lease, SingleWorkerLeases
from flattop.server.store.postgres import Fenced, PostgresStore
from tests.server.conftest import Room, until
from tests.server.databases import ON_DEMAND, Postgres


async def test_single_worker_holds_every_table():
    leases = SingleWorkerLeases("me")
    assert await leases.acquire("t") == Lease("t", 0)
    assert (await leases.holder("t"), await leases.held_elsewhere()) == ("me", set())


@pytest.fixture
async def store():
    store = PostgresStore(ON_DEMAND.new_database())
    await store.open()
    yield store
    await store.close()


@pytest.fixture
async def workers(store, tmp_path):
    """The leases of two workers on one machine, renewed only by the test."""
    made = [DatabaseLeases(name, store, tmp_path / "workers") for name in ("w1", "w2")]
    for leases in made:
        leases._liveness.create()
        await leases._renew()
    yield made
    for leases in made:
        leases._liveness.remove()


async def silence(store, worker):
    """Let the leases of a worker expire."""
    await store.save([("UPDATE worker SET until = clock_timestamp() WHERE id = ?", (worker,))])


def event(seq):
    return [writes.event("t", seq, {}, "")]


async def test_hanging_database_is_reported_once_leases_may_have_expired(workers, monkeypatch):
    leases = workers[0]
    assert leases.last_error == ""
    later = leases._renewed_at + LEASE_SECONDS + 1
    monkeypatch.setattr(lease_module, "time", SimpleNamespace(monotonic=lambda: later))
    assert leases.last_error == "no answer for 6 seconds"
    await leases._renew()
    assert leases.last_error == ""


async def test_workers_know_the_addresses_and_the_secret_of_the_living(store, tmp_path):
    made = [
        DatabaseLeases(name, store, tmp_path / "workers", f"http://127.0.0.1:{n}")
        for n, name in enumerate(("w1", "w2"))
    ]
    for leases in made:
        await leases.open()
    first, second = made
    addresses = {"w1": "http://127.0.0.1:0", "w2": "http://127.0.0.1:1"}
    assert second.workers == addresses
    await first._renew()
    assert first.workers == addresses
    assert first.secret == second.secret
    assert len(first.secret) == 64
    await second.close()
    await first._renew()
    assert list(first.workers) == ["w1"]
    await first.close()


async def test_renewal_says_whether_the_leases_may_have_expired(workers):
    first, told = workers[0], []
    first.on_renewed = told.append
    await first._renew()
    first._renewed_at -= LEASE_SECONDS + 0.1
    await first._renew()
    assert told == [False, True]


async def test_worker_of_an_earlier_version_has_no_address(store, workers):
    await store.save([("INSERT INTO worker VALUES ('old', clock_timestamp() + interval '5 s')", ())])
    await workers[0]._renew()
    assert workers[0].workers["old"] == ""


async def test_lease_is_held_until_it_is_released_or_expires(store, workers):
    first, second = workers
    lost = []
    second.on_lost = lost.append
    lease = await first.acquire("t")
    assert await second.acquire("t") == HeldBy("w1")
    assert (await second.holder("t"), await second.holder("u")) == ("w1", None)
    assert (await second.held_elsewhere(), await first.held_elsewhere()) == ({"t"}, set())
    first.release(lease)
    await asyncio.gather(*first._releases)
    again = await second.acquire("t")
    assert again.number > lease.number
    await silence(store, "w2")
    assert await first.holder("t") is None
    assert (await first.acquire("t")).number > again.number
    await first._renew()
    assert await first.holder("t") == "w1"
    await second._renew()
    assert lost == [again]
    assert await second.holder("t") == "w1"


async def test_leases_of_a_dead_worker_on_this_machine_are_free_at_once(store, workers):
    first, second = workers
    await first.acquire("t")
    await second._remove_dead_workers()
    assert await second.acquire("t") == HeldBy("w1")
    first._liveness._file.close()  # as when a process is killed
    await second._remove_dead_workers()
    assert (await second.acquire("t")).table_id == "t"
    assert second._liveness.dead_workers() == []


async def test_save_under_a_lost_lease_is_refused_and_affects_no_other(store, workers):
    first, second = workers
    old, other = await first.acquire("t"), await first.acquire("u")
    await store.save(event(1), old)
    await silence(store, "w1")
    new = await second.acquire("t")
    rename = [writes.rename_guest("nobody", "x")]
    jobs = [(event(2), old), ([writes.event("u", 1, {}, "")], other), (event(2), new)]
    for extra in ([], [(rename, old), (rename, new)]):  # moves alone are one statement, others a transaction
        saved = await asyncio.gather(*(store.save(*job) for job in jobs + extra), return_exceptions=True)
        assert [type(error) is Fenced for error in saved] == [lease is old for _, lease in jobs + extra]
        assert [error for error in saved if error and not isinstance(error, Fenced)] == []
        rows = await store.rows("SELECT table_id, seq FROM event ORDER BY 1, 2")
        assert [tuple(row) for row in rows] == [("t", 1), ("t", 2), ("u", 1)]
        await store.save([("DELETE FROM event WHERE table_id = 'u' OR seq = 2", ())])
    assert not store.last_error


async def test_acquiring_a_lease_waits_for_saves_under_the_old_one(store, workers):
    first, second = workers
    old = await first.acquire("t")
    lock = await asyncpg.connect(store.url)
    await lock.execute("SELECT pg_advisory_lock(7)")  # holds the save up until it is unlocked
    held_up = asyncio.ensure_future(store.save([*event(1), ("SELECT pg_advisory_xact_lock(7)", ())], old))
    waiting = (
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    await until(lambda: store.rows(waiting))
    await store.rows("UPDATE worker SET until = clock_timestamp() WHERE id = 'w1'")
    taking = asyncio.ensure_future(second.acquire("t"))

    async def both_wait():
        return len(await store.rows(waiting)) == 2

    await until(both_wait)
    await lock.close()
    assert (await taking).number > old.number
    assert (await store.row("SELECT count(*) FROM event"))[0] == 1
    await held_up


@pytest.fixture
async def rooms(tmp_path, monkeypatch):
    """Two servers on one database."""
    monkeypatch.setattr(lease_module, "RENEWAL_SECONDS", 0.02)
    url = ON_DEMAND.new_database()
    rooms = [await Room(tmp_path / name, database=url, worker_id=name).open() for name in ("w1", "w2")]
    yield rooms
    for room in rooms:
        await room.close()


async def test_paused_worker_fails_to_save_and_drops_the_table(rooms):
    awake, other = rooms
    ann = await awake.guest("Ann")
    table = await awake.create_table(ann, "you", "house")
    listener = await awake.enter(table, ann)
    assert (await awake.play_any(table, listener))["type"] == "done"
    with pytest.raises(Refusal, match="moving to another worker"):
        await other.server.registry.get(table.row.id)
    awake.server.leases._task.cancel()  # it is paused
    await until(lambda: 0 in table.match.waiting)
    await table.settled()
    await silence(other.server.store, "w1")
    again = await other.server.registry.get(table.row.id)
    back = await other.enter(again, GuestInfo(ann.id, "Ann"))
    assert back.version > listener.version
    answer = await awake.play_any(
        table, listener
    )  # it wakes up, and believes that the table is still its own
    assert (answer["code"], listener.closed) == ("not-saved", 4503)
    assert table.row.id not in awake.server.registry.live
    assert awake.server.store.last_error is None
    assert (await other.play_any(again, back))["type"] == "done"


async def test_lost_lease_is_noticed_at_the_next_renewal(rooms):
    awake, other = rooms
    table = await awake.create_table(await awake.guest("Ann"), "you", "open")
    listener = await awake.enter(table)
    awake.server.leases._task.cancel()
    await silence(other.server.store, "w1")
    assert (await other.server.registry.get(table.row.id)).row.id == table.row.id
    await awake.server.leases._renew()
    assert (table.dropped, listener.closed) == (True, 1012)


async def test_health_reports_a_database_that_does_not_answer(rooms, monkeypatch):
    server = rooms[0].server

    async def silent(sql, **named):
        raise NotRead("the line was cut")

    with monkeypatch.context() as cut:
        cut.setattr(server.store, "rows", silent)
        await until(lambda: not server.health()[1])
        assert "The database does not answer: the line was cut." in server.health()[0].troubles
    await until(lambda: server.health()[1])


async def test_clean_shutdown_frees_the_table_at_once(rooms):
    awake, other = rooms
    table = await awake.create_table(await awake.guest("Ann"), "you", "open")
    await awake.close()
    assert await other.server.leases.holder(table.row.id) is None
    assert (await other.server.registry.get(table.row.id)).row.id == table.row.id
    rows = await other.server.store.rows("SELECT id FROM worker")
    assert [row["id"] for row in rows] == ["w2"]


async def test_table_that_cannot_be_loaded_is_released(rooms):
    awake, other = rooms
    table = await awake.create_table(await awake.guest("Ann"), "you", "house")
    await awake.close()
    await other.server.store.save([("INSERT INTO event VALUES (?, 99, '{', '', 0)", (table.row.id,))])
    with pytest.raises(Refusal, match="cannot be played on"):
        await other.server.registry.get(table.row.id)
    await asyncio.gather(*other.server.leases._releases)
    assert await other.server.leases.holder(table.row.id) is None


async def test_lease_that_could_not_be_released_is_released_at_the_next_renewal(store, workers, monkeypatch):
    first, second = workers
    released = []
    first.on_orphans = released.append
    lease, kept = await first.acquire("t"), await first.acquire("u")

    async def away(sql, **named):
        raise NotRead("the database is away")

    with monkeypatch.context() as cut:
        cut.setattr(store, "rows", away)
        first.release(lease)
        await asyncio.gather(*first._releases)
    assert await second.acquire("t") == HeldBy("w1")
    await first._renew()
    assert (await second.acquire("t")).number > lease.number
    assert await second.acquire("u") == HeldBy("w1")
    assert released == [1]
    await first._renew()
    assert (released, await first.holder("u")) == ([1], "w1")
    first.release(kept)
    await asyncio.gather(*first._releases)


async def test_renewal_keeps_a_lease_that_is_being_acquired(store, workers, monkeypatch):
    """The database has the lease already, but its answer is still on the way."""
    first, answered, row = workers[0], asyncio.Event(), store.row

    async def slow(sql, **named):
        got = await row(sql, **named)
        await answered.wait()
        return got

    monkeypatch.setattr(store, "row", slow)
    acquiring = asyncio.ensure_future(first.acquire("t"))

    async def is_in_database():
        return await store.rows("SELECT 1 FROM lease WHERE table_id = 't'")

    await until(is_in_database)
    await first._renew()
    answered.set()
    lease = await acquiring
    lost = []
    first.on_lost = lost.append
    await first._renew()
    assert (lost, first._held) == ([], {"t": lease})


async def test_table_that_was_dropped_while_the_database_was_away_can_be_loaded_elsewhere(tmp_path, caplog):
    postgres = Postgres()
    url = postgres.new_database()
    rooms = [await Room(tmp_path / name, database=url, worker_id=name).open() for name in ("w1", "w2")]
    try:
        table = await rooms[0].create_table(await rooms[0].guest("Ann"), "you", "house")
        await asyncio.to_thread(postgres.end, signal.SIGQUIT)
        rooms[0].server.drop(table, 1012, "")
        await asyncio.gather(*rooms[0].server.leases._releases)
        await asyncio.to_thread(postgres.start)

        async def is_back():
            with suppress(Refusal):
                return await rooms[1].server.registry.get(table.row.id)

        await until(is_back)
        assert "orphaned leases were released" in caplog.messages
    finally:
        for room in rooms:
            await room.close()
        postgres.remove()
