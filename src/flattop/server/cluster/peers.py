"""The bus and the messages between server workers: numbered, authenticated, with liveness and requests.

Messages between two workers are counted. If one is missing, the bus was lost or a worker is silent, both
count as disconnected and abort every exchange between them. So no exchange continues with a gap.
"""

from __future__ import annotations

import asyncio
import math
import secrets
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b, sha256
from hmac import compare_digest
from typing import Protocol

import msgspec
from msgspec import Struct

from flattop.kernel import FlattopError

HEARTBEAT, SILENCE = 1.0, 4.0  # seconds between two heartbeats, and without one until a worker is lost
FORGET_AFTER = 600.0  # seconds after which a lost worker is forgotten
REPLY_SECONDS = 1.0  # that a request waits for its replies
MAC_SIZE = 16  # bytes


class Message(Struct, array_like=True):
    """A message on the bus. `number` counts those from the sender to this receiver; 0 is a broadcast."""

    sender: str
    number: int
    kind: str
    topic: str = ""  # the relayed stream or request that it belongs to
    body: bytes = b""


class Authenticator:
    """Signs messages with the key from the database. Without a key, within one process, it does nothing."""

    def __init__(self, key: bytes = b"") -> None:
        self._key = key

    def sign(self, message: bytes) -> bytes:
        return self._mac(message) + message if self._key else message

    def verify(self, signed: bytes) -> bytes | None:
        """The message without its MAC; None if the MAC is wrong."""
        if not self._key:
            return signed
        message = signed[MAC_SIZE:]
        return message if compare_digest(signed[:MAC_SIZE], self._mac(message)) else None

    def _mac(self, message: bytes) -> bytes:
        return blake2b(message, digest_size=MAC_SIZE, key=self._key).digest()


@dataclass(slots=True)
class Peer:
    """Another server worker."""

    last_seen: float = -math.inf
    is_connected: bool = False
    sent: int = 0  # messages to it
    received: int | None = 0  # number of its last message to us; None if some may be lost


@dataclass(slots=True)
class Request:
    """A request to several workers, with their replies."""

    waits_for: set[str]
    replies: dict[str, bytes] = field(default_factory=dict)
    done: asyncio.Event = field(default_factory=asyncio.Event)

    def settle(self, peer: str, reply: bytes | None) -> None:
        if peer in self.waits_for and reply is not None:
            self.replies[peer] = reply
        self.waits_for.discard(peer)
        if not self.waits_for:
            self.done.set()


class Peers:
    """Sends and receives the messages of one server worker; `handlers` receive them by kind."""

    def __init__(self, bus: Bus, worker_id: str, on_error: Callable[[BaseException], None]) -> None:
        self.bus, self.worker_id, self._on_error = bus, worker_id, on_error
        self.authenticator = Authenticator()
        self._peers: dict[str, Peer] = {}
        self._requests: dict[str, Request] = {}
        self.handlers: dict[str, Callable[[Message], None]] = {
            "beat": self._handle_heartbeat,
            "bye": lambda message: self._lose(message.sender),
            "lost": lambda message: self._disconnect(message.sender),
            "ask": self._handle_request,
            "answer": self._handle_reply,
        }
        self.responders: dict[str, Callable[[bytes], Awaitable[bytes]]] = {}  # by topic of a request
        self._responding: set[asyncio.Task[None]] = set()
        self.on_disconnect: list[Callable[[str], None]] = []  # called with the id of a lost worker
        self.on_reconnect: list[Callable[[], None]] = []  # called when the bus is back
        self._heartbeats: asyncio.Task[None] | None = None
        self._is_closing = False
        bus.set_listener(self)
        bus.subscribe(self._channel(worker_id), self._receive)
        bus.subscribe(self._channel(""), self._receive)

    def _channel(self, worker: str) -> str:
        """The channel of a worker; an empty name is the channel of all."""
        return f"{self.bus.scope}:post:{worker}"

    async def open(self) -> None:
        await self.bus.open()
        self._heartbeats = asyncio.get_running_loop().create_task(self._send_heartbeats())

    async def close(self) -> None:
        """Say goodbye, so that the others need not wait for our silence."""
        if self._heartbeats:
            self._heartbeats.cancel()
            await asyncio.gather(self._heartbeats, return_exceptions=True)
        self._is_closing = True
        self.broadcast("bye")
        for peer in self.others:
            self._lose(peer)
        await self.bus.close()

    # -- messages

    @property
    def others(self) -> list[str]:
        """The other workers that are connected."""
        return [name for name, peer in self._peers.items() if peer.is_connected]

    def is_connected(self, worker: str) -> bool:
        return worker in self._peers and self._peers[worker].is_connected

    def preferred_for(self, key: str) -> str:
        """The worker for a key by rendezvous hashing: all workers that know the same peers agree."""
        return max(
            [self.worker_id, *self.others], key=lambda worker: sha256(f"{worker} {key}".encode()).digest()
        )

    def send(self, worker: str, kind: str, topic: str = "", body: bytes = b"") -> None:
        """Send a numbered message to one worker."""
        peer = self._peers.setdefault(worker, Peer())
        peer.sent += 1
        self._publish(worker, Message(self.worker_id, peer.sent, kind, topic, body))

    def broadcast(self, kind: str, body: bytes = b"") -> None:
        """Send a message to all workers; it is not numbered, so its loss goes unnoticed."""
        self._publish("", Message(self.worker_id, 0, kind, "", body))

    def _publish(self, worker: str, message: Message) -> None:
        self.bus.publish(self._channel(worker), self.authenticator.sign(msgspec.msgpack.encode(message)))

    def _receive(self, signed: bytes) -> None:
        encoded = self.authenticator.verify(signed)
        if encoded is None:
            return  # forged, or from a cluster with another database
        try:
            message = msgspec.msgpack.decode(encoded, type=Message)
        except msgspec.MsgspecError:
            return  # from another program
        try:
            if message.sender != self.worker_id and not self._is_closing:
                self._note_sender(message)
                if handler := self.handlers.get(message.kind):
                    handler(message)
        except Exception as error:  # an error in one handler must not stop the others
            self._on_error(error)

    def _note_sender(self, message: Message) -> None:
        """Mark the sender as connected, and check that no message before this one is missing."""
        peer = self._peers.setdefault(message.sender, Peer())
        peer.last_seen, is_new = time.monotonic(), not peer.is_connected
        peer.is_connected = True
        if message.number:
            self._check_complete(message.sender, peer, message.number - 1)
            peer.received = message.number
        if is_new and message.kind != "bye":
            self._send_heartbeat()  # so that it knows us at once

    def _check_complete(self, sender: str, peer: Peer, sent: int) -> None:
        """Disconnect from a peer if we have not received all messages it has sent."""
        received, peer.received = peer.received, sent
        if received is not None and received != sent:
            self._disconnect(sender)
            self.send(sender, "lost")

    # -- liveness

    async def _send_heartbeats(self) -> None:
        while True:
            self._send_heartbeat()
            await asyncio.sleep(HEARTBEAT)
            self._drop_silent_peers()

    def _send_heartbeat(self) -> None:
        """Tell all peers how many messages each was sent, so that a lost last message is noticed too."""
        sent = {name: peer.sent for name, peer in self._peers.items() if peer.is_connected}
        self.broadcast("beat", msgspec.msgpack.encode(sent))

    def _handle_heartbeat(self, message: Message) -> None:
        sent = msgspec.msgpack.decode(message.body, type=dict[str, int])
        if self.worker_id in sent:
            self._check_complete(message.sender, self._peers[message.sender], sent[self.worker_id])

    def _drop_silent_peers(self) -> None:
        now = time.monotonic()
        for name, peer in list(self._peers.items()):
            if peer.is_connected and now - peer.last_seen > SILENCE:
                self._lose(name)
                self.send(name, "lost")  # it may still hear us, and must abort our exchanges too
            elif not peer.is_connected and now - peer.last_seen > FORGET_AFTER:
                del self._peers[name]

    def _lose(self, worker: str) -> None:
        if worker in self._peers:
            self._peers[worker].is_connected = False
        self._disconnect(worker)

    def _disconnect(self, worker: str) -> None:
        """Abort everything in progress between us and a worker."""
        for request in self._requests.values():
            request.settle(worker, None)
        for callback in self.on_disconnect:
            callback(worker)

    # -- the bus itself

    def bus_lost(self) -> None:
        for name, peer in list(self._peers.items()):
            peer.received = None
            self._lose(name)

    def bus_back(self) -> None:
        self._send_heartbeat()
        for name in list(self._peers):
            self.send(name, "lost")
        for callback in self.on_reconnect:
            callback()

    def undelivered(self, channel: str) -> None:
        """A worker without a subscription is gone, even if it was seen a moment ago."""
        worker = channel.removeprefix(self._channel(""))
        if worker in self._peers:
            self._lose(worker)

    # -- requests

    async def ask_all(
        self,
        topic: str,
        body: bytes = b"",
        seconds: float = REPLY_SECONDS,
        among: Sequence[str] | None = None,
    ) -> dict[str, bytes]:
        """Send a request to other workers and return their replies; late ones are left out."""
        others = self.others if among is None else among
        if not others:
            return {}
        name = secrets.token_hex(8)
        self._requests[name] = request = Request(set(others))
        for worker in others:
            self.send(worker, "ask", name, msgspec.msgpack.encode((topic, body)))
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await request.done.wait()
        del self._requests[name]
        return request.replies

    def _handle_request(self, message: Message) -> None:
        topic, body = msgspec.msgpack.decode(message.body, type=tuple[str, bytes])
        if responder := self.responders.get(topic):
            task = asyncio.ensure_future(self._respond(message, responder(body)))
            self._responding.add(task)
            task.add_done_callback(self._responding.discard)

    async def _respond(self, message: Message, reply: Awaitable[bytes]) -> None:
        try:
            self.send(message.sender, "answer", message.topic, await reply)
        except Exception as error:  # then the other worker goes without this reply
            self._on_error(error)

    def _handle_reply(self, message: Message) -> None:
        if request := self._requests.get(message.topic):
            request.settle(message.sender, message.body)


Receiver = Callable[[bytes], None]


# -- the bus


class CannotReach(FlattopError):
    """The bus cannot be reached or used."""


class BusListener(Protocol):
    """Is told about the state of the bus itself."""

    def bus_lost(self) -> None:
        """Recent messages may be lost, and new ones are dropped."""

    def bus_back(self) -> None:
        """Messages are delivered again."""

    def undelivered(self, channel: str) -> None:
        """A message was published on a channel without a subscriber."""


class Bus(Protocol):
    """Publish and subscribe. Subscriptions come before `open`; messages are dropped while the bus is lost."""

    scope: str  # prefix of channel names, so that several clusters can share one broker
    is_up: bool
    is_outside: bool  # True if other programs may reach it

    def set_listener(self, listener: BusListener) -> None: ...

    def subscribe(self, channel: str, receiver: Receiver) -> None: ...

    def publish(self, channel: str, message: bytes) -> None: ...

    async def open(self) -> None:
        """Connect. If that fails the bus counts as lost, and connects later."""

    async def close(self) -> None:
        """Publish the pending messages, then disconnect."""


class Exchange:
    """Connects the buses of one process, which may run in several event loops."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._receivers: dict[str, list[tuple[asyncio.AbstractEventLoop, Receiver]]] = {}

    def join(self, receivers: dict[str, Receiver]) -> None:
        loop = asyncio.get_running_loop()
        with self._lock:
            for channel, receiver in receivers.items():
                self._receivers.setdefault(channel, []).append((loop, receiver))

    def leave(self, receivers: dict[str, Receiver]) -> None:
        with self._lock:
            for channel, receiver in receivers.items():
                self._receivers[channel] = [one for one in self._receivers[channel] if one[1] is not receiver]

    def deliver(self, channel: str, message: bytes) -> bool:
        """Pass a message to all subscribers of a channel; return False if there are none."""
        with self._lock:
            receivers = self._receivers.get(channel, [])
            for loop, receiver in receivers:
                with suppress(RuntimeError):  # its event loop is closed
                    loop.call_soon_threadsafe(receiver, message)
        return bool(receivers)


class LocalBus:
    """A bus within one process, for a server alone or for several that share an exchange."""

    scope, is_outside = "flattop", False

    def __init__(self, exchange: Exchange | None = None) -> None:
        self._exchange, self._receivers, self.is_up = exchange or Exchange(), dict[str, Receiver](), False
        self._listener: BusListener | None = None

    def set_listener(self, listener: BusListener) -> None:
        self._listener = listener

    def subscribe(self, channel: str, receiver: Receiver) -> None:
        self._receivers[channel] = receiver

    def publish(self, channel: str, message: bytes) -> None:
        if self.is_up and not self._exchange.deliver(channel, message) and self._listener:
            asyncio.get_running_loop().call_soon(self._listener.undelivered, channel)

    async def open(self) -> None:
        self._exchange.join(self._receivers)
        self.is_up = True

    async def close(self) -> None:
        if self.is_up:
            self._exchange.leave(self._receivers)
        self.is_up = False
