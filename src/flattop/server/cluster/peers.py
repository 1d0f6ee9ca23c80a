"""The post of one worker: numbered letters to others, who of them is there, and questions to all of them.

Letters between two workers are counted.  Where one is missing, the bus was lost, or a worker falls silent,
both are parted: whatever was under way between them is given up whole, so that nothing is ever half heard.
"""

from __future__ import annotations

import asyncio
import math
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b, sha256
from hmac import compare_digest

import msgspec
from msgspec import Struct

from flattop.server.cluster.bus import Bus

BEAT, SILENCE = 1.0, 4.0  # seconds between two signs of life, and without any until a worker is given up
FORGOTTEN = 600.0  # seconds after which nothing is known any more of a worker that is gone
SOON = 1.0  # seconds that an answer of all workers is waited for


class Letter(Struct, array_like=True):
    """One message on the bus; its number counts those of the sender to this receiver, 0 is to all."""

    sender: str
    number: int
    kind: str
    topic: str = ""  # what it belongs to: a relayed exchange, a question
    body: bytes = b""


@dataclass(slots=True)
class Peer:
    """Another worker as we know it."""

    heard: float = -math.inf  # when it last gave a sign of life
    is_there: bool = False
    sent: int = 0  # letters to it
    received: int | None = 0  # the number of its last letter to us; None where some may be lost already


@dataclass(slots=True)
class Question:
    """Asked of several workers at once; answered by those that can."""

    waits_for: set[str]
    answers: dict[str, bytes] = field(default_factory=dict)
    done: asyncio.Event = field(default_factory=asyncio.Event)

    def settle(self, peer: str, answer: bytes | None) -> None:
        if peer in self.waits_for and answer is not None:
            self.answers[peer] = answer
        self.waits_for.discard(peer)
        if not self.waits_for:
            self.done.set()


class Post:
    """What a worker sends and gets; whoever wants letters of a kind says so in `takers`."""

    def __init__(self, bus: Bus, me: str, fault: Callable[[BaseException], None]) -> None:
        self.bus, self.me, self._fault = bus, me, fault
        self.seal = Seal()  # on every letter
        self._peers: dict[str, Peer] = {}
        self._questions: dict[str, Question] = {}
        self.takers: dict[str, Callable[[Letter], None]] = {
            "beat": self._hear_beat,
            "bye": lambda letter: self._lose(letter.sender),
            "lost": lambda letter: self._part(letter.sender),
            "ask": self._answer,
            "answer": self._hear_answer,
        }
        self.answers: dict[str, Callable[[bytes], Awaitable[bytes]]] = {}  # by topic, to what others ask
        self._answering: set[asyncio.Task[None]] = set()
        self.parted: list[Callable[[str], None]] = []  # told of each worker that we are parted from
        self.is_back: list[Callable[[], None]] = []  # told when the bus has been away
        self._beating: asyncio.Task[None] | None = None
        self._is_closing = False
        bus.attend(self)
        bus.subscribe(self._inbox(me), self._take)
        bus.subscribe(self._inbox(""), self._take)

    def _inbox(self, worker: str) -> str:
        """Where the letters to a worker go; those to all have no name on them."""
        return f"{self.bus.scope}:post:{worker}"

    async def open(self) -> None:
        await self.bus.open()
        self._beating = asyncio.get_running_loop().create_task(self._beat_on())

    async def close(self) -> None:
        """Say goodbye, so that nobody waits for our silence."""
        if self._beating:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        self._is_closing = True
        self.tell_all("bye")
        for peer in self.others:
            self._lose(peer)
        await self.bus.close()

    # -- letters

    @property
    def others(self) -> list[str]:
        """The other workers that are there."""
        return [name for name, peer in self._peers.items() if peer.is_there]

    def is_there(self, worker: str) -> bool:
        return worker in self._peers and self._peers[worker].is_there

    def first_for(self, thing: str) -> str:
        """The worker that all who know the same workers choose for a thing; each has its share of them."""
        return max([self.me, *self.others], key=lambda worker: sha256(f"{worker} {thing}".encode()).digest())

    def send(self, worker: str, kind: str, topic: str = "", body: bytes = b"") -> None:
        """To one worker, after all that it was sent before."""
        peer = self._peers.setdefault(worker, Peer())
        peer.sent += 1
        letter = Letter(self.me, peer.sent, kind, topic, body)
        self.bus.publish(self._inbox(worker), self.seal.put_on(msgspec.msgpack.encode(letter)))

    def tell_all(self, kind: str, body: bytes = b"") -> None:
        """To all who listen; what nobody counts may be lost."""
        letter = Letter(self.me, 0, kind, "", body)
        self.bus.publish(self._inbox(""), self.seal.put_on(msgspec.msgpack.encode(letter)))

    def _take(self, sealed: bytes) -> None:
        message = self.seal.taken_off(sealed)
        if message is None:
            return  # forged, or of a cluster with another database
        try:
            letter = msgspec.msgpack.decode(message, type=Letter)
        except msgspec.MsgspecError:
            return  # another program's
        try:
            if letter.sender != self.me and not self._is_closing:
                self._deliver(letter)
        except Exception as error:  # one letter's trouble is not the others'
            self._fault(error)

    def _deliver(self, letter: Letter) -> None:
        self._count(letter)
        if taker := self.takers.get(letter.kind):
            taker(letter)

    def _count(self, letter: Letter) -> None:
        """Notice who is there, and what is missing before this letter."""
        peer = self._peers.setdefault(letter.sender, Peer())
        peer.heard, is_new = time.monotonic(), not peer.is_there
        peer.is_there = True
        if letter.number:
            self._see_that_all_came(letter.sender, peer, letter.number - 1)
            peer.received = letter.number
        if is_new and letter.kind != "bye":
            self._beat()  # so that it knows us as soon as we know it

    def _see_that_all_came(self, sender: str, peer: Peer, sent: int) -> None:
        received, peer.received = peer.received, sent
        if received is not None and received != sent:
            self._part(sender)
            self.send(sender, "lost")

    # -- signs of life

    async def _beat_on(self) -> None:
        while True:
            self._beat()
            await asyncio.sleep(BEAT)
            self._look_round()

    def _beat(self) -> None:
        """We are here, and so many letters have gone to each: so the last one is missed as well."""
        sent = {name: peer.sent for name, peer in self._peers.items() if peer.is_there}
        self.tell_all("beat", msgspec.msgpack.encode(sent))

    def _hear_beat(self, letter: Letter) -> None:
        sent = msgspec.msgpack.decode(letter.body, type=dict[str, int])
        if self.me in sent:
            self._see_that_all_came(letter.sender, self._peers[letter.sender], sent[self.me])

    def _look_round(self) -> None:
        """Give up whoever is silent."""
        now = time.monotonic()
        for name, peer in list(self._peers.items()):
            if peer.is_there and now - peer.heard > SILENCE:
                self._lose(name)
                self.send(name, "lost")  # it may hear us, and still believe in what went between us
            elif not peer.is_there and now - peer.heard > FORGOTTEN:
                del self._peers[name]

    def _lose(self, worker: str) -> None:
        if worker in self._peers:
            self._peers[worker].is_there = False
        self._part(worker)

    def _part(self, worker: str) -> None:
        for question in self._questions.values():
            question.settle(worker, None)
        for told in self.parted:
            told(worker)

    # -- the bus itself

    def bus_lost(self) -> None:
        for name, peer in list(self._peers.items()):
            peer.received = None
            self._lose(name)

    def bus_back(self) -> None:
        self._beat()
        for name in list(self._peers):
            self.send(name, "lost")
        for told in self.is_back:
            told()

    def missed(self, channel: str) -> None:
        """Whoever does not listen any more is gone, however lately it was heard."""
        worker = channel.removeprefix(self._inbox(""))
        if worker in self._peers:
            self._lose(worker)

    # -- questions

    async def ask_all(
        self, topic: str, body: bytes = b"", seconds: float = SOON, among: Sequence[str] | None = None
    ) -> dict[str, bytes]:
        """What other workers say to it, by worker; whoever says nothing in time is left out."""
        others = self.others if among is None else among
        if not others:
            return {}
        name = secrets.token_hex(8)
        self._questions[name] = question = Question(set(others))
        for worker in others:
            self.send(worker, "ask", name, msgspec.msgpack.encode((topic, body)))
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await question.done.wait()
        del self._questions[name]
        return question.answers

    def _answer(self, letter: Letter) -> None:
        topic, body = msgspec.msgpack.decode(letter.body, type=tuple[str, bytes])
        if known := self.answers.get(topic):
            task = asyncio.ensure_future(self._work_out(letter, known(body)))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

    async def _work_out(self, letter: Letter, work: Awaitable[bytes]) -> None:
        try:
            self.send(letter.sender, "answer", letter.topic, await work)
        except Exception as error:  # then whoever asked goes without it
            self._fault(error)

    def _hear_answer(self, letter: Letter) -> None:
        if question := self._questions.get(letter.topic):
            question.settle(letter.sender, letter.body)


SIZE = 16  # bytes


class Seal:
    """Puts a seal before messages, and knows its own; without a key, within one process, there is none."""

    def __init__(self, key: bytes = b"") -> None:
        self._key = key

    def put_on(self, message: bytes) -> bytes:
        return self._of(message) + message if self._key else message

    def taken_off(self, sealed: bytes) -> bytes | None:
        """The message; None if somebody else has written or changed it."""
        if not self._key:
            return sealed
        message = sealed[SIZE:]
        return message if compare_digest(sealed[:SIZE], self._of(message)) else None

    def _of(self, message: bytes) -> bytes:
        return blake2b(message, digest_size=SIZE, key=self._key).digest()
