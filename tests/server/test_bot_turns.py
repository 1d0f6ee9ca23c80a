"""Bots are only asked about the present decision of their seat, however quickly changes follow."""

import json
import pickle

import pytest

from flattop.games import catalog, game
from flattop.kernel import seat_names
from flattop.match import Match
from flattop.server.workers import bot_worker
from flattop.server.workers.bot_pool import encode_job


class Thinkers:
    """A pool in this process that records its jobs and raises their errors."""

    part = 1.0

    def __init__(self):
        self.jobs, self.faults = [], []

    async def think(self, job, whose=""):
        self.jobs.append(pickle.loads(job))
        try:
            return tuple(bot_worker.answer(pickle.loads(job)))
        except Exception as fault:
            self.faults.append(fault)
            return None

    async def stop(self):
        pass


def decide(match, seat):
    """Play the first option of a seat until it has none."""
    while seat in match.table.asks:
        match.play(seat, next(iter(match.table.asks[seat])))


async def a_bot_is_on(room):
    """Ann has answered last, so the bot is on turn again, but its task has not started."""
    room.how["pool"] = pool = Thinkers()
    await room.reopen()
    ann = await room.guest("Ann")
    table = await room.create_table(ann, "you", "house")
    await room.until(lambda: table.match.waiting == (0,) and not room.server.scheduler.busy(table))
    while table.match.table.card == 1:
        table.match.play(0, next(iter(table.match.table.asks[0])))
    return table, pool


async def test_bot_is_not_asked_about_an_outdated_table(room):
    """The table changes between the creation and the start of the bot's task, as if messages came at once."""
    table, pool = await a_bot_is_on(room)
    pool.jobs.clear()
    room.server.scheduler.wake(table)
    assert room.server.scheduler.busy(table)
    decide(table.match, 1)
    await room.until(lambda: not room.server.scheduler.busy(table))
    assert (pool.jobs, pool.faults) == ([], [])


async def test_bot_without_options_waits(room):
    table, pool = await a_bot_is_on(room)
    decide(table.match, 1)
    for rank in ("house", "random"):
        assert await room.server.scheduler.choice(table, 1, rank) == ("wait",)
    assert pool.faults == []


def other_options(of, seats):
    """Every option that matters with so many seats, as far from its default as its listed values go."""
    listed = {key: option for key, option in of.options.items() if not option.free and option.values}
    return {key: option.values[-1] for key, option in listed.items() if option.matters(seats)}


@pytest.mark.parametrize("key", catalog())
def test_worker_reads_the_cards_with_the_options_of_the_table(key):
    of = game(key)
    for given in ({}, other_options(of, of.seats[-1])):
        match = Match(of, seat_names(of.seats[-1]), 3, given)
        t = pickle.loads(encode_job(match, None, 0, "house"))["table"]
        worker = bot_worker.pack(key, None, t.seats, json.dumps(dict(t.settings)))
        assert worker == match.table.pack
