"""Positions: immutable tables, each linked to the one before it, with the information states of seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from flattop.kernel import CLOCK, Action, Chance, Seat, Table, determinize, json_copy, view
from flattop.match import Observation, derived
from flattop.match.realtime import play_stepped_clock

if TYPE_CHECKING:
    from flattop.envs.openspiel.config import Config

to_json = msgspec.json.encode


class Memory(NamedTuple):
    """An information state: a digest of all views and actions of a seat so far, and its last view."""

    digest: bytes
    last_view: bytes


class Origin(NamedTuple):
    """A function and its arguments that create a first position again when it is unpickled."""

    create: Callable[..., Position]
    arguments: tuple[Any, ...]


class Decision(NamedTuple):
    """The decision that led to a position."""

    seat: Seat
    number: int
    action: Action


NO_MEMORY = Memory(b"", b"")


class Position:
    """The table after a decision.  Playing an action creates another position."""

    __slots__ = (
        "_memories",
        "_options",
        "_resampled_from",
        "_successors",
        "before",
        "config",
        "deciding",
        "decision",
        "number",
        "origin",
        "seed",
        "t",
    )

    def __init__(self, config: Config, t: Table, seed: int, origin: Origin | None = None) -> None:
        self.config, self.t, self.seed, self.origin = config, t, seed, origin
        self.number = 0  # of decisions since the deal
        self.before: Position | None = None
        self.decision: Decision | None = None
        self._memories: dict[Seat, Memory] = {}
        self._resampled_from: dict[Seat, Position] = {}  # the real position of a seat that resampled this one
        self._options: dict[int, Action] | None = None
        self._successors: dict[int, Position] = {}
        play_stepped_clock(t)
        self.deciding = CLOCK if t.over else first_deciding(t)

    def __deepcopy__(self, _: object) -> Position:
        return self

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[Any, ...]]:
        """Pickle the origin and every decision since."""
        first, numbers = self, []
        while first.before is not None and first.decision is not None:
            numbers.append(first.decision.number)
            first = first.before
        return replay, (first.origin, numbers[::-1])

    @property
    def options(self) -> dict[int, Action]:
        """The legal actions of the deciding seat, by number."""
        if self._options is None:
            self._options = self.config.spaces.options(self.obs(self.deciding))
        return self._options

    def obs(self, seat: Seat) -> Observation:
        return Observation(self.config.game, self.t, seat)

    def after(self, number: int) -> Position:
        """Return the position after an option.

        Its random numbers are derived from the seed and the number of decisions so far.
        """
        successor = self._successors.get(number)
        if successor is None:
            seat, action = self.deciding, self.options[number]
            t = self.t.clone()
            t.chance = Chance(derived(self.seed, self.number))
            (t.push if action in t.asks[seat] else t.push_anytime)(seat, action)
            successor = Position(self.config, t, self.seed)
            successor.number, successor.before = self.number + 1, self
            successor.decision = Decision(seat, number, action)
            if self.config.may_cache_position():
                self._successors[number] = successor
        return successor

    def resampled(self, seat: Seat, seed: int) -> Position:
        """Return a determinization: a position with the same information state of the seat."""
        chance = Chance(seed)
        t = determinize(self.t, self.config.game.concealed_zones, seat, chance)
        while seat in t.asks and (other := first_deciding(t)) != seat:  # secret choices are resampled, too
            options = [*t.asks[other]]
            t.push(other, options[chance.below(len(options))])
        position = Position(self.config, t, seed, Origin(Position.resampled, (self, seat, seed)))
        position.number = self.number
        position._memories[seat], position._resampled_from[seat] = self.memory(seat), self
        return position

    def memory(self, seat: Seat) -> Memory:
        """Return the information state of a seat.

        Positions that look the same to the seat do not change it.
        """
        missing: list[Position] = []
        position: Position | None = self
        while position is not None and seat not in position._memories:
            missing.append(position)
            position = position.before
        memory = position._memories[seat] if position else NO_MEMORY
        for position in reversed(missing):
            current = to_json(position.view(seat))
            decision = position.decision
            own = to_json(decision) if decision and decision.seat == seat else b""
            if current != memory.last_view or own:
                memory = Memory(sha256(memory.digest + own + current).digest(), current)
            position._memories[seat] = memory
        return memory

    def decisions(self, seat: Seat) -> Iterator[tuple[Position, int]]:
        """Yield the positions in which a seat decided, with its action numbers, the newest first."""
        position: Position | None = self
        while position is not None:
            decision = position.decision
            if position.before is not None and decision is not None and decision.seat == seat:
                yield position.before, decision.number
            position = position.before or position._resampled_from.get(seat)

    def view(self, seat: Seat | None) -> dict[str, Any]:
        """Return the view of a seat with its options, or the view of a spectator."""
        zones = view(self.t, self.config.game.zones, seat)
        if seat is None or seat not in self.t.asks:
            return zones
        obs = self.obs(seat)
        return {**zones, "step": obs.step, "options": [json_copy(action) for action in obs.options]}


def first_deciding(t: Table) -> Seat:
    """Return the first seat that has to decide.  Secret choices are made one after the other."""
    return next(seat for seat in t.asks if seat != CLOCK)


def replay(origin: Origin, numbers: list[int]) -> Position:
    """Restore a position by playing its decisions again."""
    position = origin.create(*origin.arguments)
    for number in numbers:
        position = position.after(number)
    return position
