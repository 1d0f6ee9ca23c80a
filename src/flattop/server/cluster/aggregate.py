"""What is asked of all workers at once: how they are, what they have counted, and who is at their tables."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import json, msgpack

from flattop.kernel import Seat
from flattop.server.cluster import metrics as together
from flattop.server.schemas.rest import Health
from flattop.server.server import NO_BUS, Server

WORST = ("sound", "unchecked", "damaged")
Seats = dict[str, set[Seat]]  # who is there, by table


def attach(server: Server) -> None:
    """Answer what other workers ask, and hear of guests with a new name, as they hear of ours."""
    server.guests.publish_rename = lambda body: server.post.tell_all("renamed", body)
    server.post.takers["renamed"] = lambda letter: server.guests.apply_rename(letter.body)
    server.post.is_back.append(server.guests.clear_caches)

    async def own_health(body: bytes) -> bytes:
        return json.encode(server.health()[0])

    async def own_figures(body: bytes) -> bytes:
        return server.figures().encode()

    async def own_people(body: bytes) -> bytes:
        return msgpack.encode(_here(server, msgpack.decode(body, type=list[str])))

    server.post.answers |= {"health": own_health, "figures": own_figures, "here": own_people}


async def health(server: Server) -> tuple[Health, bool]:
    """How all workers are, and whether this one can do its work."""
    own, works = server.health()
    if not server.post.bus.is_up:
        own.troubles.append(NO_BUS)
    others = (await server.post.ask_all("health")).items()
    for worker, said in sorted(others):
        _add(own, worker, json.decode(said, type=Health))
    own.ok = not own.troubles
    return own, works


def _add(health: Health, worker: str, other: Health) -> None:
    health.workers += 1
    health.tables += other.tables
    health.broken += other.broken
    health.last_round = max(health.last_round, other.last_round)
    health.integrity = max(health.integrity, other.integrity, key=WORST.index)
    health.troubles += [f"Worker {worker}: {trouble}" for trouble in other.troubles]


async def figures(server: Server) -> str:
    """The figures of all workers; where one is alone they need no name on them."""
    if not server.is_shared:
        return server.figures()
    others = await server.post.ask_all("figures")
    return together.gathered(
        {server.post.me: server.figures(), **{name: said.decode() for name, said in others.items()}}
    )


async def here(server: Server, tables: Collection[str]) -> Seats:
    """The seats whose people are there, at tables that live anywhere."""
    seats = _here(server, tables)
    for said in (await server.post.ask_all("here", msgpack.encode(list(tables)))).values():
        seats |= msgpack.decode(said, type=Seats)
    return seats


def _here(server: Server, tables: Collection[str]) -> Seats:
    live = [server.registry.live[table] for table in tables if table in server.registry.live]
    return {table.row.id: set(filter(table.is_present, range(len(table.row.seats)))) for table in live}
