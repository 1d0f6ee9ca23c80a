"""A WebSocket's frames on one connection: whoever floods us, or does not read, is shown out."""

from __future__ import annotations

from asyncio.transports import BaseTransport
from collections.abc import Callable, Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from flattop.server.connection_limits import GatedConfig, GatedProtocol
from flattop.server.limits import TokenBucket, plain_client
from flattop.server.padding import padded
from flattop.server.schemas.close_codes import CloseCode
from flattop.server.ws.frames import ends_whole, text_frame, whole_text

WAITING = 1_000  # messages that came at once and nobody has looked at yet
AHEAD = 4  # of those, after which no more are read for the moment
SHORTCUT = "flattop.shortcut"  # among the scope's extensions: this protocol, for `send_now` and `taker`


class WebSocketProtocol(GatedProtocol, WebSocketsSansIOProtocol):
    """Uvicorn's, behind the gate."""

    def __init__(self, config: GatedConfig, **how: Any) -> None:
        super().__init__(config, **how)
        self.gate, limits = config.gate, config.gate.limits
        self._bucket = TokenBucket(limits.frames, limits.frame_burst, self.loop.time)
        self._longest, self._is_whole = limits.message, True  # whether all has come in whole messages so far
        self._is_stuck = False  # whether the other side does not take what we write
        self.taker: Callable[[str], bool] | None = None  # takes a message at once, or leaves it for the queue

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.client = plain_client(self.client)
        self.watch = self.gate.watch_on(self.transport)
        self.watch.expect("did not ask in time", self.gate.limits.head)

    def data_received(self, chunk: bytes) -> None:
        if self.handshake_initiated and not self.handshake_complete:
            return self.transport.abort()  # frames before there is a socket
        if self.taker is not None and self._is_whole:
            text = whole_text(chunk, self._longest)
            if text is not None and not self._is_ending() and self.queue.empty() and self.taker(text):
                return None
            self._is_whole = ends_whole(chunk)
        super().data_received(chunk)
        if not self.handshake_initiated:  # the first chunk is the whole request, and it was none
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
        return None

    def handle_connect(self, event: Request) -> None:
        self.watch.rest()
        super().handle_connect(event)
        if self.conn.state is not State.CLOSED and not self.handshake_complete:
            extensions: dict[str, Any] = self.scope["extensions"] or {}
            extensions[SHORTCUT] = self

    # -- frames that are no message

    def handle_ping(self) -> None:
        if self._may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        if event.fin or self._may_go_on():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if event.fin or self._may_go_on():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_cont(event)

    def _may_go_on(self) -> bool:
        """Whether one more frame that is no whole message may come; if not, the socket is closed."""
        if not self._bucket.take():
            self._turn_away(CloseCode.TOO_MANY, "Too many pings, or messages in too many pieces.", "flooded")
        if self._is_ending():
            self.conn.data_to_send()  # pongs that nobody waits for
        return not self._is_ending()

    # -- messages

    def send_receive_event_to_app(self) -> None:
        if self._is_ending():
            return
        message, self.frames = b"".join(self.frames), []
        if self.queue.qsize() >= WAITING:
            self._turn_away(CloseCode.TOO_MANY, "Too many messages at once.", "flooded")
        elif self.curr_msg_data_type == "bytes":
            self._hand_on({"type": "websocket.receive", "bytes": message})
        elif (text := _text(message)) is None:
            self._turn_away(CloseCode.NO_TEXT, "That is no text.", "sent broken text")
        else:
            self._hand_on({"type": "websocket.receive", "text": text})

    def _hand_on(self, event: Any) -> None:
        """The next to be looked at; whoever is far ahead is not listened to for a while."""
        self.queue.put_nowait(event)
        if self.queue.qsize() >= AHEAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    async def send(self, message: Any) -> None:
        """What had to wait, or was relayed by another worker, is no shorter than what is sent at once."""
        if message.get("text"):
            message = {**message, "text": padded(message["text"].encode()).decode()}
        await super().send(message)

    def send_now(self, messages: Sequence[str]) -> bool:
        """Write messages at one go where the other side takes what it is sent; False if they have to wait."""
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

    # -- a side that does not answer

    def keepalive_timeout(self) -> None:
        """A ping was not answered, unless it is we who have not looked yet."""
        if self.read_paused and self.ping_timeout is not None:
            self.pong_timer = self.loop.call_later(self.ping_timeout, self.keepalive_timeout)
            return
        self.stop_keepalive()
        if not self.transport.is_closing():
            self.gate.turn_away("did not answer a ping")
            self.watch.cut_off()  # it would not read a farewell either

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:
            return self.transport.abort()
        return super().handle_parser_exception()

    def _is_ending(self) -> bool:
        return self.close_sent or self.transport.is_closing()

    def _turn_away(self, code: CloseCode, reason: str, why: str) -> None:
        """Close with a code where the other side can still hear it, at once where it does not read."""
        if self.transport.is_closing():
            return None
        self.gate.turn_away(why)
        if self.close_sent or self.transport.get_write_buffer_size():
            return self.watch.cut_off()
        self.conn.data_to_send()  # pongs that nobody waits for
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.close_sent = True
        return self.transport.close()


def _text(message: bytes) -> str | None:
    try:
        return message.decode()
    except UnicodeDecodeError:
        return None
