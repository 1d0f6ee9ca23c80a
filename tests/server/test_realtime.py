"""Real-time games: the clock moves like a seat, and its moves are saved in order."""

import json
import time
from itertools import pairwise

import pytest

from flattop.kernel import CLOCK
from flattop.match import parse, replay, state_hash
from flattop.server.lobby import create, tables
from flattop.server.schemas import rest
from flattop.server.table import clocks

LIVE = {"strikes": "live", "first": 1}


async def live_table(room, *seats):
    ann = await room.guest("Ann")
    wish = rest.NewTable(game="burgerfuck", seats=["you", *seats], options=LIVE, spectators=True)
    made = await create.new_table(room.server, ann, wish)
    table = await room.server.registry.get(made.id)
    return table, ann, await room.enter(table, ann)


async def saved(room, table):
    events = await room.server.store.rows("SELECT * FROM event WHERE table_id = ? ORDER BY seq", table.row.id)
    return [entry["play"] for row in events if "play" in (entry := json.loads(row["entry"]))]


def clock_is_asked(table):
    return CLOCK in table.match.table.asks


async def test_time_is_saved_before_the_move_that_it_precedes(room):
    table, _, listener = await live_table(room, "house")
    assert clock_is_asked(table)
    room.clock.advance(2.5)
    await room.send(table, listener, "play", version=listener.version, action=["fly"])
    plays = await saved(room, table)
    assert plays
    assert all(play[:2] == [CLOCK, "tick"] for play in plays)
    assert not clock_is_asked(table)


async def test_no_time_passes_without_players_or_while_the_server_is_down(room):
    table, ann, listener = await live_table(room, "house")
    before = state_hash(table.match.table)
    table.subscribers.remove(listener)
    room.clock.advance(60)
    await room.enter(table)  # spectators do not make time pass
    room.clock.advance(60)
    await table.execute(lambda: clocks.tick(table))
    again = await room.enter(table, ann)
    assert state_hash(table.match.table) == before
    assert again.last("welcome")["sheet"]
    await room.reopen()
    room.clock.advance(60)
    table = await room.server.registry.get(table.row.id)
    await room.enter(table, ann)
    assert state_hash(table.match.table) == before


@pytest.fixture
async def living_room(room):
    """A room with real time."""
    room.how["now"] = time.monotonic
    return await room.reopen()


async def test_realtime_game_continues_after_the_grace_period(living_room):
    table, _, _ = await live_table(living_room, "house")
    assert clock_is_asked(table)
    await living_room.until(lambda: not clock_is_asked(table))
    assert (await saved(living_room, table))[0][:2] == [CLOCK, "tick"]


async def two_at_a_live_table(room):
    table, ann, listener = await live_table(room, "open")
    ben = await room.guest("Ben")
    await tables.join(room.server, ben, table.row.id, table.row.invite, None)
    return table, ann, listener, ben, await room.enter(table, ben)


async def test_agreed_pause_stops_the_game_and_survives_a_restart(room):
    table, anna, ann, benno, ben = await two_at_a_live_table(room)
    room.clock.advance(0.5)
    await room.send(table, ann, "ask", kind="pause", seat=0)
    question = ben.last("question")["question"]
    assert (question["kind"], question["needs"], table.match.paused) == ("pause", [1], False)
    await room.send(table, ben, "answer", question=question["id"], yes=True)
    for listener in (ann, ben):
        assert (
            listener.snapshot()["paused"],
            listener.snapshot()["options"],
            listener.snapshot()["anytime"],
        ) == (
            True,
            [],
            [],
        )
        assert listener.snapshot()["time"] == {"running": False, "rate": 10.0, "gone": 0.0, "times": 1}
    before = state_hash(table.match.table)
    room.clock.advance(60)
    refused = await room.send(table, ben, "play", version=ben.version, action=["draw"])
    assert (refused["code"], refused["type"]) == ("paused", "refused")
    await room.reopen()
    table = await room.server.registry.get(table.row.id)
    ann, ben = await room.enter(table, anna), await room.enter(table, benno)
    room.clock.advance(60)
    assert (table.match.paused, state_hash(table.match.table)) == (True, before)
    await room.send(table, ben, "ask", kind="resume", seat=1, id="r1")
    asked = ann.last("question")["question"]["id"]
    await room.send(table, ann, "answer", question=asked, yes=True, id="r2")
    assert ann.snapshot()["time"] == {"running": True, "rate": 10.0, "gone": 0.0, "times": 1}
    assert [line for event, line in ann.snapshot()["log"] if event[0] in ("stopped", "restarted")] == [
        "Ann stops the clock.",
        "Ben lets the clock run again.",
    ]
    room.clock.advance(60)
    await room.send(table, ben, "play", version=ben.version, action=["nonsense"], id="r3")
    assert not clock_is_asked(table)


async def test_one_player_alone_may_end_a_long_pause(room):
    table, _, ann, _, ben = await two_at_a_live_table(room)
    await room.send(table, ann, "ask", kind="pause", seat=0)
    await room.send(table, ben, "answer", question=ben.last("question")["question"]["id"], yes=True)
    room.clock.advance(50)
    await room.send(table, ben, "ask", kind="resume", seat=1)
    await room.send(table, ann, "answer", question=ann.last("question")["question"]["id"], yes=False)
    assert table.match.paused
    room.clock.advance(11)
    await room.send(table, ben, "ask", kind="resume", seat=1)
    assert not table.match.paused


async def test_pause_needs_a_clock_and_resume_needs_a_pause(room):
    ann = await room.guest("Ann")
    still = await room.create_table(ann, "you", "house")
    listener = await room.enter(still, ann)
    assert (await room.send(still, listener, "ask", kind="pause", seat=0))["code"] == "no-clock"
    live, _, listener = await live_table(room, "house")
    assert (await room.send(live, listener, "ask", kind="resume", seat=0))["code"] == "not-paused"
    assert (await room.send(live, listener, "ask", kind="pause", seat=0))["type"] == "done"
    assert (await room.send(live, listener, "ask", kind="pause", seat=0))["code"] == "paused"


async def test_passing_time_is_saved_but_not_sent(room):
    table, ann = await kitchen(room, "you", "open")
    ben = await room.guest("Ben")
    await tables.join(room.server, ben, table.row.id, table.row.invite, None)
    listeners = [await room.enter(table, ann), await room.enter(table, ben)]
    while not clock_is_asked(table):
        for listener in listeners:
            if table.seat_of(listener) in table.match.waiting and not clock_is_asked(table):
                room.clock.advance(20)  # planning has no time limit
                await room.play(table, listener, ready(table, table.seat_of(listener)))
    heard = [len(listener.sent) for listener in listeners]
    room.clock.advance(3)
    await table.execute(lambda: clocks.tick(table))
    assert [play for play in await saved(room, table) if play[0] == CLOCK] == [[CLOCK, "tick", 30]]
    assert [len(listener.sent) for listener in listeners] == heard
    assert 'tick_late_seconds_bucket{le="1.0"} 0.0' in table.server.metrics.text()
    assert "tick_late_seconds_count 1.0" in table.server.metrics.text()  # two seconds after the heartbeat
    late = await room.enter(table)
    assert late.snapshot()["view"]["clock"]
    assert late.snapshot()["time"]["running"]


def ready(table, seat):
    """Finish planning without changing anything."""
    options = list(table.match.table.asks[seat])
    return next((action for action in options if action[0] in ("ready", "start")), options[0])


async def kitchen(room, *seats):
    ann = await room.guest("Ann")
    wish = rest.NewTable(game="kitchen-rush", seats=list(seats), options={"limit": "rush"}, spectators=True)
    made = await create.new_table(room.server, ann, wish)
    return await room.server.registry.get(made.id), ann


def own_ticks(plays, seat):
    """Return the clock ticks at which the seat moved."""
    now = 0
    for by, verb, *nouns in plays:
        if by == CLOCK:
            now += nouns[0]
        elif by == seat:
            yield now, verb


async def test_bots_of_a_realtime_game_act_one_at_a_time_and_the_game_replays(living_room):
    living_room.how |= {"pace": 0.6, "speed": 40.0}  # fast, but a busy machine must keep up with it
    await living_room.reopen()
    table, ann = await kitchen(living_room, "house", "house")
    watching = await living_room.enter(table, ann)
    await living_room.until(lambda: table.match.over)
    await table.settled()
    plays = await saved(living_room, table)
    times = [at for at, verb in own_ticks(plays, 0) if verb not in ("ready", "start")]
    assert len(times) > 2  # how many more depends on how busy the machine is
    assert all(later - earlier >= 6 for earlier, later in pairwise(times))
    again = replay(parse(table.match.record.text().encode(), "live"))
    assert state_hash(again.table) == state_hash(table.match.table)
    assert watching.snapshot()["over"]


async def test_time_runs_faster_when_only_bots_can_act(room):
    table, ann = await kitchen(room, "you", "house")
    listener = await room.enter(table, ann)
    await room.until(lambda: 0 in table.match.table.asks)
    while not table.driver.running:
        await room.play(table, listener, ready(table, 0))
        await room.until(lambda: table.driver.running or 0 in table.match.table.asks)
    assert listener.snapshot()["time"]["times"] == 1
    rate = listener.snapshot()["time"]["rate"]
    await room.play(table, listener, ("call_it",))
    assert listener.snapshot()["time"] | {"gone": 0} == {
        "running": True,
        "rate": 8 * rate,
        "gone": 0,
        "times": 8,
    }
    again = await room.play(table, listener, next(iter(table.match.table.asks[0])))
    assert again["type"] == "done"
    assert listener.snapshot()["time"]["times"] == 1
