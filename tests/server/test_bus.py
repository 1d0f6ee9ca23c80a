"""Messages between server workers: in order, no loss unnoticed, over any bus."""

import asyncio
import signal
from contextlib import suppress

import msgspec
import pytest

from flattop.server.cluster import peers as peers_module
from flattop.server.cluster import valkey as valkey_module
from flattop.server.cluster.peers import Authenticator, CannotReach, Exchange, LocalBus, Message, Peers
from flattop.server.cluster.valkey import ValkeyBus, probe
from tests.server.conftest import PATIENCE, until
from tests.server.valkey_server import ValkeyServer


def raising(error):
    raise error


async def told(answer):
    return answer


class Worker:
    """A `Peers` and the messages it has received."""

    def __init__(self, bus, name):
        self.peers, self.name, self.got, self.parted = Peers(bus, name, raising), name, [], []
        self.peers.handlers["word"] = lambda message: self.got.append((message.sender, message.body))
        self.peers.responders["name"] = lambda body: told(body + name.encode())
        self.peers.on_disconnect.append(self.parted.append)


@pytest.fixture(params=["local", "valkey"])
async def workers(request):
    """Three workers that are connected."""
    if request.param == "valkey":
        url = request.getfixturevalue("valkey").url
        buses = [ValkeyBus(url) for _ in range(3)]
    else:
        exchange = Exchange()
        buses = [LocalBus(exchange) for _ in range(3)]
    workers = [Worker(bus, name) for bus, name in zip(buses, "abc", strict=True)]
    for worker in workers:
        await worker.peers.open()
    await until(lambda: all(len(worker.peers.others) == 2 for worker in workers))
    yield workers
    for worker in workers:
        await worker.peers.close()


async def test_messages_arrive_in_order_and_requests_are_answered_by_all(workers):
    a, b, c = workers
    for number in range(1000):
        a.peers.send("b", "word", body=b"%d" % number)
        c.peers.send("b", "word", body=b"%d" % number)
    c.peers.broadcast("word", b"all")
    await until(lambda: len(b.got) == 2001 and a.got)
    for sender in "ac":
        assert [int(body) for who, body in b.got if who == sender and body != b"all"] == list(range(1000))
    assert a.got == [("c", b"all")]
    assert not c.got
    assert await a.peers.ask_all("name", b"I am ") == {"b": b"I am b", "c": b"I am c"}
    assert await a.peers.ask_all("nothing anybody knows", seconds=0.01) == {}
    assert not any(worker.parted for worker in workers)


async def test_peer_that_says_goodbye_or_unsubscribes_is_lost_at_once(workers):
    a, b, c = workers
    asked = asyncio.ensure_future(a.peers.ask_all("silent", seconds=60))
    c.peers.responders["silent"] = lambda body: told(b"here")
    await b.peers.close()
    assert await asked == {"c": b"here"}  # a lost worker is not waited for
    assert a.peers.others == ["c"]
    assert set(a.parted) == {"b"}
    c.peers.broadcast = lambda kind, body=b"": None  # goes without a word
    await c.peers.close()
    a.peers.send("c", "word")
    await until(lambda: "c" in a.parted)
    assert a.peers.others == []
    assert await a.peers.ask_all("name") == {}


async def test_lost_message_is_noticed_even_if_it_was_the_last(workers):
    a, b, _ = workers
    publish = a.peers.bus.publish
    a.peers.bus.publish = lambda channel, message: None
    a.peers.send("b", "word", body=b"lost")
    a.peers.bus.publish = publish
    a.peers.send("b", "word", body=b"kept")
    await until(lambda: b.parted and a.parted)
    assert b.parted == ["a"]
    assert a.parted == ["b"]
    assert b.got == [("a", b"kept")]
    a.peers.bus.publish = lambda channel, message: None
    a.peers.send("b", "word", body=b"lost")
    a.peers.bus.publish = publish
    a.peers._send_heartbeat()
    await until(lambda: len(a.parted) == len(b.parted) == 2)
    a.peers.send("b", "word", body=b"again")
    await until(lambda: b.got[-1] == ("a", b"again"))
    assert len(b.parted) == 2
    assert set(a.peers.others) == {"b", "c"}


async def test_silent_peer_is_dropped_and_may_come_back(workers, monkeypatch):
    a, b, _ = workers
    monkeypatch.setattr(peers_module, "SILENCE", 0.0)
    a.peers._drop_silent_peers()
    assert sorted(a.parted) == ["b", "c"]
    assert a.peers.others == []
    await until(lambda: b.parted == ["a"])  # it has heard that it was given up
    b.peers._send_heartbeat()
    await until(lambda: "b" in a.peers.others)


async def test_invalid_messages_are_ignored_and_a_failing_handler_is_contained(workers):
    a, b, _ = workers
    inbox, faults = b.peers._channel("b"), []
    b.peers._on_error = faults.append
    a.peers.bus.publish(inbox, b"\xc1")
    a.peers.send("b", "ask", "x", b"no question")
    a.peers.send("b", "unheard of")
    a.peers.send("b", "word", body=b"on")
    await until(lambda: b.got)
    assert len(faults) == 1
    assert not b.parted


@pytest.fixture
def hasty(monkeypatch):
    """Short timeouts for the bus."""
    for module, name, seconds in (
        (valkey_module, "ECHO_SECONDS", 0.05), (valkey_module, "SILENCE", 0.5),
        (valkey_module, "PAUSES", (0.02,)),
        (peers_module, "HEARTBEAT", 0.05),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, seconds)


async def test_bus_reconnects_after_valkey_was_restarted_or_paused(hasty):
    server = ValkeyServer()
    a, b = workers = [Worker(ValkeyBus(server.url), name) for name in "ab"]
    for worker in workers:
        await worker.peers.open()  # what is not there yet comes later
        assert not worker.peers.bus.is_up
    server.start()
    back = []
    a.peers.on_reconnect.append(lambda: back.append(True))
    try:
        await until(lambda: a.peers.others and b.peers.others)
        back.clear()
        server.stop()
        await until(lambda: a.parted and b.parted and not a.peers.bus.is_up)
        a.peers.send("b", "word", body=b"lost")
        server.start()
        await until(lambda: back and a.peers.others and b.peers.others)
        server.signal(signal.SIGSTOP)
        await until(lambda: not a.peers.bus.is_up and not b.peers.bus.is_up and not a.peers.others)
        server.signal(signal.SIGCONT)
        await until(lambda: a.peers.others and b.peers.others)
        await until(lambda: said(a, b))
        assert ("a", b"lost") not in b.got
    finally:
        for worker in workers:
            await worker.peers.close()
        server.close()


def said(a, b):
    a.peers.send("b", "word", body=b"on")
    return ("a", b"on") in b.got


async def test_unreachable_bus_is_reported_in_one_line(valkey):
    with pytest.raises(CannotReach, match=r"cannot reach the bus at redis://127.0.0.1:1: .*1"):
        await probe("redis://:secret@127.0.0.1:1")
    with pytest.raises(CannotReach, match=r"is not the URL of a bus; give one like redis://"):
        ValkeyBus("localhost")
    assert ValkeyBus(f"{valkey.url}/3").scope == "flattop:3"


async def test_forged_messages_on_the_bus_are_rejected(workers):
    """A program that reaches the bus but not the database has no key."""
    a, b, c = workers
    for worker in workers:
        worker.peers.authenticator = Authenticator(b"of the database")
    word = msgspec.msgpack.encode(Message("a", 0, "word", "", b"forged"))
    sealed = Authenticator(b"of the database").sign(word)
    changed = sealed[:-1] + bytes((sealed[-1] ^ 1,))
    for forged in (word, Authenticator(b"guessed").sign(word), changed, sealed[:7], b""):
        c.peers.bus.publish(b.peers._channel("b"), forged)
    a.peers.broadcast("word", b"true")
    await until(lambda: b.got)
    assert b.got == [("a", b"true")]


async def test_task_that_swallows_a_cancellation_is_cancelled_again():
    """Otherwise a worker whose bus was silent for a moment would never reconnect."""

    async def ignores_one_cancellation():
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()

    async def silent():
        await asyncio.sleep(0)

    async with asyncio.timeout(PATIENCE):
        await valkey_module._run_until_one_ends(ignores_one_cancellation(), silent())
