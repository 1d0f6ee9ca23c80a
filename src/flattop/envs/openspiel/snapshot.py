"""Moments: a table as it stood, never changed again, and what each seat remembers of all before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from flattop.kernel import CLOCK, Action, Chance, Seat, Table, determinize, json_copy, view
from flattop.match import Observation, derived

if TYPE_CHECKING:
    from flattop.envs.openspiel.config import Kit

written = msgspec.json.encode


class Memory(NamedTuple):
    """What a seat has seen and done so far, as one digest, and how the table last looked to it."""

    digest: bytes
    seen: bytes


class Origin(NamedTuple):
    """How a first moment came about, so that it can be had again: what makes it, and from what."""

    make: Callable[..., Moment]
    words: tuple[Any, ...]


NOTHING = Memory(b"", b"")


class Moment:
    """The table after some decision; a decision leads to another moment, and this one stays as it is."""

    __slots__ = (
        "_following",
        "_memories",
        "_options",
        "_recalls",
        "asked",
        "before",
        "done",
        "kit",
        "number",
        "origin",
        "seed",
        "t",
    )

    def __init__(self, kit: Kit, t: Table, seed: int, origin: Origin | None = None) -> None:
        self.kit, self.t, self.seed, self.origin = kit, t, seed, origin
        self.number = 0  # of decisions since the deal
        self.before: Moment | None = None
        self.done: tuple[Seat, int, Action] | None = None  # what led here from there, with its number
        self._memories: dict[Seat, Memory] = {}
        self._recalls: dict[Seat, Moment] = {}  # what a seat that imagines this has really seen
        self._options: dict[int, Action] | None = None
        self._following: dict[int, Moment] = {}  # those that are kept, by what led to them
        while CLOCK in t.asks and len(t.asks) == 1:  # time passes while it alone is asked
            t.push(CLOCK, next(iter(t.asks[CLOCK])))
        self.asked = CLOCK if t.over else asked(t)

    def __deepcopy__(self, _: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[Callable[..., Moment], tuple[Any, ...]]:
        """Where it began, and every decision since."""
        first, numbers = self, []
        while first.before is not None and first.done is not None:
            numbers.append(first.done[1])
            first = first.before
        return again, (first.origin, numbers[::-1])

    @property
    def options(self) -> dict[int, Action]:
        """What the seat that is asked may do, by number."""
        if self._options is None:
            self._options = self.kit.spaces.options(self.obs(self.asked))
        return self._options

    def obs(self, seat: Seat) -> Observation:
        return Observation(self.kit.game, self.t, seat)

    def after(self, number: int) -> Moment:
        """The moment after an option."""
        following = self._following.get(number)
        if following is None:
            following = self._played(number)
            if self.kit.keeps_one_more():
                self._following[number] = following
        return following

    def _played(self, number: int) -> Moment:
        """Carry out an option; its luck follows from the seed and the number of decisions before."""
        seat, action = self.asked, self.options[number]
        t = self.t.clone()
        t.chance = Chance(derived(self.seed, self.number))
        (t.push if action in t.asks[seat] else t.push_anytime)(seat, action)
        moment = Moment(self.kit, t, self.seed)
        moment.number, moment.before, moment.done = self.number + 1, self, (seat, number, action)
        return moment

    def imagined(self, seat: Seat, seed: int) -> Moment:
        """A moment that a seat cannot tell from this one, all that is hidden from it dealt anew."""
        luck = Chance(seed)
        t = determinize(self.t, self.kit.game.concealed_zones, seat, luck)
        while seat in t.asks and (other := asked(t)) != seat:  # who has answered in secret answers anew
            options = [*t.asks[other]]
            t.push(other, options[luck.below(len(options))])
        moment = Moment(self.kit, t, seed, Origin(_imagined, (self, seat, seed)))
        moment.number = self.number
        moment._memories[seat], moment._recalls[seat] = self.memory(seat), self
        return moment

    def memory(self, seat: Seat) -> Memory:
        """All that a seat has seen and done since the deal; what looked the same to it left no trace."""
        untold: list[Moment] = []
        moment: Moment | None = self
        while moment is not None and seat not in moment._memories:
            untold.append(moment)
            moment = moment.before
        memory = moment._memories[seat] if moment else NOTHING
        for moment in reversed(untold):
            memory = moment._memories[seat] = moment._remembered(seat, memory)
        return memory

    def _remembered(self, seat: Seat, memory: Memory) -> Memory:
        seen = written(self.look(seat))
        own = written(self.done) if self.done and self.done[0] == seat else b""
        if seen == memory.seen and not own:
            return memory
        return Memory(sha256(memory.digest + own + seen).digest(), seen)

    def decisions(self, seat: Seat) -> Iterator[tuple[Moment, int]]:
        """Where a seat has decided and what, by number, the last decision first."""
        moment: Moment | None = self
        while moment is not None:
            if moment.before is not None and moment.done is not None and moment.done[0] == seat:
                yield moment.before, moment.done[1]
            moment = moment.before or moment._recalls.get(seat)

    def look(self, seat: Seat | None) -> dict[str, Any]:
        """What a seat, or a spectator, sees, and what the seat is asked."""
        seen = view(self.t, self.kit.game.zones, seat)
        if seat is None or seat not in self.t.asks:
            return seen
        obs = self.obs(seat)
        return {**seen, "step": obs.step, "options": [json_copy(action) for action in obs.options]}


def asked(t: Table) -> Seat:
    """The first of the seats that are asked; answers in secret are given one after the other."""
    return next(seat for seat in t.asks if seat != CLOCK)


def again(origin: Origin, numbers: list[int]) -> Moment:
    """A moment as it was, by the decisions that led to it."""
    moment = origin.make(*origin.words)
    for number in numbers:
        moment = moment.after(number)
    return moment


def _imagined(moment: Moment, seat: Seat, seed: int) -> Moment:
    return moment.imagined(seat, seed)
