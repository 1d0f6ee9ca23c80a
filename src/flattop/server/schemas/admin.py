"""Requests and responses of the admin routes, which the command line of the operator uses."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from flattop.server.schemas.base import State, Strict, Word

NOTICE = 300  # characters of an announcement at most

# -- requests


class Kick(Strict):
    guest: Word


class Close(Strict):
    table: Word


class Announce(Strict):
    text: str  # its length is checked later, to give a better error message


class DrainTerms(Strict):
    minutes: Annotated[float, Meta(ge=0, le=100_000)] | None = None
    here: bool = False  # only the workers of this machine


# -- responses


class KeptTable(Struct, kw_only=True):
    """An unfinished table; `here` and `watching` are known only if it is loaded."""

    id: str
    game: str
    state: State
    awake: bool
    since: int
    seats: list[str]
    here: list[str]  # names of seated guests who are connected
    watching: int  # number of other connections
    turn: list[str]
    kilobytes: int  # estimated memory use


class KeptTables(Struct):
    tables: list[KeptTable]
    asleep: int  # number of tables not in memory; only the newest of them are listed


class PresentGuest(Struct):
    """A connected guest; the id is empty for clients without a guest."""

    id: str
    name: str
    sockets: int
    tables: list[str]


class PresentGuests(Struct):
    guests: list[PresentGuest]


class Kicked(Struct):
    guest: str
    name: str
    sockets: int
    tables: list[str]  # tables that were notified


class Closed(Struct):
    table: str
    was: State


class Announced(Struct):
    text: str
    tables: int


class Draining(Struct):
    minutes: float | None
    playing: int  # tables with a game in progress
