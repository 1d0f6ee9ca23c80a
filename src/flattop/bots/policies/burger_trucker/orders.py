"""How burgers stand to the Incoming Orders, worked out once for each burger of a round."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from flattop.bots.policies.burger_trucker.pace import Weights
from flattop.games.burger_up import burger
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import NEVER, Equal, Height, Need, NoneOf, OnTop

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


class Supply(NamedTuple):
    """What there is for one need."""

    rate: float  # that one can be had within a step, fitting or not
    moves: float  # of its chance that is left for a burger that meets it and grows on


@dataclass(frozen=True, slots=True, eq=False)
class Stock:
    """What there is for all needs of an order but the height."""

    supplies: list[Supply]
    near: dict[str, int]  # by what a burger may ask for: needs that an open card helps, a bit for each


class Source(NamedTuple):
    """The cards that help a need, a bit for each."""

    kind: type[Need]
    cards: int
    types: dict[int, set[str]]  # by card: what a burger may ask for to take it


class Stocks(dict[tuple[int, int, int, int], Stock]):
    """By order, the cards for it that are open or in the pile, and the size of the pile: what there is."""

    def __init__(self, pack: Pack, incoming: tuple[int, ...], weights: Weights) -> None:
        self.weights = weights
        self.sources = [[source(pack, need) for need in pack.needs[order][1:]] for order in incoming]
        self.cards = [all_cards(sources) for sources in self.sources]
        self.near: dict[tuple[int, int], dict[str, int]] = {}

    def stock(self, i: int, face_up: int, pile: int) -> Stock:
        cards = self.cards[i]
        return self[i, face_up & cards, pile & cards, pile.bit_count()]

    def __missing__(self, key: tuple[int, int, int, int]) -> Stock:
        i, face_up, pile, size = key
        if (i, face_up) not in self.near:
            self.near[i, face_up] = near(self.sources[i], face_up)
        supplies = [self.supply(one, face_up, pile, size) for one in self.sources[i]]
        self[key] = stock = Stock(supplies, self.near[i, face_up])
        return stock

    def supply(self, source: Source, face_up: int, pile: int, size: int) -> Supply:
        weights, coming = self.weights, (source.cards & pile).bit_count() / max(1, size)
        rate = min(0.6, weights.face_up * (source.cards & face_up).bit_count() + weights.unseen * coming)
        if source.kind is Equal:
            return Supply(rate * weights.level, weights.level)
        return Supply(rate, rate if source.kind is OnTop else 1.0)


stocks = lru_cache(maxsize=16)(Stocks)  # whoever builds for these orders


def source(pack: Pack, need: Need) -> Source:
    types: dict[int, set[str]] = {}
    for face in need.helpers:
        types.setdefault(1 << (face >> 1), {burger.ANY}).add(pack.type_of[face])
    return Source(type(need), sum(types), types)


def all_cards(sources: list[Source]) -> int:
    cards = 0
    for source in sources:
        cards |= source.cards
    return cards


def near(sources: list[Source], face_up: int) -> dict[str, int]:
    """By what a burger may ask for: the needs that it can have helped at once."""
    helped: dict[str, int] = {}
    for bit, source in enumerate(sources):
        for kind in set[str]().union(*[kinds for card, kinds in source.types.items() if card & face_up]):
            helped[kind] = helped.get(kind, 0) | 1 << bit
    return helped
