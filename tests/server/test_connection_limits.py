"""Connections that idle, flood or do not read are closed, and others are not affected."""

import contextlib
import logging
import os
import resource
import subprocess
import sys
import threading
from types import SimpleNamespace

import httpx
import pytest
from websockets.frames import Opcode
from websockets.protocol import Protocol

from flattop.server.connection_limits import (
    ConnectionLimiter,
    WatchedConnection,
    raise_file_limit,
    room_for_connections,
)
from flattop.server.http.static import Page
from flattop.server.limits import Limits, address_block, networks, plain_client
from flattop.server.metrics import Metrics
from flattop.server.schemas.base import CloseCode
from flattop.server.schemas.messages import Complaint
from flattop.server.websocket import Connection
from tests.clock import Clock

from .conftest import PATIENCE, until
from .raw import CONT, PING, PONG, TEXT, UPGRADE, answer, connection, ends, frame, opened, request, takes
from .test_logs import LINE

MEGABYTE = 1_000_000


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch):
    monkeypatch.setattr("flattop.server.connection_limits.SWEEP", 0.05)


def watched_table(local):
    """Return the id of a table that everybody may watch."""
    with local.client() as ann:
        ann.post("/api/guest", json={"name": "Ann"})
        wish = {"game": "burger-go", "seats": ["you", "open"], "spectators": True}
        return ann.post("/api/tables", json=wish).json()["id"]


def figure(local, name):
    lines = httpx.get(f"{local.url}/metrics", timeout=PATIENCE).text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"flattop_{name} "))


# -- floods


FLOODS = {
    "pings": (b"", frame(PING, b"x" * 125) * 100),
    "empty pings": (b"", frame(PING) * 1_000),
    "pongs that nobody asked for": (b"", frame(PONG, b"x" * 125) * 100),
    "pieces of a message": (frame(TEXT, b"x", last=False), frame(CONT, last=False) * 1_000),
}


def test_endless_frames_close_the_socket(running, wide):
    local = running(limits=wide())
    table = watched_table(local)
    for kind, (first, flood) in FLOODS.items():
        line = opened(local.url, table)
        line.sendall(first)
        assert takes(line, flood, 20 * MEGABYTE) < 20 * MEGABYTE, kind
        assert ends(line), kind
    assert local.limiter.rejected["flooded"] == len(FLOODS)


def test_a_few_pings_are_answered(running, wide):
    local = running(limits=wide())
    line = opened(local.url, watched_table(local))
    line.sendall(frame(PING, b"still there?") * 20)
    heard = b""
    while heard.count(b"still there?") < 20:
        heard += line.recv(65536)


def test_unread_messages_do_not_pile_up(running, wide):
    local = running(limits=wide(messages=1, burst=1, strikes=10**9))
    line = opened(local.url, watched_table(local))
    takes(line, frame(TEXT) * 10_000, MEGABYTE)
    assert ends(line)
    assert local.limiter.rejected["flooded"] == 1


# -- idlers


HALVES = {
    "nothing": b"",
    "half a head": b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half",
    "no body": request("POST", "/api/guest", "Content-Length: 10\r\n"),
    "no chunk": request("POST", "/api/guest", "Transfer-Encoding: chunked\r\n"),
    "half a refused body": request("POST", "/api/guest", "Origin: http://x\r\nContent-Length: 10\r\n") + b"x",
    "half an upgrade": request("GET", "/ws/tables/x", "Upgrade: websocket\r\nConnection: upgrade\r\n")[:-2],
    "an upgrade with a body": request("GET", "/ws/tables/x", UPGRADE + "Content-Length: 9\r\n"),
    "a head that is too long": request("GET", "/ws/tables/x", UPGRADE + f"X: {'x' * 9_000}\r\n"),
}


def test_unfinished_request_is_closed(running, wide, caplog):
    local = running(limits=wide(head=0.2, body=0.2))
    lines = {kind: connection(local.url) for kind in HALVES}
    for kind, line in lines.items():
        line.sendall(HALVES[kind])
    assert [kind for kind, line in lines.items() if not ends(line)] == []
    local.limiter.limits.change("head", 60)  # new connections are not closed for being slow
    assert answer(local.url, request()) == 200
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_slow_bytes_do_not_extend_the_deadline(running, wide):
    local = running(limits=wide(head=0.3))
    line = connection(local.url)
    line.settimeout(0.05)
    line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ")
    with contextlib.suppress(ConnectionError):  # closed between two bytes
        while not ends(line):
            line.sendall(b"x")
    assert local.limiter.rejected["did not ask in time"] == 1


def test_connection_may_send_another_request(running, wide):
    local = running(limits=wide(head=10, body=10, keep_alive=10))
    local.limiter.now = clock = Clock()
    with local.client() as client:
        for _ in range(3):
            clock.advance(9)  # every request has its own deadline
            look_at_all(local)
            assert client.post("/api/guest", json={"name": "Ann"}).is_success
    assert local.limiter.rejected.total() == 0


def test_idle_connection_is_closed_after_a_request_and_not_counted(running, wide):
    local = running(limits=wide(keep_alive=0.2))
    with connection(local.url) as line:
        line.sendall(request())
        assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
        assert ends(line)
    assert local.limiter.rejected.total() == 0


def look_at_all(local):
    """Make the limiter check all connections now."""
    looked = threading.Event()
    local.server.loop.call_soon_threadsafe(lambda: (local.limiter._sweep(), looked.set()))
    assert looked.wait(60)


# -- too many


def test_idle_connections_of_an_address_are_closed_for_new_requests(running, wide):
    local = running(limits=wide(address_connections=5))
    idlers = [connection(local.url) for _ in range(40)]
    assert answer(local.url, request()) == 200
    assert figure(local, "connections") <= 5
    assert sum(ends(line) for line in idlers[:35]) == 35


async def test_connection_over_the_limit_gets_503(running, wide):
    local = running(limits=wide(address_connections=3))
    table = watched_table(local)
    sockets = [opened(local.url, table) for _ in range(3)]
    for line in sockets:
        line.recv(1)
    assert answer(local.url) == 503
    sockets[0].close()
    await until(lambda: answer(local.url, request()) == 200)  # after a delay


def stub_transport(unread=0):
    transport = SimpleNamespace(unread=unread, closed=False)
    transport.get_write_buffer_size = lambda: transport.unread
    transport.is_closing = lambda: False
    transport.abort = lambda: setattr(transport, "closed", True)
    return hashable(transport)


def hashable(namespace):
    class Transport:
        __getattr__ = staticmethod(lambda name: getattr(namespace, name))
        set = staticmethod(lambda **how: namespace.__dict__.update(how))

    return Transport()


@pytest.fixture
def limiter(monkeypatch):
    """A limiter with a manual clock and a list of its log lines."""
    lines = []

    def log(event, **fields):
        lines.append((event, fields))

    limits = Limits(connections=10, address_connections=4)
    limiter = ConnectionLimiter(limits, Metrics(), log, networks(["192.0.2.0/24"]))
    limiter.now, limiter.lines = Clock(), lines
    return limiter


def come(limiter, address, idles=True):
    watch = WatchedConnection(limiter, stub_transport(), (address, 1))
    admitted = limiter.admit(watch)
    if admitted and idles:
        watch.expect("did not ask in time", 10)
    return watch if admitted else None


async def test_address_with_most_idle_connections_loses_one(limiter):
    many = [come(limiter, "198.51.100.1") for _ in range(4)] + [
        come(limiter, "198.51.100.2") for _ in range(3)
    ]
    few = [come(limiter, "198.51.100.3"), *(come(limiter, f"198.51.100.{n}", idles=False) for n in (4, 5))]
    assert come(limiter, "198.51.100.6")
    assert [watch.transport.closed for watch in many] == [True] + [False] * 6
    assert not any(watch.transport.closed for watch in few)


async def test_named_proxy_has_no_limit_per_address(limiter):
    assert all(come(limiter, "192.0.2.7", idles=False) for _ in range(6))
    assert [bool(come(limiter, "198.51.100.1", idles=False)) for _ in range(5)] == [True] * 4 + [False]


async def test_slow_reader_with_progress_is_not_closed(limiter):
    watch = come(limiter, "198.51.100.1", idles=False)
    for unread in range(200_000, 0, -20_000):
        watch.transport.set(unread=unread)
        watch.pause() if unread == 200_000 else None
        assert not watch.overdue(limiter.now())
        limiter.now.advance(19)
    limiter.now.advance(2)
    assert watch.overdue(limiter.now()) == "did not read"
    watch.resume()
    assert not watch.overdue(limiter.now())


async def test_rejected_connections_are_logged_once_a_minute(limiter):
    for minute in range(3):
        for _ in range(500):
            limiter.count_rejected("too many")
            limiter._sweep()
        limiter.now.advance(30)
        assert len(limiter.lines) == 1 + minute // 2
    counts = [{"rejected": {"too many": count}} for count in (1, 1000)]
    assert limiter.lines == [("connections rejected", count) for count in counts]


@pytest.mark.parametrize(
    ("address", "block"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("", ""),
        ("no address" * 100, ("no address" * 100)[:64]),
    ],
)
def test_ipv6_addresses_of_one_network_count_as_one(address, block):
    assert address_block(address) == block


def test_client_address_is_the_same_for_http_and_websocket():
    assert plain_client(("::ffff:192.0.2.1", 80)) == ("192.0.2.1", 80)
    assert plain_client(("2001:db8::1", 80)) == ("2001:db8::1", 80)
    assert plain_client(None) is None


def test_file_limit_is_raised_and_some_files_are_reserved():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))
        assert room_for_connections() == 768
        raise_file_limit()
        most = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (most, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_server_answers_with_a_low_file_limit(tmp_path):
    few = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))  # noqa: E731
    words = ["serve", "--no-open", "--port", "0", "--limit", "head=1", "--data", str(tmp_path / "data")]
    server = subprocess.Popen(
        [sys.executable, "-m", "flattop", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=few, env=os.environ,
    )  # fmt: skip
    try:
        url = next(line.split()[-1] for line in server.stdout if "open at" in line).rstrip("/")
        idlers = [connection(url) for _ in range(150)]
        assert [answer(url, request()) for _ in range(5)] == [200] * 5
        assert all(ends(line) for line in idlers)
    finally:
        server.terminate()
        _, error = server.communicate(timeout=60)
    assert all(LINE.fullmatch(line) for line in error.splitlines()), error
    assert len(error) < 1_000


# -- slow readers


def flood_table(local, table_id, count=300):
    """Send the subscribers more than a connection buffers."""
    table, line = local.server.registry.live[table_id], "x" * 100_000

    def flood():
        for _ in range(count):
            table.broadcast(Complaint("long", line))

    local.server.loop.call_soon_threadsafe(flood)


async def wait_until_empty(local):
    await until(lambda: not local.server.addresses.sockets.total())


async def test_socket_that_does_not_read_is_closed(running, wide):
    local = running(limits=wide(unread=0.3, backlog=100 * MEGABYTE))
    table = watched_table(local)
    lines = [opened(local.url, table, reads=4096) for _ in range(3)]
    for line in lines:
        line.recv(1)
    flood_table(local, table)
    await wait_until_empty(local)
    assert local.limiter.rejected["did not read"] == 3
    assert local.server.registry.live[table].subscribers == []
    assert all(ends(line) for line in lines)


async def test_socket_that_does_not_answer_pings_is_closed(running, wide):
    local = running(limits=wide(ping=0.1, pong=0.2))
    table = watched_table(local)
    lines = [opened(local.url, table) for _ in range(3)]
    for line in lines:
        line.recv(1)
    await wait_until_empty(local)
    assert local.limiter.rejected["did not answer a ping"] == 3
    assert all(ends(line) for line in lines)


async def test_socket_that_answers_pings_stays_open(running, wide, monkeypatch):
    pings, receive = [], Protocol.recv_frame

    def noted(client, frame):
        pings.extend([frame] if frame.opcode is Opcode.PING else [])
        receive(client, frame)

    monkeypatch.setattr(Protocol, "recv_frame", noted)
    local = running(limits=wide(ping=0.02, pong=60))
    ann = await local.guest("Ann")
    chair = await ann.table(watched_table(local)).open()
    await chair.hear("welcome")
    await until(lambda: len(pings) > 5)  # each ping waits for the pong of the last
    await chair.send(type="ping", n=7)
    assert (await chair.hear("pong"))["n"] == 7
    assert await chair.socket.ping()
    assert local.limiter.rejected.total() == 0


async def test_unread_response_is_aborted(running, wide, tmp_path):
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text("<!doctype html>")
    (tmp_path / "page" / "large.bin").write_bytes(bytes(20 * MEGABYTE))
    local = running(limits=wide(unread=0.3), site=Page(tmp_path / "page"))
    lines = [connection(local.url, reads=4096) for _ in range(3)]
    for line in lines:
        line.sendall(request(path="/large.bin"))
    await until(lambda: local.limiter.rejected["did not read"] == 3)
    assert len(httpx.get(f"{local.url}/large.bin", timeout=PATIENCE).content) == 20 * MEGABYTE


@pytest.mark.parametrize(("limit", "value"), [("lag", 2), ("backlog", 1_000)])
async def test_output_queue_of_a_slow_socket_is_bounded_and_dropped(limit, value):
    limits = Limits()
    limits.change(limit, value)
    closed = []

    async def close(code, message):
        closed.append(code)

    watched = SimpleNamespace(is_stuck=True, transport=stub_transport())
    server = SimpleNamespace(limits=limits, now=Clock())
    connection = Connection(SimpleNamespace(close=close), watched, server, "127.0.0.1", None)
    connection.send("x" * 5_000)  # a single long message may always be sent
    for _ in range(10):
        connection.send("y" * 400)
    await connection.closed()
    assert closed == [CloseCode.TOO_SLOW]
    assert not connection._queue
