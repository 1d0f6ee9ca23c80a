"""How burgers stand to the Incoming Orders, worked out once for each burger of a round."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from flattop.games.burger_up import burger
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import NEVER, Height, Need, NoneOf, OnTop

Stack = tuple[int, ...]
MANY = 1000  # faces; no deck has as many


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """The ingredients that a burger lacks for an order; NEVER and more if it is spoiled."""

    short: int  # at least; none if the order is met
    named: int  # by what they are, not by the height
    lacking: tuple[int, ...]  # by need, but the height
    wants: int  # a bit for each need that lacks some


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """How high a burger is, and how it stands to each Incoming Order."""

    height: int
    standings: tuple[Standing, ...]
    met: tuple[int, ...]  # which orders it meets
    open: tuple[tuple[int, Standing], ...]  # and which it may still meet, by place


@dataclass(frozen=True, slots=True, eq=False)
class Filling:
    """The foods in a burger, from bottom to top; orders look at their names alone."""

    shape: Shape
    topped: dict[str, Filling] = field(default_factory=dict)  # with one more food, by its name


class Built(NamedTuple):
    """A burger on the table."""

    filling: Filling
    pays: int  # for its Perfect faces
    cards: int  # that are in it, a bit for each
    kind: str  # that it asks for next


class Shapes(dict[Stack, Built]):
    """By burger: what it is, while these are the Incoming Orders; what is alike is the same object."""

    def __init__(self, pack: Pack, incoming: tuple[int, ...]) -> None:
        self.pack, self.needs = pack, [pack.needs[order] for order in incoming]
        self.most = [height.most if isinstance(height, Height) else NEVER for height, *_ in self.needs]
        self.noticed = [frozenset[int]().union(*map(noticed, needs)) for needs in self.needs]
        self.standings: dict[tuple[int, ...], Standing] = {}
        self.shapes: dict[tuple[int, tuple[Standing, ...]], Shape] = {}
        bare = [self.standing((i, *[one.missing(()) for one in needs])) for i, needs in enumerate(self.needs)]
        self[()] = Built(Filling(self.shape(0, tuple(bare))), 0, 0, burger.wanted(pack, ()))

    def __missing__(self, stack: Stack) -> Built:
        pack, below = self.pack, self[stack[:-1]]
        pays = burger.perfect_payment(pack, stack)
        cards = below.cards | 1 << (stack[-1] >> 1)
        filling = self.topped(below.filling, stack)
        self[stack] = built = Built(filling, pays, cards, burger.wanted(pack, stack))
        return built

    def topped(self, below: Filling, stack: Stack) -> Filling:
        """The filling of a burger whose topmost food lies on that filling."""
        name = self.pack.faces[stack[-1]].name
        if name not in below.topped:
            standings = [self.after(i, old, stack) for i, old in enumerate(below.shape.standings)]
            height = below.shape.height + (stack[-1] not in self.pack.buns)
            below.topped[name] = Filling(self.shape(height, tuple(standings)))
        return below.topped[name]

    def after(self, i: int, old: Standing, stack: Stack) -> Standing:
        """How a burger stands to an order after the topmost food; a spoiled order remains so."""
        if old.short >= NEVER:
            return old
        height, *others = self.needs[i]
        lacking = [need.missing(stack) for need in others] if stack[-1] in self.noticed[i] else old.lacking
        key = i, height.missing(stack), *lacking
        return self.standings.get(key) or self.standing(key)

    def shape(self, height: int, standings: tuple[Standing, ...]) -> Shape:
        key = height, standings
        if key not in self.shapes:
            still = tuple([(i, to) for i, to in enumerate(standings) if to.short < NEVER])
            met = tuple([i for i, to in still if not to.short])
            self.shapes[key] = Shape(height, standings, met, still)
        return self.shapes[key]

    def standing(self, key: tuple[int, ...]) -> Standing:
        """By order, what is missing of its height, and of each other need."""
        self.standings[key] = new = standing(*key[1:])
        return new


shapes = lru_cache(maxsize=16)(Shapes)  # whoever builds for these orders


def standing(height: int, *lacking: int) -> Standing:
    named = sum(lacking)
    wants = sum([1 << bit for bit, missing in enumerate(lacking) if missing])
    return Standing(max(height, named), named, lacking, wants)


def noticed(need: Need) -> frozenset[int]:
    """The faces that change how many a need misses, whatever lies below them."""
    if isinstance(need, OnTop):
        return frozenset(range(MANY))
    return need.barred if isinstance(need, NoneOf) else need.helpers
