"""What the keeper does to all workers at once: each does its part, and what they tell is put together."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from msgspec import msgpack

from flattop.server import admin
from flattop.server.errors import elsewhere
from flattop.server.schemas.admin import (
    Announced,
    Closed,
    Draining,
    KeptTables,
    Kicked,
    PresentGuest,
    PresentGuests,
)
from flattop.server.server import Server

T = TypeVar("T")
PATIENCE = 10.0  # seconds for all workers to do their part


def attach(server: Server) -> None:
    """Do our part of what the keeper asks of another worker."""

    async def tables(body: bytes) -> bytes:
        return msgpack.encode(await admin.tables(server))

    async def guests(body: bytes) -> bytes:
        return msgpack.encode(await admin.guests(server))

    async def kick(body: bytes) -> bytes:
        return msgpack.encode(await admin.show_out(server, *msgpack.decode(body, type=tuple[str, str])))

    async def close(body: bytes) -> bytes:
        table_id = msgpack.decode(body, type=str)
        is_here = server.registry.is_here(table_id)
        return msgpack.encode([await admin.close(server, table_id)] if is_here else [])

    async def announce(body: bytes) -> bytes:
        return msgpack.encode(await admin.announce(server, msgpack.decode(body, type=str)))

    async def drain(body: bytes) -> bytes:
        return msgpack.encode(await admin.drain(server, msgpack.decode(body, type=float | None)))

    for work in (tables, guests, kick, close, announce, drain):
        server.post.answers[f"keeper {work.__name__}"] = work


async def tables(server: Server) -> KeptTables:
    own = await admin.tables(server)
    told = [own, *await _ask(server, admin.tables, KeptTables)]
    awake = {table.id: table for kept in told for table in kept.tables if table.awake}
    asleep = [table for table in own.tables if table.id not in awake]
    elsewhere = sum(table.state != "over" for table in awake.values()) - _unfinished(own)
    every = sorted(awake.values(), key=lambda table: table.kilobytes, reverse=True)
    return KeptTables([*every, *asleep], max(own.asleep - elsewhere, 0))


def _unfinished(kept: KeptTables) -> int:
    return sum(table.awake and table.state != "over" for table in kept.tables)


async def guests(server: Server) -> PresentGuests:
    together: dict[str, PresentGuest] = {}
    for told in [await admin.guests(server), *await _ask(server, admin.guests, PresentGuests)]:
        for guest in told.guests:
            known = together.setdefault(guest.id, PresentGuest(guest.id, guest.name, 0, []))
            known.sockets += guest.sockets
            known.tables = sorted({*known.tables, *guest.tables})
    return PresentGuests(sorted(together.values(), key=lambda one: (not one.id, one.name, one.id)))


async def kick(server: Server, guest: str) -> Kicked:
    told = await admin.kick(server, guest)
    for other in await _ask(server, admin.kick, Kicked, (guest, told.name)):
        told.sockets += other.sockets
        told.tables += other.tables
    return told


async def close(server: Server, table_id: str) -> Closed:
    """By the worker that has the table; what sleeps is closed here."""
    if await server.leases.holder(table_id) in (None, server.leases.worker):
        return await admin.close(server, table_id)
    closed = [one for told in await _ask(server, admin.close, list[Closed], table_id) for one in told]
    if not closed:
        raise elsewhere()
    return closed[0]


async def announce(server: Server, text: str) -> Announced:
    own = await admin.announce(server, text)
    own.tables += sum(other.tables for other in await _ask(server, admin.announce, Announced, text))
    return own


async def drain(server: Server, minutes: float | None, here: bool = False) -> Draining:
    """All workers there are, or those of this machine alone, while others go on."""
    others = await _ask(server, admin.drain, Draining, minutes, _near(server) if here else None)
    own = await admin.drain(server, minutes)
    own.playing += sum(other.playing for other in others)
    return own


def _near(server: Server) -> list[str]:
    """The other workers of this machine, by their names."""
    machine = server.post.me.rsplit("-", 2)[0]
    return [worker for worker in server.post.others if worker.rsplit("-", 2)[0] == machine]


async def _ask(
    server: Server,
    work: Callable[..., Awaitable[object]],
    kind: type[T],
    terms: object = None,
    among: list[str] | None = None,
) -> list[T]:
    """What the others say who have done their part."""
    topic = f"keeper {work.__name__}"
    answers = await server.post.ask_all(topic, msgpack.encode(terms), PATIENCE, among)
    return [msgpack.decode(answer, type=kind) for answer in answers.values()]
