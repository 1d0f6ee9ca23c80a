"""A reverse proxy that serves the server under a path prefix, with real sockets."""

import asyncio
import re
import threading
from contextlib import contextmanager, suppress

ELSEWHERE = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
KEPT_OPEN = re.compile(rb"\r\nconnection: keep-alive", re.IGNORECASE)


class Proxy:
    """A reverse proxy for one path prefix, which it removes or keeps; other paths give 404."""

    def __init__(self, path, strips):
        self.path, self.strips, self.behind, self.asked, self._wires = path, strips, 0, [], set()

    async def meet(self, reader, writer):
        with suppress(OSError, EOFError):
            head = await reader.readuntil(b"\r\n\r\n")
            method, path, rest = head.split(b" ", 2)
            self.asked.append(path.decode())
            if not (path + b"/").startswith(f"{self.path}/".encode()):
                writer.write(ELSEWHERE)
            else:
                path = (path[len(self.path) :] or b"/") if self.strips else path
                await self._pass_on(b" ".join([method, path, self._alone(rest)]), reader, writer)
        writer.close()

    def _alone(self, rest):
        """Allow one request per connection, so that only its first line must be parsed."""
        told = b"\r\nX-Forwarded-For: 192.0.2.9\r\n\r\n"
        return KEPT_OPEN.sub(b"\r\nConnection: close", rest).removesuffix(b"\r\n\r\n") + told

    async def _pass_on(self, head, reader, writer):
        answers, asks = await asyncio.open_connection("127.0.0.1", self.behind)
        asks.write(head)
        wires = {writer, asks} if b"Upgrade: websocket" in head else set()
        self._wires |= wires
        await asyncio.gather(pour(reader, asks), pour(answers, writer))
        self._wires -= wires

    def cut(self):
        """Cut all sockets of tables."""
        for wire in list(self._wires):
            self._loop.call_soon_threadsafe(wire.close)

    @property
    def sockets(self):
        return len(self._wires) // 2

    async def serve(self, up):
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        async with await asyncio.start_server(self.meet, "127.0.0.1", 0) as listening:
            self.port = listening.sockets[0].getsockname()[1]
            up()
            await self._end.wait()

    def end(self):
        self._loop.call_soon_threadsafe(self._end.set)


async def pour(reader, writer):
    with suppress(OSError):
        while some := await reader.read(65536):
            writer.write(some)
            await writer.drain()
    writer.close()


@contextmanager
def a_proxy(path, strips):
    proxy, up = Proxy(path, strips), threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(proxy.serve(up.set)), daemon=True)
    thread.start()
    up.wait()
    try:
        yield proxy
    finally:
        proxy.end()
        thread.join(10)
