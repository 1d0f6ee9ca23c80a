"""Auto-answers: saved with the seat, timed like bots, and cancelled by a move of the player."""

import asyncio
import random
from itertools import pairwise

from flattop.match import replay, state_hash
from flattop.match.auto_answers import answer
from flattop.server.lobby import tables
from flattop.server.workers import bot_scheduler
from flattop.server.workers.bot_scheduler import MAX_DELAY, REPLY_SHARE, ResponseDelays

PACE, LUCK, ABLE = 0.6, 11, 12
ON = {"forced": True, "windows": True, "hold": "ask"}


async def people(room, *names, game="burgerfuck", **wish):
    """Create a table of players with auto-answers, each with a listener."""
    guests = [await room.guest(name) for name in names]
    places = ["you", *["open"] * (len(names) - 1)]
    table = await room.create_table(guests[0], *places, game=game, spectators=True, **wish)
    for guest in guests[1:]:
        await tables.join(room.server, guest, table.row.id, None, None)
    listeners = [await room.enter(table, guest) for guest in guests]
    for listener in listeners:
        assert (await room.send(table, listener, "habits", **ON))["type"] == "done"
    return table, guests, listeners


class Loop:
    """An event loop whose clock only the scheduler's waits advance."""

    def __init__(self):
        self.now = 0.0
        self.create_task, self.call_later = (
            getattr(asyncio.get_running_loop(), name) for name in ("create_task", "call_later")
        )

    def time(self):
        return self.now


def watched(monkeypatch, room, heard):
    """Record the scheduler's waits in `heard` instead of waiting, with a known seed."""
    loop, slept = Loop(), asyncio.sleep

    class Stage:
        get_running_loop = staticmethod(lambda: loop)

        @staticmethod
        async def sleep(seconds):
            heard(seconds)
            loop.now += seconds
            await slept(0)

    monkeypatch.setattr(bot_scheduler, "asyncio", Stage)
    room.server.scheduler._delays = ResponseDelays(PACE, random.Random(LUCK))


async def decide(room, table, listeners, rnd):
    """Decide for each seat by hand; a seat that could strike holds for this turn."""
    await room.until(lambda: not room.server.scheduler.busy(table))
    seat = table.match.waiting[0]
    if listeners[seat].snapshot()["habits"]["can_hold"]:
        return await room.send(table, listeners[seat], "habits", **{**ON, "hold": "turn"})
    return await room.play(table, listeners[seat], rnd.choice(list(table.match.table.asks[seat])))


async def test_auto_answers_take_equally_long_whether_or_not_the_seat_could_act(room, monkeypatch):
    """Every wait is the next draw of one random stream, and a hold looks the same to spectators."""
    room.how["pace"] = PACE
    await room.reopen()
    table, _, listeners = await people(room, "Ann", "Ben", "Cleo", options={"goal": "none"})
    eyes, rnd, waits, shapes = await room.enter(table), random.Random(3), [], {True: set(), False: set()}
    first = table.match.actions

    def heard(seconds):
        (seat,) = table.match.waiting
        options = table.match.table.asks[seat]
        waits.append((("hold",) in options, len(options) > 1, seconds, table.match.actions - first))

    watched(monkeypatch, room, heard)
    while sum(held and able for held, able, *_ in waits) < ABLE:
        await decide(room, table, listeners, rnd)
    await room.until(lambda: not room.server.scheduler.busy(table))
    rng = random.Random(LUCK)
    for held, _, seconds, _ in waits:
        expected = PACE * (REPLY_SHARE if held else 1.0) * rng.uniform(1.0, MAX_DELAY)
        assert abs(seconds - expected) < 1e-9  # independent of what the seat could do
    updates = eyes.of("update")  # one for each step
    for (held, able, _, at), (next_held, *_, then) in pairwise(waits):
        if held and next_held and then == at + 1:
            shapes[able].add((*sorted(updates[at]["set"]), *updates[at]["log"]))
    assert shapes[True] == shapes[False] == {("prompt", "waiting")}


async def test_forced_answers_are_given_at_once_without_a_pace_and_recorded(room, monkeypatch):
    monkeypatch.setattr("flattop.server.lobby.create.live_seed", lambda: bytes(range(1, 33)))
    table, _, listeners = await people(room, "Ann", "Ben")
    rnd, decided = random.Random(1), 0
    while table.match.table.turn < 12 and not table.match.over:
        decided += (await decide(room, table, listeners, rnd))["type"] == "done"
    assert 0 < decided < table.match.actions - 12  # at least one window in every turn
    assert any(words == "Held for you." for _, words in listeners[0].snapshot()["log"])
    again = replay(table.match.record.text())
    assert state_hash(again.table) == state_hash(table.match.table)


async def asked_with_one_answer(room, table, listeners, seat=0):
    """Play at random until an auto-answer of the seat is pending."""
    rnd = random.Random(2)
    while not answer(table.match, seat):
        other = table.match.waiting[0]
        await room.play(table, listeners[other], rnd.choice(list(table.match.table.asks[other])))


async def test_manual_move_or_new_settings_cancel_a_pending_auto_answer(room, monkeypatch):
    """With a pace of an hour no auto-answer is given in time; pending ones are cancelled."""
    room.how["pace"] = 3600.0
    await room.reopen()
    table, _, (ann, ben) = await people(room, "Ann", "Ben", game="burger-up")
    await asked_with_one_answer(room, table, (ann, ben), 0)
    shown = ann.snapshot()["habits"]["answer"]
    assert shown == ann.snapshot()["options"][0]
    assert ben.snapshot()["habits"]["answer"] is None
    pending = table.row.id, 0
    await room.until(lambda: pending in room.server.scheduler._auto_answers)
    first = room.server.scheduler._tasks[pending]
    assert (await room.play(table, ann, shown[0]))["type"] == "done"
    await room.until(first.cancelled)
    assert not any("done for you" in words for _, words in ann.snapshot()["log"])
    await asked_with_one_answer(room, table, (ann, ben), 0)
    await room.send(table, ann, "habits", **{**ON, "forced": False})
    assert ann.snapshot()["habits"]["answer"] is None
    assert pending not in room.server.scheduler._auto_answers


async def test_auto_answer_settings_survive_a_restart_and_are_sent_only_to_their_seat(room):
    table, (ann, ben), listeners = await people(room, "Ann", "Ben")
    rnd = random.Random(5)
    while not (table.match.waiting == (0,) and listeners[0].snapshot()["habits"]["can_hold"]):
        await decide(room, table, listeners, rnd)
        await room.until(lambda: not room.server.scheduler.busy(table))
    before = [len(listener.sent) for listener in listeners]
    answer = await room.send(table, listeners[0], "habits", forced=True, windows=False, hold="same")
    assert answer["type"] == "done"
    assert (len(listeners[0].sent) > before[0], len(listeners[1].sent) > before[1]) == (True, False)
    table_id = table.row.id
    await room.reopen()
    table = await room.server.registry.get(table_id)
    back = (await room.enter(table, ann)).snapshot()["habits"]
    assert (back["forced"], back["windows"]) == (True, False)
    assert (await room.enter(table, ben)).snapshot()["habits"]["windows"] is True
    assert (await room.enter(table)).snapshot()["habits"] is None


async def test_hold_is_refused_without_a_reply_window(room):
    table, _, (ann, _) = await people(room, "Ann", "Ben", game="burger-go")
    for hold in ("same", "turn"):
        assert (await room.send(table, ann, "habits", **{**ON, "hold": hold}))["code"] == "no-window"
    eyes = await room.enter(table)
    assert (await room.send(table, eyes, "habits", **ON))["code"] == "no-seat"
