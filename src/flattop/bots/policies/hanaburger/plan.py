"""How the house bot of Hanaburger weighs a placing: what a face would make of a burger and its order."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import NamedTuple, TypeVar

from flattop.games.burger_up import burger
from flattop.games.burger_up.hanaburger import scoring
from flattop.games.burger_up.hanaburger.clues import HanaPack
from flattop.kernel import VACANT
from flattop.match.sight import Sight

PER_PLACING = 0.8  # coins that a placing brings on the average, and so what one costs
CERTAIN_NAMES = 0.9  # chance that an ingredient that the order still lacks turns up in time
PLACINGS = 0.3  # of one burger, for each card that is still to be drawn
ASKED_TWICE = 0.15  # a loss if both burgers ask for the same type
SUPPLY = 0.1  # a gain for each card in sight that has the type asked for
ENOUGH = 4  # of them, more are no better
BUN_COST = 0.45  # a Middle Bun adds no height, and may be wanted when a burger is stuck


K = TypeVar("K")
V = TypeVar("V")


class Stage(NamedTuple):
    """How far a burger is on the way to its order."""

    height: int
    needed: int  # ingredients, at least
    names: int  # of them such as the order names


class Burger:
    """A burger and its order, and what each food would make of it: the same for whoever looks."""

    def __init__(self, pack: HanaPack, order: int, stack: tuple[int, ...]) -> None:
        self.pack, self.order, self.stack = pack, order, stack
        self.wanted = burger.wanted(pack, stack)
        self.stage = self.judged(stack)
        self.stages: dict[str, Stage | None] = {}

    def with_food(self, food: str) -> Stage | None:
        """The burger with one more food; None if that would break the order."""
        if food not in self.stages:
            face = next(face for face in faces_by_food(self.pack)[food] if face not in self.stack)
            broken = scoring.breaks(self.pack, self.order, self.stack, face)
            self.stages[food] = None if broken else self.judged((*self.stack, face))
        return self.stages[food]

    def judged(self, stack: tuple[int, ...]) -> Stage:
        lacking = [need.missing(stack) for need in self.pack.needs[self.order]]
        names = sum(lacking[1:])
        return Stage(burger.height(self.pack, stack), max(lacking[0], names), names)


burger_of = lru_cache(maxsize=1 << 10)(Burger)


class Plan:
    """The two burgers, and what each face would be worth on them."""

    def __init__(
        self,
        pack: HanaPack,
        orders: tuple[int, ...],
        stacks: tuple[tuple[int, ...], ...],
        coins: tuple[int, ...],  # on the orders
        placings: float,  # of one burger that there is time for
        supply: tuple[int, ...],  # of each type, so many cards in sight could follow
    ) -> None:
        self.pack, self.orders, self.coins, self.placings = pack, orders, coins, placings
        self.supply = dict(zip(pack.fitting, supply, strict=True))
        self.burgers = {
            place: burger_of(pack, order, stack)
            for place, (order, stack) in enumerate(zip(orders, stacks, strict=True))
            if order != VACANT
        }  # those that take cards
        self.promises = {place: self.promise(place, taker.stage) for place, taker in self.burgers.items()}
        self.foods = [Lazily(partial(self.food_gain, place)) for place in (0, 1)]
        self.nexts = [Lazily(partial(self.outlook, place)) for place in (0, 1)]
        self.taking = [
            (halves(pack, taker.wanted), self.foods[place], self.nexts[place])
            for place, taker in self.burgers.items()
        ]
        self.gains = Lazily(self.gain)

    # -- cards

    def gain(self, card: int) -> float | None:
        """The best that the card can do now; None if it has no legal place."""
        best = None
        for fitting, foods, nexts in self.taking:
            for food, asks, perfect in fitting[card]:
                gain = foods[food]
                if gain is not None:
                    gain = gain + perfect + nexts[asks]
                    if best is None or gain > best:
                        best = gain
        return best

    def faces(self, place: int, card: int) -> tuple[int, ...]:
        """The halves that fit, whatever the order says of them."""
        taker = self.burgers.get(place)
        return self.pack.fitting[taker.wanted][card] if taker else ()

    def face_gain(self, place: int, face: int) -> float | None:
        """Coins that the face is expected to bring there; None if it would break the order."""
        half = self.pack.faces[face]
        gain = self.foods[place][half.name]
        return None if gain is None else gain + (face in self.pack.perfect) + self.nexts[place][half.next]

    def food_gain(self, place: int, food: str) -> float | None:
        """Coins that a food is expected to bring there, whatever its half asks for next."""
        taker = self.burgers[place]
        then = taker.with_food(food)
        if then is None:
            return None
        if faces_by_food(self.pack)[food][0] in self.pack.buns:
            return -BUN_COST if self.supply[taker.wanted] else PER_PLACING / 2
        return self.promise(place, then) - self.promises[place]

    # -- burgers

    def promise(self, place: int, stage: Stage) -> float:
        """What the burger will pay, less the placings that it still takes, at the best height to end with."""
        if not stage.needed:
            return float(pays(self.pack, stage.height)) + self.coins[place]
        return (
            best_end(self.pack, stage, self.pack.most[self.orders[place]], self.placings) + self.coins[place]
        )

    # -- what comes next

    def outlook(self, place: int, asks: str) -> float:
        """Cards in sight that could follow, and that the two burgers do not want the same."""
        other = self.burgers.get(1 - place)
        return SUPPLY * self.supply[asks] - ASKED_TWICE * (other is not None and asks == other.wanted)


class Lazily(dict[K, V]):
    """Answers that are worked out when they are first asked for."""

    def __init__(self, work_out: Callable[[K], V]) -> None:
        self.work_out = work_out

    def __missing__(self, key: K) -> V:
        value = self[key] = self.work_out(key)
        return value


plan_of = lru_cache(maxsize=1 << 6)(Plan)


def plan(sight: Sight) -> Plan:
    """The plan that follows from what the seat sees; the same for all who see as much."""
    view, pack = sight.view, sight.pack
    cards = [card for hand in view["hands"] for card in hand if card >= 0]
    turns = len(view["deck"]) + (sight.seats if view["final"] < 0 else 0)
    return plan_of(
        pack,
        tuple(view["orders"]),
        tuple(map(tuple, view["burgers"])),
        tuple(view["order_coins"]),
        1 + PLACINGS * turns,
        tuple([min(len([card for card in cards if fit[card]]), ENOUGH) for fit in pack.fitting.values()]),
    )


@lru_cache(maxsize=1 << 3)
def faces_by_food(pack: HanaPack) -> dict[str, list[int]]:
    """All faces of each food."""
    faces: dict[str, list[int]] = {}
    for face, half in enumerate(pack.faces):
        faces.setdefault(half.name, []).append(face)
    return faces


@lru_cache(maxsize=1 << 6)
def halves(pack: HanaPack, wanted: str) -> tuple[tuple[tuple[str, str, bool], ...], ...]:
    """By card the halves that fit where a type is wanted: food, what it asks for, whether it is Perfect."""
    kinds = [(half.name, half.next, face in pack.perfect) for face, half in enumerate(pack.faces)]
    return tuple(tuple(kinds[face] for face in faces) for faces in pack.fitting[wanted])


@lru_cache(maxsize=1 << 13)
def best_end(pack: HanaPack, stage: Stage, most: int, placings: float) -> float:
    """What a burger will pay at the best height to end with, and with so many names yet to come."""
    height, needed, names = stage
    chance, least = CERTAIN_NAMES**names, height + needed
    ends = [least, *(size.min for size in pack.sizes if least < size.min <= most)]
    return max([chance * pays(pack, end) - cost(end - height, placings) for end in ends])


def pays(pack: HanaPack, height: int) -> int:
    size = pack.size_of[height]
    return size.pays if size else 0


def cost(needed: int, placings: float) -> float:
    """Placings cost what they could bring elsewhere, and much more if there is no time for them."""
    return PER_PLACING * needed + 2.0 * max(0.0, needed - placings)
