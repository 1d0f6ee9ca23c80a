"""The delay of a bot's answer reveals nothing: it is drawn before the answer is known."""

import asyncio
import random
from itertools import pairwise

from flattop.games import game
from flattop.match import Match
from flattop.match.secret_actions import Visibility, visibility
from flattop.server.workers import bot_scheduler
from flattop.server.workers.bot_scheduler import CONTINUED_SHARE, MAX_DELAY, SILENT_SHARE, ResponseDelays

from .test_bot_turns import Thinkers

PACE = 0.6


def answered(thinking, pacing, thinks=0.0):
    """Seconds from the question to the visible end of an answer in so many steps."""
    now = 0.0
    for step, seconds in enumerate(thinking, 1):
        pacing.begin("bot", now, thinking=thinks)
        now += seconds
        now += pacing.wait("bot", now, Visibility.NOTHING if step < len(thinking) else Visibility.ACTION)
    return now


def test_answer_of_many_steps_takes_as_long_as_one_step():
    one, many = (ResponseDelays(PACE, random.Random(4)) for _ in range(2))
    short = [answered([0.001], one) for _ in range(200)]
    long = [answered([0.2, 0.1, 0.15], many) for _ in range(200)]
    assert all(abs(a - b) < 1e-9 for a, b in zip(short, long, strict=True))
    assert PACE <= min(short) < 0.65
    assert MAX_DELAY * PACE >= max(short) > 1.15


def test_late_answer_waits_for_the_next_multiple_of_the_pace():
    slow, quick = (answered([seconds], ResponseDelays(PACE, random.Random(4))) for seconds in (2.0, 0.0))
    assert abs((slow - quick) / PACE - round((slow - quick) / PACE)) < 1e-9


def test_delay_of_a_slow_bot_does_not_depend_on_its_thinking_time():
    quick, slow = (ResponseDelays(PACE, random.Random(4)) for _ in range(2))
    pairs = [(answered([0.001], quick, 2.0), answered([1.9], slow, 2.0)) for _ in range(50)]
    assert all(abs(a - b) < 1e-9 for a, b in pairs)
    assert min(a for a, _ in pairs) >= 2 + PACE


def test_only_an_unobservable_step_takes_no_time():
    match = Match(game("burger-go"), ["Ann", "Ben", "Cleo"], 1)
    buns = match.table.pack.is_bun
    bun = next(((seat, a) for seat in range(3) for a in match.table.asks[seat] if buns[a[1]]), None)
    food = next(action for action in match.table.asks[0] if not buns[action[1]])
    before = match.table.chance.draws, match.table.clone()
    assert visibility(match, 0, food) is Visibility.NOTHING
    assert bun is None or visibility(match, *bun) is Visibility.ACTION
    assert visibility(match, 0, ("fly",)) is Visibility.ACTION
    assert (match.table.chance.draws, match.table) == before
    match.play(0, food)
    assert visibility(match, 0, next(iter(match.table.asks[0]))) is Visibility.ACTION


def test_silent_step_takes_a_share_of_the_delay():
    """In Burger Up a seat that buys nothing starts building: rivals only see the next phase."""
    match = Match(game("burger-up"), ["Ann", "Ben"], 1)
    seat = match.waiting[0]
    seen = {action: visibility(match, seat, action) for action in match.table.asks[seat]}
    assert seen.pop(("done",)) is Visibility.NO_EVENT
    assert set(seen.values()) == {Visibility.ACTION}
    told, untold = (ResponseDelays(PACE, random.Random(4)) for _ in range(2))
    for _ in range(50):
        told.begin("bot", 0.0)
        untold.begin("bot", 0.0)
        wait = untold.wait("bot", 0.1, Visibility.NO_EVENT)
        assert abs(0.1 + wait - SILENT_SHARE * (0.1 + told.wait("bot", 0.1, Visibility.ACTION))) < 1e-9


async def test_further_steps_of_one_turn_are_quicker(room, monkeypatch):
    """Almost all steps of a round of Party Up continue a turn; a player waits for all of them."""
    begun, begin = [], ResponseDelays.begin

    def record(self, turn, now, share=1.0, thinking=0.0):
        begun.append((turn[1], share))
        begin(self, turn, now, share * 1e-3, thinking)

    monkeypatch.setattr(ResponseDelays, "begin", record)
    room.how |= {"pool": Thinkers(), "pace": 1e-3}
    await room.reopen()
    bots = ["house"] * 5
    table = await room.create_table(await room.guest("Ann"), *bots, game="party-up", spectators=True)
    await room.until(lambda: table.row.state == "over" or len(begun) > 60)
    turns = [(share, before == seat) for (before, _), (seat, share) in pairwise(begun)]
    assert {share for share, continued in turns if not continued} == {1.0}
    assert {share for share, continued in turns if continued} == {CONTINUED_SHARE}
    assert sum(continued for _, continued in turns) > len(turns) / 2


async def test_bot_waits_once_for_each_observable_answer(room, monkeypatch):
    """A bun is laid in one step and anything else in two; both have one delay."""
    waits, slept = [], asyncio.sleep

    class Clock:
        get_running_loop = staticmethod(asyncio.get_running_loop)

        @staticmethod
        async def sleep(seconds):
            waits.append(seconds)
            await slept(0)

    monkeypatch.setattr(bot_scheduler, "asyncio", Clock)
    room.how |= {"pool": Thinkers(), "pace": PACE}
    await room.reopen()
    table = await room.create_table(await room.guest("Ann"), "house", "house", spectators=True)
    await room.until(lambda: table.row.state == "over")
    decided = sum(len(event[1]) for event in table.match.log(None) if event[0] == "decided")
    seen = [seconds for seconds in waits if seconds]
    assert len(waits) > len(seen) == decided
    assert all(0 < seconds <= MAX_DELAY * PACE for seconds in seen)
