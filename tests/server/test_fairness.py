"""Queues that serve askers in turn, whatever one of them would like to have."""

import asyncio

import pytest

from flattop.server import scheduling
from flattop.server.scheduling import REMEMBERED, FairQueue, Full, Rounds, Turns


def taken(queue):
    keys = []
    while len(queue):
        keys.append(queue.take()[0])
    return keys


def test_addresses_have_their_turns_then_guests_then_whoever_came_first():
    queue = FairQueue(100)
    for number in range(4):
        queue.put(f"a{number}", ("here", "Ann"), None)
    queue.put("b0", ("here", "Ben"), None)
    queue.put("c0", ("there", "Cleo"), None)
    queue.put("c1", ("there", "Cleo"), None)
    foretold = sorted(["a0", "a1", "a2", "a3", "b0", "c0", "c1"], key=queue.ahead)
    assert foretold == taken(queue) == ["a0", "c0", "b0", "c1", "a1", "a2", "a3"]


def test_whoever_was_served_and_comes_back_waits_behind_those_who_were_not():
    queue = FairQueue(100)
    queue.put("a0", ("here", "Ann"), None)
    queue.take()
    queue.put("a1", ("here", "Ann"), None)
    queue.put("b0", ("there", "Ben"), None)
    assert taken(queue) == ["b0", "a1"]


def test_an_address_and_a_guest_have_their_share_and_the_queue_its_end():
    queue = FairQueue(6, (4, 2))
    for key, guest in (("a0", "Ann"), ("a1", "Ann"), ("b0", "Ben"), ("c0", "Cleo")):
        queue.put(key, ("here", guest), None)
    with pytest.raises(Full):
        queue.put("d0", ("here", "Dan"), None)  # the address has four
    queue.put("a0", ("here", "Ann"), None)  # it waits already
    queue.put("e0", ("there", "Eve"), None)
    queue.put("e1", ("there", "Eve"), None)
    with pytest.raises(Full):
        queue.put("f0", ("elsewhere", "Finn"), None)
    assert queue.take()[0] == "a0"
    with pytest.raises(Full):
        queue.put("e2", ("there", "Eve"), None)  # the guest has two
    queue.drop("e1")
    queue.put("e2", ("there", "Eve"), None)
    assert len(queue) == 6 - 1
    assert "e2" in queue


def test_only_so_many_askers_are_remembered():
    queue = FairQueue(1)
    for number in range(2 * REMEMBERED):
        queue.put("x", (f"address {number}", "Ann"), None)
        queue.take()
    assert len(queue._served) <= REMEMBERED


@pytest.mark.parametrize(("span", "order"), [(60.0, "abcdt"), (0.0, "abtcd")])
async def test_what_comes_at_one_moment_is_done_in_its_order_and_clocks_do_not_wait_for_all_of_it(
    monkeypatch, span, order
):
    monkeypatch.setattr(scheduling, "SPAN", span)
    rounds, done, over = Rounds(), [], asyncio.Event()
    for name in "abc":
        rounds.begin(lambda name=name: done.append(name))
    asyncio.get_running_loop().call_soon(lambda: done.append("t"))
    rounds.begin(lambda: (done.append("d"), over.set()))
    await over.wait()
    await asyncio.sleep(0)
    assert "".join(done) == order


async def test_what_is_set_off_comes_before_the_next_round(monkeypatch):
    monkeypatch.setattr(scheduling, "SPAN", 0.0)
    rounds, done, over, loop = Rounds(), [], asyncio.Event(), asyncio.get_running_loop()
    for name in "abc":
        rounds.begin(lambda name=name: (done.append(name), loop.call_soon(done.append, name.upper())))
    rounds.begin(over.set)
    await over.wait()
    assert "".join(done) == "aAbBcC"


async def test_a_few_requests_begin_in_each_round_and_what_comes_between_has_its_turn():
    turns, order = Turns(few=2), []

    async def ask(name):
        await turns.take()
        order.append(name)

    asked = [asyncio.ensure_future(ask(n)) for n in range(6)]
    await asyncio.sleep(0)
    assert order == [0, 1]
    asked[3].cancel()
    asyncio.get_running_loop().call_soon(order.append, "a play")
    await asyncio.gather(*asked, return_exceptions=True)
    assert order.index("a play") < order.index(5)
    assert [name for name in order if name != "a play"] == [0, 1, 2, 4, 5]
    await asyncio.wait_for(turns.take(), 10)  # nobody waits any more
