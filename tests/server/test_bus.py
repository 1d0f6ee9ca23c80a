"""Letters between workers: in order, none unnoticed if it is lost, over whatever carries them."""

import asyncio
import signal
from contextlib import suppress

import msgspec
import pytest

from flattop.server.cluster import peers as posting
from flattop.server.cluster import valkey as carrying
from flattop.server.cluster.bus import CannotReach, Exchange, LocalBus
from flattop.server.cluster.peers import Letter, Post, Seal
from flattop.server.cluster.valkey import ValkeyBus, probe
from tests.server.conftest import PATIENCE, until
from tests.server.valkey_server import ValkeyServer


def raising(error):
    raise error


async def told(answer):
    return answer


class Worker:
    """A post and what came with it."""

    def __init__(self, bus, name):
        self.post, self.name, self.got, self.parted = Post(bus, name, raising), name, [], []
        self.post.takers["word"] = lambda letter: self.got.append((letter.sender, letter.body))
        self.post.answers["name"] = lambda body: told(body + name.encode())
        self.post.parted.append(self.parted.append)


@pytest.fixture(params=["local", "valkey"])
async def workers(request):
    """Three workers that know each other."""
    if request.param == "valkey":
        url = request.getfixturevalue("valkey").url
        buses = [ValkeyBus(url) for _ in range(3)]
    else:
        exchange = Exchange()
        buses = [LocalBus(exchange) for _ in range(3)]
    workers = [Worker(bus, name) for bus, name in zip(buses, "abc", strict=True)]
    for worker in workers:
        await worker.post.open()
    await until(lambda: all(len(worker.post.others) == 2 for worker in workers))
    yield workers
    for worker in workers:
        await worker.post.close()


async def test_letters_come_in_order_from_each_and_questions_are_answered_by_all(workers):
    a, b, c = workers
    for number in range(1000):
        a.post.send("b", "word", body=b"%d" % number)
        c.post.send("b", "word", body=b"%d" % number)
    c.post.tell_all("word", b"all")
    await until(lambda: len(b.got) == 2001 and a.got)
    for sender in "ac":
        assert [int(body) for who, body in b.got if who == sender and body != b"all"] == list(range(1000))
    assert a.got == [("c", b"all")]
    assert not c.got
    assert await a.post.ask_all("name", b"I am ") == {"b": b"I am b", "c": b"I am c"}
    assert await a.post.ask_all("nothing anybody knows", seconds=0.01) == {}
    assert not any(worker.parted for worker in workers)


async def test_who_says_goodbye_or_does_not_listen_is_gone_at_once(workers):
    a, b, c = workers
    asked = asyncio.ensure_future(a.post.ask_all("silent", seconds=60))
    c.post.answers["silent"] = lambda body: told(b"here")
    await b.post.close()
    assert await asked == {"c": b"here"}  # nobody waits for an answer of whoever is gone
    assert a.post.others == ["c"]
    assert set(a.parted) == {"b"}
    c.post.tell_all = lambda kind, body=b"": None  # goes without a word
    await c.post.close()
    a.post.send("c", "word")
    await until(lambda: "c" in a.parted)
    assert a.post.others == []
    assert await a.post.ask_all("name") == {}


async def test_a_letter_that_is_lost_is_missed_even_if_it_was_the_last(workers):
    a, b, _ = workers
    publish = a.post.bus.publish
    a.post.bus.publish = lambda channel, message: None
    a.post.send("b", "word", body=b"lost")
    a.post.bus.publish = publish
    a.post.send("b", "word", body=b"kept")
    await until(lambda: b.parted and a.parted)
    assert b.parted == ["a"]
    assert a.parted == ["b"]
    assert b.got == [("a", b"kept")]
    a.post.bus.publish = lambda channel, message: None
    a.post.send("b", "word", body=b"lost")
    a.post.bus.publish = publish
    a.post._beat()
    await until(lambda: len(a.parted) == len(b.parted) == 2)
    a.post.send("b", "word", body=b"again")
    await until(lambda: b.got[-1] == ("a", b"again"))
    assert len(b.parted) == 2
    assert set(a.post.others) == {"b", "c"}


async def test_who_falls_silent_is_given_up_and_welcome_back(workers, monkeypatch):
    a, b, _ = workers
    monkeypatch.setattr(posting, "SILENCE", 0.0)
    a.post._look_round()
    assert sorted(a.parted) == ["b", "c"]
    assert a.post.others == []
    await until(lambda: b.parted == ["a"])  # it has heard that it was given up
    b.post._beat()
    await until(lambda: "b" in a.post.others)


async def test_what_is_no_letter_is_not_read_and_a_letter_that_breaks_something_breaks_no_more(workers):
    a, b, _ = workers
    inbox, faults = b.post._inbox("b"), []
    b.post._fault = faults.append
    a.post.bus.publish(inbox, b"\xc1")
    a.post.send("b", "ask", "x", b"no question")
    a.post.send("b", "unheard of")
    a.post.send("b", "word", body=b"on")
    await until(lambda: b.got)
    assert len(faults) == 1
    assert not b.parted


@pytest.fixture
def hasty(monkeypatch):
    """Less patience with the bus than people need."""
    for module, name, seconds in (
        (carrying, "ECHO", 0.05), (carrying, "SILENCE", 0.5), (carrying, "PAUSES", (0.02,)),
        (posting, "BEAT", 0.05),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, seconds)


async def test_valkey_restarted_or_paused_is_lost_and_comes_back(hasty):
    server = ValkeyServer()
    a, b = workers = [Worker(ValkeyBus(server.url), name) for name in "ab"]
    for worker in workers:
        await worker.post.open()  # what is not there yet comes later
        assert not worker.post.bus.is_up
    server.start()
    back = []
    a.post.is_back.append(lambda: back.append(True))
    try:
        await until(lambda: a.post.others and b.post.others)
        back.clear()
        server.stop()
        await until(lambda: a.parted and b.parted and not a.post.bus.is_up)
        a.post.send("b", "word", body=b"lost")
        server.start()
        await until(lambda: back and a.post.others and b.post.others)
        server.signal(signal.SIGSTOP)
        await until(lambda: not a.post.bus.is_up and not b.post.bus.is_up and not a.post.others)
        server.signal(signal.SIGCONT)
        await until(lambda: a.post.others and b.post.others)
        await until(lambda: said(a, b))
        assert ("a", b"lost") not in b.got
    finally:
        for worker in workers:
            await worker.post.close()
        server.close()


def said(a, b):
    a.post.send("b", "word", body=b"on")
    return ("a", b"on") in b.got


async def test_a_bus_that_is_not_there_is_told_in_one_line(valkey):
    with pytest.raises(CannotReach, match=r"cannot reach the bus at redis://127.0.0.1:1: .*1"):
        await probe("redis://:secret@127.0.0.1:1")
    with pytest.raises(CannotReach, match=r"is no address of a bus, as in redis://"):
        ValkeyBus("localhost")
    assert ValkeyBus(f"{valkey.url}/3").scope == "flattop:3"


async def test_letters_that_others_write_on_the_bus_are_not_believed(workers):
    """Who may reach the bus, but not the database, has no key."""
    a, b, c = workers
    for worker in workers:
        worker.post.seal = Seal(b"of the database")
    word = msgspec.msgpack.encode(Letter("a", 0, "word", "", b"forged"))
    sealed = Seal(b"of the database").put_on(word)
    changed = sealed[:-1] + bytes((sealed[-1] ^ 1,))
    for forged in (word, Seal(b"guessed").put_on(word), changed, sealed[:7], b""):
        c.post.bus.publish(b.post._inbox("b"), forged)
    a.post.tell_all("word", b"true")
    await until(lambda: b.got)
    assert b.got == [("a", b"true")]


async def test_whoever_does_not_hear_the_first_time_that_it_is_called_off_is_called_off_again():
    """Else a worker whose bus was silent for a moment would speak on, hear nobody, and never come back."""

    async def hard_of_hearing():
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()

    async def silent():
        await asyncio.sleep(0)

    async with asyncio.timeout(PATIENCE):
        await carrying._first_to_end(hard_of_hearing(), silent())
