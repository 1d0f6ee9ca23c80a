"""Table lists with very many tables: they use an index, leave the event loop free, and archive old tables."""

import asyncio
import threading

import pytest

from flattop.server.lobby import create, finished_games, tables
from flattop.server.schemas import rest
from flattop.server.store import queries
from flattop.server.store.queries import SCOPES, results_are_gathered
from flattop.server.store.sqlite import SqliteReader
from tests.server.test_health import brisk, tables_of_bots
from tests.server.test_tables import finish, two_at_a_table

__all__ = ["brisk"]  # a fixture
NEWEST = "ORDER BY since DESC, n DESC LIMIT 20"
QUESTIONS = {
    **{scope: f"SELECT * FROM game_table WHERE {which} {NEWEST}" for scope, which in SCOPES.items()},
    **{f"{scope}, counted": f"SELECT count(*) FROM game_table WHERE {w}" for scope, w in SCOPES.items()},
    "in play": "SELECT id FROM game_table WHERE state = 'playing'",
    "unfinished": "SELECT count(*) FROM game_table WHERE owner = :guest AND state != 'over'",
    "past": "SELECT 1 FROM game_table WHERE state = 'over' AND archived = 0 AND since < 7 LIMIT 1",
}


@pytest.mark.sqlite
@pytest.mark.parametrize("question", QUESTIONS)
async def test_table_lists_use_an_index(room, question):
    plan = await room.server.store.rows(f"EXPLAIN QUERY PLAN {QUESTIONS[question]}", guest="x")
    steps = [row["detail"] for row in plan]
    assert not [step for step in steps if step.startswith("SCAN game_table") and "INDEX" not in step], steps
    if question == "open":
        assert not [step for step in steps if "TEMP B-TREE" in step], steps


@pytest.mark.sqlite
async def test_table_queries_do_not_block_the_event_loop(room, monkeypatch):
    await tables_of_bots(room, 2)
    await room.until(lambda: results_are_gathered(room.server.store))
    threads, answer = [], SqliteReader._fetch

    def noted(reads, sql, values):
        threads.extend([threading.current_thread()] if "ORDER BY since" in sql or "LEFT JOIN" in sql else [])
        return answer(reads, sql, values)

    monkeypatch.setattr(SqliteReader, "_fetch", noted)
    assert len((await tables.list_tables(room.server, None, "open", 1)).tables) == 2
    await room.server.housekeeping.resume()
    assert len(threads) == 2
    assert threading.main_thread() not in threads


async def test_tables_waiting_for_a_clock_or_bot_are_loaded_and_others_are_not(room):
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    bots = (await tables_of_bots(room, 1))[0].row.id
    persons = (await room.create_table(ann, "you", "open", game="burger-go")).row.id
    clocked = (await room.create_table(ben, "you", "house", clock=rest.ClockTerms(move=60, bank=0))).row.id
    await room.server.store.save(
        [
            ("UPDATE game_table SET state = 'playing', turn = '[0]' WHERE id IN (?, ?)", (persons, clocked)),
        ]
    )
    assert set(await queries.tables_to_resume(room.server.store)) == {bots, clocked}


async def test_old_finished_tables_are_archived_without_loss(room, brisk):
    table, ann, ben = await two_at_a_table(room)
    await finish(room, table, ann, ben)
    going_on = await room.create_table(await room.guest("Cem"), "you", "open")
    await room.server.store.save([("UPDATE game_table SET since = 1000", ())])
    await room.reopen()

    async def listed(scope, guest=ann.guest):
        return [one.id for one in (await tables.list_tables(room.server, guest, scope, 1)).tables]

    while await listed("mine"):
        await asyncio.sleep(0.005)
    assert await listed("archive") == [table.row.id]
    assert await listed("open", None) == [going_on.row.id]
    old = await finished_games.finished_row(room.server, table.row.id, ann.guest, None)
    assert (await finished_games.replay_step(room.server, old, 5, 0, None, ("here", "Ann"))).at == 5
    assert await room.server.replay_pool.record(old, ("here", "Ann")) == table.match.record.text()
    again = await create.rematch(room.server, rest.GuestInfo(ann.guest, "Ann"), table.row.id)
    assert again.id in await listed("mine")


async def test_archive_can_be_disabled(room):
    table, ann, ben = await two_at_a_table(room)
    await finish(room, table, ann, ben)
    await room.server.store.save([("UPDATE game_table SET since = 1000", ())])
    room.server.limits.archive = 0
    await room.server.housekeeping.archive_old_tables()
    assert not (await room.server.store.row("SELECT archived FROM game_table"))["archived"]
