"""Expected pay of a burger by the placements left, and the wait for the foods that an order needs."""

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

MAX_PLACEMENTS = 48  # placements of the whole team to look ahead
DEVIATION = 0.6  # deviation of the number of placements, relative to its square root
PERFECTS = 0.3  # coins for Perfect faces per placement, on average
USUAL_WAIT = 7  # placements until everything has come that a new order needs
NEW_ORDERS = 0.7  # share of the possible pay that unseen orders really pay
PER_CARD = 0.6  # placements on one burger per card of the deck, until a given card has come
LONGEST = 30  # longest wait in placements; the need will hardly be met

PayByPlacements = Sequence[float]  # by placements left
Kind = tuple[str, str, bool]  # of a half: its food, the type it requires next, and whether it is Perfect
Halves = list[tuple[Kind, ...]]  # by card


def best_split(first: PayByPlacements, second: PayByPlacements, placements: int) -> float:
    """Return the value of two burgers if placements are divided between them in the best way."""
    best: float = max(map(add, first[: placements + 1], second[placements::-1]))
    return best


@lru_cache(maxsize=2 * CACHE_SIZE)
def expected_pay(
    pack: HanaPack, height: int, needed: int, wait: int, max_height: int, extra: int
) -> PayByPlacements:
    """Return the expected pay of a burger at its best final height, and of the orders after it.

    It needs `needed` more ingredients.  Those that the order names take `wait` placements to come.  `extra`
    coins are paid besides.
    """
    if not needed:
        now = pays(pack, height) + extra
        return array("d", [now + worth for worth in pay_of_new_orders(pack)])
    least = height + needed
    ends = [least, *(size.min for size in pack.sizes if least < size.min <= max_height)]
    endings = [pay_at_height(pack, end, end - height, wait, extra) for end in ends]
    return array("d", map(max, *endings, pay_of_new_orders(pack)))


def pay_at_height(pack: HanaPack, end: int, more: int, wait: int, extra: int) -> list[float]:
    """Return the expected pay of a burger that grows to height `end`, and of the orders after it."""
    takes, after = hypot(more, wait), pay_of_new_orders(pack)
    pay, over = pays(pack, end) + extra + PERFECTS * more, round(takes)
    return [pay * in_time(takes, n) + after[max(0, n - over)] for n in range(MAX_PLACEMENTS + 1)]


@lru_cache(maxsize=8)
def pay_of_new_orders(pack: HanaPack) -> PayByPlacements:
    """Return the expected pay of orders that are not revealed yet."""
    totals = [0.0]
    takes = {size: hypot(size.min, USUAL_WAIT) for size in pack.sizes}
    for n in range(1, MAX_PLACEMENTS + 1):
        totals.append(
            max(
                NEW_ORDERS * in_time(needed, n) * (size.pays + PERFECTS * size.min)
                + totals[max(0, n - round(needed))]
                for size, needed in takes.items()
            )
        )
    return tuple(totals)


@lru_cache(maxsize=8 * CACHE_SIZE)
def in_time(needed: float, placements: int) -> float:
    """Return the probability that `needed` placements are made if `placements` are expected."""
    return 1 / (1 + exp((needed - placements - 0.5) / (DEVIATION * sqrt(placements + 1))))


def pays(pack: HanaPack, height: int) -> int:
    """Return the pay of a burger; an order may ask for a higher one than the deck allows."""
    size = pack.size_of[min(height, len(pack.size_of) - 1)]
    return size.pays if size else 0


# -- the wait for foods


class DeckIndex:
    """The deck indexed by food."""

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
        }  # by required type: the halves of each card that fit
        self.fitting = {wanted: by_food(cards) for wanted, cards in self.halves.items()}
        self.helpers = [[Helpers(self.faces, need) for need in needs[1:]] for needs in pack.needs]


class Helpers:
    """The cards that help a need.  If it asks for different names, each name counts once."""

    def __init__(self, faces: dict[str, list[int]], need: Need) -> None:
        self.cards = cards_of(need.helpers)
        self.same = {food: cards_of(faces[food]) for food in faces} if isinstance(need, Different) else {}

    def left(self, gone: frozenset[int], foods: Iterable[str]) -> int:
        """Return how many helpful cards may still come to a burger with these foods."""
        if not self.same:
            return len(self.cards - gone)
        return len(self.cards.difference(gone, *[self.same[food] for food in foods]))


def cards_of(faces: Iterable[int]) -> frozenset[int]:
    return frozenset([face >> 1 for face in faces])


def by_food(cards: Halves) -> dict[str, frozenset[int]]:
    """Return the cards that have a half of each food."""
    foods = dict.fromkeys(half[0] for halves in cards for half in halves)
    return {
        food: frozenset(card for card, halves in enumerate(cards) if any(food == half[0] for half in halves))
        for food in foods
    }


deck_index = cached_per_deck(DeckIndex)


def waits(pack: HanaPack, order: int, stack: Iterable[int], gone: frozenset[int]) -> tuple[int, ...]:
    """Return, for each need of an order, the placements until a helpful card comes."""
    if order == VACANT:
        return ()
    foods, coming = {pack.faces[face].name for face in stack}, len(pack.cards) - len(gone)
    left = [helpers.left(gone, foods) for helpers in deck_index(pack).helpers[order]]
    return tuple([min(LONGEST, round(PER_CARD * coming / cards)) if cards else LONGEST for cards in left])
