"""How the house bot of Hanaburger weighs a placing: what a face would make of a burger and its order."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

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
BUN_COST = 0.45  # a Middle Bun adds no height, and may be wanted when a burger is stuck


class Plan:
    """The two burgers of a sight, and what each face would be worth on them."""

    def __init__(self, sight: Sight) -> None:
        view = sight.view
        self.pack: HanaPack = sight.pack
        self.orders: list[int] = view["orders"]
        self.burgers: list[list[int]] = view["burgers"]
        self.order_coins: list[int] = view["order_coins"]
        self.wanted: list[str] = view["wanted"]
        self.placings = 1 + PLACINGS * (len(view["deck"]) + (sight.seats if view["final"] < 0 else 0))
        self.taking = [
            (place, self.pack.fitting[self.wanted[place]])
            for place, order in enumerate(self.orders)
            if order != VACANT
        ]  # the burgers that take cards, with the faces of each card that would fit
        self.cards = [card for hand in view["hands"] for card in hand if card >= 0]  # in sight
        self.supplies: dict[str, int] = {}
        self.of_food: list[dict[str, float | None]] = [{}, {}]
        self.of_next: list[dict[str, float]] = [{}, {}]
        self.at_height: dict[tuple[int, int, int, int], float] = {}
        self.gains = Gains(self.gain)

    # -- cards

    def gain(self, card: int) -> float | None:
        """The best that the card can do now; None if it has no legal place."""
        best = None
        for place, fitting in self.taking:
            for face in fitting[card]:
                gain = self.face_gain(place, face)
                if gain is not None and (best is None or gain > best):
                    best = gain
        return best

    def faces(self, place: int, card: int) -> tuple[int, ...]:
        """The halves that fit, whatever the order says of them."""
        return self.pack.fitting[self.wanted[place]][card] if self.orders[place] != VACANT else ()

    def face_gain(self, place: int, face: int) -> float | None:
        """Coins that the face is expected to bring there; None if it would break the order."""
        pack, of_food, of_next = self.pack, self.of_food[place], self.of_next[place]
        half = pack.faces[face]
        name, asks = half.name, half.next
        if name not in of_food:
            of_food[name] = self.food_gain(place, face)
        gain = of_food[name]
        if gain is None:
            return None
        if asks not in of_next:
            of_next[asks] = self.outlook(place, asks)
        return gain + (face in pack.perfect) + of_next[asks]

    def food_gain(self, place: int, face: int) -> float | None:
        order, stack = self.orders[place], self.burgers[place]
        if scoring.breaks(self.pack, order, stack, face):
            return None
        if face in self.pack.buns:
            return -BUN_COST if self.supply(self.wanted[place]) else PER_PLACING / 2
        return self.promise(place, [*stack, face]) - self.promises[place]

    # -- burgers

    @cached_property
    def promises(self) -> list[float]:
        return [self.promise(place, stack) for place, stack in enumerate(self.burgers)]

    def promise(self, place: int, stack: list[int]) -> float:
        """What the burger will pay, less the placings that it still takes, at the best height to end with."""
        order = self.orders[place]
        if order == VACANT:
            return 0.0
        lacking = [need.missing(stack) for need in self.pack.needs[order]]
        height = burger.height(self.pack, stack)
        needed = max(lacking[0], sum(lacking[1:]))
        if not needed:
            return float(self.pays(height)) + self.order_coins[place]
        sort = (height, needed, sum(lacking[1:]), self.pack.most[order])
        if sort not in self.at_height:
            self.at_height[sort] = self.best_end(*sort)
        return self.at_height[sort] + self.order_coins[place]

    def best_end(self, height: int, needed: int, names: int, most: int) -> float:
        """What a burger will pay at the best height to end with, and with so many names yet to come."""
        chance, least = CERTAIN_NAMES**names, height + needed
        ends = [least, *(size.min for size in self.pack.sizes if least < size.min <= most)]
        return max(chance * self.pays(end) - self.cost(end - height) for end in ends)

    def pays(self, height: int) -> int:
        size = self.pack.size_of[height]
        return size.pays if size else 0

    def cost(self, placings: int) -> float:
        """Placings cost what they could bring elsewhere, and much more if there is no time for them."""
        return PER_PLACING * placings + 2.0 * max(0.0, placings - self.placings)

    # -- what comes next

    def outlook(self, place: int, asks: str) -> float:
        """Cards in sight that could follow, and that the two burgers do not want the same."""
        same = asks == self.wanted[1 - place] and self.orders[1 - place] != VACANT
        return SUPPLY * min(self.supply(asks), 4) - ASKED_TWICE * same

    def supply(self, kind: str) -> int:
        """How many cards in sight have a type; anything goes on a Middle Bun."""
        fit, cards = self.pack.fitting[kind], self.supplies
        if kind not in cards:
            cards[kind] = len([card for card in self.cards if fit[card]])
        return cards[kind]


class Gains(dict[int, float | None]):
    """What each card can do now, worked out when it is first asked for."""

    def __init__(self, gain: Callable[[int], float | None]) -> None:
        self.gain = gain

    def __missing__(self, card: int) -> float | None:
        gain = self[card] = self.gain(card)
        return gain
