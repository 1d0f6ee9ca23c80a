"""Where the ingredients of the Incoming Orders can still come from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from flattop.bots.policies.burger_trucker.taste import Taste
from flattop.games.burger_up import burger
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import Equal, Need, OnTop


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

    def __init__(self, pack: Pack, incoming: tuple[int, ...], taste: Taste) -> None:
        self.taste = taste
        self.sources = [[source(pack, need) for need in pack.needs[order][1:]] for order in incoming]
        self.cards = [all_cards(sources) for sources in self.sources]
        self.near: dict[tuple[int, int], dict[str, int]] = {}

    def stock(self, i: int, face_up: int, pile: int) -> Stock:
        cards = self.cards[i]
        return self[i, face_up & cards, pile & cards, pile.bit_count()]

    def __missing__(self, key: tuple[int, int, int, int]) -> Stock:
        i, hidden_snapshot, pile, size = key
        if (i, hidden_snapshot) not in self.near:
            self.near[i, hidden_snapshot] = near(self.sources[i], hidden_snapshot)
        supplies = [self.supply(one, hidden_snapshot, pile, size) for one in self.sources[i]]
        self[key] = stock = Stock(supplies, self.near[i, hidden_snapshot])
        return stock

    def supply(self, source: Source, hidden_snapshot: int, pile: int, size: int) -> Supply:
        taste, coming = self.taste, (source.cards & pile).bit_count() / max(1, size)
        rate = min(
            0.6, taste.hidden_snapshot * (source.cards & hidden_snapshot).bit_count() + taste.unseen * coming
        )
        if source.kind is Equal:
            return Supply(rate * taste.level, taste.level)
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


def near(sources: list[Source], hidden_snapshot: int) -> dict[str, int]:
    """By what a burger may ask for: the needs that it can have helped at once."""
    helped: dict[str, int] = {}
    for bit, source in enumerate(sources):
        for kind in set[str]().union(
            *[kinds for card, kinds in source.types.items() if card & hidden_snapshot]
        ):
            helped[kind] = helped.get(kind, 0) | 1 << bit
    return helped
