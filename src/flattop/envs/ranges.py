"""Ranges: what a noun of an action, or a thing in a zone, may be; each thing has a number of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flattop.envs.layout import BadLayout, Kinds, Spread
from flattop.kernel import Noun, Seat

SEAT = "seat"
Numbers = Mapping[Noun, int]  # of each thing, from 0


class Ranges:
    """The ranges of one table, as one seat counts: itself first, then the others as they sit around it."""

    def __init__(self, kinds: Kinds, pack: Any, seats: int, seat: Seat) -> None:
        self.seats = seats
        self._kinds, self._pack, self._seat = kinds, pack, seat
        self._known: dict[str, Numbers] = {}

    def of(self, kind: str) -> Numbers:
        """All things of a kind with their numbers."""
        if kind not in self._known:
            self._known[kind] = {thing: number for number, thing in enumerate(self._things(kind))}
        return self._known[kind]

    def _things(self, kind: str) -> Iterable[Noun]:
        if kind == SEAT:
            return [(self._seat + far) % self.seats for far in range(self.seats)]
        if kind not in self._kinds:
            raise BadLayout(f"[kind] does not say what a {kind!r} may be")
        return self._spread(self._kinds[kind])

    def _spread(self, said: Spread) -> Iterable[Noun]:
        """As many as a number says, what the pack has of them, those that are named, or several of these."""
        if isinstance(said, int):
            return range(said)
        if isinstance(said, str):
            return self._in_the_pack(said)
        if isinstance(said, list):
            return said
        steps = range(said.first, said.last + 1, said.by) if said.last else ()
        return [*said.words, *(self._in_the_pack(said.of) if said.of else ()), *steps]

    def _in_the_pack(self, name: str) -> Iterable[Noun]:
        """What the pack has is counted; only clues are called by their ids."""
        things = getattr(self._pack, name)
        return [thing.id for thing in things] if name == "clues" else range(len(things))
