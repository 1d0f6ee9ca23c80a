"""Health of the server: a broken table is reported and affects no other."""

import asyncio
from itertools import count

import pytest

from flattop.server import housekeeping
from flattop.server.errors import Refusal
from flattop.server.lobby import tables
from flattop.server.metrics import Metrics
from flattop.server.store import writes
from flattop.server.store.base import NotSaved
from tests.server.conftest import NoWorkers
from tests.server.test_tables import two_at_a_table


class Stubborn(NoWorkers):
    """Bots that never answer."""

    async def think(self, job, whose=""):
        await asyncio.Event().wait()


@pytest.fixture
def brisk(monkeypatch):
    """Housekeeping with very short rounds that resumes tables in each."""
    monkeypatch.setattr(housekeeping, "ROUND_SECONDS", 0.005)
    monkeypatch.setattr(housekeeping, "RESUME_EVERY", 1)


async def tables_of_bots(room, count):
    """Tables where bots stay on turn."""
    room.how["pool"] = Stubborn()
    await room.reopen()
    ann = await room.guest("Ann")
    return [await room.create_table(ann, "house", "random", spectators=True) for _ in range(count)]


BREAKING = {
    "a line that is no JSON": "UPDATE event SET entry = '{broken' WHERE seq = 1 AND table_id = ?",
    "a line that is no entry": "UPDATE event SET entry = '7' WHERE seq = 1 AND table_id = ?",
    "a line of bytes": "UPDATE event SET entry = x'ff00ff' WHERE seq = 1 AND table_id = ?",
    "a line nested deeply": "UPDATE event SET entry = '[[[[[[[[[[' WHERE seq = 1 AND table_id = ?",
    "a seat that is none": 'UPDATE event SET entry = \'{"act": ["x", []]}\' WHERE seq = 1 AND table_id = ?',
    "a header that is a list": "UPDATE game_table SET header = '[]' WHERE id = ?",
    "a header without people": "UPDATE game_table SET header = '{\"game\": 7}' WHERE id = ?",
    "options that are no JSON": "UPDATE game_table SET options = '{' WHERE id = ?",
    "a clock that is none": 'UPDATE game_table SET clock = \'{"move": "x"}\' WHERE id = ?',
    "a turn of nobody": "UPDATE game_table SET turn = '[9]' WHERE id = ?",
    "a state that is none": "UPDATE game_table SET state = 'playing ' WHERE id = ?",
    "no seats": "DELETE FROM seat WHERE table_id = ?",
}
BYTES = pytest.param("a line of bytes", marks=pytest.mark.sqlite, id="a line of bytes")


@pytest.mark.parametrize("how", [BYTES if how == BYTES.id else how for how in BREAKING])
async def test_broken_table_is_reported_and_the_others_go_on(room, brisk, capsys, how):
    first, broken, last = [table.row.id for table in await tables_of_bots(room, 3)]
    event = "INSERT INTO event VALUES (?, 1, '{}', '', 0) ON CONFLICT DO NOTHING", (broken,)
    await room.server.store.save([event, (BREAKING[how], (broken,))])
    await room.close()
    capsys.readouterr()  # drop earlier log lines about the table
    await room.open()
    live, condition = room.server.registry.live, room.server.health_state
    await room.until(lambda: first in live and last in live)
    if "state" not in how:  # such a table is in no list
        await room.until(lambda: broken in condition.broken)
    assert (await tables.list_tables(room.server, None, "open", 1)).tables
    with pytest.raises(Refusal, match="cannot be played on") as refused:
        await tables.visible_table(room.server, broken, None, None)
    assert (refused.value.status, list(condition.broken)) == (409, [broken])
    room.server.drop(live[first], 4000, "")
    await room.until(lambda: first in live)  # the housekeeping still goes round
    told = [line for line in capsys.readouterr().err.splitlines() if broken in line]
    assert len(told) == 1, told
    assert "Traceback" not in capsys.readouterr().err


async def test_refusal_of_a_broken_table_quotes_nothing_from_its_log(room):
    table, ann, _ = await two_at_a_table(room)
    await room.play_any(table, ann)
    await room.reopen()
    await room.server.store.save([("UPDATE event SET entry = ?", ('{"luck":98765,"undo":0}',))])
    with pytest.raises(Refusal, match="cannot be played on") as refused:
        await tables.visible_table(room.server, table.row.id, ann.guest, None)
    assert "98765" not in refused.value.sentence
    assert "98765" in room.server.health_state.broken[table.row.id]


async def test_repaired_table_can_be_played_on(room, brisk, capsys):
    (table,) = await tables_of_bots(room, 1)
    await room.server.store.save([("UPDATE game_table SET turn = '[9]'", ())])
    await room.reopen()
    await room.until(lambda: room.server.health_state.broken)
    await room.server.store.save([("UPDATE game_table SET turn = '[0]'", ())])
    await tables.visible_table(room.server, table.row.id, None, None)
    assert not room.server.health_state.broken
    assert "the table can be loaded again" in capsys.readouterr().err


async def test_table_of_a_removed_game_does_not_break_the_list(room):
    first, second = await tables_of_bots(room, 2)
    sql = "UPDATE game_table SET game = 'burger-chess' WHERE id = ?"
    await room.server.store.save([(sql, (first.row.id,))])
    listed = (await tables.list_tables(room.server, None, "open", 1)).tables
    assert [table.id for table in listed] == [second.row.id]
    assert "burger-chess" in room.server.health_state.broken[first.row.id]


# -- what health says


def fill_up(store, monkeypatch):
    """Keep the database from growing, as a full disk does, and let every save need room."""
    submit, numbers = store.submit, count()

    def submit_more(saved, callback, lease=None):
        submit([*saved, writes.deck(f"d{next(numbers)}", "x" * 500_000)], callback, lease)

    monkeypatch.setattr(store, "submit", submit_more)
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")


def make_room(store):
    store._db.execute("PRAGMA max_page_count = 1000000")


async def test_health_reports_a_sound_server(room):
    await room.until(lambda: room.server.health_state.integrity_errors is not None)
    health, works = room.server.health()
    assert works
    assert (health.ok, health.troubles, health.broken, health.integrity) == (True, [], 0, "sound")


@pytest.mark.sqlite
async def test_health_reports_a_full_disk_until_there_is_room_again(room, brisk, capsys, monkeypatch):
    await room.reopen()
    store = room.server.store
    fill_up(store, monkeypatch)
    with pytest.raises(NotSaved, match="full"):
        await store.save([writes.no_op()])
    health, works = room.server.health()
    assert (works, health.ok) == (False, False)
    assert health.troubles == ["The last save failed: database or disk is full."]
    make_room(store)
    await room.until(lambda: room.server.health()[1])  # the housekeeping tries again by itself
    assert store.writer_is_alive
    told = capsys.readouterr().err
    assert told.count("saving fails error=OperationalError code=SQLITE_FULL ") == 1
    assert "saving works again" in told


@pytest.mark.sqlite
async def test_health_reports_a_dead_writer(room):
    store = room.server.store
    store._queue.put(None)
    await room.until(lambda: not store.writer_is_alive)
    assert room.server.health()[0].troubles == ["The writer has stopped: nothing can be saved."]


async def test_health_reports_a_housekeeping_that_hangs(room):
    room.clock.advance(100)
    assert room.server.health()[1]
    room.clock.advance(100)
    health, works = room.server.health()
    assert not works
    assert "has not run for 200 seconds" in health.troubles[0]


async def test_health_reports_broken_tables_but_the_server_works(room, brisk):
    await tables_of_bots(room, 1)
    await room.server.store.save([("UPDATE game_table SET turn = '[9]'", ())])
    await room.reopen()
    await room.until(lambda: room.server.health_state.broken)
    health, works = room.server.health()
    assert works
    assert (health.ok, health.broken) == (False, 1)
    assert health.troubles == ["1 of the tables cannot be played on; the log names them."]


@pytest.mark.sqlite
async def test_overwritten_database_pages_are_detected(room, capsys):
    save = [writes.guest(f"{n:05}", "x" * 200, b"%d" % n) for n in range(500)]
    await room.server.store.save(save)
    await room.close()
    with (room.folder / "house.sqlite").open("r+b") as file:
        file.seek(4096 * 30)
        file.write(b"\xff" * 4096 * 8)
    await room.open()
    await room.until(lambda: room.server.health_state.integrity_errors)
    health, works = room.server.health()
    assert works
    assert (health.ok, health.integrity) == (False, "damaged")
    assert " WARNING the database is damaged fault=" in capsys.readouterr().err


@pytest.mark.sqlite
async def test_writer_survives_any_error_of_a_save(room, monkeypatch):
    store = room.server.store
    monkeypatch.setattr(store, "_save_together", lambda batch: 1 / 0)
    with pytest.raises(NotSaved, match="division"):
        await store.save([writes.no_op()])
    monkeypatch.undo()
    await store.save([writes.no_op()])
    assert store.last_error is None


async def test_background_tasks_end_before_the_store_is_closed(room, monkeypatch):
    told = []

    async def slow_to_end(metrics):
        told.append("begun")
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.1)
            told.append(store.writer_is_alive)

    monkeypatch.setattr(Metrics, "watch_loop", slow_to_end)
    await room.reopen()
    store = room.server.store
    await room.until(lambda: told)
    await room.close()
    assert told == ["begun", True]


@pytest.mark.sqlite
async def test_removed_database_file_is_reported(room):
    def troubles():
        return room.server.health()[0].troubles

    path = room.server.store.path
    assert troubles() == []
    path.rename(path.with_name("moved"))
    lost = ["The database file was removed or replaced: nothing is kept."]
    assert troubles() == lost
    path.write_bytes(b"")
    assert troubles() == lost
    path.with_name("moved").replace(path)
    assert troubles() == []
