"""What a burger of Hanaburger is likely to pay in the end, by the placings that are still to come."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp, hypot, sqrt
from operator import add

from flattop.bots.policies import CACHE_SIZE, cached_per_deck
from flattop.games.burger_up.hanaburger.clues import HanaPack
from flattop.games.burger_up.requirements import Different, Need
from flattop.kernel import VACANT

FARTHEST = 48  # placings of the whole team that are looked ahead
STRAY = 0.6  # how far the number of placings may stray from what is expected, by its root
PERFECTS = 0.3  # coins for Perfect faces that each placing brings on the average
USUAL_WAIT = 7  # placings on a burger until all has come that a new order asks for
NEW_ORDERS = 0.7  # what orders that nobody has seen yet really pay, of what they could

Worths = Sequence[float]  # by placings to come


def together(first: Worths, second: Worths, placings: int) -> float:
    """What two burgers are worth if the placings are shared out in the best way."""
    best: float = max(map(add, first[: placings + 1], second[placings::-1]))
    return best


@lru_cache(maxsize=2 * CACHE_SIZE)
def worths(pack: HanaPack, height: int, needed: int, wait: int, most: int, extra: int) -> Worths:
    """What a burger will pay that ends at the best height, and those after it.

    It needs so many ingredients more, those that the order asks for take so many placings to come, and
    `extra` lies on it besides the pay.
    """
    if not needed:
        now = pays(pack, height) + extra
        return array("d", [now + worth for worth in later(pack)])
    least = height + needed
    ends = [least, *(size.min for size in pack.sizes if least < size.min <= most)]
    endings = [ending(pack, end, end - height, wait, extra) for end in ends]
    return array("d", map(max, *endings, later(pack)))


def ending(pack: HanaPack, end: int, more: int, wait: int, extra: int) -> list[float]:
    """What a burger is worth that is to grow by so many ingredients."""
    takes, after = hypot(more, wait), later(pack)
    pay, over = pays(pack, end) + extra + PERFECTS * more, round(takes)
    return [pay * in_time(takes, n) + after[max(0, n - over)] for n in range(FARTHEST + 1)]


@lru_cache(maxsize=8)
def later(pack: HanaPack) -> Worths:
    """What orders that nobody has seen yet will pay."""
    worths = [0.0]
    takes = {size: hypot(size.min, USUAL_WAIT) for size in pack.sizes}
    for n in range(1, FARTHEST + 1):
        worths.append(
            max(
                NEW_ORDERS * in_time(needed, n) * (size.pays + PERFECTS * size.min)
                + worths[max(0, n - round(needed))]
                for size, needed in takes.items()
            )
        )
    return tuple(worths)


@lru_cache(maxsize=8 * CACHE_SIZE)
def in_time(needed: float, placings: int) -> float:
    """The chance that so many placings are made where about so many are expected."""
    return 1 / (1 + exp((needed - placings - 0.5) / (STRAY * sqrt(placings + 1))))


def pays(pack: HanaPack, height: int) -> int:
    size = pack.size_of[height]
    return size.pays if size else 0


PER_CARD = 0.6  # placings on one burger that go by until one card has come that could be laid
LONGEST = 30  # placings; a need that takes longer will hardly be met

Kind = tuple[str, str, bool]  # of a half: its food, what it asks for, whether it is Perfect
Halves = list[tuple[Kind, ...]]  # by card


class Cookbook:
    """The deck by food."""

    def __init__(self, pack: HanaPack) -> None:
        self.faces: dict[str, list[int]] = {}
        for face, half in enumerate(pack.faces):
            self.faces.setdefault(half.name, []).append(face)
        self.buns = {pack.faces[face].name for face in pack.buns}
        kinds: list[Kind] = [
            (half.name, half.next, face in pack.perfect) for face, half in enumerate(pack.faces)
        ]
        self.halves: dict[str, Halves] = {
            wanted: [tuple([kinds[face] for face in faces]) for faces in cards]
            for wanted, cards in pack.fitting.items()
        }  # by what is wanted, those that fit
        self.fitting = {wanted: by_food(cards) for wanted, cards in self.halves.items()}
        self.helpers = [[Helpers(self.faces, need) for need in needs[1:]] for needs in pack.needs]


class Helpers:
    """The cards that would help a need; where different names are wanted, one of each."""

    def __init__(self, faces: dict[str, list[int]], need: Need) -> None:
        self.cards = cards_of(need.helpers)
        self.same = {food: cards_of(faces[food]) for food in faces} if isinstance(need, Different) else {}

    def left(self, gone: frozenset[int], foods: Iterable[str]) -> int:
        """How many may still come, to a burger that has these foods."""
        if not self.same:
            return len(self.cards - gone)
        return len(self.cards.difference(gone, *[self.same[food] for food in foods]))


def cards_of(faces: Iterable[int]) -> frozenset[int]:
    return frozenset([face >> 1 for face in faces])


def by_food(cards: Halves) -> dict[str, frozenset[int]]:
    """The cards that have a half of each food."""
    foods = dict.fromkeys(half[0] for halves in cards for half in halves)
    return {
        food: frozenset(card for card, halves in enumerate(cards) if any(food == half[0] for half in halves))
        for food in foods
    }


cookbook = cached_per_deck(Cookbook)


def waits(pack: HanaPack, order: int, stack: Iterable[int], gone: frozenset[int]) -> tuple[int, ...]:
    """For each need of the order the placings until something comes that helps it."""
    if order == VACANT:
        return ()
    foods, coming = {pack.faces[face].name for face in stack}, len(pack.cards) - len(gone)
    left = [helpers.left(gone, foods) for helpers in cookbook(pack).helpers[order]]
    return tuple([min(LONGEST, round(PER_CARD * coming / cards)) if cards else LONGEST for cards in left])
