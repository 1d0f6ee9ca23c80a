"""Client for programs that play on a server: bots, tests and benchmarks.

    guest = await Guest("http://127.0.0.1:8000").introduce("Ann")
    wanted = {"game": "burger-go", "seats": ["you", "house"]}
    status, created = await guest.call("POST", "/api/tables", wanted)
    async with guest.table(created["id"]) as table:
        await table.hear("welcome")
        await table.play(table.options[0])

docs/protocol.md describes the requests and messages; examples/join_a_table.py is a complete bot.
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

Answer = dict[str, Any]  # a message of the server


class Guest:
    """A guest of a server, identified by a cookie. Every call opens its own connection, so none stays open.

    `source` is the local address to connect from, on a machine with several.
    """

    def __init__(self, server: str, source: str | None = None) -> None:
        self.server = server.rstrip("/")
        self.socket_options: dict[str, Any] = {"local_addr": (source, 0)} if source else {}
        limits = httpx.Limits(max_keepalive_connections=0)
        transport = httpx.AsyncHTTPTransport(limits=limits, verify=_ssl_context(), local_address=source)
        self._http = httpx.AsyncClient(base_url=self.server, timeout=30, transport=transport)

    @property
    def token(self) -> str:
        """The value of the cookie; empty before `introduce`."""
        return self._http.cookies.get(COOKIE) or ""

    async def introduce(self, name: str) -> Self:
        """Register as a guest with a name, and get the cookie."""
        await self.call("POST", "/api/guest", {"name": name})
        return self

    async def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Send a request and return its status and content; ConnectionError if the server does not answer."""
        try:
            answer = await self._http.request(method, path, json=body)
        except httpx.TransportError as error:
            raise ConnectionError(f"{self.server} does not answer: {error!r}") from None
        is_json = answer.headers.get("Content-Type", "").startswith("application/json")
        return answer.status_code, answer.json() if is_json else answer.text

    def table(self, table_id: str, invite: str | None = None) -> TableConnection:
        return TableConnection(self, table_id, invite)


@cache
def _ssl_context() -> ssl.SSLContext:
    """Load the trusted certificates; only once, because it is slow."""
    return httpx.create_ssl_context()


class TableConnection:
    """A WebSocket connection to a table, with the current snapshot."""

    def __init__(self, guest: Guest, table_id: str, invite: str | None = None) -> None:
        self.guest, self.table_id, self.invite = guest, table_id, invite
        self.socket: ClientConnection | None = None
        self.version: int | None = None
        self.snapshot: Answer | None = None
        self.welcomed: Answer = {}
        self.frames: list[str] = []  # all messages received, as text

    async def open(self, seen: int | None = None) -> Self:
        """Connect and send `hello`. The answer is a welcome, or the updates after version `seen`."""
        url = f"{self.guest.server.replace('http', 'ws', 1)}/ws/tables/{self.table_id}"
        url += f"?invite={self.invite}" if self.invite else ""
        headers = {"Cookie": f"{COOKIE}={self.guest.token}"} if self.guest.token else {}
        options = self.guest.socket_options
        self.socket = await connect(
            url, additional_headers=headers, compression=None, max_size=2**22, **options
        )
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
        """Wait for a message of one of these kinds; messages before it are applied, too."""
        assert self.socket, "open the table first"
        while True:
            text = await self.socket.recv()
            self.frames.append(str(text))
            message: Answer = msgspec.json.decode(text)
            self.take(message)
            if (not kinds or message["type"] in kinds) and (id is None or message.get("id") == id):
                return message

    def take(self, message: Answer) -> None:
        """Apply a message to the snapshot."""
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
        """Fetch earlier lines of the log and return their number; 0 if the log is complete."""
        assert self.snapshot, "hear the welcome first"
        before = self.snapshot.get("log_from", 0)
        if not before:
            return 0
        path = f"/api/tables/{self.table_id}/log?before={before}"
        status, page = await self.guest.call("GET", path + (f"&invite={self.invite}" if self.invite else ""))
        if status != 200:
            raise RuntimeError(f"the log before line {before} cannot be fetched: {page}")
        self.snapshot["log"][:0] = page["log"]
        self.snapshot["log_from"] = page["log_from"]
        return len(page["log"])

    async def ask(self, type: str, id: str | None = None, **fields: Any) -> Answer:
        """Send a message with an id and wait for its answer."""
        id = id or secrets.token_hex(8)
        await self.send(type=type, id=id, **fields)
        return await self.hear("done", "refused", "hint", id=id)

    async def play(self, action: list[Any], id: str | None = None) -> Answer:
        """Play an action, and wait for its answer and for the update that it causes."""
        answer = await self.ask("play", id, version=self.version, action=action)
        while answer["type"] == "done" and (self.version or 0) < answer["version"]:
            await self.hear("update", "welcome")
        return answer

    @property
    def options(self) -> list[list[Any]]:
        """The legal actions of this seat."""
        return [action for action, _ in self.snapshot["options"]] if self.snapshot else []
