"""Progress of burgers towards the Incoming Orders, and the supply of ingredients, both cached for a round."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from flattop.bots.policies.burger_trucker.pace import Weights
from flattop.games.burger_up import burger
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import NEVER, Equal, Height, Need, NoneOf, OnTop

Stack = tuple[int, ...]
MANY = 1000  # more faces than any deck has


@dataclass(frozen=True, slots=True, eq=False)
class Progress:
    """The ingredients that a burger lacks for an order; NEVER or more if the order cannot be met."""

    short: int  # in all, at least; 0 if the order is met
    named: int  # those that the order names, without mere height
    lacking: tuple[int, ...]  # by need, without the height
    wants: int  # a bit for each need that lacks some


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """The height of a burger, and its progress towards each Incoming Order."""

    height: int
    progress: tuple[Progress, ...]
    met: tuple[int, ...]  # places of orders that it meets
    open: tuple[tuple[int, Progress], ...]  # places of orders that it may still meet


@dataclass(frozen=True, slots=True, eq=False)
class Filling:
    """The foods in a burger, from bottom to top.  Orders depend only on their names."""

    shape: Shape
    topped: dict[str, Filling] = field(default_factory=dict)  # with one more food, by its name


class BuiltBurger(NamedTuple):
    """A burger on the table."""

    filling: Filling
    pays: int  # coins for its Perfect faces
    cards: int  # bit set
    kind: str  # the type that must come next


class BuiltBurgers(dict[Stack, BuiltBurger]):
    """Burgers by their faces, for given Incoming Orders.  Equal progress and shapes share one object."""

    def __init__(self, pack: Pack, incoming: tuple[int, ...]) -> None:
        self.pack, self.needs = pack, [pack.needs[order] for order in incoming]
        self.most = [height.most if isinstance(height, Height) else NEVER for height, *_ in self.needs]
        self.relevant_faces = [frozenset[int]().union(*map(relevant_faces, needs)) for needs in self.needs]
        self.progress: dict[tuple[int, ...], Progress] = {}
        self.shapes: dict[tuple[int, tuple[Progress, ...]], Shape] = {}
        json_copy = [
            self.new_progress((i, *[one.missing(()) for one in needs])) for i, needs in enumerate(self.needs)
        ]
        self[()] = BuiltBurger(Filling(self.shape(0, tuple(json_copy))), 0, 0, burger.wanted(pack, ()))

    def __missing__(self, stack: Stack) -> BuiltBurger:
        pack, below = self.pack, self[stack[:-1]]
        pays = burger.perfect_payment(pack, stack)
        cards = below.cards | 1 << (stack[-1] >> 1)
        filling = self.topped(below.filling, stack)
        self[stack] = built = BuiltBurger(filling, pays, cards, burger.wanted(pack, stack))
        return built

    def topped(self, below: Filling, stack: Stack) -> Filling:
        """Return the filling of a burger whose top food lies on the given filling."""
        name = self.pack.faces[stack[-1]].name
        if name not in below.topped:
            progress = [self.after(i, old, stack) for i, old in enumerate(below.shape.progress)]
            height = below.shape.height + (stack[-1] not in self.pack.buns)
            below.topped[name] = Filling(self.shape(height, tuple(progress)))
        return below.topped[name]

    def after(self, i: int, old: Progress, stack: Stack) -> Progress:
        """Return the progress after the top food was added.  An order that cannot be met stays so."""
        if old.short >= NEVER:
            return old
        height, *others = self.needs[i]
        lacking = (
            [need.missing(stack) for need in others] if stack[-1] in self.relevant_faces[i] else old.lacking
        )
        key = i, height.missing(stack), *lacking
        return self.progress.get(key) or self.new_progress(key)

    def shape(self, height: int, progress: tuple[Progress, ...]) -> Shape:
        key = height, progress
        if key not in self.shapes:
            still = tuple([(i, to) for i, to in enumerate(progress) if to.short < NEVER])
            met = tuple([i for i, to in still if not to.short])
            self.shapes[key] = Shape(height, progress, met, still)
        return self.shapes[key]

    def new_progress(self, key: tuple[int, ...]) -> Progress:
        """Create the progress for a key: the order, its missing height, and what each other need misses."""
        self.progress[key] = new = new_progress(*key[1:])
        return new


built_burgers = lru_cache(maxsize=16)(BuiltBurgers)  # shared by all bots with these orders


def new_progress(height: int, *lacking: int) -> Progress:
    named = sum(lacking)
    wants = sum([1 << bit for bit, missing in enumerate(lacking) if missing])
    return Progress(max(height, named), named, lacking, wants)


def relevant_faces(need: Need) -> frozenset[int]:
    """Return the faces that change how many ingredients a need misses, whatever lies below them."""
    if isinstance(need, OnTop):
        return frozenset(range(MANY))
    return need.barred if isinstance(need, NoneOf) else need.helpers


class Supply(NamedTuple):
    """The supply for one need."""

    rate: float  # probability to get a card within a step, whether it fits or not
    moves: float  # factor for a burger that meets the need and grows on, which may break it


@dataclass(frozen=True, slots=True, eq=False)
class Stock:
    """The supply for all needs of an order except the height."""

    supplies: list[Supply]
    near: dict[str, int]  # by type that a burger may require next: bit set of needs that a face-up card helps


class Source(NamedTuple):
    """The cards that help a need."""

    kind: type[Need]
    cards: int
    types: dict[int, set[str]]  # by card: the types after which it fits


class Stocks(dict[tuple[int, int, int, int], Stock]):
    """Supply by order, face-up cards and pile cards for it, and size of the pile."""

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


stocks = lru_cache(maxsize=16)(Stocks)  # shared by all bots with these orders


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
    """Return, by the type a burger may require next, the bit set of needs that can be helped at once."""
    helped: dict[str, int] = {}
    for bit, source in enumerate(sources):
        for kind in set[str]().union(*[kinds for card, kinds in source.types.items() if card & face_up]):
            helped[kind] = helped.get(kind, 0) | 1 << bit
    return helped
