"""Real time at a table: it is a seat's move like any other, saved in its place."""

import json
import time

import pytest

from flattop.kernel import CLOCK
from flattop.match import state_hash
from flattop.server import lobby, wire

LIVE = {"strikes": "live", "first": 1}


async def live_table(room, *seats):
    ann = await room.guest("Ann")
    wish = wire.NewTable(game="burgerfuck", seats=["you", *seats], options=LIVE)
    found = await lobby.new_table(room.house, ann, wish)
    table = await room.house.table(found.id)
    return table, ann, await room.enter(table, ann)


def saved(room, table):
    found = room.house.store.rows("SELECT * FROM event WHERE table_id = ? ORDER BY seq", table.row.id)
    return [json.loads(row["entry"])["play"] for row in found]


def clock_is_asked(table):
    return CLOCK in table.match.table.asks


def test_time_is_saved_before_the_move_that_it_precedes(room, quickly):
    async def scene():
        await room.open()
        table, _, ear = await live_table(room, "house")
        assert clock_is_asked(table)
        room.clock.pass_by(2.5)
        await room.say(table, ear, "play", version=ear.version, action=["fly"])
        plays = saved(room, table)
        assert plays
        assert all(play[:2] == [CLOCK, "tick"] for play in plays)
        assert not clock_is_asked(table)
        await room.close()

    quickly(scene())


def test_no_time_passes_while_nobody_is_there_or_the_house_is_closed(room, quickly):
    async def scene():
        await room.open()
        table, ann, ear = await live_table(room, "house")
        before = state_hash(table.match.table)
        table.listeners.remove(ear)
        room.clock.pass_by(60)
        again = await room.enter(table, ann)
        assert state_hash(table.match.table) == before
        assert again.last("welcome")["sheet"]
        await room.reopen()
        room.clock.pass_by(60)
        table = await room.house.table(table.row.id)
        await room.enter(table, ann)
        assert state_hash(table.match.table) == before
        await room.close()

    quickly(scene())


@pytest.fixture
def living_room(room):
    """A room where time passes by itself."""
    room.how["now"] = time.monotonic
    return room


def test_a_live_game_goes_on_by_itself_when_the_grace_is_over(living_room, quickly):
    async def scene():
        await living_room.open()
        table, _, _ = await live_table(living_room, "house")
        assert clock_is_asked(table)
        await living_room.until(lambda: not clock_is_asked(table))
        assert saved(living_room, table)[0][:2] == [CLOCK, "tick"]
        await living_room.close()

    quickly(scene())
