"""Middleware: who may ask, how often, and what every answer carries."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, cast

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from flattop.server.limits import AddressLimits
from flattop.server.scheduling import StartThrottle
from flattop.server.schemas.codec import encode_json
from flattop.server.schemas.rest import Problem

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
SAFE = ("GET", "HEAD", "OPTIONS")
HOST = re.compile(r"((\[[0-9a-f:.]+\]|[\w.~-]+)(:\d{0,5})?)?", re.ASCII | re.IGNORECASE)
PIECE = 65_536  # bytes of an answer that are written before we look whether they are read
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class Middleware:
    """Wraps the whole application."""

    def __init__(
        self, app: ASGIApp, addresses: AddressLimits, names: Collection[str] = (), path: str = ""
    ) -> None:
        self.app, self._addresses, self._names, self._turns = app, addresses, names, StartThrottle()
        self._path = path  # of another site, under which we are

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = str(scope["type"])
        if kind == "lifespan":
            return await self.app(scope, receive, send)
        scope = _inside(scope, self._path)
        problem = self._problem(scope)
        if problem is None:
            await self._turns.wait()
            if kind == "websocket":
                return await self.app(scope, receive, send)
            return await self.app(_as_get(scope), receive, _with_headers(_in_pieces(scope, send)))
        if kind == "websocket":
            return await send({"type": "websocket.close", "code": 4403, "reason": ""})
        return await _refuse(_with_headers(send), *problem)

    def _problem(self, scope: Scope) -> tuple[int, Problem] | None:
        heads = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = heads.get(b"host", "")
        if not HOST.fullmatch(host):
            return 400, Problem(code="bad-request", sentence="The Host of a request is a name and a port.")
        if self._names and name_of(host) not in self._names:
            return 421, Problem(code="wrong-host", sentence="This server has other names; see --name.")
        if not _same_origin(scope, heads, host):
            return 403, Problem(code="other-origin", sentence="Pages of other sites may not ask this.")
        client = scope["client"]
        if not self._addresses.may_request(client[0] if client else ""):
            return 429, Problem(code="too-many", sentence="Too many requests; wait a little.")
        return None


def _inside(scope: Scope, under: str) -> Scope:
    """What is asked of us, without the path under which we are; a proxy may have taken it off already."""
    path = scope["path"]
    if not under or not (path == under or path.startswith(f"{under}/")):
        return scope
    return cast(Scope, {**scope, "path": path[len(under) :] or "/"})


def _same_origin(scope: Scope, heads: dict[bytes, str], host: str) -> bool:
    """Browsers say where a request comes from; other programs carry no cookie that they were not given."""
    if scope.get("method") in SAFE:
        return True
    if heads.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = heads.get(b"origin")
    return origin is None or (bool(host) and origin.partition("://")[2] == host)


def name_of(host: str) -> str:
    """The host without its port."""
    name = host.rpartition(":")[0] if ":" in host.rpartition("]")[2] else host
    return name.strip("[]").lower()


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            heads = [(name.lower(), _allowed(name, value)) for name, value in message["headers"]]
            there = {name for name, _ in heads}
            message["headers"] = [*heads, *(head for head in HEADERS if head[0] not in there)]
        await send(message)

    return sending


def _allowed(name: bytes, value: bytes) -> bytes:
    """Where GET is allowed, so is HEAD."""
    return value + b", HEAD" if name.lower() == b"allow" and b"GET" in value else value


def _as_get(scope: Scope) -> Scope:
    """HEAD is GET whose answer is not sent whole."""
    asked: Any = {**scope, "method": "GET"}
    return asked if scope.get("method") == "HEAD" else scope


def _in_pieces(scope: Scope, send: Send) -> Send:
    """A long answer piece by piece, so that whoever does not read it takes up little; of HEAD's nothing."""
    is_head = scope.get("method") == "HEAD"

    async def sending(message: Message) -> None:
        if message["type"] != "http.response.body":
            return await send(message)
        body = memoryview(b"" if is_head else message["body"])
        while len(body) > PIECE:
            await send({"type": "http.response.body", "body": bytes(body[:PIECE]), "more_body": True})
            body = body[PIECE:]
        return await send({**message, "body": bytes(body)})

    return sending


async def _refuse(send: Send, status: int, problem: Problem) -> None:
    body = encode_json(problem)
    head = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if status == 429:
        head.append((b"retry-after", b"2"))
    start: Any = {"type": "http.response.start", "status": status, "headers": head}
    await send(start)
    await send({"type": "http.response.body", "body": body, "more_body": False})
