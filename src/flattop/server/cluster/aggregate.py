"""Requests that all server workers answer together: health, metrics, presence and the operator's commands."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from msgspec import json, msgpack
from prometheus_client import Metric
from prometheus_client.exposition import generate_latest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector, CollectorRegistry

from flattop.kernel import Seat
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
from flattop.server.schemas.rest import Health
from flattop.server.server import NO_BUS, Server

T = TypeVar("T")
INTEGRITY_ORDER = ("sound", "unchecked", "damaged")  # from best to worst
ADMIN_SECONDS = 10.0  # for all workers to carry out a command
SeatsByTable = dict[str, set[Seat]]


def attach(server: Server) -> None:
    """Answer the requests of other server workers, and exchange the new names of guests."""
    server.guests.publish_rename = lambda body: server.peers.broadcast("renamed", body)
    server.peers.handlers["renamed"] = lambda message: server.guests.apply_rename(message.body)
    server.peers.on_reconnect.append(server.guests.clear_caches)

    async def own_health(body: bytes) -> bytes:
        return json.encode(server.health()[0])

    async def own_metrics(body: bytes) -> bytes:
        return server.metrics_text().encode()

    async def own_presence(body: bytes) -> bytes:
        return msgpack.encode(_own_seats(server, msgpack.decode(body, type=list[str])))

    server.peers.responders |= {"health": own_health, "figures": own_metrics, "here": own_presence}
    _attach_commands(server)


def _attach_commands(server: Server) -> None:
    """Carry out our part of the operator's commands that another server worker has received."""

    async def tables(body: bytes) -> bytes:
        return msgpack.encode(await admin.list_tables(server))

    async def guests(body: bytes) -> bytes:
        return msgpack.encode(await admin.list_guests(server))

    async def kick(body: bytes) -> bytes:
        return msgpack.encode(await admin.remove_guest(server, *msgpack.decode(body, type=tuple[str, str])))

    async def close(body: bytes) -> bytes:
        table_id = msgpack.decode(body, type=str)
        is_here = server.registry.is_here(table_id)
        return msgpack.encode([await admin.close_table(server, table_id)] if is_here else [])

    async def announce(body: bytes) -> bytes:
        return msgpack.encode(await admin.announce(server, msgpack.decode(body, type=str)))

    async def drain(body: bytes) -> bytes:
        return msgpack.encode(await admin.drain(server, msgpack.decode(body, type=float | None)))

    for command in (tables, guests, kick, close, announce, drain):
        server.peers.responders[f"admin {command.__name__}"] = command


# -- health, metrics, presence


async def health(server: Server) -> tuple[Health, bool]:
    """The health of all workers, and True if this one can serve."""
    total, works = server.health()
    if not server.peers.bus.is_up:
        total.troubles.append(NO_BUS)
    for worker, reply in sorted((await server.peers.ask_all("health")).items()):
        other = json.decode(reply, type=Health)
        total.workers += 1
        total.tables += other.tables
        total.broken += other.broken
        total.last_round = max(total.last_round, other.last_round)
        total.integrity = max(total.integrity, other.integrity, key=INTEGRITY_ORDER.index)
        total.troubles += [f"Worker {worker}: {trouble}" for trouble in other.troubles]
    total.ok = not total.troubles
    return total, works


async def metrics_text(server: Server) -> str:
    """The metrics of all workers; a server that runs alone needs no worker label."""
    if not server.is_shared:
        return server.metrics_text()
    texts = {server.peers.worker_id: server.metrics_text()}
    for worker, reply in (await server.peers.ask_all("figures")).items():
        texts[worker] = reply.decode()
    return merge_metrics(texts)


def merge_metrics(texts: Mapping[str, str]) -> str:
    """Merge the Prometheus texts of several workers, with a label for the worker."""
    families: dict[str, Metric] = {}
    for worker, text in sorted(texts.items()):
        for family in text_string_to_metric_families(text):
            merged = families.setdefault(family.name, Metric(family.name, family.documentation, family.type))
            for sample in family.samples:
                # The last part of a worker's id changes with each start, so it is not in the label.
                labels = {"worker": worker.rsplit("-", 1)[0], **sample.labels}
                merged.add_sample(sample.name, labels, sample.value)

    class Families(Collector):
        def collect(self) -> list[Metric]:
            return list(families.values())

    registry = CollectorRegistry()
    registry.register(Families())
    return generate_latest(registry).decode()


async def present_seats(server: Server, tables: Collection[str]) -> SeatsByTable:
    """The seats whose players are connected, at tables of any worker."""
    seats = _own_seats(server, tables)
    for reply in (await server.peers.ask_all("here", msgpack.encode(list(tables)))).values():
        seats |= msgpack.decode(reply, type=SeatsByTable)
    return seats


def _own_seats(server: Server, tables: Collection[str]) -> SeatsByTable:
    live = [server.registry.live[table] for table in tables if table in server.registry.live]
    return {table.row.id: set(filter(table.is_present, range(len(table.row.seats)))) for table in live}


# -- commands of the operator


async def list_tables(server: Server) -> KeptTables:
    own = await admin.list_tables(server)
    lists = [own, *await _ask(server, "tables", KeptTables)]
    awake = {table.id: table for some in lists for table in some.tables if table.awake}
    asleep = [table for table in own.tables if table.id not in awake]
    unfinished = sum(table.state != "over" for table in awake.values())
    own_unfinished = sum(table.awake and table.state != "over" for table in own.tables)
    by_size = sorted(awake.values(), key=lambda table: table.kilobytes, reverse=True)
    return KeptTables([*by_size, *asleep], max(own.asleep - (unfinished - own_unfinished), 0))


async def list_guests(server: Server) -> PresentGuests:
    guests: dict[str, PresentGuest] = {}
    for present in [await admin.list_guests(server), *await _ask(server, "guests", PresentGuests)]:
        for guest in present.guests:
            total = guests.setdefault(guest.id, PresentGuest(guest.id, guest.name, 0, []))
            total.sockets += guest.sockets
            total.tables = sorted({*total.tables, *guest.tables})
    return PresentGuests(sorted(guests.values(), key=lambda guest: (not guest.id, guest.name, guest.id)))


async def kick(server: Server, guest: str) -> Kicked:
    kicked = await admin.kick(server, guest)
    for other in await _ask(server, "kick", Kicked, (guest, kicked.name)):
        kicked.sockets += other.sockets
        kicked.tables += other.tables
    return kicked


async def close_table(server: Server, table_id: str) -> Closed:
    """Close a table in the worker that holds it; a table that is not in memory is closed here."""
    if await server.leases.holder(table_id) in (None, server.leases.worker_id):
        return await admin.close_table(server, table_id)
    closed = [table for reply in await _ask(server, "close", list[Closed], table_id) for table in reply]
    if not closed:
        raise elsewhere()
    return closed[0]


async def announce(server: Server, text: str) -> Announced:
    own = await admin.announce(server, text)
    own.tables += sum(other.tables for other in await _ask(server, "announce", Announced, text))
    return own


async def drain(server: Server, minutes: float | None, here: bool = False) -> Draining:
    """Drain all workers, or only those of this machine."""
    workers = server.peers.others
    if here:
        machine = server.peers.worker_id.rsplit("-", 2)[0]
        workers = [worker for worker in workers if worker.rsplit("-", 2)[0] == machine]
    others = await _ask(server, "drain", Draining, minutes, workers)
    own = await admin.drain(server, minutes)
    own.playing += sum(other.playing for other in others)
    return own


async def _ask(
    server: Server, command: str, kind: type[T], argument: object = None, among: Sequence[str] | None = None
) -> list[T]:
    """The replies of the other workers that have carried out a command."""
    body = msgpack.encode(argument)
    replies = await server.peers.ask_all(f"admin {command}", body, ADMIN_SECONDS, among)
    return [msgpack.decode(reply, type=kind) for reply in replies.values()]
