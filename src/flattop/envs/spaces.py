"""Spaces: what a seat sees as an array, and what it may do as numbers, both from its sight alone."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from flattop.envs.actions import Actions
from flattop.envs.encoders import Floats, Form, Scope, form, indented, writer
from flattop.envs.layout import Said, layout
from flattop.envs.ranges import SEAT, Ranges
from flattop.kernel import Action, Game, RulesBug, Seat, Sees, ZoneReader
from flattop.match import Observation
from flattop.match.observation import read_zones

FLOAT = 4  # bytes
OWN = "which seat it is"
BOUND = 200.0  # no number of an observation comes near


class Block(NamedTuple):
    """A run of places in an observation: one zone, of one seat counted from the own if every seat has one."""

    zone: str
    seat: int | None
    first: int
    size: int
    said: Said


class Spaces:
    """The observations and actions of one game at a table of so many."""

    def __init__(self, game: Game, seats: int, deck: Path | None = None) -> None:
        game.settings(seats)
        self.game, self.seats, self.layout, self._pack = game, seats, layout(game.key), game.pack(deck)
        self._places: dict[Seat, Place] = {}
        own = self.place(0)
        self.size, self.actions, self.blocks = own.size, own.actions.size, own.blocks

    def place(self, seat: Seat) -> Place:
        """How one seat sees and names things."""
        if seat not in self._places:
            self._places[seat] = Place(self, self._pack, seat)
        return self._places[seat]

    def observation(self, obs: Observation) -> Any:
        """What the seat sees: an array of `size` numbers."""
        return self.place(obs.seat).observation(obs)

    def options(self, obs: Observation) -> dict[int, Action]:
        """What is open to the seat by number, any-time plays of the layout included while it is asked."""
        if not obs.options:
            return {}
        return self.place(obs.seat).options(obs)

    def mask(self, options: Mapping[int, Action]) -> Any:
        """Which of the `actions` are open: an array of ones and zeros."""
        return mask(options, self.actions)


class Place:
    """The table from one seat: its own things come first, then the others' as they sit around it."""

    def __init__(self, spaces: Spaces, pack: Any, seat: Seat) -> None:
        laid, self._seat, self.size = spaces.layout, seat, spaces.seats
        ranges = Ranges(laid.kind, pack, spaces.seats, seat)
        self.actions, self._anytime = Actions(spaces.game, laid, ranges), frozenset(laid.anytime)
        self.blocks: list[Block] = [Block("seat", 0, 0, spaces.seats, OWN)]
        self._order, self._scope = [*ranges.of(SEAT)], Scope()
        self._glance = ZoneReader(spaces.game.zones, [*laid.zone])
        lines: list[str] = []
        for name, said in laid.zone.items():
            zone = spaces.game.zones[name]
            inner = form(said, ranges, self._scope, zone.sees is not Sees.ALL)
            lines += self._laid(name, said, inner, zone.per_seat)
        self._write = writer(self._scope, lines)

    def _laid(self, name: str, said: Said, inner: Form, per_seat: bool) -> list[str]:
        """Give a zone its places, and the lines that write it there."""
        value, lines = f"values[{self._glance.names.index(name)}]", []
        for far, seat in enumerate(self._order) if per_seat else ((None, None),):
            lines += inner.lines(value if seat is None else f"value[{seat}]", str(self.size))
            self.blocks.append(Block(name, far, self.size, inner.size, said))
            self.size += inner.size
        return [f"value = {value}", "if value:", *indented(lines)] if per_seat else lines

    def observation(self, obs: Observation) -> Any:
        out: Floats = array("f", bytes(FLOAT * self.size))
        out[self._seat] = 1
        self._write(read_zones(obs, self._glance), out)
        return np.frombuffer(out, np.float32)

    def options(self, obs: Observation) -> dict[int, Action]:
        """What the seat is asked, and what else it may play now."""
        if not self._anytime:
            options = self.actions.numbered(obs.options)
        else:
            besides = [action for action in obs.anytime if action[0] in self._anytime]
            options = self.actions.numbered([*besides, *obs.options])
        if not options:
            raise RulesBug(f"the layout has a number for none of {[*obs.options][:3]}")
        return options


def mask(options: Mapping[int, Action], size: int) -> Any:
    """Ones where something is open."""
    marks = bytearray(size)
    for number in options:
        marks[number] = 1
    return np.frombuffer(marks, np.int8)
