"""How the house bot of Hanaburger weighs a placing: what a face would make of a burger and its order."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

from flattop.bots.policies import of_deck
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


Kind = tuple[str, str, bool]  # of a half: its food, what it asks for, whether it is Perfect
Halves = list[tuple[Kind, ...]]  # by card


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
        self.book = cookbook(pack)
        self.stages: dict[str, Stage] = {}  # with one more food, once it was worked out

    @cached_property
    def legal(self) -> frozenset[str]:
        """The foods with which the order could still be met."""
        return frozenset([food for food in self.book.fitting[self.wanted] if self.could_take(food)])

    def could_take(self, food: str) -> bool:
        face = self.face(food)
        return face != VACANT and not scoring.breaks(self.pack, self.order, self.stack, face)

    @cached_property
    def takes(self) -> frozenset[int]:
        """Every card that has a legal place on it."""
        fitting = self.book.fitting[self.wanted]
        return frozenset[int]().union(*[fitting[food] for food in self.legal])

    @cached_property
    def stage(self) -> Stage:
        return self.judged(self.stack)

    def with_food(self, food: str) -> Stage:
        if food not in self.stages:
            self.stages[food] = self.judged((*self.stack, self.face(food)))
        return self.stages[food]

    def face(self, food: str) -> int:
        """A face of the food that does not lie in the burger yet."""
        return next((face for face in self.book.faces[food] if face not in self.stack), VACANT)

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
        self.pack, in_sight = pack, dict(zip(pack.fitting, supply, strict=True))
        self.burgers = {
            place: burger_of(pack, order, stacks[place])
            for place, order in enumerate(orders)
            if order != VACANT
        }  # those that take cards
        self.foods = {
            place: Foods(taker, coins[place], placings, in_sight[taker.wanted])
            for place, taker in self.burgers.items()
        }
        self.nexts = {place: Nexts(in_sight, self.burgers.get(1 - place)) for place in self.burgers}
        self.gains = Gains(
            [
                (taker.book.halves[taker.wanted], self.foods[place], self.nexts[place])
                for place, taker in self.burgers.items()
            ]
        )

    @cached_property
    def takes(self) -> frozenset[int]:
        """Every card that has a legal place now."""
        return frozenset[int]().union(*[taker.takes for taker in self.burgers.values()])

    def faces(self, place: int, card: int) -> tuple[int, ...]:
        """The halves that fit, whatever the order says of them."""
        taker = self.burgers.get(place)
        return self.pack.fitting[taker.wanted][card] if taker else ()

    def face_gain(self, place: int, face: int) -> float | None:
        """Coins that the face is expected to bring there; None if it would break the order."""
        half = self.pack.faces[face]
        gain = self.foods[place][half.name]
        return None if gain is None else gain + (face in self.pack.perfect) + self.nexts[place][half.next]


# What follows is worked out when it is first asked for.


class Gains(dict[int, float | None]):
    """The best that each card can do now; None if it has no legal place."""

    def __init__(self, taking: list[tuple[Halves, Foods, Nexts]]) -> None:
        self.taking = taking

    def __missing__(self, card: int) -> float | None:
        best = None
        for halves, foods, nexts in self.taking:
            for food, asks, perfect in halves[card]:
                gain = foods[food]
                if gain is not None:
                    gain = gain + perfect + nexts[asks]
                    if best is None or gain > best:
                        best = gain
        self[card] = best
        return best


class Nexts(dict[str, float]):
    """What it is worth to ask for a type: cards in sight could follow, but the other burger may want them."""

    def __init__(self, supply: dict[str, int], other: Burger | None) -> None:
        self.supply, self.wanted = supply, other.wanted if other else None

    def __missing__(self, asks: str) -> float:
        self[asks] = gain = SUPPLY * self.supply[asks] - ASKED_TWICE * (asks == self.wanted)
        return gain


class Foods(dict[str, float | None]):
    """Coins that each food is expected to bring on a burger; None if it would break the order."""

    def __init__(self, taker: Burger, coins: int, placings: float, supply: int) -> None:
        self.taker, self.coins, self.placings, self.supply = taker, coins, placings, supply

    def __missing__(self, food: str) -> float | None:
        self[food] = gain = self.gain(food) if food in self.taker.legal else None
        return gain

    def gain(self, food: str) -> float:
        taker = self.taker
        if food in taker.book.buns:
            return -BUN_COST if self.supply else PER_PLACING / 2
        return self.promise(taker.with_food(food)) - self.promised

    @cached_property
    def promised(self) -> float:
        return self.promise(self.taker.stage)

    def promise(self, stage: Stage) -> float:
        """What the burger will pay, less the placings that it still takes, at the best height to end with."""
        pack = self.taker.pack
        if not stage.needed:
            return float(pays(pack, stage.height)) + self.coins
        return best_end(pack, stage, pack.most[self.taker.order], self.placings) + self.coins


plan_of = lru_cache(maxsize=1 << 6)(Plan)


def plan(sight: Sight) -> Plan:
    """The plan that follows from what the seat sees; the same for all who see as much."""
    view, pack = sight.view, sight.pack
    cards = frozenset([card for hand in view["hands"] for card in hand if card >= 0])  # in sight
    turns = len(view["deck"]) + (sight.seats if view["final"] < 0 else 0)
    return plan_of(
        pack,
        tuple(view["orders"]),
        tuple(map(tuple, view["burgers"])),
        tuple(view["order_coins"]),
        1 + PLACINGS * turns,
        tuple([min(len(fitting & cards), ENOUGH) for fitting in cookbook(pack).suitable]),
    )


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
        self.suitable = [
            frozenset(card for card, faces in enumerate(cards) if faces) for cards in pack.fitting.values()
        ]  # cards, by what is wanted
        self.fitting = {wanted: by_food(cards) for wanted, cards in self.halves.items()}


def by_food(cards: Halves) -> dict[str, frozenset[int]]:
    """The cards that have a half of each food."""
    foods = dict.fromkeys(half[0] for halves in cards for half in halves)
    return {
        food: frozenset(card for card, halves in enumerate(cards) if any(food == half[0] for half in halves))
        for food in foods
    }


cookbook = of_deck(Cookbook)


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
