"""Middleware of all requests: host and origin checks, rate limits, security headers, HEAD, slow readers."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, cast

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from flattop.server.auth.requests import host_name
from flattop.server.fair_queues import StartThrottle
from flattop.server.limits import AddressLimits
from flattop.server.schemas.base import encode_json
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
STARTS_PER_ITERATION = 2  # requests that start before the event loop looks at plays again
CHUNK = 65_536  # bytes of a response that are written before the client must read


class Middleware:
    """ASGI middleware around the whole application."""

    def __init__(
        self, app: ASGIApp, addresses: AddressLimits, names: Collection[str] = (), path: str = ""
    ) -> None:
        self.app, self._addresses, self._names = app, addresses, names
        self._turns = StartThrottle(STARTS_PER_ITERATION)
        self._path = path  # prefix of all paths, if the server shares its host with another site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = str(scope["type"])
        if kind == "lifespan":
            return await self.app(scope, receive, send)
        if self._path and (scope["path"] == self._path or scope["path"].startswith(f"{self._path}/")):
            scope = cast(Scope, {**scope, "path": scope["path"][len(self._path) :] or "/"})
        problem = self._problem(scope)
        if problem is None:
            await self._turns.wait()
            if kind == "websocket":
                return await self.app(scope, receive, send)
            is_head = scope.get("method") == "HEAD"  # answered like GET, without the body
            scope = cast(Scope, {**scope, "method": "GET"}) if is_head else scope
            return await self.app(scope, receive, _with_headers(_in_chunks(send, is_head)))
        if kind == "websocket":
            return await send({"type": "websocket.close", "code": 4403, "reason": ""})
        return await _refuse(_with_headers(send), *problem)

    def _problem(self, scope: Scope) -> tuple[int, Problem] | None:
        """Return the status and body of an error if the request is refused."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if not HOST.fullmatch(host):
            return 400, Problem(code="bad-request", sentence="The Host header must be a name and a port.")
        if self._names and host_name(host) not in self._names:
            return 421, Problem(
                code="wrong-host", sentence="This server does not have that name; see --name."
            )
        if not _is_same_origin(scope, headers, host):
            return 403, Problem(
                code="other-origin", sentence="Pages of other sites may not send this request."
            )
        client = scope["client"]
        if not self._addresses.may_request(client[0] if client else ""):
            return 429, Problem(code="too-many", sentence="Too many requests; wait a little.")
        return None


def _is_same_origin(scope: Scope, headers: dict[bytes, str], host: str) -> bool:
    """True unless a browser says that a page of another site sent the request.

    Other programs send no origin.  They need no check, since they have only the cookies they were given.
    """
    if scope.get("method") in SAFE:
        return True
    if headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get(b"origin")
    return origin is None or (bool(host) and origin.partition("://")[2] == host)


def _with_headers(send: Send) -> Send:
    """Add the security headers, and HEAD to the allowed methods if GET is allowed."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = []
            for name, value in message["headers"]:
                is_get_allowed = name.lower() == b"allow" and b"GET" in value
                headers.append((name.lower(), value + b", HEAD" if is_get_allowed else value))
            present = {name for name, _ in headers}
            message["headers"] = [*headers, *(header for header in HEADERS if header[0] not in present)]
        await send(message)

    return send_with_headers


def _in_chunks(send: Send, is_head: bool) -> Send:
    """Send long bodies in chunks, so that a client that does not read uses little memory."""

    async def send_in_chunks(message: Message) -> None:
        if message["type"] != "http.response.body":
            return await send(message)
        body = memoryview(b"" if is_head else message["body"])
        while len(body) > CHUNK:
            await send({"type": "http.response.body", "body": bytes(body[:CHUNK]), "more_body": True})
            body = body[CHUNK:]
        return await send({**message, "body": bytes(body)})

    return send_in_chunks


async def _refuse(send: Send, status: int, problem: Problem) -> None:
    body = encode_json(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if status == 429:
        headers.append((b"retry-after", b"2"))
    start: Any = {"type": "http.response.start", "status": status, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body, "more_body": False})
