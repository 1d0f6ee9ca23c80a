"""The plan of the house bot of Hanaburger: expected pay of a burger, and gain of each face on each burger."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp, hypot, sqrt
from operator import add
from typing import NamedTuple

from flattop.bots.policies import CACHE_SIZE, cached_per_deck, lazy
from flattop.games.burger_up import burger
from flattop.games.burger_up.hanaburger import scoring
from flattop.games.burger_up.hanaburger.clues import HanaPack
from flattop.games.burger_up.requirements import Different, Need
from flattop.kernel import VACANT
from flattop.match.observation import Observation

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


PLACEMENTS = 0.62  # placements of the team per card still to be drawn
READY = 0.5  # share of the best visible card that could follow
SUPPLY = 0.1  # gain for each visible card of the required type
ENOUGH = 4  # more visible cards than this gain nothing
ASKED_TWICE = 0.15  # loss if both burgers require the same type


class Progress(NamedTuple):
    """The progress of a burger towards its order."""

    height: int
    needed: int  # ingredients, at least
    lacking: tuple[int, ...]  # missing ingredients of each need


class Burger:
    """A burger with its order.  It does not depend on the seat, so all bots share it."""

    def __init__(self, pack: HanaPack, order: int, stack: tuple[int, ...]) -> None:
        self.pack, self.order, self.stack = pack, order, stack
        self.wanted = burger.wanted(pack, stack)
        self.index = deck_index(pack)
        self.progress_by_food: dict[str, Progress | None] = {}  # progress with one more food

    @lazy
    def takes(self) -> frozenset[int]:
        """All cards that can legally be placed on it."""
        fitting = self.index.fitting[self.wanted]
        return frozenset[int]().union(*[fitting[food] for food in fitting if self.with_food(food)])

    @lazy
    def progress(self) -> Progress:
        return self.progress_of(self.stack)

    def with_food(self, food: str) -> Progress | None:
        """Return the progress with one more food, or None if it would break the order."""
        if food not in self.progress_by_food:
            face = next((face for face in self.index.faces[food] if face not in self.stack), VACANT)
            broken = face == VACANT or scoring.breaks(self.pack, self.order, self.stack, face)
            self.progress_by_food[food] = None if broken else self.progress_of((*self.stack, face))
        return self.progress_by_food[food]

    def progress_of(self, stack: tuple[int, ...]) -> Progress:
        height, *lacking = [need.missing(stack) for need in self.pack.needs[self.order]]
        return Progress(burger.height(self.pack, stack), max(height, sum(lacking)), tuple(lacking))


burger_of = lru_cache(maxsize=1 << 7)(Burger)


class BurgerPay:
    """The expected pay of a burger by progress."""

    def __init__(self, target: Burger, coins: int, waits: tuple[int, ...]) -> None:
        self.target, self.waits = target, waits
        self.extra = coins + len(target.pack.perfect.intersection(target.stack))
        self.now = self.at(target.progress)

    def at(self, progress: Progress) -> PayByPlacements:
        pack, order = self.target.pack, self.target.order
        wait = self.wait(progress.lacking)
        return expected_pay(pack, progress.height, progress.needed, wait, pack.most[order], self.extra)

    def wait(self, lacking: tuple[int, ...]) -> int:
        """Return the placements until all missing foods come: the longest wait and half of the others."""
        waits = [lacks * wait for lacks, wait in zip(lacking, self.waits, strict=True)]
        return min(LONGEST, (max(waits) + sum(waits)) // 2) if waits else 0


class Kitchen:
    """The two burgers and the gain of each food on them.

    It does not depend on the seat, so all bots share it.
    """

    def __init__(
        self,
        pack: HanaPack,
        orders: tuple[int, ...],
        stacks: tuple[tuple[int, ...], ...],
        coins: tuple[int, ...],  # on the orders
        waits: tuple[tuple[int, ...], ...],  # by order and need
        placements: int,  # placements left
    ) -> None:
        self.pack = pack
        # places with an order
        self.burgers = {
            place: burger_of(pack, order, stacks[place])
            for place, order in enumerate(orders)
            if order != VACANT
        }
        pays = {
            place: BurgerPay(target, coins[place], waits[place]) for place, target in self.burgers.items()
        }
        self.food_gains = {
            place: FoodGains(pay, pays.get(1 - place), placements) for place, pay in pays.items()
        }
        # the expected pay of both burgers together, which every entry has
        self.expected_total = next((gains.expected_total for gains in self.food_gains.values()), 0.0)
        self.uses = CardUses(
            [(deck_index(pack).halves[burger.ANY], gains) for gains in self.food_gains.values()]
        )

    @lazy
    def takes(self) -> frozenset[int]:
        """All cards that can be placed legally."""
        return frozenset[int]().union(*[target.takes for target in self.burgers.values()])


kitchen_of = lru_cache(maxsize=1 << 6)(Kitchen)


def plan(obs: Observation) -> Plan:
    """Return the plan of an observation."""
    cards = frozenset([card for hand in obs.view["hands"] for card in hand if card >= 0])
    return Plan(kitchen(obs), cards)


def kitchen(obs: Observation) -> Kitchen:
    view, pack = obs.view, obs.pack
    orders, stacks = view["orders"], view["burgers"]
    turns = len(view["deck"]) + (obs.seats if view["final"] < 0 else view["final"])
    gone = frozenset((*view["discards"], *[face >> 1 for stack in stacks for face in stack]))
    return kitchen_of(
        pack,
        tuple(orders),
        tuple(map(tuple, stacks)),
        tuple(view["order_coins"]),
        tuple([waits(pack, order, stack, gone) for order, stack in zip(orders, stacks, strict=True)]),
        min(MAX_PLACEMENTS, int(PLACEMENTS * turns)),
    )


class Plan:
    """The gain of each face, for a seat that sees some hands."""

    def __init__(self, kitchen: Kitchen, cards: frozenset[int]) -> None:
        self.pack, self.burgers, self.food_gains = kitchen.pack, kitchen.burgers, kitchen.food_gains
        self.takes, self.uses = kitchen.takes, kitchen.uses
        visible = VisibleFoods(deck_index(kitchen.pack).halves, cards)
        self.next_gains = {
            place: NextTypeGains(visible, target, self.food_gains[place], self.burgers.get(1 - place))
            for place, target in self.burgers.items()
        }
        self.gains = CardGains(
            [
                (target.index.halves[target.wanted], self.food_gains[place], self.next_gains[place])
                for place, target in self.burgers.items()
            ]
        )

    def faces(self, place: int, card: int) -> tuple[int, ...]:
        """Return the faces of a card that fit by type, even if they break the order."""
        target = self.burgers.get(place)
        return self.pack.fitting[target.wanted][card] if target else ()

    def face_gain(self, place: int, face: int) -> float | None:
        """Return the expected gain of a face in coins, or None if it would break the order."""
        half = self.pack.faces[face]
        gain = self.food_gains[place][half.name]
        if gain is None:
            return None
        return gain + (face in self.pack.perfect) + self.next_gains[place][half.next]


# The values of the following dictionaries are computed on first use.


class FoodGains(dict[str, float | None]):
    """Expected gain of each food on a burger in coins, or None if it would break the order."""

    def __init__(self, pay: BurgerPay, other: BurgerPay | None, placements: int) -> None:
        self.pay, self.other, self.placements = pay, other, placements
        self.gain_by_progress: dict[Progress | None, float | None] = {None: None}

    def __missing__(self, food: str) -> float | None:
        target, gains = self.pay.target, self.gain_by_progress
        known = target.progress_by_food
        progress = known[food] if food in known else target.with_food(food)
        if progress not in gains:
            new_total = self.total_with(self.pay.at(progress)) if progress else None
            gains[progress] = None if new_total is None else new_total - self.expected_total
        self[food] = gain = gains[progress]
        return gain

    @lazy
    def expected_total(self) -> float:
        return self.total_with(self.pay.now)

    def total_with(self, pay: PayByPlacements) -> float:
        """Return the expected pay of both burgers, given the pay of this one."""
        return best_split(pay, self.other.now, self.placements) if self.other else pay[self.placements]


class CardUses(dict[int, float]):
    """The best gain of each card if a burger required its type."""

    def __init__(self, taking: list[tuple[Halves, FoodGains]]) -> None:
        self.taking = taking

    def __missing__(self, card: int) -> float:
        best = 0.0
        for halves, food_gains in self.taking:
            for food, _, perfect in halves[card]:
                gain = food_gains[food]
                if gain is not None and gain + perfect > best:
                    best = gain + perfect
        self[card] = best
        return best


class CardGains(dict[int, float | None]):
    """The best gain of each card now, or None if it cannot be placed legally."""

    def __init__(self, taking: list[tuple[Halves, FoodGains, NextTypeGains]]) -> None:
        self.taking = taking

    def __missing__(self, card: int) -> float | None:
        best = None
        for halves, food_gains, next_gains in self.taking:
            for food, asks, perfect in halves[card]:
                gain = food_gains[food]
                if gain is not None:
                    gain = gain + perfect + next_gains[asks]
                    if best is None or gain > best:
                        best = gain
        self[card] = best
        return best


class NextTypeGains(dict[str, float]):
    """Gain if a burger requires a certain type next, instead of its current one."""

    def __init__(
        self, visible: VisibleFoods, target: Burger, food_gains: FoodGains, other: Burger | None
    ) -> None:
        self.visible, self.target, self.food_gains = visible, target, food_gains
        self.other = other.wanted if other else None

    def __missing__(self, asks: str) -> float:
        self[asks] = gain = self.readiness(asks) - self.now
        return gain

    @lazy
    def now(self) -> float:
        return self.readiness(self.target.wanted)

    def readiness(self, asks: str) -> float:
        """Value visible cards that could follow.  It is less if the other burger requires the same type."""
        kinds, supply = self.visible[asks]
        best, food_gains = 0.0, self.food_gains
        for food, perfect in kinds:
            gain = food_gains[food]
            if gain is not None and gain + perfect > best:
                best = gain + perfect
        return READY * best + SUPPLY * supply - ASKED_TWICE * (asks == self.other)


class VisibleFoods(dict[str, tuple[set[tuple[str, bool]], int]]):
    """By required type: the visible foods that fit, and the number of cards that have them."""

    def __init__(self, halves: dict[str, Halves], cards: frozenset[int]) -> None:
        self.halves, self.cards = halves, cards

    def __missing__(self, asks: str) -> tuple[set[tuple[str, bool]], int]:
        halves = self.halves[asks]
        fitting = [halves[card] for card in self.cards if halves[card]]
        kinds = {(food, perfect) for card in fitting for food, _, perfect in card}
        self[asks] = kinds, min(len(fitting), ENOUGH)
        return self[asks]
