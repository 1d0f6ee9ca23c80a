"""Fair queues and time slices."""

import asyncio

import pytest

from flattop.server.fair_queues import REMEMBERED, FairLock, FairQueue, Full, StartThrottle


def taken(queue):
    keys = []
    while len(queue):
        keys.append(queue.take()[0])
    return keys


def test_fair_queue_serves_addresses_then_guests_in_turn():
    queue = FairQueue(100)
    for number in range(4):
        queue.put(f"a{number}", ("here", "Ann"), None)
    queue.put("b0", ("here", "Ben"), None)
    queue.put("c0", ("there", "Cleo"), None)
    queue.put("c1", ("there", "Cleo"), None)
    foretold = sorted(["a0", "a1", "a2", "a3", "b0", "c0", "c1"], key=queue.ahead)
    assert foretold == taken(queue) == ["a0", "c0", "b0", "c1", "a1", "a2", "a3"]


def test_served_asker_waits_behind_those_not_served_yet():
    queue = FairQueue(100)
    queue.put("a0", ("here", "Ann"), None)
    queue.take()
    queue.put("a1", ("here", "Ann"), None)
    queue.put("b0", ("there", "Ben"), None)
    assert taken(queue) == ["b0", "a1"]


def test_fair_queue_limits_each_address_each_guest_and_the_total():
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


def test_fair_queue_remembers_a_limited_number_of_askers():
    queue = FairQueue(1)
    for number in range(2 * REMEMBERED):
        queue.put("x", (f"address {number}", "Ann"), None)
        queue.take()
    assert len(queue._served) <= REMEMBERED


async def test_throttle_starts_a_few_requests_per_iteration():
    turns, order = StartThrottle(per_iteration=2), []

    async def ask(name):
        await turns.wait("owner")
        order.append(name)

    asked = [asyncio.ensure_future(ask(n)) for n in range(6)]
    await asyncio.sleep(0)
    assert order == [0, 1]
    asked[3].cancel()
    asyncio.get_running_loop().call_soon(order.append, "a play")
    await asyncio.gather(*asked, return_exceptions=True)
    assert order.index("a play") < order.index(5)
    assert [name for name in order if name != "a play"] == [0, 1, 2, 4, 5]
    await asyncio.wait_for(turns.wait("owner"), 10)  # the queue is empty again


async def test_throttle_starts_work_of_one_owner_between_that_of_another():
    turns, order = StartThrottle(per_iteration=1), []

    async def ask(owner):
        await turns.wait(owner)
        order.append(owner)

    await asyncio.gather(*(ask("many") for _ in range(10)), ask("one"))
    assert order.index("one") <= 2
    assert order.count("many") == 10


async def test_fair_lock_serves_addresses_in_turn():
    lock, order = FairLock(10), []

    async def work(*asker):
        async with lock.turn(asker):
            order.append(asker)
            await asyncio.sleep(0)

    async with asyncio.TaskGroup() as tasks:
        for name in ("Ann", "Amy", "Abe"):
            tasks.create_task(work("here", name))
        tasks.create_task(work("there", "Ben"))
    assert order == [("here", "Ann"), ("here", "Amy"), ("there", "Ben"), ("here", "Abe")]


async def test_fair_lock_is_passed_on_by_those_who_are_cancelled_or_fail():
    lock, served = FairLock(10), []

    async def work(name):
        async with lock.turn((name,)):
            served.append(name)
            await asyncio.sleep(0)
            if name == "fails":
                raise ValueError(name)

    names = ("first", "fails", "leaves", "last")
    tasks = {name: asyncio.create_task(work(name)) for name in names}
    await asyncio.sleep(0)
    assert len(lock) == 3
    tasks["leaves"].cancel()
    await asyncio.gather(*tasks.values(), return_exceptions=True)
    assert served == ["first", "fails", "last"]
    async with lock.turn(("again",)):
        assert len(lock) == 0


async def test_fair_lock_is_passed_on_by_one_that_is_cancelled_as_its_turn_comes():
    lock, served = FairLock(10), []

    async def work(name):
        async with lock.turn((name,)):
            served.append(name)

    async with lock.turn(("first",)):
        second, third = asyncio.create_task(work("second")), asyncio.create_task(work("third"))
        await asyncio.sleep(0)
    second.cancel()  # the lock was passed to it, but it has not run since
    await asyncio.gather(second, third, return_exceptions=True)
    assert served == ["third"]


async def test_fair_lock_refuses_those_above_its_size():
    lock = FairLock(1)
    async with lock.turn(("a",)):
        waiting = asyncio.create_task(lock.turn(("b",)).__aenter__())
        await asyncio.sleep(0)
        with pytest.raises(Full):
            await lock.turn(("c",)).__aenter__()
    await waiting
