"""Servers for tests: one without HTTP, with recording subscribers, and one on a real port."""

import asyncio
import inspect
import json
import random
import secrets
import ssl
import threading
from copy import deepcopy
from pathlib import Path
from time import monotonic
from types import SimpleNamespace

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from flattop.client import Guest
from flattop.server.app import application
from flattop.server.connection_limits import ConnectionLimiter
from flattop.server.http.static import Page
from flattop.server.limits import Limits, networks
from flattop.server.lobby import create
from flattop.server.run import HttpServer, Site, bind_port, bind_private, private_site, private_url
from flattop.server.schemas import messages, rest
from flattop.server.server import Server
from flattop.server.table.commands import deliver
from flattop.server.table.effects import Effects
from tests.clock import Clock
from tests.server.databases import ON_DEMAND

PATIENCE = 60  # seconds; long, because the machine may be busy
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # https is not used


async def until(condition):
    """Wait until a condition is true."""
    async with asyncio.timeout(PATIENCE):
        while not await settled(condition()):
            await asyncio.sleep(0.002)


async def closed_with(socket):
    """Return the code with which the server closes a socket."""
    try:
        while True:
            await socket.recv()
    except ConnectionClosed as closed:
        return closed.rcvd.code


async def settled(value):
    """Await a value if it is awaitable."""
    return await value if inspect.isawaitable(value) else value


@pytest.fixture(scope="session", autouse=True)
def _databases(pytestconfig):
    """Use PostgreSQL for all servers with --postgres."""
    ON_DEMAND.is_usual = pytestconfig.getoption("--postgres")
    yield
    ON_DEMAND.end()


@pytest.fixture(autouse=True)
def _deals(request, monkeypatch):
    """Derive all seeds from the test's id, so that they are the same in every run."""
    rng = random.Random(request.node.nodeid)
    for place in ("create", "finished_games"):
        monkeypatch.setattr(f"flattop.server.lobby.{place}.live_seed", lambda: rng.randbytes(32))
    for place in ("workers.bot_pool", "table.clocks"):
        known = SimpleNamespace(randbits=rng.getrandbits, token_hex=secrets.token_hex)
        monkeypatch.setattr(f"flattop.server.{place}.secrets", known)


class NoWorkers:
    """A worker pool that always fails, so that the server plays random options for bots at once."""

    part = 1.0

    async def think(self, job, whose=""):
        return None

    async def stop(self):
        pass


class Listener:
    """A subscriber that records its messages."""

    def __init__(self, guest=None, invite=None, address="127.0.0.1"):
        self.guest, self.invite, self.address = guest.id if guest else None, invite, address
        self.sent, self.closed, self.numbers, self.wanted_hint = [], None, 0, ""

    def send(self, *messages):
        self.sent += map(json.loads, messages)

    def close(self, code, reason):
        self.closed = code

    def of(self, *kinds):
        return [message for message in self.sent if message["type"] in kinds]

    def last(self, *kinds):
        return self.of(*kinds)[-1]

    @property
    def version(self):
        return self.last("welcome", "update")["version"]

    def snapshot(self):
        """Return the snapshot of the last welcome with all later updates."""
        start = max(i for i, message in enumerate(self.sent) if message["type"] == "welcome")
        snapshot = deepcopy(self.sent[start]["sheet"])
        for update in self.sent[start:]:
            if update["type"] == "update":
                changed = dict(update["set"])
                snapshot["view"] |= changed.pop("view", {})
                snapshot |= changed
                snapshot["log"] = snapshot["log"] + update["log"]
        return snapshot


class Room:
    """A server without HTTP, with shortcuts to create tables and play."""

    def __init__(self, folder, **how):
        self.clock = Clock()
        self.folder = folder
        self.how = {"pool": NoWorkers(), "now": self.clock, "database": ON_DEMAND.usual(folder), **how}

    async def open(self):
        self.server = Server(self.folder, **self.how)
        await self.server.open()
        return self

    async def close(self):
        if self.server:
            await self.server.close()
            self.server = None

    async def until(self, condition):
        await until(condition)

    async def reopen(self):
        await self.close()
        return await self.open()

    async def guest(self, name):
        return (await self.server.guests.create(name))[0]

    async def create_table(self, owner, *seats, game="burger-go", **wish):
        made = await create.new_table(self.server, owner, rest.NewTable(game=game, seats=list(seats), **wish))
        return await self.server.registry.get(made.id)

    async def enter(self, table, guest=None, seen=None, invite=None, address="127.0.0.1"):
        listener = Listener(guest, invite, address)
        await table.enter(listener, seen)
        return listener

    async def send(self, table, listener, type, **fields):
        """Send one message and return the reply to it."""
        listener.numbers += 1
        fields = {"id": f"m{listener.numbers}", **fields}
        before, listener.wanted_hint = len(listener.sent), fields.get("id", "")
        message = messages.decode(json.dumps({"type": type, **fields}))
        await deliver(table, listener, message)
        answers = [m for m in listener.sent[before:] if m["type"] in ("done", "refused", "hint", "pong")]
        return answers[0] if answers else None

    async def play(self, table, listener, action, **fields):
        return await self.send(
            table, listener, "play", **{"version": listener.version, "action": list(action), **fields}
        )

    async def save(self, table):
        """Save and publish what a test has done to the match without a command."""

        async def moved():
            return Effects(mover=0)

        await table.execute(moved)

    async def play_any(self, table, listener):
        seat = table.seat_of(listener)
        return await self.play(table, listener, random.choice(list(table.match.table.asks[seat])))


@pytest.fixture
async def room(tmp_path):
    """An open room; a test with other settings changes `how` and reopens it."""
    room = await Room(tmp_path / "data").open()
    yield room
    await room.close()


class LocalServer:
    """A server on a real port of this machine."""

    def __init__(self, folder, *, names=frozenset(), site=None, proxies=(), leases=None, **how):
        self.server = Server(folder, **{"pool": NoWorkers(), "database": ON_DEMAND.usual(folder), **how})
        if leases:
            self.server.leases = self.server.peers.leases = leases
            self._private = bind_private("127.0.0.1", 0)
            self.address = leases.address = private_url(self._private)
        self._socket = bind_port("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self.limiter = ConnectionLimiter(
            self.server.limits, self.server.metrics, self.server.log, networks(proxies)
        )
        page = site or Page(Path(folder) / "no-page")
        self.app = application(self.server, self.limiter, names=names, proxies=networks(proxies), page=page)
        self.sites = [Site(self.app, self._socket, self.limiter)]
        if leases:
            self.sites.append(private_site(self.app, self._private))
        self._server = HttpServer(self.sites, shutdown_seconds=1)
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def start(self):
        self._thread.start()
        last = monotonic() + PATIENCE
        while not self._server.is_ready:
            self._thread.join(0.01)
            alive = self._thread.is_alive() and monotonic() < last
            assert alive or self._server.is_ready, "the server did not start"
        return self

    def stop(self):
        self._server.close()
        self._thread.join(20)
        self._socket.close()

    def cut(self):
        """Close the connections of other workers."""
        for transport in list(self.sites[1].limiter._open):
            transport.abort()

    def kill(self):
        """Close all connections, and accept no more, as if the process were killed."""

        def end():
            for listener in self._server.listeners:
                listener.close()
            self.cut()

        self.server.loop.call_soon_threadsafe(end)

    async def guest(self, name):
        return await Guest(self.url).introduce(name)

    def client(self):
        """Return an HTTP client with a long timeout, for busy machines."""
        return httpx.Client(base_url=self.url, timeout=PATIENCE, verify=PLAIN)


@pytest.fixture
def running(tmp_path):
    """A function that starts servers on free ports; they are stopped after the test."""
    opened = []

    def start(folder="data", **how):
        opened.append(LocalServer(tmp_path / folder, **how).start())
        return opened[-1]

    yield start
    for local in opened:
        local.stop()


def roomy(**changed):
    """Limits that tests do not run into."""
    limits = Limits(
        messages=100_000,
        burst=100_000,
        requests=100_000,
        request_burst=100_000,
        sockets=5_000,
        connections=5_000,
        address_connections=5_000,
        guest_burst=5_000,
        new_tables=5_000,
    )
    for name, value in changed.items():
        limits.change(name, value)
    return limits


@pytest.fixture
def wide():
    return roomy
