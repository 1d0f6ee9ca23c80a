"""The keeper's own routes, for programs of this machine that have read the key in the data folder."""

from __future__ import annotations

from litestar import get, post
from litestar.params import JSONBody

from flattop.server.auth.forwarded import is_local
from flattop.server.auth.requests import knows_key, path, server_of
from flattop.server.cluster import aggregate
from flattop.server.errors import Refusal
from flattop.server.http.files import HttpRequest
from flattop.server.schemas.admin import (
    Announce,
    Announced,
    Close,
    Closed,
    Draining,
    DrainTerms,
    KeptTables,
    Kick,
    Kicked,
    PresentGuests,
)
from flattop.server.server import Server


def kept(request: HttpRequest) -> Server:
    """The server, for its keeper; for others there is nothing here."""
    if not (knows_key(request) and is_local(request)):
        raise Refusal(404, "not-found", f"There is nothing at {path(request)}.")
    return server_of(request)


@get("/api/admin/tables", include_in_schema=False)
async def tables(request: HttpRequest) -> KeptTables:
    """All tables that are not over."""
    return await aggregate.list_tables(kept(request))


@get("/api/admin/guests", include_in_schema=False)
async def guests(request: HttpRequest) -> PresentGuests:
    """Everybody who is here."""
    return await aggregate.list_guests(kept(request))


@post("/api/admin/kick", status_code=200, include_in_schema=False)
async def kick(request: HttpRequest, data: JSONBody[Kick]) -> Kicked:
    """Show a guest out."""
    return await aggregate.kick(kept(request), data.guest)


@post("/api/admin/close", status_code=200, include_in_schema=False)
async def close(request: HttpRequest, data: JSONBody[Close]) -> Closed:
    """Close a table for good."""
    return await aggregate.close_table(kept(request), data.table)


@post("/api/admin/announce", status_code=200, include_in_schema=False)
async def announce(request: HttpRequest, data: JSONBody[Announce]) -> Announced:
    """Say something at all tables that are awake."""
    return await aggregate.announce(kept(request), data.text)


@post("/api/admin/drain", status_code=200, include_in_schema=False)
async def drain(request: HttpRequest, data: JSONBody[DrainTerms]) -> Draining:
    """Close once nobody plays any more."""
    return await aggregate.drain(kept(request), data.minutes, data.here)


ROUTES = [tables, guests, kick, close, announce, drain]
