"""What the keeper of a server asks and is told over its command line."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from flattop.server.schemas.fields import State, Strict, Word

NOTICE = 300  # characters of what is announced

# -- from the keeper


class Kick(Strict):
    guest: Word


class Close(Strict):
    table: Word


class Announce(Strict):
    text: str  # whoever says it refuses what is empty or too long, in a sentence


class DrainTerms(Strict):
    minutes: Annotated[float, Meta(ge=0, le=100_000)] | None = None
    here: bool = False  # this machine alone


# -- from the server


class KeptTable(Struct, kw_only=True):
    """A table that is not over: those that are awake with who is there."""

    id: str
    game: str
    state: State
    awake: bool
    since: int
    seats: list[str]
    here: list[str]  # those seated who have a socket open
    watching: int  # sockets of others
    turn: list[str]
    kilobytes: int  # in memory, by estimate


class KeptTables(Struct):
    tables: list[KeptTable]
    asleep: int  # how many there are in all, of which only the newest are listed


class PresentGuest(Struct):
    """Somebody with a socket open; without an id for those who have not said who they are."""

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
    tables: list[str]  # those that have heard of it


class Closed(Struct):
    table: str
    was: State


class Announced(Struct):
    text: str
    tables: int


class Draining(Struct):
    minutes: float | None
    playing: int  # tables that are still played at
