"""A client for programs: it sits down at tables of a server, for bots of one's own, tests and benches.

    guest = await Guest("http://127.0.0.1:8000").introduce("Ann")
    status, made = await guest.call("POST", "/api/tables", {"game": "burger-go", "seats": ["you", "house"]})
    async with guest.table(made["id"]) as table:
        await table.hear("welcome")
        await table.play(table.options[0])

What can be called, sent and heard is told in docs/protocol.md; examples/join_a_table.py is a whole bot.
"""

from __future__ import annotations

import secrets
import ssl
from functools import cache
from typing import Any, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from flattop.protocol import COOKIE, PROTOCOL, padded

Answer = dict[str, Any]


class Guest:
    """Somebody whom a server knows by a cookie; every call connects anew, so there is nothing to close.

    A machine with several addresses may name the `source`, the one of them to come from.
    """

    def __init__(self, server: str, source: str | None = None) -> None:
        self.server = server.rstrip("/")
        self.way: dict[str, Any] = {"local_addr": (source, 0)} if source else {}  # how sockets connect
        alone = httpx.Limits(max_keepalive_connections=0)
        transport = httpx.AsyncHTTPTransport(limits=alone, verify=_trust(), local_address=source)
        self._http = httpx.AsyncClient(base_url=self.server, timeout=30, transport=transport)

    @property
    def token(self) -> str:
        """What the cookie says; empty before the introduction."""
        return self._http.cookies.get(COOKIE) or ""

    async def introduce(self, name: str) -> Self:
        await self.call("POST", "/api/guest", {"name": name})
        return self

    async def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """One request: its status and what it answered; a server that is not there is a `ConnectionError`."""
        try:
            answer = await self._http.request(method, path, json=body)
        except httpx.TransportError as error:
            raise ConnectionError(f"{self.server} does not answer: {error!r}") from None
        is_json = answer.headers.get("Content-Type", "").startswith("application/json")
        return answer.status_code, answer.json() if is_json else answer.text

    def table(self, table_id: str, invite: str | None = None) -> TableConnection:
        return TableConnection(self, table_id, invite)


@cache
def _trust() -> ssl.SSLContext:
    """Whom to trust by https; read once, since it takes a while."""
    return httpx.create_ssl_context()


class TableConnection:
    """A socket at a table, and the sheet as it stands."""

    def __init__(self, guest: Guest, table_id: str, invite: str | None = None) -> None:
        self.guest, self.table_id, self.invite = guest, table_id, invite
        self.socket: ClientConnection | None = None
        self.version: int | None = None
        self.snapshot: Answer | None = None
        self.welcomed: Answer = {}
        self.frames: list[str] = []  # everything that came over the wire, as it came

    async def open(self, seen: int | None = None) -> Self:
        """Connect and say hello, which is answered by a welcome, or by what came after the version seen."""
        url = f"{self.guest.server.replace('http', 'ws', 1)}/ws/tables/{self.table_id}"
        url += f"?invite={self.invite}" if self.invite else ""
        headers = {"Cookie": f"{COOKIE}={self.guest.token}"} if self.guest.token else {}
        way = self.guest.way
        self.socket = await connect(url, additional_headers=headers, compression=None, max_size=2**22, **way)
        await self.send(type="hello", protocol=PROTOCOL, seen=seen)
        return self

    async def close(self) -> None:
        if self.socket:
            await self.socket.close()

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def send(self, **message: Any) -> None:
        assert self.socket, "open the table first"
        await self.socket.send(padded(msgspec.json.encode(message)).decode())

    async def hear(self, *kinds: str, id: str | None = None) -> Answer:
        """The next message of one of these kinds; what comes before it is taken in as well."""
        while True:
            message = await self._next()
            if (not kinds or message["type"] in kinds) and (id is None or message.get("id") == id):
                return message

    async def _next(self) -> Answer:
        assert self.socket, "open the table first"
        text = await self.socket.recv()
        self.frames.append(str(text))
        message: Answer = msgspec.json.decode(text)
        self.take(message)
        return message

    def take(self, message: Answer) -> None:
        """Keep the sheet as the server has it."""
        if message["type"] == "welcome":
            self.welcomed, self.snapshot, self.version = message, message["sheet"], message["version"]
        elif message["type"] == "update" and self.snapshot is not None:
            if message["version"] != (self.version or 0) + 1:
                raise RuntimeError(f"version {message['version']} came after {self.version}")
            self.version = message["version"]
            changed = dict(message["set"])
            self.snapshot["view"].update(changed.pop("view", {}))
            self.snapshot.update(changed)
            self.snapshot["log"] += message["log"]

    async def earlier(self) -> int:
        """Fetch lines of the log from before those that we have; how many came, 0 once it is whole."""
        assert self.snapshot, "hear the welcome first"
        before = self.snapshot.get("log_from", 0)
        if not before:
            return 0
        path = f"/api/tables/{self.table_id}/log?before={before}"
        status, page = await self.guest.call("GET", path + (f"&invite={self.invite}" if self.invite else ""))
        if status != 200:
            raise RuntimeError(f"the log before line {before} is not to be had: {page}")
        self.snapshot["log"][:0] = page["log"]
        self.snapshot["log_from"] = page["log_from"]
        return len(page["log"])

    async def ask(self, type: str, id: str | None = None, **fields: Any) -> Answer:
        """Send a message with an id and hear its answer."""
        id = id or secrets.token_hex(8)
        await self.send(type=type, id=id, **fields)
        return await self.hear("done", "refused", "hint", id=id)

    async def play(self, action: list[Any], id: str | None = None) -> Answer:
        """Play, and hear at least up to what it has changed."""
        answer = await self.ask("play", id, version=self.version, action=action)
        while answer["type"] == "done" and (self.version or 0) < answer["version"]:
            await self.hear("update", "welcome")
        return answer

    @property
    def options(self) -> list[list[Any]]:
        """The actions open to us now."""
        return [action for action, _ in self.snapshot["options"]] if self.snapshot else []
