"""Malformed requests are refused as client errors, and never cause internal errors."""

import logging

import httpx
import pytest

from .conftest import PATIENCE
from .raw import CONT, HELLO, PING, TEXT, UPGRADE, answer, connection, ends, frame, opened

OWN = b"Host: 127.0.0.1\r\n"
JSON = b"Content-Type: application/json\r\n"
LONG = b"9" * 5_000  # digits, more than Python converts to an int
SOCKET = UPGRADE.encode()


def get(path=b"/api/me", heads=OWN, method=b"GET"):
    return method + b" " + path + b" HTTP/1.1\r\n" + heads + b"Connection: close\r\n\r\n"


def post(path, body, heads=OWN + JSON):
    length = b"" if b"chunked" in heads else b"Content-Length: %d\r\n" % len(body)
    length += b"Connection: close\r\n\r\n"
    return b"POST " + path + b" HTTP/1.1\r\n" + heads + length + body


def socket_at(path, heads=OWN):
    return b"GET " + path + b" HTTP/1.1\r\n" + heads + SOCKET + b"\r\n"


ORIGINS = [
    b"http://[", b"http://]", b"http://[::1", b"//", b"", b"\xff", b"http://a:b:c", b"http://x:" + LONG,
    "http://℀.com".encode(),
]  # fmt: skip
HOSTS = [
    b"127.0.0.1:x", b"127.0.0.1:", b"127.0.0.1:99999", b"127.0.0.1:-1", b"127.0.0.1:" + LONG,
    b"127.0.0.1:\xb2",
    b"127.0.0.1:\xff", b"[", b"]", b"[::1", b"::1", b"[::1]:x", b"", b"127.0.0.1@x", b"127.0.0.1#", b"\xff",
]  # fmt: skip
BODIES = [
    b"[" * 8_000, b'{"a":' * 3_000, b'{"name":"\xff"}', b'{"name":"\xc3"}', b'{"\xff":1}', b"\xff",
    b'{"name":"\\ud800"}', b'{"name":"\xed\xa0\x80"}', b'{"name":' + LONG + b"}", b'{"name":1e999999}',
    b'{"name":-}', b"\xef\xbb\xbf{}", b"nul", b"null", b"[]", b'"x"', b"", b'{"name":"\\u0000"}',
]  # fmt: skip
OPTIONS = [
    b"[" * 5_000,
    b'{"a":' * 3_000,
    b'{"a":' + LONG + b"}",
    b'{"\xff":1}',
    b'{"a":"\xff"}',
    b'{"a":1e400}',
]
QUERIES = [
    b"page=%ff", b"page=" + LONG, b"page=%00", b"page", b"=&=", b"%", b"page=%", b"page=1_0", b"page=%D9%A1",
    b"scope=%ff", b"page=nan", b"invite=%ff%fe", b"invite=%00", b"invite=%ed%a0%80", b"at=" + LONG, b"at=-1",
    b"eyes=" + LONG, b"eyes=%ff", b"serves=" + LONG, b"units=%ff", b"q=%ff", b"q=(", b"q=%00",
    b"'\"<>`{}|\\^",
]  # fmt: skip
WISH = b'{"game":"burger-go","seats":["you","open"],"options":'
POSTED = [b"/guest", b"/tables", b"/tables/TABLE/join", b"/tables/TABLE/seats", b"/tables/TABLE/what-if"]
QUERIED = [b"", b"/TABLE", b"/TABLE/replay", b"/TABLE/record", b"/TABLE/chances", b"/TABLE/pack"]
PATHS = [
    b"/%ff", b"/%00", b"/%", b"/%zz", b"//", b"/\\", b"/..", b"/%2e%2e/%2e%2e/etc/passwd",
    b"/t/%ff", b"/t/%00",
    b"/api/tables/%ff", b"/api/tables/%00", b"/api/tables/%ed%a0%80", b"/api/games/%ff", b"/api/games/%00",
    b"/api/campaigns/%ff", b"/api/tables/x%0d%0aX: y/record", b"/" + b"x" * 5_000,
    b"/" + b"a/" * 3_000, b"*", b"?",
    b"api/me", b"http://[/", b"http://127.0.0.1:x/api/me", b"//[/api/me", b"/%f0%9f%8d%94",
    b"/{name}", b"/assets/%00",
]  # fmt: skip
METHODS = [b"GET", b"HEAD", b"POST", b"OPTIONS", b"DELETE", b"BREW", b"get"]
COOKIES = [
    b"\xff", b"flattop_guest=\xff", b"flattop_guest=%ff", b"flattop_guest=", b"flattop_guest", b"=", b";;;=;",
    b'flattop_guest="', b'flattop_guest="\\777"', b'flattop_guest="\\377"', b"flattop_guest=%ed%a0%80",
    b"flattop_guest=" + b"x" * 9_000, b"\x01",
]  # fmt: skip
HEADS = [
    b"X-A: \xff\xfe", b"Accept: \xff", b"Accept: */*;q=nan", b"Accept-Encoding: \xff", b"If-None-Match: \xff",
    b"Sec-Fetch-Site: \xff", b"Expect: 100-continue", b"Expect: x", b"Range: \xff", b"Connection: \xff",
    b"Upgrade: h2c\r\nConnection: Upgrade", b"Upgrade: \xff\r\nConnection: upgrade",
    b"Transfer-Encoding: gzip",
    b"Content-Length: -1", b"Content-Length: " + LONG, b"Content-Type: \xff",
    b"Content-Type: multipart/form-data",
    b"Content-Type: application/json; charset=utf-16", b"X-Forwarded-For: \xff", b"X-Forwarded-Proto: \xff",
    b"Content-Encoding: gzip", b"A" * 20_000 + b": x", b": x", b"Host: other", b"X: " + b"y" * 20_000,
    b"\r\n".join(b"X-%d: y" % n for n in range(500)),
]  # fmt: skip
PIECES = [
    (post(b"/api/guest", b"", OWN + JSON + b"Transfer-Encoding: chunked\r\n"), b"zz\r\n"),
    (
        b"POST /api/guest HTTP/1.1\r\n" + OWN + b"Origin: http://x\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"zz\r\n\r\n",
    ),
    (b"POST /api/guest HTTP/1.1\r\n" + OWN + JSON + b"Content-Length: 1000000\r\n\r\n", b"x" * 300_000),
    (b"GET /api/me HTTP/1.1\r\n" + OWN + b"\r\n", b"\x00\x01\x02\r\n\r\n"),
    (b"GET /nothing HTTP/1.0\r\n\r\n",),
    (b"POST /api/guest HTTP/1.0\r\n" + JSON + b'Content-Length: 12\r\n\r\n{"name":"x"}',),
    (bytes(range(256)),),
    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",),
    (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",),
    (socket_at(b"/ws/tables/TABLE"), b"\xff" * 20),
    (socket_at(b"/ws/tables/TABLE") + frame(PING) * 10,),
    (socket_at(b"/ws/tables/TABLE").replace(b"Version: 13", b"Version: \xff"),),
    (socket_at(b"/ws/tables/TABLE").replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"\xff"),),
]


def requests():
    """Return all requests, each in one or more chunks."""
    for origin in ORIGINS:
        yield (post(b"/api/guest", b'{"name":"x"}', OWN + JSON + b"Origin: " + origin + b"\r\n"),)
        yield (socket_at(b"/ws/tables/TABLE", OWN + b"Origin: " + origin + b"\r\n"),)
    for host in HOSTS:
        line = b"Host: " + host + b"\r\n"
        yield from ((get(path, line),) for path in (b"/", b"/api/me", b"/nothing", b"/api/tables/x/y"))
        yield (post(b"/api/guest", b'{"name":"x"}', line + JSON),)
        yield (socket_at(b"/ws/tables/TABLE", line),)
    for body in BODIES:
        for path in (
            b"/guest",
            b"/tables",
            b"/tables/TABLE/join",
            b"/tables/TABLE/seats",
            b"/tables/TABLE/what-if",
        ):
            yield (post(b"/api" + path, body),)
    for options in OPTIONS:
        yield (
            post(b"/api/tables", b'{"game":"burger-go","seats":["you","open"],"options":' + options + b"}"),
        )
    for query in QUERIES:
        yield from ((get(b"/api/tables" + path + b"?" + query),) for path in QUERIED)
        yield (socket_at(b"/ws/tables/TABLE?" + query),)
        yield (get(b"/api/recipe?" + query),)
        yield (get(b"/api/games/burger-go/rules?" + query),)
    for path in PATHS:
        yield from ((get(path, method=method),) for method in METHODS)
        yield (socket_at(b"/ws/tables" + path),)
    for line in [b"Cookie: " + cookie for cookie in COOKIES] + HEADS:
        yield (get(heads=OWN + line + b"\r\n"),)
        yield (get(b"/", OWN + line + b"\r\n"),)
        yield (post(b"/api/guest", b'{"name":"\xff"}', OWN + line + b"\r\n"),)
        yield (socket_at(b"/ws/tables/TABLE", OWN + line + b"\r\n"),)
    yield from PIECES


FRAMES = {
    "no text": frame(TEXT, b"\xff\xfe"),
    "half a letter": frame(TEXT, b"\xe2", last=False) + frame(CONT, b"\x82"),
    "a piece of nothing": frame(CONT, b"x"),
    "two at once": frame(TEXT, b"a", last=False) + frame(TEXT, b"b"),
    "reserved bits": b"\xf1" + frame(TEXT, b"x")[1:],
    "an unknown kind": frame(0x3, b"x"),
    "without a mask": b"\x81\x01x",
    "a long ping": frame(PING, b"x" * 300),
    "half a ping": frame(PING, b"x", last=False),
    "a length beyond all": b"\x81\xff\x7f" + b"\xff" * 7 + bytes(4),
    "a close code that is none": frame(0x8, b"\x00\x01"),
    "a close without a text": frame(0x8, b"\x03\xe8\xff"),
}


@pytest.fixture
def local(running, wide):
    return running(limits=wide(strikes=10**9, head=1, body=1), names=frozenset({"127.0.0.1"}))


@pytest.fixture
def table(local):
    with local.client() as ann:
        ann.post("/api/guest", json={"name": "Ann"})
        wish = {"game": "burger-go", "seats": ["random", "random"], "spectators": True}
        return ann.post("/api/tables", json=wish).json()["id"]


def test_odd_requests_are_refused_and_nothing_is_logged(local, table, caplog):
    asked = [[piece.replace(b"TABLE", table.encode()) for piece in pieces] for pieces in requests()]
    faults = [pieces for pieces in asked if (answer(local.url, *pieces) or 0) >= 500]
    assert faults == []
    assert len(asked) > 500
    assert "flattop_errors_total 0.0" in local.server.metrics.text()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_odd_frames_end_a_socket_and_nothing_is_logged(local, table, caplog):
    for kind, frames in FRAMES.items():
        line = opened(local.url, table)
        line.sendall(frames)
        assert ends(line), kind
    assert "flattop_errors_total 0.0" in local.server.metrics.text()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_invalid_json_is_refused_with_a_sentence(local):
    for body in (b"[" * 8_000, b'{"name":', b'{"name":"\xff"}'):
        answered = httpx.post(f"{local.url}/api/guest", content=body, timeout=PATIENCE)
        assert (answered.status_code, answered.json()["code"]) == (400, "bad-request")
        assert answered.json()["sentence"].startswith("The request body is not valid JSON: ")


def test_request_without_a_host_is_not_same_origin(running):
    asked = {"json": {"name": "Eve"}, "headers": {"Origin": "null", "Host": ""}}
    assert httpx.post(f"{running().url}/api/guest", timeout=PATIENCE, **asked).status_code == 403


def test_long_head_is_refused_before_it_is_complete(local):
    assert answer(local.url, b"GET / HTTP/1.1\r\n" + OWN + b"X-A: " + b"x" * 20_000) == 431
    many = b"".join(b"X-%d: %s\r\n" % (n, b"x" * 1_000) for n in range(20))
    assert answer(local.url, get(heads=OWN + many)) == 431
    assert answer(local.url, get(heads=OWN + many[:15_000].rpartition(b"\r\n")[0] + b"\r\n")) == 200


def test_frames_before_the_handshake_cut_the_connection_off(local, table):
    with connection(local.url) as line:
        line.sendall(socket_at(b"/ws/tables/" + table.encode()) + frame(TEXT, HELLO))
        assert line.recv(65536) == b""
    assert "flattop_errors_total 0.0" in local.server.metrics.text()
