"""HTTP on one connection: whoever is slow to ask, or to read the answer, does not keep it for ever."""

from __future__ import annotations

from asyncio.transports import BaseTransport, Transport
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from flattop.server.connection_limits import GatedConfig, GatedProtocol, Watch, read_less
from flattop.server.limits import plain_client

FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class HttpProtocol(GatedProtocol, H11Protocol):
    """Uvicorn's, behind the gate."""

    def __init__(self, config: GatedConfig, **how: Any) -> None:
        super().__init__(config, **how)
        self.gate = config.gate
        self._their_state: Any = None

    def connection_made(self, transport: BaseTransport) -> None:
        read_less(transport)
        super().connection_made(cast(Transport, transport))
        self.client = plain_client(self.client)
        self.watch = Watch(self.gate, self.transport, self.client)
        if self.gate.admit(self.watch):
            return self._follow()
        self.transport.write(FULL)
        return self.transport.close()

    def data_received(self, chunk: bytes) -> None:
        super().data_received(chunk)
        self._follow()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._follow()

    def _follow(self) -> None:
        """Where the request has got on, say what is expected next, and how soon."""
        state, is_ours = self.conn.their_state, self.transport.get_protocol() is self
        if state is self._their_state or not is_ours or self.transport.is_closing():
            return
        self._their_state, limits = state, self.gate.limits
        if state is h11.IDLE:
            unread = self.transport.get_write_buffer_size() > 0
            self.watch.expect("did not ask in time", limits.unread if unread else limits.head)
        elif state is h11.SEND_BODY:
            self.watch.expect("did not finish a request in time", limits.body)
        else:
            self.watch.rest()

    def send_400_response(self, msg: str) -> None:
        """For a request that is none; where an answer was under way already, there is nothing more to say."""
        self.gate.turn_away("did not speak HTTP")
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.close()
        if self.cycle is not None:  # whoever works on the part that came is not heard any more
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def shutdown(self) -> None:
        try:
            super().shutdown()
        except h11.LocalProtocolError:
            self.transport.close()
