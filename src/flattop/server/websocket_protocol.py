"""WebSocket frames of one connection: limits for floods and slow readers, and writing without queues."""

from __future__ import annotations

from asyncio.transports import BaseTransport
from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from flattop.server.connection_limits import LimitedConfig, LimitedProtocol
from flattop.server.limits import TokenBucket, plain_client
from flattop.server.padding import padded
from flattop.server.schemas.base import CloseCode

MAX_QUEUED = 1_000  # messages in the queue, after which the socket is closed
PAUSE_AT = 4  # messages in the queue, after which reading is paused
SHORTCUT = "flattop.shortcut"  # key of the scope's extensions: this protocol, for `send_now`

TEXT = 0x81  # first byte of a frame that is a whole text message
LENGTH_16, LENGTH_64 = 126, 127  # length bytes: the length follows in two bytes, or in eight
MAX_LENGTH_16 = 65_536
TEXT_16 = bytes((TEXT, LENGTH_16))  # header of most server messages: padding makes them too long for one byte


class WebSocketProtocol(LimitedProtocol, WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket protocol with connection limits, and `send_now` past its queue."""

    def __init__(self, config: LimitedConfig, **kwargs: Any) -> None:
        super().__init__(config, **kwargs)
        self.limiter, limits = config.limiter, config.limiter.limits
        self._bucket = TokenBucket(limits.frames, limits.frame_burst, self.loop.time)
        self._is_stuck = False  # the client does not read

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.client = plain_client(self.client)
        self.watched = self.limiter.watched(self.transport)
        self.watched.expect("did not ask in time", self.limiter.limits.head)

    def data_received(self, chunk: bytes) -> None:
        if self.handshake_initiated and not self.handshake_complete:
            return self.transport.abort()  # frames before the handshake is complete
        super().data_received(chunk)
        if not self.handshake_initiated:  # the first chunk holds the whole request, and it was invalid
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
        return None

    def handle_connect(self, event: Request) -> None:
        self.watched.rest()
        super().handle_connect(event)
        if self.conn.state is not State.CLOSED and not self.handshake_complete:
            extensions: dict[str, Any] = self.scope["extensions"] or {}
            extensions[SHORTCUT] = self

    # -- control frames and fragments, which are rate limited

    def handle_ping(self) -> None:
        if self._admit_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._admit_frame():
            super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        if event.fin or self._admit_frame():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if event.fin or self._admit_frame():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if self._admit_frame():
            super().handle_cont(event)

    def _admit_frame(self) -> bool:
        """Take a token for a frame that is not a whole message; close the socket if there is none."""
        if not self._bucket.take():
            self._reject(CloseCode.TOO_MANY, "Too many pings or message fragments.", "flooded")
        if self._is_ending():
            self.conn.data_to_send()  # discard pongs
        return not self._is_ending()

    # -- messages

    def send_receive_event_to_app(self) -> None:
        if self._is_ending():
            return None
        message, self.frames = b"".join(self.frames), []
        if self.queue.qsize() >= MAX_QUEUED:
            return self._reject(CloseCode.TOO_MANY, "Too many messages at once.", "flooded")
        if self.curr_msg_data_type == "bytes":
            return self._enqueue({"type": "websocket.receive", "bytes": message})
        try:
            text = message.decode()
        except UnicodeDecodeError:
            return self._reject(CloseCode.NO_TEXT, "The message is not valid UTF-8.", "sent broken text")
        return self._enqueue({"type": "websocket.receive", "text": text})

    def _enqueue(self, event: Any) -> None:
        """Add an event to the queue; pause reading while the queue is long."""
        self.queue.put_nowait(event)
        if self.queue.qsize() >= PAUSE_AT and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    async def send(self, message: Any) -> None:
        """Pad messages that were queued, or relayed from another worker."""
        if message.get("text"):
            message = {**message, "text": padded(message["text"].encode()).decode()}
        await super().send(message)

    def send_now(self, messages: Sequence[str]) -> bool:
        """Write messages with one system call; return False if the client does not read."""
        if self._is_stuck or self._is_ending():
            return False
        self.transport.write(b"".join(map(text_frame, messages)))
        return True

    def pause_writing(self) -> None:
        self._is_stuck = True
        super().pause_writing()

    def resume_writing(self) -> None:
        self._is_stuck = False
        super().resume_writing()

    # -- closing

    def keepalive_timeout(self) -> None:
        """Cut off a client that did not answer a ping, unless its pong may be unread."""
        if self.read_paused and self.ping_timeout is not None:
            self.pong_timer = self.loop.call_later(self.ping_timeout, self.keepalive_timeout)
            return
        self.stop_keepalive()
        if not self.transport.is_closing():
            self.limiter.count_rejected("did not answer a ping")
            self.watched.cut_off()  # the client would not read a close frame either

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:
            return self.transport.abort()
        return super().handle_parser_exception()

    def _is_ending(self) -> bool:
        return self.close_sent or self.transport.is_closing()

    def _reject(self, code: CloseCode, reason: str, counted_as: str) -> None:
        """Close with a code if the client can still read it, else cut the connection off."""
        if self.transport.is_closing():
            return None
        self.limiter.count_rejected(counted_as)
        if self.close_sent or self.transport.get_write_buffer_size():
            return self.watched.cut_off()
        self.conn.data_to_send()  # discard pongs
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.close_sent = True
        return self.transport.close()


def text_frame(message: str) -> bytes:
    """Encode a server message as one padded frame."""
    text = padded(message.encode())
    size = len(text)
    if size < MAX_LENGTH_16:
        return TEXT_16 + size.to_bytes(2) + text
    return bytes((TEXT, LENGTH_64)) + size.to_bytes(8) + text
