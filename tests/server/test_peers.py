"""Commands between server workers, over HTTP at their private addresses."""

import asyncio
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest
from aiohttp import ClientSession, ServerDisconnectedError, web

from flattop.server.cluster import peers as peers_module
from flattop.server.cluster.forward import Forwarding
from flattop.server.cluster.peers import SECRET, Peers
from tests.server.conftest import until
from tests.server.two_workers import Book, BookedLeases


class Worker:
    """The peers of one worker, and a private address that answers their commands."""

    def __init__(self, book, name):
        self.leases, self.heard, self.lost = BookedLeases(book, name), [], []
        self.peers = Peers(self.leases)
        self.leases.on_renewed = self.peers.refresh
        self.peers.on_lost.append(self.lost.append)
        self.peers.answer("name", str, self._name)
        self.peers.answer("word", str, self._hear)
        self.peers.answer("broken", type(None), self._break)
        self.peers.answer("silent", type(None), self._wait)

    async def _name(self, greeting):
        return greeting + self.peers.worker_id

    async def _hear(self, word):
        self.heard.append(word)
        return True

    async def _break(self, nothing):
        raise ValueError("for a test")

    async def _wait(self, nothing):
        await asyncio.Event().wait()

    async def open(self):
        forwarding = Forwarding(SimpleNamespace(leases=self.leases, peers=self.peers))
        app = web.Application(middlewares=[forwarding.admit])
        forwarding.add_commands(app)
        self.runner = web.AppRunner(app, shutdown_timeout=0.01)
        await self.runner.setup()
        await web.TCPSite(self.runner, "127.0.0.1", 0).start()
        self.leases.address = f"http://127.0.0.1:{self.runner.addresses[0][1]}"
        await self.leases.open()

    async def close(self):
        await self.leases.close()
        await self.peers.close()
        await self.runner.cleanup()


@asynccontextmanager
async def connected(names):
    book = Book()
    workers = [Worker(book, name) for name in names]
    for worker in workers:
        await worker.open()
    yield workers
    for worker in workers:
        await worker.close()


@pytest.fixture
async def workers():
    async with connected("abc") as three:
        yield three


async def test_command_is_answered_by_all_other_workers(workers):
    a, b, c = (worker.peers for worker in workers)
    assert await a.ask_all("name", str, "I am ") == {"b": "I am b", "c": "I am c"}
    assert await c.ask_all("name", str, "I am ", among=["b"]) == {"b": "I am b"}
    assert await b.ask_all("broken", bool) == {"a": None, "c": None}
    assert await b.ask("a", "unknown", bool) is None
    assert await b.ask("nobody", "name", str, "") is None
    assert await b.ask("a", "name", str, 7) is None
    assert await b.ask("a", "silent", bool, seconds=0.01) is None


async def test_all_workers_prefer_the_same_worker_for_a_key(workers):
    chosen = {tuple(worker.peers.preferred_for(f"table {n}") for worker in workers) for n in range(50)}
    assert chosen == {("a",) * 3, ("b",) * 3, ("c",) * 3}


async def test_requests_to_a_worker_that_is_gone_are_aborted(workers):
    a, b, _ = workers
    asked = asyncio.ensure_future(a.peers.ask_all("silent", bool, seconds=60, among=["b"]))
    address = b.leases.address
    raw = asyncio.ensure_future(a.peers.session("b").post(f"{address}/cluster/silent", data=b"\xc0"))
    await until(lambda: len(a.peers.session("b").connector._acquired) == 2)
    await b.leases.close()  # it hangs, and the others see that its lifetime has ended
    assert await asked == {"b": None}
    with pytest.raises(ServerDisconnectedError):
        await raw
    assert a.peers.others == ["c"]
    assert a.lost == ["b"]


async def test_broadcast_is_repeated_until_it_is_answered_or_the_worker_is_gone(workers, monkeypatch):
    monkeypatch.setattr(peers_module, "REPEAT_SECONDS", 0.01)
    a, b, c = workers
    answer, refused = b.peers.commands.pop("word"), asyncio.Event()
    del c.peers.commands["word"]
    b.peers.commands["word"] = lambda body: raising(refused)
    a.peers.broadcast("word", "hello")
    await refused.wait()
    b.peers.commands["word"] = answer
    await until(lambda: b.heard == ["hello"])
    assert a.peers._tasks  # one still waits for c
    await c.leases.close()
    await until(lambda: not a.peers._tasks)
    assert b.heard == ["hello"]


async def raising(event):
    event.set()
    raise ValueError("for a test")


@pytest.mark.parametrize("secret", [{}, {SECRET: ""}, {SECRET: "of the databasf"}, {SECRET: "\udce9"}])
async def test_private_address_refuses_requests_without_the_secret(workers, secret):
    a, b, _ = workers
    async with ClientSession() as stranger:
        for method, path in (("POST", "/cluster/word"), ("GET", "/api/tables/x"), ("GET", "/api/health")):
            async with stranger.request(
                method, b.leases.address + path, headers=secret, data=b"\xa1x"
            ) as answer:
                assert (answer.status, await answer.text()) == (403, "")
    assert b.heard == []
    assert await a.peers.ask("b", "word", bool, "x")


async def test_worker_that_was_cut_off_from_the_database_is_told_so(workers):
    a, told = workers[0], []
    a.peers.on_interrupted.append(lambda: told.append(True))
    a.peers.refresh(False)
    assert told == []
    a.peers.refresh(True)
    assert told == [True]
