"""Bots think in worker processes: limited, restarted, without secrets, and never in the event loop."""

import asyncio
import os
import pickle
import signal
import textwrap
import time

import pytest

from flattop.bots import RANKS
from flattop.bots.hints import Stage
from flattop.games import game
from flattop.kernel import Sees, view
from flattop.match import Match
from flattop.server.lobby import create
from flattop.server.schemas import rest
from flattop.server.schemas.messages import HintGiven
from flattop.server.server import Server
from flattop.server.table.server_api import HintRequest
from flattop.server.workers import bot_pool as pools
from flattop.server.workers.bot_pool import BotPool, HintPool, encode_job


def pool_of(tmp_path, source, **how):
    """A pool whose workers run the given script."""
    script = tmp_path / "odd_worker.py"
    script.write_text(
        "import os, sys, time\nfrom flattop.server.workers import worker_process\n" + textwrap.dedent(source)
    )
    pool = BotPool(1, **how)
    for worker in pool.workers:
        worker.command = [worker.command[0], str(script), "1024"]
    return pool


def a_match(key="burger-go", moves=0):
    match = Match(game(key), ["Ann", "Ben", "Cleo"], 5)
    for _ in range(moves):
        seat = match.waiting[0]
        match.play(seat, next(iter(match.table.asks[seat])))
    return match


def pids_of(pool):
    return [worker.running.pid for worker in pool.workers if worker.running]


async def ask_and_stop(pool, *jobs):
    answers = [await pool.think(job) for job in jobs]
    pids = pids_of(pool)
    await pool.stop()
    return answers, pids


async def test_bot_worker_chooses_an_option_of_the_seat():
    """One worker plays all ranks."""
    tables = [a_match(key, 12) for key in ("burger-go", "burger-boss")]
    asked = [(match, match.waiting[0], rank) for match in tables for rank in RANKS]
    jobs = [encode_job(match, None, *at, part=0.02) for match, *at in asked]
    answers, _ = await ask_and_stop(BotPool(1), *jobs)
    for (match, seat, _), action in zip(asked, answers, strict=True):
        assert action in match.table.asks[seat]


@pytest.mark.parametrize("key", ["burger-go", "burger-boss"])
def test_bot_worker_receives_a_determinization_with_the_same_observation(key):
    match = a_match(key, 12)
    seat, zones = match.waiting[0], match.game.zones
    given = [pickle.loads(encode_job(match, None, seat, "house"))["table"] for _ in range(20)]
    for t in given:
        assert (t.chance, t.pack) == (None, None)
        t.pack = match.table.pack
        assert view(t, zones, seat) == view(match.table, zones, seat)
    closed = [
        name for name, zone in zones.items() if zone.sees is Sees.NONE and len(getattr(match.table, name)) > 5
    ]
    assert closed
    for name in closed:
        assert any(getattr(t, name) != getattr(match.table, name) for t in given)


async def test_bot_worker_is_replaced_after_many_jobs(monkeypatch):
    monkeypatch.setattr(pools, "JOBS_PER_PROCESS", 2)
    pool, job, at_work = BotPool(1), encode_job(a_match(), None, 0, "house"), []
    for _ in range(4):
        assert await pool.think(job)
        at_work.append(pids_of(pool))
    (first,), (second,) = at_work[0], at_work[2]
    assert at_work == [[first], [], [second], []]
    assert first != second


async def test_bot_worker_that_dies_is_restarted():
    pool, job = BotPool(1), encode_job(a_match(), None, 0, "house")
    assert await pool.think(job)
    (pid,) = pids_of(pool)
    os.kill(pid, signal.SIGKILL)
    assert await pool.think(job)
    assert pids_of(pool) != [pid]
    await pool.stop()


async def test_pool_gives_up_after_two_failures(tmp_path):
    failures = []
    pool = pool_of(
        tmp_path,
        "worker_process.write(sys.stdout.buffer, {'ready': True}); sys.exit(3)",
        on_failure=lambda: failures.append(1),
    )
    (action,), _ = await ask_and_stop(pool, encode_job(a_match(), None, 0, "house"))
    assert action is None
    assert len(failures) == 2


@pytest.mark.parametrize(
    "answer", ["{'no': 1}", "{'action': 'x'}", "{'action': [None]}", "{'action': 'y' * 100_000}"]
)
async def test_invalid_answer_of_a_worker_is_rejected(tmp_path, answer):
    source = f"""
        out = sys.stdout.buffer
        worker_process.write(out, {{"ready": True}})
        worker_process.read(sys.stdin.buffer)
        worker_process.write(out, {answer})
    """
    (action,), _ = await ask_and_stop(pool_of(tmp_path, source), encode_job(a_match(), None, 0, "house"))
    assert action is None


async def test_worker_that_exceeds_its_time_is_killed(tmp_path):
    source = """
        worker_process.write(sys.stdout.buffer, {"ready": True})
        time.sleep(600)
    """
    pool = pool_of(tmp_path, source, seconds=0.2)
    (action,), pids = await ask_and_stop(pool, encode_job(a_match(), None, 0, "house"))
    assert action is None
    assert pids == []


ECHO = """
    out = sys.stdout.buffer
    worker_process.write(out, {"ready": True})
    while job := worker_process.read(sys.stdin.buffer):
        worker_process.write(out, {"action": [job.decode()]})
"""


async def test_owner_with_few_jobs_does_not_wait_behind_one_with_many(tmp_path):
    pool, order = pool_of(tmp_path, ECHO), []

    async def ask(job, whose):
        order.append((await pool.think(job.encode(), whose))[0])

    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(ask(f"a{n}", "Ann")) for n in range(5)]
        await asyncio.sleep(0)
        group.create_task(ask("b0", "Ben"))
        await asyncio.sleep(0)
        asked[2].cancel()  # a cancelled job does not block the queue
    assert order == ["a0", "a1", "b0", "a3", "a4"]
    assert await pool.think(b"again") == ("again",)
    await pool.stop()


class Stuck:
    """A pool that never answers."""

    part = 1.0

    def __init__(self):
        self.asked = []

    async def think(self, job, whose=""):
        self.asked.append(whose)
        await asyncio.Event().wait()


async def test_slow_bots_do_not_delay_quick_ones(room):
    """Slow bots have their own pool, which serves owners in turn."""
    room.server.scheduler.slow_pool = slow = Stuck()
    ann, ben = await room.guest("Ann"), await room.guest("Ben")
    chefs = [await room.create_table(ann, "chef", "head-chef", spectators=True) for _ in range(3)]
    for table in chefs:
        await room.enter(table, ann)
    quick = await room.create_table(ben, "house", "house", spectators=True)
    await room.enter(quick, ben)
    await room.until(lambda: quick.row.state == "over")
    assert slow.asked == [ann.id] * 6
    assert all(table.match.actions == 0 for table in chefs)


async def test_memory_of_a_worker_is_limited(tmp_path):
    source = """
        worker_process.limit_memory(int(sys.argv[1]))
        worker_process.write(sys.stdout.buffer, {"ready": True})
        worker_process.read(sys.stdin.buffer)
        try:
            bytearray(3 << 30)
        except MemoryError:
            worker_process.write(sys.stdout.buffer, {"action": ["too", "much"]})
    """
    (action,), _ = await ask_and_stop(pool_of(tmp_path, source), b"anything")
    assert action == ("too", "much")


async def test_bot_plays_a_random_option_if_its_workers_fail(room):
    table = await room.create_table(await room.guest("Ann"), "house", "house", spectators=True)
    await room.until(lambda: table.row.state == "over")


async def test_illegal_action_of_a_bot_is_replaced(room):
    class Stubborn:
        part = 1.0

        async def think(self, job, whose=""):
            return ("fly", 99)

        async def stop(self):
            pass

    room.how["pool"] = Stubborn()
    await room.reopen()

    table = await room.create_table(await room.guest("Ann"), "house", "house")
    await room.until(lambda: table.row.state == "over")
    assert room.server.metrics.registry.get_sample_value("flattop_bot_failures_total") > 10


async def test_hints_improve_until_the_player_moves(running, wide, monkeypatch):
    monkeypatch.setattr("flattop.server.lobby.create.live_seed", lambda: bytes(range(1, 33)))
    monkeypatch.setattr("flattop.server.workers.bot_pool.secrets.randbits", lambda bits: 7)
    brief = HintPool(stages=(Stage(0.02, 2), Stage(0.04, 3)))
    local = running(limits=wide(), hint_pool=brief)

    ann = await local.guest("Ann")
    _, made = await ann.call("POST", "/api/tables", {"game": "burger-go", "seats": ["you", "random"]})
    chair = await ann.table(made["id"]).open()
    await chair.hear("welcome")
    hints = [await chair.ask("hint")]
    while not hints[-1]["done"]:
        hints.append(await chair.hear("hint", id=hints[0]["id"]))
    first, last = hints[0], hints[-1]
    assert all([hint["action"], hint["words"]] in chair.snapshot["options"] for hint in hints)
    assert (first["playouts"], first["chance"], first["worth"]) == (0, "", None)
    assert last["playouts"] > 0
    assert last["whole"].startswith(last["words"] + ", then show ")
    assert last["worth"]["kind"] == "win"
    assert first["why"]
    assert last["why"].startswith(first["why"]) or last["action"] != first["action"]
    assert last["worth"]["low"] <= last["worth"]["value"] <= last["worth"]["high"]
    assert last["other"] not in ("", last["whole"])
    assert last["why"].endswith(".")
    assert await chair.ask("hint", id=last["id"]) == last
    await chair.close()


async def test_unwanted_hint_is_stopped_and_its_worker_lives_on(running, wide):
    endless = HintPool(stages=(Stage(0.01, 0),) * 10_000)
    local = running(limits=wide(), hint_pool=endless)

    ann = await local.guest("Ann")
    _, made = await ann.call("POST", "/api/tables", {"game": "burger-go", "seats": ["you", "random"]})
    chair = await ann.table(made["id"]).open()
    await chair.hear("welcome")
    hint = await chair.ask("hint")
    pid = endless.worker.running.pid
    assert (await chair.ask("hint", stop=True))["type"] == "done"
    while not hint["done"]:
        hint = await chair.hear("hint", id=hint["id"])
    hint = await chair.ask("hint")
    await chair.play(hint["action"])
    hint = await chair.ask("hint")  # the one before would never have left its place to this one
    assert [hint["action"], hint["words"]] in chair.snapshot["options"]
    other = await ann.table(made["id"]).open()
    await other.hear("welcome")
    await other.ask("hint")  # of one guest only the last is thought about, wherever it was asked
    while not hint["done"]:
        hint = await chair.hear("hint", id=hint["id"])
    assert endless.worker.running.pid == pid
    await chair.close()
    await other.close()


async def test_many_guests_of_one_address_do_not_delay_hints_of_another(monkeypatch):
    pool, served = HintPool(), []

    async def serve(asking, job):
        served.append(asking.guest)
        await asyncio.sleep(0)

    monkeypatch.setattr(pool, "_send_hints", serve)
    guests = [("192.0.2.1", f"attacker {n}") for n in range(20)] + [("192.0.2.2", "Ann")]
    asked = [HintRequest(address, guest, "m", lambda hint: None, lambda: True) for address, guest in guests]
    await asyncio.gather(*(pool.think(each, b"") for each in asked))
    assert len(served) == len(guests)
    assert served.index("Ann") <= 2


async def test_event_loop_is_not_blocked_while_bots_think(tmp_path):
    """Four tables of house bots: CPU time of the event loop between two sleeps."""

    server = Server(tmp_path / "data", workers=1)
    await server.open()
    guest, _ = await server.guests.create("Ann")
    wishes = [rest.NewTable(game=key, seats=["house"] * 3) for key in ("burger-go", "burger-boss") * 2]
    tables = [await server.registry.get((await create.new_table(server, guest, wish)).id) for wish in wishes]
    pauses = []
    while sum(table.match.actions for table in tables) < 300:
        began = time.thread_time()
        await asyncio.sleep(0.002)
        pauses.append(time.thread_time() - began)
    await server.close()
    pauses = sorted(pauses)
    assert pauses[len(pauses) * 99 // 100] < 0.02  # several turns of the loop may fall into one sleep


def test_determinization_is_fast():
    match = a_match("burger-boss", 60)
    began = time.thread_time()
    for _ in range(20):
        encode_job(match, None, match.waiting[0], "house")
    assert (time.thread_time() - began) / 20 < 0.02


class Whisperer:
    """A hint pool that returns a given hint."""

    action, stages = None, ()

    async def think(self, asking, job):
        asking.send(HintGiven("m", list(self.action), "this", done=False))

    async def stop(self):
        pass


async def test_hint_may_be_an_action_that_is_open_at_any_time(room):
    room.how["hint_pool"] = adviser = Whisperer()
    await room.reopen()
    ann = await room.guest("Ann")
    table = await room.create_table(ann, "you", "random", game="between-two-burgers")
    listener = await room.enter(table, ann)
    while not (0 in table.match.waiting and list(table.match.table.anytime(0))):
        await room.until(lambda: 0 in table.match.waiting)
        await room.play_any(table, listener)
    adviser.action = next(iter(table.match.table.anytime(0)))
    hint = await room.send(table, listener, "hint")
    assert (hint["action"], hint["done"]) == (list(adviser.action), False)
    assert listener.last("hint")["done"] is True
    adviser.action = ("nonsense",)
    assert (await room.send(table, listener, "hint"))["code"] == "no-hint"
    table.match.pause(0)
    refused = await room.send(table, listener, "hint")
    assert (refused["code"], refused["sentence"]) == (
        "not-your-turn",
        "You have nothing to decide now.",
    )
