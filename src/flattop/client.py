"""A small client: what programs need to sit down at a table, used by tests, benches and bots of one's own."""

from __future__ import annotations

import asyncio
import http.client
import secrets
import urllib.error
import urllib.request
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from flattop.server.guests import COOKIE

Answer = dict[str, Any]


class Guest:
    """Somebody whom a house knows."""

    def __init__(self, house: str) -> None:
        self.house = house.rstrip("/")
        self.token = ""

    async def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """One request: its status and what it answered."""
        return await asyncio.to_thread(self._call, method, path, body)

    def _call(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        heads = {"Cookie": f"{COOKIE}={self.token}"} if self.token else {}
        sent = None if body is None else msgspec.json.encode(body)
        heads |= {"Content-Type": "application/json"} if sent is not None else {}
        request = urllib.request.Request(self.house + path, sent, heads, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                self._keep(answer.headers.get("Set-Cookie"))
                return answer.status, _read(answer)
        except urllib.error.HTTPError as error:
            return error.code, _read(error)
        except http.client.HTTPException as error:
            raise ConnectionError(f"the house broke off: {error!r}") from None

    def _keep(self, cookie: str | None) -> None:
        if cookie and cookie.startswith(COOKIE):
            self.token = cookie.partition("=")[2].partition(";")[0]

    async def introduce(self, name: str) -> Guest:
        await self.call("POST", "/api/guest", {"name": name})
        return self

    def table(self, table_id: str, invite: str | None = None) -> Chair:
        return Chair(self, table_id, invite)


def _read(answer: Any) -> Any:
    body = answer.read()
    return (
        msgspec.json.decode(body)
        if (answer.headers.get("Content-Type") or "").startswith("application/json")
        else body.decode()
    )


class Chair:
    """A socket at a table, and the sheet as it stands."""

    def __init__(self, guest: Guest, table_id: str, invite: str | None = None) -> None:
        self.guest, self.table_id, self.invite = guest, table_id, invite
        self.line: ClientConnection | None = None
        self.version: int | None = None
        self.sheet: Answer | None = None
        self.welcomed: Answer = {}
        self.frames: list[str] = []  # everything that came over the wire, as it came

    async def open(self, seen: int | None = None) -> Chair:
        url = f"{self.guest.house.replace('http', 'ws', 1)}/ws/tables/{self.table_id}"
        url += f"?invite={self.invite}" if self.invite else ""
        heads = {"Cookie": f"{COOKIE}={self.guest.token}"} if self.guest.token else {}
        self.line = await connect(url, additional_headers=heads, compression=None, max_size=2**22)
        await self.send(type="hello", protocol=1, seen=seen)
        return self

    async def close(self) -> None:
        if self.line:
            await self.line.close()

    async def send(self, **message: Any) -> None:
        assert self.line
        await self.line.send(msgspec.json.encode(message).decode())

    async def hear(self, *kinds: str, id: str | None = None) -> Answer:
        """The next message of one of these kinds; what comes before it is taken in as well."""
        while True:
            message = await self._next()
            if (not kinds or message["type"] in kinds) and (id is None or message.get("id") == id):
                return message

    async def _next(self) -> Answer:
        assert self.line
        text = await self.line.recv()
        self.frames.append(str(text))
        message: Answer = msgspec.json.decode(text)
        self.take(message)
        return message

    def take(self, message: Answer) -> None:
        """Keep the sheet as the house has it."""
        if message["type"] == "welcome":
            self.welcomed, self.sheet, self.version = message, message["sheet"], message["version"]
        elif message["type"] == "update" and self.sheet is not None:
            assert self.version is not None
            if message["version"] != self.version + 1:
                raise AssertionError(f"version {message['version']} came after {self.version}")
            self.version = message["version"]
            changed = dict(message["set"])
            self.sheet["view"].update(changed.pop("view", {}))
            self.sheet.update(changed)
            self.sheet["log"] += message["log"]

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
        return [action for action, _ in self.sheet["options"]] if self.sheet else []
