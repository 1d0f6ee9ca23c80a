"""Layouts: for each game, the zones that its observations include and the possible nouns of its actions.

A layout is `environment.toml` in the folder of a game.  `[kind]` gives the possible values of a noun: a
number (so many), the name of an attribute of the pack (as many as it has), a list of words, or a mix of
these.  `[zone]` has one encoder for each zone, in the notation of `encoders.py`.  Zones that are not listed
are left out of the observation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from flattop.games import folder
from flattop.kernel import FlattopError, Noun, Seat
from flattop.kernel.toml import Entry, convert, read

SEAT = "seat"
Numbers = Mapping[Noun, int]  # each value of a kind, numbered from 0


class BadLayout(FlattopError):
    """A layout is missing, incomplete or cannot be parsed."""


class MixedRange(Entry, frozen=True):
    """Words, then an attribute of the pack, then the numbers from `first` to `last`."""

    words: list[str] = []
    of: str = ""
    first: int = 0
    last: int = 0
    by: int = 1


RangeSpec = int | str | list[str] | MixedRange
Kinds = dict[str, RangeSpec]
EncoderSpec = Any  # an encoder in a layout: a line, a list with one for each place, or a table of named ones


class Layout(Entry, frozen=True):
    """The contents of a layout file.

    `scale` divides the points of games without rivals, so that a good score is about 1.
    `follows` lists kinds of nouns that action numbers ignore, because the rest of the action determines them.
    `anytime` lists the any-time plays that a seat may use when it has to decide; others are left out.
    `verbs` lists the verbs that have action numbers, in order.  By default all have one, in the order of the
    texts.
    `together` is true if seats sometimes decide simultaneously.
    """

    kind: Kinds
    zone: dict[str, EncoderSpec]
    scale: float = 1.0
    follows: list[str] = []
    anytime: list[str] = []
    verbs: list[str] = []
    together: bool = False


@cache
def layout(key: str) -> Layout:
    """Load the layout of a game."""
    path = folder(key) / "environment.toml"
    if not path.exists():
        raise BadLayout(f"{key} has no environment: there is no {path.name} in its folder")
    return convert(Layout, read(path), f"{key}: {path.name}")


class Ranges:
    """The possible values of each kind at one table.  Seats are counted from one seat, in turn order."""

    def __init__(self, kinds: Kinds, pack: Any, seats: int, seat: Seat) -> None:
        self.seats = seats
        self._kinds, self._pack, self._seat = kinds, pack, seat
        self._cache: dict[str, Numbers] = {}

    def of(self, kind: str) -> Numbers:
        """Return all values of a kind with their numbers."""
        if kind in self._cache:
            return self._cache[kind]
        spec = self._kinds.get(kind)
        values: Iterable[Noun]
        if kind == SEAT:
            values = [(self._seat + distance) % self.seats for distance in range(self.seats)]
        elif spec is None:
            raise BadLayout(f"[kind] has no entry {kind!r}")
        elif isinstance(spec, int):
            values = range(spec)
        elif isinstance(spec, str):
            values = self._pack_values(spec)
        elif isinstance(spec, list):
            values = spec
        else:
            numbers = range(spec.first, spec.last + 1, spec.by) if spec.last else ()
            values = [*spec.words, *(self._pack_values(spec.of) if spec.of else ()), *numbers]
        self._cache[kind] = {value: number for number, value in enumerate(values)}
        return self._cache[kind]

    def _pack_values(self, name: str) -> Iterable[Noun]:
        """Return the ids of clues, and the indices of everything else."""
        things = getattr(self._pack, name)
        return [thing.id for thing in things] if name == "clues" else range(len(things))
