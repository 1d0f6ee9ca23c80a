"""HTTP connections with deadlines: a client that is slow to send or to read is disconnected."""

from __future__ import annotations

from asyncio.transports import BaseTransport, Transport
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from flattop.server.connection_limits import (
    LimitedConfig,
    LimitedProtocol,
    WatchedConnection,
    limit_read_size,
)
from flattop.server.limits import plain_client

FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class HttpProtocol(LimitedProtocol, H11Protocol):
    """Uvicorn's HTTP protocol with connection limits."""

    def __init__(self, config: LimitedConfig, **kwargs: Any) -> None:
        super().__init__(config, **kwargs)
        self.limiter = config.limiter
        self._client_state: Any = None

    def connection_made(self, transport: BaseTransport) -> None:
        limit_read_size(transport)
        super().connection_made(cast(Transport, transport))
        self.client = plain_client(self.client)
        self.watched = WatchedConnection(self.limiter, self.transport, self.client)
        if self.limiter.admit(self.watched):
            return self._set_deadline()
        self.transport.write(FULL)
        return self.transport.close()

    def data_received(self, chunk: bytes) -> None:
        super().data_received(chunk)
        self._set_deadline()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._set_deadline()

    def _set_deadline(self) -> None:
        """Set the deadline for the next part of the request, if the state of the client has changed."""
        state, is_ours = self.conn.their_state, self.transport.get_protocol() is self
        if state is self._client_state or not is_ours or self.transport.is_closing():
            return
        self._client_state, limits = state, self.limiter.limits
        if state is h11.IDLE:
            unread = self.transport.get_write_buffer_size() > 0
            self.watched.expect("did not ask in time", limits.unread if unread else limits.head)
        elif state is h11.SEND_BODY:
            self.watched.expect("did not finish a request in time", limits.body)
        else:
            self.watched.rest()

    def send_400_response(self, msg: str) -> None:
        """Answer an invalid request; close the connection if another response has already begun."""
        self.limiter.count_rejected("did not speak HTTP")
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.close()
        if self.cycle is not None:  # stop the handler that waits for the rest of the request
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def shutdown(self) -> None:
        try:
            super().shutdown()
        except h11.LocalProtocolError:
            self.transport.close()
