"""Spaces: an observation as an array and its options as action numbers, computed from the observation alone.

Action numbers count every verb with every combination of its nouns, in the order of the game's `text.toml`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from flattop.envs.encoders import Floats, Scope, compile_writer, encoder, indented
from flattop.envs.layout import SEAT, EncoderSpec, Layout, Numbers, Ranges, layout
from flattop.kernel import Action, Game, RulesBug, Seat, Sees, ZoneReader
from flattop.match import Observation
from flattop.match.observation import read_zones

FLOAT_SIZE = 4  # bytes
OWN_SEAT = "which seat it is"  # the encoder of the first block, as the documentation shows it
BOUND = 200.0  # above every number in an observation


class Block(NamedTuple):
    """The places of one zone in an observation.

    `seat` is the distance from the own seat, if seats have one each.
    """

    zone: str
    seat: int | None
    first: int
    size: int
    spec: EncoderSpec


class Spaces:
    """The observations and action numbers of one game with a given number of seats."""

    def __init__(self, game: Game, seats: int, deck: Path | None = None) -> None:
        game.settings(seats)
        self.game, self.seats, self.layout, self._pack = game, seats, layout(game.key), game.pack(deck)
        self._seat_spaces: dict[Seat, SeatSpaces] = {}
        first = self.of_seat(0)
        self.size, self.actions, self.blocks = first.size, first.actions.size, first.blocks

    def of_seat(self, seat: Seat) -> SeatSpaces:
        if seat not in self._seat_spaces:
            self._seat_spaces[seat] = SeatSpaces(self, self._pack, seat)
        return self._seat_spaces[seat]

    def observation(self, obs: Observation) -> Any:
        """Return an observation as an array of `size` numbers."""
        return self.of_seat(obs.seat).observation(obs)

    def options(self, obs: Observation) -> dict[int, Action]:
        """Return the options of a seat by number, with the layout's any-time plays if it has to decide."""
        if not obs.options:
            return {}
        return self.of_seat(obs.seat).options(obs)

    def mask(self, options: Mapping[int, Action]) -> Any:
        """Return the action mask: an array with a 1 for each option."""
        return mask(options, self.actions)


class SeatSpaces:
    """The spaces of one seat, in which other seats are counted from it in turn order."""

    def __init__(self, spaces: Spaces, pack: Any, seat: Seat) -> None:
        layout, self._seat, self.size = spaces.layout, seat, spaces.seats
        ranges = Ranges(layout.kind, pack, spaces.seats, seat)
        self.actions, self._anytime = Actions(spaces.game, layout, ranges), frozenset(layout.anytime)
        self.blocks: list[Block] = [Block("seat", 0, 0, spaces.seats, OWN_SEAT)]
        self._order, scope = [*ranges.of(SEAT)], Scope()
        self._zone_reader = ZoneReader(spaces.game.zones, [*layout.zone])
        lines: list[str] = []
        for name, spec in layout.zone.items():
            zone = spaces.game.zones[name]
            inner = encoder(spec, ranges, scope, zone.sees is not Sees.ALL)
            value = f"values[{self._zone_reader.names.index(name)}]"
            writes: list[str] = []
            for distance, owner in enumerate(self._order) if zone.per_seat else ((None, None),):
                writes += inner.lines(value if owner is None else f"value[{owner}]", str(self.size))
                self.blocks.append(Block(name, distance, self.size, inner.size, spec))
                self.size += inner.size
            lines += [f"value = {value}", "if value:", *indented(writes)] if zone.per_seat else writes
        self._write = compile_writer(scope, lines)

    def observation(self, obs: Observation) -> Any:
        out: Floats = array("f", bytes(FLOAT_SIZE * self.size))
        out[self._seat] = 1
        self._write(read_zones(obs, self._zone_reader), out)
        return np.frombuffer(out, np.float32)

    def options(self, obs: Observation) -> dict[int, Action]:
        if not self._anytime:
            options = self.actions.by_number(obs.options)
        else:
            anytime = [action for action in obs.anytime if action[0] in self._anytime]
            options = self.actions.by_number([*anytime, *obs.options])
        if not options:
            raise RulesBug(f"the layout has no number for any of {[*obs.options][:3]}")
        return options


def mask(options: Mapping[int, Action], size: int) -> Any:
    """Return an array of zeros with a 1 for each option."""
    marks = bytearray(size)
    for number in options:
        marks[number] = 1
    return np.frombuffer(marks, np.int8)


# The spaces of Gymnasium.  OpenSpiel does without it, so it is imported when a space is created.


def gym_observation_space(spaces: Spaces) -> Any:
    from gymnasium.spaces import Box

    return Box(-BOUND, BOUND, (spaces.size,), np.float32)


def gym_masked_space(spaces: Spaces, extra_actions: int = 0) -> Any:
    """Return the space of an observation with its action mask."""
    from gymnasium.spaces import Box, Dict

    mask = Box(0, 1, (spaces.actions + extra_actions,), np.int8)
    return Dict({"observation": gym_observation_space(spaces), "action_mask": mask})


def gym_state_space(spaces: Spaces) -> Any:
    """Return the space of the state: the observations of all seats, one after the other."""
    from gymnasium.spaces import Tuple
    from gymnasium.spaces.utils import flatten_space

    return flatten_space(Tuple([gym_observation_space(spaces)] * spaces.seats))


def gym_action_space(spaces: Spaces, extra_actions: int = 0) -> Any:
    from gymnasium.spaces import Discrete

    return Discrete(spaces.actions + extra_actions)


# -- action numbers

CLOCK_VERBS = ("wait", "tick")  # only real-time games use them
NO_NUMBER = -1  # for an action that the layout does not cover


class VerbSpan(NamedTuple):
    """The consecutive action numbers of one verb.

    `nouns` has the values of each noun; None is a noun that the action numbers ignore.
    """

    first: int
    nouns: tuple[Numbers | None, ...]

    @property
    def size(self) -> int:
        return prod(len(numbers) for numbers in self.nouns if numbers is not None)

    def number(self, nouns: Iterable[object]) -> int:
        """Return the action number of the verb with these nouns (mixed radix), or NO_NUMBER."""
        number = 0
        for numbers, noun in zip(self.nouns, nouns, strict=True):
            if numbers is None:
                continue
            if noun not in numbers:
                return NO_NUMBER
            number = number * len(numbers) + numbers[noun]  # type: ignore[index]
        return self.first + number


class Actions:
    """The action numbers of one game, with seats counted from one seat."""

    def __init__(self, game: Game, layout: Layout, ranges: Ranges) -> None:
        self.spans: dict[str, VerbSpan] = {}
        self.size = 0
        for verb in layout.verbs or [verb for verb in game.text.verbs if verb not in CLOCK_VERBS]:
            kinds = [noun.rpartition(":")[2] for noun in game.text.verbs[verb].nouns]
            nouns = tuple([None if kind in layout.follows else ranges.of(kind) for kind in kinds])
            self.spans[verb] = span = VerbSpan(self.size, nouns)
            self.size += span.size
        self._cache: dict[Action, int] = {}

    def number(self, action: Action) -> int:
        """Return the number of an action, or NO_NUMBER."""
        number = self._cache.get(action)
        if number is None:
            span = self.spans.get(action[0])
            number = self._cache[action] = span.number(action[1:]) if span else NO_NUMBER
        return number

    def by_number(self, options: Iterable[Action]) -> dict[int, Action]:
        """Return the options that have a number, by number."""
        numbered = {self.number(action): action for action in options}
        numbered.pop(NO_NUMBER, None)
        return numbered
