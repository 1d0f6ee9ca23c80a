"""Finished games are replayed in a worker process: shared, cached and limited."""

import asyncio
import sys

import msgspec
import pytest

from flattop.match import Cursor, parse, replay
from flattop.server.errors import Refusal
from flattop.server.lobby import finished_games
from flattop.server.schemas import rest
from flattop.server.table.viewers import NO_CLOCKS, full_snapshot
from flattop.server.workers.replay_pool import SHARES

DEAF = [sys.executable, "-c", "import sys; sys.stdin.buffer.read()"]  # until the server is gone
ASKER = ("here", "Ann")


def as_sent(value):
    return msgspec.json.decode(msgspec.json.encode(value))


async def finished(room):
    ann = await room.guest("Ann")
    table = await room.create_table(ann, "random", "random", spectators=True)
    await room.until(lambda: table.match.over)
    return await table.settled(), ann


async def step(room, row, at, eyes=None, before=None):
    told = await finished_games.replay_step(room.server, row, at, eyes, before, ASKER)
    return msgspec.json.decode(told.sheet)


def counted(past_games, monkeypatch):
    """Counts the jobs of the worker."""
    asked, call = [], type(past_games.worker).call

    async def counting(worker, job, *rest):
        asked.append(job)
        return await call(worker, job, *rest)

    monkeypatch.setattr("flattop.server.workers.replay_pool.WorkerProcess.call", counting)
    return asked


async def test_replay_and_record_match_the_game_and_load_no_table(room):
    table, _ = await finished(room)
    record = table.match.record.text()
    cursor = Cursor(parse(record.encode(), "game"))
    await room.reopen()
    row = await finished_games.finished_row(room.server, table.row.id, None, None)
    for at, eyes in ((0, 0), (9, 1), (5, None), (10**6, 0)):
        own = full_snapshot(cursor.at(min(at, cursor.actions)), eyes, NO_CLOCKS) | {"log_from": 0}
        assert await step(room, row, at, eyes) == msgspec.json.decode(msgspec.json.encode(own))
    assert await room.server.replay_pool.record(row, ASKER) == record
    verdict = await room.server.replay_pool.verdict(row, ASKER)
    assert verdict.good
    assert verdict.lines[0].endswith("every line, hash and rule agrees")
    assert room.server.registry.live == {}


async def test_equal_questions_share_one_cached_answer(room, monkeypatch):
    table, _ = await finished(room)
    asked = counted(room.server.replay_pool, monkeypatch)
    first, *others = await asyncio.gather(*(step(room, table.row, 9, 0) for _ in range(10)))
    assert all(other == first for other in others)
    assert len(asked) == 2  # the worker did not have the game yet
    assert await step(room, table.row, 9, 0) == first
    assert len(asked) == 2
    await step(room, table.row, 10, 0)
    assert len(asked) == 3
    monkeypatch.setattr("flattop.server.workers.replay_pool.CACHE_BYTES", 100)
    await step(room, table.row, 11, 0)
    assert not room.server.replay_pool._cache


async def test_replay_step_has_a_paged_log(room):
    table, _ = await finished(room)
    lines = table.match.log(0)
    snapshot = await step(room, table.row, 10**6, 0, before=5)
    assert (snapshot["log_from"], len(snapshot["log"])) == (0, 5)
    assert [event for event, _ in snapshot["log"]] == as_sent(lines[:5])


async def test_branch_is_created_without_loading_the_old_table(room):
    table, ann = await finished(room)
    await room.reopen()
    made = [
        await finished_games.what_if(
            room.server, ann, table.row.id, rest.WhatIf(at=at, seat=1, bots="random")
        )
        for at in (0, 7, 20)
    ]
    assert room.server.registry.live == {}
    for at, one in zip((0, 7, 20), made, strict=True):
        branch = await room.server.registry.get(one.id)  # the chain of its log agrees
        past = replay(parse(table.match.record.text().encode(), "game"), at)
        assert branch.match.log(1)[: len(past.log(1))] == past.log(1)
        assert branch.match.is_branch


async def test_branches_count_towards_the_table_limit_of_a_guest(room, wide):
    room.how["limits"] = wide(tables=2)
    await room.reopen()
    table, ann = await finished(room)
    wish = rest.WhatIf(at=3, seat=0, bots="random")
    for _ in range(2):
        await finished_games.what_if(room.server, ann, table.row.id, wish)
    with pytest.raises(Refusal, match="You own 2 unfinished tables") as told:
        await finished_games.what_if(room.server, ann, table.row.id, wish)
    assert told.value.status == 429


async def test_asker_cannot_exceed_its_share_of_the_replay_queue(room):
    table, _ = await finished(room)
    past_games = room.server.replay_pool
    past_games.worker.command = DEAF
    waiting = [asyncio.ensure_future(step(room, table.row, 0))]
    await room.until(lambda: past_games.worker.running)
    waiting += [asyncio.ensure_future(step(room, table.row, 1 + at)) for at in range(SHARES[1])]
    await room.until(lambda: len(past_games._queue) == SHARES[1])
    with pytest.raises(Refusal, match="ask again later") as told:
        await step(room, table.row, 999)
    assert told.value.status == 429
    other = asyncio.ensure_future(past_games.step(table.row, 1000, None, None, ("there", "Ben")))
    await room.until(lambda: len(past_games._queue) == SHARES[1] + 1)
    assert past_games._queue.take()[1].want["at"] == 1000  # it has its turn first
    await past_games.stop()
    ends = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(end, asyncio.CancelledError) for end in ends)
    other.cancel()


async def test_dead_replay_worker_is_replaced_and_a_broken_log_is_reported(room):
    table, _ = await finished(room)
    past_games, before = room.server.replay_pool, await step(room, table.row, 9, 0)
    past_games.worker.running.kill()
    assert len((await step(room, table.row, 99, 0))["log"]) > len(before["log"])
    change = "UPDATE event SET entry = (SELECT entry FROM event WHERE seq = 2) WHERE seq = 1", ()
    await room.server.store.save([change])
    await past_games.worker.stop()
    with pytest.raises(Refusal, match="cannot be looked at") as told:
        await step(room, table.row, 7, 0)
    assert (told.value.status, told.value.code) == (409, "cannot-resume")
    past_games.worker.command = ["no", "such", "program"]
    await past_games.worker.stop()
    with pytest.raises(Refusal, match="could not be looked at"):
        await step(room, table.row, 6, 0)


async def test_idle_replay_worker_is_stopped_and_restarted(room, monkeypatch):
    monkeypatch.setattr("flattop.server.workers.replay_pool.IDLE_SECONDS", 0.0)
    table, _ = await finished(room)
    worker, first = room.server.replay_pool.worker, await step(room, table.row, 9, 0)
    await room.until(lambda: worker.running is None)
    assert len((await step(room, table.row, 99, 0))["log"]) > len(first["log"])


async def test_unfinished_game_is_never_replayed_whatever_its_row_says(room):
    ann = await room.guest("Ann")
    table = await room.create_table(ann, "you", "random")
    await room.enter(table, ann)
    with pytest.raises(Refusal, match="not over"):
        await step(room, table.row, 0, 1)
