"""Requests that all server workers answer together: health, metrics, presence and the operator's commands."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import NoneType
from typing import Any, TypeVar

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
    DrainTerms,
    KeptTables,
    Kicked,
    PresentGuest,
    PresentGuests,
)
from flattop.server.schemas.rest import Health
from flattop.server.server import Server

T = TypeVar("T")
INTEGRITY_ORDER = ("sound", "unchecked", "damaged")  # from best to worst
ADMIN_SECONDS = 10.0  # for all workers to carry out a command
SeatsByTable = dict[str, set[Seat]]


def attach(server: Server) -> None:
    """Answer the commands of other server workers, each for our own part."""

    async def health(nothing: None) -> Health:
        return server.health()[0]

    async def metrics(nothing: None) -> str:
        return server.metrics_text()

    async def present(tables: list[str]) -> SeatsByTable:
        return _own_seats(server, tables)

    async def renamed(guest: str) -> bool:
        await server.guests.reload_name(guest)
        return True

    async def close(table_id: str) -> list[Closed]:
        is_here = server.registry.is_here(table_id)
        return [await admin.close_table(server, table_id)] if is_here else []

    answer = server.peers.answer
    answer("health", NoneType, health)
    answer("metrics", NoneType, metrics)
    answer("present", list[str], present)
    answer("renamed", str, renamed)
    answer("tables", NoneType, lambda nothing: admin.list_tables(server))
    answer("guests", NoneType, lambda nothing: admin.list_guests(server))
    answer("kick", tuple[str, str], lambda guest: admin.remove_guest(server, *guest))
    answer("close", str, close)
    answer("announce", str, lambda text: admin.announce(server, text))
    answer("drain", DrainTerms, lambda terms: admin.drain(server, terms.minutes))
    server.guests.publish_rename = lambda guest: server.peers.broadcast("renamed", guest)


# -- health, metrics, presence


async def health(server: Server) -> tuple[Health, bool]:
    """The health of all workers, and True if this one can serve."""
    total, works = server.health()
    for worker, other in sorted((await server.peers.ask_all("health", Health)).items()):
        if other is None:
            address = server.leases.workers.get(worker, "its address")
            total.troubles.append(f"Worker {worker} does not answer at {address}; see --private.")
            continue
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
    if not server.leases.secret:
        return server.metrics_text()
    others = await server.peers.ask_all("metrics", str)
    texts = {worker: text for worker, text in others.items() if text is not None}
    return merge_metrics({server.peers.worker_id: server.metrics_text(), **texts})


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
    for other in (await server.peers.ask_all("present", SeatsByTable, list(tables))).values():
        seats |= other or {}
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
    others = await _ask(server, "drain", Draining, DrainTerms(minutes), workers)
    own = await admin.drain(server, minutes)
    own.playing += sum(other.playing for other in others)
    return own


async def _ask(
    server: Server, command: str, kind: type[T], argument: Any = None, among: Sequence[str] | None = None
) -> list[T]:
    """The replies of the other workers that have carried out a command."""
    replies = await server.peers.ask_all(command, kind, argument, ADMIN_SECONDS, among)
    return [reply for reply in replies.values() if reply is not None]
