"""Tables in memory and in play are limited per guest, per address and by memory."""

import asyncio
import gc
import json
import weakref
from sys import getsizeof

import pytest

from flattop.games import game
from flattop.match import Match, live_seed, replay
from flattop.match.record import ParsedRecord
from flattop.server import housekeeping
from flattop.server.errors import Refusal
from flattop.server.fair_queues import RoundRobin
from flattop.server.lobby import create, tables
from flattop.server.registry import GRACE_SECONDS, REST_SECONDS, WORK_SECONDS, ReplayThrottle
from flattop.server.schemas import rest
from flattop.server.schemas.base import CloseCode
from flattop.server.store import writes
from flattop.server.store.rows import SeatRow, TableRow
from flattop.server.workers import bot_scheduler
from tests.server.conftest import NoWorkers, until


class Thinkers:
    """Bots that think until they are released, and then play a random option."""

    part = 1.0

    def __init__(self):
        self.go = asyncio.Event()

    async def think(self, job, whose=""):
        await self.go.wait()

    async def stop(self):
        pass


def bots_at_play(owner):
    """A table of two bots just after the deal."""
    match = Match(game("burger-go"), ["Bot 1", "Bot 2"], live_seed(), {"rounds": 1})
    seats = [SeatRow("random", name) for name in match.people]
    made = {"header": match.record.header, "state": "playing", "turn": [0, 1], "seats": seats}
    return TableRow("burger-go", dict(match.settings), match.seed, owner=owner, **made)


async def restarted(room, wide, rows, **limits):
    """Restart the server with tables in play."""
    pool = Thinkers()
    await room.server.store.save([write for row in rows for write in writes.new_table(row)])
    room.how |= {"pool": pool, "limits": wide(**limits)}
    await room.reopen()
    return pool


def in_play(room):
    return {table_id for table_id, _ in room.server.scheduler._tasks}


async def all_over(room, rows):
    return all([(await room.server.registry.row(row.id)).state == "over" for row in rows])


async def test_restart_resumes_a_few_unwatched_tables_guest_by_guest(room, wide):
    rows = [bots_at_play("Ann") for _ in range(300)] + [bots_at_play("Ben") for _ in range(2)]
    pool = await restarted(room, wide, rows, unwatched=5)
    await room.server.housekeeping.resume()
    await room.until(lambda: len(in_play(room)) == 5)
    assert len(room.server.registry.live) == 5
    pool.go.set()
    await room.until(lambda: all_over(room, rows[-2:]))
    assert len(room.server.scheduler.unwatched._playing) == 5


async def test_every_unwatched_table_gets_a_turn_within_the_limit(room, wide):
    rows = [bots_at_play(owner) for owner in "AAAAB"]
    await restarted(room, wide, rows, unwatched=2)
    room.how["pool"] = NoWorkers()
    await room.reopen()
    at_once = set()

    async def all_are_over():
        at_once.add(len(room.server.scheduler.unwatched._playing))
        return await all_over(room, rows)

    await room.until(all_are_over)
    assert max(at_once) == 2


async def test_watched_table_plays_without_waiting_for_a_turn(room, wide):
    rows = [bots_at_play("Ann") for _ in range(4)]
    for row in rows:
        row.spectators = True
    await restarted(room, wide, rows, unwatched=1)
    await room.until(lambda: len(in_play(room)) == 1)
    waiting = next(row.id for row in rows if row.id not in in_play(room))
    table = await room.server.registry.get(waiting)
    assert waiting not in in_play(room)
    listener = await room.enter(table)
    assert waiting in in_play(room)
    table.leave(listener)
    assert len(in_play(room)) == 2  # what is being thought is thought to its end


async def test_long_unwatched_game_lets_the_next_one_play(room, wide, monkeypatch):
    ann = await room.guest("Ann")
    pool = await restarted(room, wide, [], unwatched=1)
    first, second = [await room.create_table(ann, "random", "random") for _ in range(2)]
    assert in_play(room) == {first.row.id}
    room.clock.advance(bot_scheduler.TURN_SECONDS + 1)
    pool.go.set()
    await room.until(lambda: second.match.actions)
    assert not first.match.over


async def test_dropped_table_is_not_loaded_again_by_a_pending_bot_move(room, wide):
    await restarted(room, wide, [bots_at_play("Ann") for _ in range(4)], unwatched=1)
    await room.until(lambda: len(in_play(room)) == 1)
    server = room.server
    (table,) = server.registry.live.values()
    server.drop(table, CloseCode.SERVER_CLOSES, "")
    server.wake(table)  # as a move does that was being saved
    assert table.row.id not in server.scheduler.unwatched._playing
    await room.close()
    assert server.registry.live == {}
    assert server.registry._loading == {}  # no table was woken


async def test_idlest_tables_are_evicted_when_memory_is_short(room, wide):
    room.how["limits"] = wide(memory=1, tables=1000, awake=1000)
    await room.reopen()
    ann = await room.guest("Ann")
    tables = []
    for _ in range(40):
        tables.append(await room.create_table(ann, "you", "open"))
        room.clock.advance(1)
    assert room.server.registry.eviction.weight < 1 << 20
    awake = [table.row.id in room.server.registry.live for table in tables]
    assert awake == sorted(awake)
    assert 5 < sum(awake) < 20
    assert (await room.server.registry.get(tables[0].row.id)).row.id == tables[0].row.id


async def test_new_table_is_refused_when_watched_tables_use_all_memory(room, wide):
    room.how["limits"] = wide(memory=1, tables=1000, awake=1000)
    await room.reopen()
    ann = await room.guest("Ann")
    sleeping = await room.create_table(ann, "you", "open")
    room.clock.advance(GRACE_SECONDS + 1)
    while sleeping.row.id in room.server.registry.live or room.server.registry.eviction.weight < 1 << 20:
        await room.enter(await room.create_table(ann, "you", "open"), ann)
    with pytest.raises(Refusal, match="no room for another table") as told:
        await room.create_table(ann, "you", "open")
    assert told.value.status == 429
    assert sleeping.row.id not in room.server.registry.live
    with pytest.raises(Refusal, match="no room for another table"):
        await room.server.registry.get(sleeping.row.id)


async def test_unwatched_tables_in_memory_are_limited_per_guest(room, wide):
    room.how["limits"] = wide(awake=3)
    await room.reopen()
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    watched = await room.create_table(ann, "you", "open")
    await room.enter(watched, ann)
    tables = [await room.create_table(guest, "you", "open") for guest in (ben, *[ann] * 8)]
    room.server.registry.eviction.evict()
    assert len(room.server.registry.live) == 10  # they were requested a moment ago
    room.clock.advance(GRACE_SECONDS + 1)
    room.server.registry.eviction.evict()
    awake = room.server.registry.live
    assert watched.row.id in awake
    assert tables[0].row.id in awake
    assert sum(table.row.id in awake for table in tables[1:]) == 3


async def test_table_that_is_being_saved_is_not_evicted(room, wide):
    room.how["limits"] = wide(awake=0)
    await room.reopen()
    table = await room.create_table(await room.guest("Ann"), "you", "open")
    room.clock.advance(GRACE_SECONDS + 1)
    saved = asyncio.Event()

    async def wait_for_the_disk():
        await saved.wait()

    command = asyncio.ensure_future(table.execute(wait_for_the_disk))
    await asyncio.sleep(0)
    room.server.registry.eviction.evict()
    assert table.row.id in room.server.registry.live
    saved.set()
    await command
    room.clock.advance(GRACE_SECONDS + 1)
    room.server.registry.eviction.evict()
    assert table.row.id not in room.server.registry.live


async def test_new_tables_are_rate_limited_per_address(room, wide):
    room.how["limits"] = wide(new_tables=3)
    await room.reopen()
    wish = rest.NewTable(game="burger-go", seats=["you", "open"])

    async def made(name, address):
        return await create.new_table(room.server, await room.guest(name), wish, address)

    for name in ("Ann", "Ben", "Cleo"):
        await made(name, "here")
    with pytest.raises(Refusal, match="Too many new tables from your address") as told:
        await made("Dan", "here")
    assert told.value.status == 429
    await made("Eve", "there")
    room.clock.advance(4)
    await made("Dan", "here")


def test_long_replay_pauses_for_other_threads():
    now, slept = [0.0], []
    breather = ReplayThrottle(lambda: now[0], slept.append)
    match = Match(game("burger-go"), ["Ann", "Ben"], 7)
    for _ in range(12):
        match.play(match.waiting[0], next(iter(match.table.asks[match.waiting[0]])))
    entries = [json.loads(line) for line in match.record.lines[1:]]

    def pause():
        now[0] += WORK_SECONDS / 3
        breather()

    again = replay(ParsedRecord("game", match.record.header, tuple(entries)), pause=pause)
    assert again.record.text() == match.record.text()
    assert slept == [REST_SECONDS] * 4


async def test_long_logs_are_replayed_one_at_a_time_and_short_ones_at_once(room, monkeypatch):
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    two = [await room.create_table(ann, "you", "open") for _ in range(2)]
    for table in two:
        await tables.join(room.server, ben, table.row.id, None, 1)  # tables of persons alone are not loaded
    await room.reopen()
    async with room.server.registry._long_replays.turn(("somebody",)):
        assert await room.server.registry.get(two[0].row.id)
        monkeypatch.setattr("flattop.server.registry.LONG_LOG", -1)
        long = asyncio.ensure_future(room.server.registry.get(two[1].row.id))
        await room.until(lambda: len(room.server.registry._long_replays) == 1)
        assert not long.done()
    assert (await long).row.id == two[1].row.id


async def test_long_logs_are_refused_when_too_many_wait(room, monkeypatch):
    table = await room.create_table(await room.guest("Ann"), "you", "open")
    await tables.join(room.server, await room.guest("Ben"), table.row.id, None, 1)
    monkeypatch.setattr("flattop.server.registry.LONG_LOG", -1)
    monkeypatch.setattr("flattop.server.registry.MAX_LONG_REPLAYS", 0)
    await room.reopen()
    async with room.server.registry._long_replays.turn(("somebody",)):
        with pytest.raises(Refusal, match="loads too many long games now"):
            await room.server.registry.get(table.row.id)


async def test_memory_of_a_viewer_counts_what_is_kept_for_it(room, monkeypatch):
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    table = await room.create_table(ann, "you", "open")
    await tables.join(room.server, ben, table.row.id, None, 1)
    listeners = [await room.enter(table, guest) for guest in (ann, ben)]
    viewer, before = table.viewers[0], table.weight
    await room.play_any(table, listeners[0])
    await room.play_any(table, listeners[1])
    kept = [getsizeof(message) for message in viewer._updates]
    assert kept
    assert table.weight - before >= sum(kept)
    monkeypatch.setattr("flattop.server.table.viewers.KEPT_SIZE", sum(kept))
    for _ in range(6):
        await room.play_any(table, listeners[table.match.waiting[0]])
        sizes = list(map(getsizeof, viewer._updates))
        assert sum(sizes) <= sum(kept) or len(sizes) == 1
    assert viewer.missing(viewer.version - 1) == [viewer._updates[-1]]
    assert viewer.missing(viewer.version - len(viewer._updates) - 1) is None


def test_round_robin_serves_owners_in_turn():
    rotation = RoundRobin()
    for key in ("a1", "a2", "a3", "b1"):
        rotation.put(key, key[0])
    rotation.put("a1", "other")
    assert rotation.take() == "a1"
    rotation.put("c1", "c")
    rotation.drop("a2")
    rotation.drop("a2")
    assert [rotation.take() for _ in range(len(rotation))] == ["b1", "a3", "c1"]
    assert len(rotation) == 0


async def test_dropped_table_is_freed_without_the_garbage_collector(running, wide):
    """The garbage collector would run much later, and every dropped table would use memory until then."""
    local = running(limits=wide())
    ann, registry = await local.guest("Ann"), local.server.registry
    _, made = await ann.call("POST", "/api/tables", {"game": "burger-go", "seats": ["you", "random"]})
    gc.collect()
    gc.disable()
    try:
        async with ann.table(made["id"]) as table:
            await table.hear("welcome")
            await table.play(table.options[0])
        await until(lambda: not registry.live[made["id"]].subscribers)
        gone = weakref.ref(registry.live[made["id"]])
        local.server.loop.call_soon_threadsafe(lambda: registry.drop(gone(), CloseCode.SERVER_CLOSES, ""))
        await ann.introduce("Anna")  # so that the writer holds another job
        await until(lambda: gone() is None)
    finally:
        gc.enable()


async def test_housekeeping_runs_the_garbage_collector(room, monkeypatch):
    monkeypatch.setattr(housekeeping, "ROUND_SECONDS", 0.01)
    monkeypatch.setattr(housekeeping, "COLLECT_EVERY", 2)
    gc.disable()
    try:
        ring = Thinkers()
        ring.itself, gone = ring, weakref.ref(ring)
        del ring
        await room.reopen()
        await until(lambda: gone() is None)
    finally:
        gc.enable()
