"""How the house bot of Hanaburger weighs a placing: what a face would make of a burger and its order."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from flattop.bots.policies import lazy
from flattop.bots.policies.hanaburger.forecast import (
    FARTHEST,
    LONGEST,
    Halves,
    Worths,
    cookbook,
    together,
    waits,
    worths,
)
from flattop.games.burger_up import burger
from flattop.games.burger_up.hanaburger import scoring
from flattop.games.burger_up.hanaburger.clues import HanaPack
from flattop.kernel import VACANT
from flattop.match.observation import Observation

PLACINGS = 0.62  # of the team, for each card that is still to be drawn
READY = 0.5  # of what the best card in sight brings that could follow
SUPPLY = 0.1  # a gain for each card in sight that has the type asked for
ENOUGH = 4  # of them, more are no better
ASKED_TWICE = 0.15  # a loss if both burgers ask for the same type


class Stage(NamedTuple):
    """How far a burger is on the way to its order."""

    height: int
    needed: int  # ingredients, at least
    lacking: tuple[int, ...]  # of them such as each need asks for


class Burger:
    """A burger and its order, and what each food would make of it: the same for whoever looks."""

    def __init__(self, pack: HanaPack, order: int, stack: tuple[int, ...]) -> None:
        self.pack, self.order, self.stack = pack, order, stack
        self.wanted = burger.wanted(pack, stack)
        self.book = cookbook(pack)
        self.stages: dict[str, Stage | None] = {}  # with one more food, once it was worked out

    @lazy
    def takes(self) -> frozenset[int]:
        """Every card that has a legal place on it."""
        fitting = self.book.fitting[self.wanted]
        return frozenset[int]().union(*[fitting[food] for food in fitting if self.with_food(food)])

    @lazy
    def stage(self) -> Stage:
        return self.judged(self.stack)

    def with_food(self, food: str) -> Stage | None:
        """What the food would make of it; None if the order could not be met any more."""
        if food not in self.stages:
            face = next((face for face in self.book.faces[food] if face not in self.stack), VACANT)
            broken = face == VACANT or scoring.breaks(self.pack, self.order, self.stack, face)
            self.stages[food] = None if broken else self.judged((*self.stack, face))
        return self.stages[food]

    def judged(self, stack: tuple[int, ...]) -> Stage:
        height, *lacking = [need.missing(stack) for need in self.pack.needs[self.order]]
        return Stage(burger.height(self.pack, stack), max(height, sum(lacking)), tuple(lacking))


burger_of = lru_cache(maxsize=1 << 7)(Burger)


class Prospect:
    """What a burger promises at each stage."""

    def __init__(self, taker: Burger, coins: int, waits: tuple[int, ...]) -> None:
        self.taker, self.waits = taker, waits
        self.extra = coins + len(taker.pack.perfect.intersection(taker.stack))
        self.now = self.at(taker.stage)

    def at(self, stage: Stage) -> Worths:
        pack, order = self.taker.pack, self.taker.order
        wait = self.wait(stage.lacking)
        return worths(pack, stage.height, stage.needed, wait, pack.most[order], self.extra)

    def wait(self, lacking: tuple[int, ...]) -> int:
        """Placings until all has come that the order lacks: the longest wait, and half of the others."""
        waits = [lacks * wait for lacks, wait in zip(lacking, self.waits, strict=True)]
        return min(LONGEST, (max(waits) + sum(waits)) // 2) if waits else 0


class Kitchen:
    """The two burgers, and what each food would bring on them: the same for whoever looks."""

    def __init__(
        self,
        pack: HanaPack,
        orders: tuple[int, ...],
        stacks: tuple[tuple[int, ...], ...],
        coins: tuple[int, ...],  # on the orders
        waits: tuple[tuple[int, ...], ...],  # for what each order asks
        placings: int,  # that there is time for
    ) -> None:
        self.pack = pack
        self.burgers = {
            place: burger_of(pack, order, stacks[place])
            for place, order in enumerate(orders)
            if order != VACANT
        }  # those that take cards
        prospects = {
            place: Prospect(taker, coins[place], waits[place]) for place, taker in self.burgers.items()
        }
        self.foods = {
            place: Foods(prospect, prospects.get(1 - place), placings)
            for place, prospect in prospects.items()
        }
        self.promised = next((foods.promised for foods in self.foods.values()), 0.0)  # by both burgers
        anything = [(cookbook(pack).halves[burger.ANY], foods) for foods in self.foods.values()]
        self.uses = Uses(anything)

    @lazy
    def takes(self) -> frozenset[int]:
        """Every card that has a legal place now."""
        return frozenset[int]().union(*[taker.takes for taker in self.burgers.values()])


kitchen_of = lru_cache(maxsize=1 << 6)(Kitchen)


def plan(obs: Observation) -> Plan:
    """The plan that follows from what the seat sees."""
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
        min(FARTHEST, int(PLACINGS * turns)),
    )


class Plan:
    """What each face would be worth, to one who sees some hands."""

    def __init__(self, kitchen: Kitchen, cards: frozenset[int]) -> None:
        self.pack, self.burgers, self.foods = kitchen.pack, kitchen.burgers, kitchen.foods
        self.takes, self.uses = kitchen.takes, kitchen.uses
        in_sight = InSight(cookbook(kitchen.pack).halves, cards)
        self.nexts = {
            place: Nexts(in_sight, taker, self.foods[place], self.burgers.get(1 - place))
            for place, taker in self.burgers.items()
        }
        self.gains = Gains(
            [
                (taker.book.halves[taker.wanted], self.foods[place], self.nexts[place])
                for place, taker in self.burgers.items()
            ]
        )

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


class Foods(dict[str, float | None]):
    """Coins that each food is expected to bring on a burger; None if it would break the order."""

    def __init__(self, prospect: Prospect, other: Prospect | None, placings: int) -> None:
        self.prospect, self.other, self.placings = prospect, other, placings
        self.by_stage: dict[Stage | None, float | None] = {None: None}

    def __missing__(self, food: str) -> float | None:
        taker, gains = self.prospect.taker, self.by_stage
        stage = taker.stages[food] if food in taker.stages else taker.with_food(food)
        if stage not in gains:
            gains[stage] = self.promise(self.prospect.at(stage)) - self.promised if stage else None
        self[food] = gain = gains[stage]
        return gain

    @lazy
    def promised(self) -> float:
        return self.promise(self.prospect.now)

    def promise(self, worths: Worths) -> float:
        """What both burgers will pay, this one being worth so much."""
        return together(worths, self.other.now, self.placings) if self.other else worths[self.placings]


class Uses(dict[int, float]):
    """The best that each card could do if a burger asked for it."""

    def __init__(self, taking: list[tuple[Halves, Foods]]) -> None:
        self.taking = taking

    def __missing__(self, card: int) -> float:
        best = 0.0
        for halves, foods in self.taking:
            for food, _, perfect in halves[card]:
                gain = foods[food]
                if gain is not None and gain + perfect > best:
                    best = gain + perfect
        self[card] = best
        return best


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
    """What it is worth that a burger asks for a type instead of the one it asks for now."""

    def __init__(self, in_sight: InSight, taker: Burger, foods: Foods, other: Burger | None) -> None:
        self.in_sight, self.taker, self.foods = in_sight, taker, foods
        self.other = other.wanted if other else None

    def __missing__(self, asks: str) -> float:
        self[asks] = gain = self.readiness(asks) - self.now
        return gain

    @lazy
    def now(self) -> float:
        return self.readiness(self.taker.wanted)

    def readiness(self, asks: str) -> float:
        """What cards in sight could follow, and how many; but the other burger may want them."""
        kinds, supply = self.in_sight[asks]
        best, foods = 0.0, self.foods
        for food, perfect in kinds:
            gain = foods[food]
            if gain is not None and gain + perfect > best:
                best = gain + perfect
        return READY * best + SUPPLY * supply - ASKED_TWICE * (asks == self.other)


class InSight(dict[str, tuple[set[tuple[str, bool]], int]]):
    """By what is asked for: the foods in sight that would fit, and on how many cards."""

    def __init__(self, halves: dict[str, Halves], cards: frozenset[int]) -> None:
        self.halves, self.cards = halves, cards

    def __missing__(self, asks: str) -> tuple[set[tuple[str, bool]], int]:
        halves = self.halves[asks]
        fitting = [halves[card] for card in self.cards if halves[card]]
        kinds = {(food, perfect) for card in fitting for food, _, perfect in card}
        self[asks] = kinds, min(len(fitting), ENOUGH)
        return self[asks]
