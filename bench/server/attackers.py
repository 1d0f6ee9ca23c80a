"""The attackers of siege.py: a separate process that ends after the given seconds.

    python -m bench.server.attackers http://127.0.0.1:8000 LONG_TABLE 300

Each attack is a coroutine that starts again whenever the server disconnects it.  All come from a few loopback
addresses that no honest client uses.  At the end a JSON object with the numbers of requests and answers is
printed.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from urllib.parse import urlsplit

from websockets.exceptions import InvalidHandshake, InvalidMessage, WebSocketException

from bench.arguments import argument_parser
from flattop.client import Guest

ADDRESSES = [f"127.0.0.{n}" for n in range(2, 6)]
IDLE, SLOW, WATCHERS, BRANCHES = 1300, 20, 10, 6
BOT_TABLES, WHAT_IFS = 1000, 300
PINGS = 400_000_000  # bytes in all
GONE = (OSError, WebSocketException, InvalidHandshake, InvalidMessage, EOFError, asyncio.IncompleteReadError)
DECKS = [
    ".".join(["a"] * 60_000) + " = 1",
    "\n".join("[" + ".".join(["a"] * 900) + "]" for _ in range(60)),
    "a = " + "[" * 60_000 + "]" * 60_000,
    "a = " + "9" * 100_000,
    "\n".join(f"k{n} = {n}" for n in range(20_000)),
    "a = {" + "b = {" * 8_000 + "}" * 8_001,
]
ODD = [
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1:x\r\n\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://[\r\n\r\n",
    b"POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 12\r\n\r\n{\"name\":\"\xff\xfe",
    b"POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 8000\r\n\r\n" + b"[" * 8000,
    b"GET /api/tables?page=\xff%ff HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: \xff=\xff\r\n\r\n",
    b"BREW / HTTP/9.9\r\n\r\n",
]  # fmt: skip


BEGINNINGS = [b"", b"GET / HT", b"POST /api/guest HTTP/1.1\r\nHost: x\r\n"]


class Attack:
    """The target, the deadline and the results of the attacks."""

    def __init__(self, server: str, long_table: str, seconds: float) -> None:
        self.server, self.long_table = server, long_table
        self.host, self.port = urlsplit(server).hostname, urlsplit(server).port
        self.end = time.monotonic() + seconds
        self.counts: Counter[str] = Counter()

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.end

    async def all_at_once(self) -> Counter[str]:
        attacks = [self.decks, self.pings, self.bot_tables, self.what_ifs, self.odd_requests]
        attacks += [self.idle] * 4 + [self.slow_reader] * SLOW + [self.watcher] * WATCHERS
        attacks += [self.branch] * BRANCHES
        await asyncio.gather(*(self.again_and_again(attack) for attack in attacks))
        return self.counts

    async def again_and_again(self, attack: Callable[[], Awaitable[None]]) -> None:
        while self.goes_on:
            with suppress(*GONE, TimeoutError):
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + self.left):
                    await attack()
            await asyncio.sleep(min(self.left, random.uniform(0.05, 0.3)))

    @property
    def left(self) -> float:
        return max(0.0, self.end - time.monotonic())

    # -- guests

    async def guest(self) -> Guest:
        guest = Guest(self.server, source=random.choice(ADDRESSES))
        await self.call(guest, "guests", "/api/guest", {"name": f"X{secrets.token_hex(3)}"})
        return guest

    async def call(self, guest: Guest, kind: str, path: str, body: object) -> dict[str, object]:
        status, answer = await guest.call("POST", path, body)
        self.counts[f"{kind} {status}"] += 1
        if status == 429:
            await asyncio.sleep(min(self.left, 0.2))
        return answer if isinstance(answer, dict) else {}

    async def decks(self) -> None:
        guest = await self.guest()
        for deck in DECKS:
            wish = {"game": "burger-go", "seats": ["house", "house"], "deck": deck}
            await self.call(guest, "decks", "/api/tables", wish)

    async def bot_tables(self) -> None:
        guest = await self.guest()
        made = sum(count for key, count in self.counts.items() if key == "tables 201")
        for _ in range(20 if made < BOT_TABLES else 0):
            game = random.choice(["ninja-burger", "burger-boss", "burger-up", "hanaburger"])
            wish = {"game": game, "seats": ["house"] * 4}
            await self.call(guest, "tables", "/api/tables", wish)

    async def what_ifs(self) -> None:
        guest = await self.guest()
        made = self.counts["what-ifs 201"]
        for _ in range(20 if made < WHAT_IFS else 0):
            await self._what_if(guest, random.randrange(20))

    async def branch(self) -> None:
        await self._what_if(await self.guest(), random.randrange(9_000, 16_000))

    async def _what_if(self, guest: Guest, at: int) -> None:
        path = f"/api/tables/{self.long_table}/what-if"
        await self.call(guest, "what-ifs", path, {"at": at, "seat": 0, "bots": "house"})

    async def watcher(self) -> None:
        """Connect, read the welcome and disconnect."""
        guest = Guest(self.server, source=random.choice(ADDRESSES))
        async with guest.table(self.long_table) as table:
            await table.hear("welcome")
            self.counts["welcomes"] += 1

    # -- bare connections

    async def connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        source = random.choice(ADDRESSES), 0
        return await asyncio.open_connection(self.host, self.port, local_addr=source, limit=2**12)

    async def idle(self) -> None:
        """Hold a share of the idle connections: some send nothing, others stop in the middle of a request."""
        held: list[asyncio.StreamWriter] = []
        try:
            while self.goes_on:
                held = [writer for writer in held if not writer.is_closing()]
                for _ in range(min(50, IDLE // 4 - len(held))):
                    _, writer = await self.connection()
                    writer.write(
                        random.choice([b"", b"GET / HT", b"POST /api/guest HTTP/1.1\r\nHost: x\r\n"])
                    )
                    self.counts["idle connections"] += 1
                    held.append(writer)
                await asyncio.sleep(min(self.left, 1.0))
        finally:
            for writer in held:
                writer.close()

    async def handshaken(self) -> asyncio.StreamWriter:
        """Return a socket at the long table that has sent hello and reads nothing after that."""
        _, writer = await self.connection()
        writer.transport.pause_reading()
        writer.write(
            f"GET /ws/tables/{self.long_table} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        await asyncio.sleep(0.2)
        writer.write(frame(1, b'{"type": "hello", "protocol": 1, "seen": null}'))
        await writer.drain()
        return writer

    async def slow_reader(self) -> None:
        writer = await self.handshaken()
        self.counts["slow readers"] += 1
        try:
            while self.goes_on:  # asks for more and more, until it is shut out
                writer.write(frame(1, b'{"type": "hello", "protocol": 1, "seen": null}'))
                await writer.drain()
                await asyncio.sleep(1)
        finally:
            writer.close()

    async def pings(self) -> None:
        writer = await self.handshaken()
        many = b"".join(frame(9, os.urandom(125)) for _ in range(500))
        try:
            while self.goes_on and self.counts["ping bytes"] < PINGS:
                writer.write(many)
                await writer.drain()
                self.counts["ping bytes"] += len(many)
        finally:
            writer.close()

    async def odd_requests(self) -> None:
        for request in ODD:
            with suppress(*GONE, TimeoutError):
                await self._odd_request(request)

    async def _odd_request(self, request: bytes) -> None:
        reader, writer = await self.connection()
        try:
            writer.write(request)
            writer.write_eof()
            async with asyncio.timeout(5):
                line = await reader.readline()
            self.counts[f"odd {line[9:12].decode() or 'closed'}"] += 1
        finally:
            writer.close()


def frame(kind: int, body: bytes) -> bytes:
    """Return a complete client frame with a mask of zeros."""
    size = bytes([128 | len(body)]) if len(body) < 126 else bytes([128 | 126, *len(body).to_bytes(2)])
    return bytes([128 | kind]) + size + bytes(4) + body


def main() -> int:
    parser = argument_parser(__doc__)
    parser.add_argument("server", help="address of the server")
    parser.add_argument("long_table", help="id of a table with a very long finished game")
    parser.add_argument("seconds", type=float, help="length of the attack")
    args = parser.parse_args()
    os.nice(10)  # real attackers would not use the server's CPU
    counts = asyncio.run(Attack(args.server, args.long_table, args.seconds).all_at_once())
    print(json.dumps(dict(sorted(counts.items()))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
