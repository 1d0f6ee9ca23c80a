"""What burgers, cards and orders are worth to a house bot of the games with a shop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from flattop.games.burger_up import burger
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import NEVER, Height, Needs, NoneOf, is_met, shortfall
from flattop.kernel import VACANT, Action

Stack = tuple[int, ...]


@dataclass(frozen=True)
class Taste:
    """How a bot weighs things; the numbers that matter were tried against others."""

    per_card: float = 0.84  # of an aim's worth that is left for each card still to come
    order: float = 2.0  # a completed order, besides its coins
    dead: float = -2.0  # a burger that an order in sight cannot accept
    unseen: float = 0.33  # of what a burger pays now, if orders that are not in sight would take it
    open_aim: float = 0.2  # of a burger's second best order
    fits_next: float = 0.35  # a card in hand that could go on top
    spatula: float = 4.0  # a use of it


class Outlook:
    """The own burgers as seen from one seat, and what each could become."""

    def __init__(self, pack: Pack, view: Mapping[str, Any], seat: int, taste: Taste) -> None:
        self.pack, self.taste = pack, taste
        self.hand: list[int] = view["hands"][seat]
        self.burgers: list[Stack] = [tuple(stack) for stack in view["burgers"][seat]]
        self.orders = orders_in_sight(view)
        self.unseen = [limits(pack.needs[order]) for order in unseen_orders(pack, view)]
        self.rows = [self.aims(stack) for stack in self.burgers]
        self.now = self.total(self.rows)

    # -- burgers

    def aims(self, stack: Stack) -> list[float]:
        """What the burger is worth for each order in sight, and for none if there are too few of them."""
        height, stars = burger.height(self.pack, stack), burger.perfect_payment(self.pack, stack)
        floor = self.hope(stack, height)
        aims = [max(floor, self.aim(stack, order, coins + stars, height)) for order, coins in self.orders]
        return aims + [floor] * (len(self.burgers) - len(aims))

    def aim(self, stack: Stack, order: int, coins: int, height: int) -> float:
        """The best height at which to serve the order, less for each card until then."""
        needs = self.pack.needs[order]
        short = shortfall(needs, stack)
        if short >= NEVER:
            return self.taste.dead
        reward, per_card = coins + self.taste.order, self.taste.per_card
        best = self.taste.dead
        for goal, paid in goals(self.pack, needs, height + short):
            worth = (paid + reward) * per_card ** (goal - height)
            best = worth if worth > best else best
        return best

    def hope(self, stack: Stack, height: int) -> float:
        """A part of the payment by the share of unseen orders that the burger does not contradict."""
        if not stack:
            return 0.0
        dead = self.taste.dead
        if not self.unseen:
            return dead
        taken = [height <= most and barred.isdisjoint(stack) for most, barred in self.unseen]
        return dead + sum(taken) / len(taken) * (self.taste.unseen * pays(self.pack, height) - dead)

    def total(self, rows: Sequence[Sequence[float]]) -> float:
        """All burgers, each for an order of its own, and a little for having another choice."""
        pairings = permutations(range(len(rows[0])), len(rows))
        best = max(sum(row[order] for row, order in zip(rows, own, strict=True)) for own in pairings)
        return best + self.taste.open_aim * sum(sorted(row)[-2] for row in rows if len(row) > 1)

    def gain(self, changed: dict[int, Stack]) -> float:
        """What it brings if burgers become these."""
        rows = [self.aims(changed[i]) if i in changed else row for i, row in enumerate(self.rows)]
        return self.total(rows) - self.now

    def dead_burgers(self) -> bool:
        """Whether a burger has no order in sight that it could still meet."""
        burgers = zip(self.burgers, self.rows, strict=True)
        return any(
            stack and max(row) <= self.hope(stack, burger.height(self.pack, stack)) for stack, row in burgers
        )

    # -- cards

    def placing(self, face: int, to: int) -> float:
        """What the face brings on the burger, and whether the hand goes on from there."""
        higher = (*self.burgers[to], face)
        fitting = self.pack.fitting[burger.wanted(self.pack, higher)]
        going_on = sum(bool(fitting[card]) for card in self.hand if card != face >> 1)
        return self.gain({to: higher}) + self.taste.fits_next * min(going_on, 3)

    def best_placing(self, card: int) -> float:
        """The best that can be done with a card now; nothing if it fits nowhere."""
        placings = [
            self.gain({to: (*stack, face)})
            for to, stack in enumerate(self.burgers)
            for face in burger.fitting_faces(self.pack, card, stack)
        ]
        return max(placings, default=0.0)

    def fits_somewhere(self, card: int) -> bool:
        return any(burger.fitting_faces(self.pack, card, stack) for stack in self.burgers)

    def lifting(self, action: Action) -> float:
        """What the Spatula brings if it moves or scrapes off the block above a card."""
        verb, card, *to = action
        start, stack = next(
            (i, s) for i, s in enumerate(self.burgers) if any(face >> 1 == card for face in s)
        )
        place = next(place for place, face in enumerate(stack) if face >> 1 == card)
        changed = {start: stack[:place]}
        if verb == "shift":
            changed[to[0]] = (*self.burgers[to[0]], *stack[place:])
        return self.gain(changed) - self.taste.spatula

    # -- orders

    def keeps_met(self, card: int, stack: Stack, order: int) -> bool:
        """Whether the card could go on top without spoiling the order."""
        faces = burger.fitting_faces(self.pack, card, stack)
        return any(is_met(self.pack.needs[order], (*stack, face)) for face in faces)

    def income(self, served: int, order: int) -> float:
        """What serving pays now."""
        stack, coins = self.burgers[served], dict(self.orders)[order]
        return burger.payment(self.pack, stack) + coins + burger.perfect_payment(self.pack, stack)

    def short_of_next_size(self, served: int) -> int:
        """Ingredients that the burger lacks to be of the next size; NEVER if there is none."""
        height = burger.height(self.pack, self.burgers[served])
        return next((size.min - height for size in self.pack.sizes if size.min > height), NEVER)


def orders_in_sight(view: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Each with the coins that lie on it."""
    coins = view.get("order_coins") or [0] * len(view["pending"])
    return [(order, laid) for order, laid in zip(view["pending"], coins, strict=True) if order != VACANT]


def unseen_orders(pack: Pack, view: Mapping[str, Any]) -> list[int]:
    """Those that may still come."""
    if not view["order_deck"]:
        return []
    seen = {*view["pending"], *view.get("gone", ()), *(order for own in view["completed"] for order in own)}
    return [order for order in range(len(pack.top_buns)) if order not in seen]


def pays(pack: Pack, height: int) -> int:
    size = pack.size_of[min(height, len(pack.size_of) - 1)]
    return size.pays if size else 0


def goals(pack: Pack, needs: Needs, least: int) -> list[tuple[int, int]]:
    """Heights worth aiming at, with their pay: as soon as the order is met, and each size beyond."""
    most = needs[0].most if isinstance(needs[0], Height) else NEVER
    if least > most:
        return []
    beyond = [(size.min, size.pays) for size in pack.sizes if least < size.min <= most]
    return [(least, pays(pack, least)), *beyond]


def limits(needs: Needs) -> tuple[int, frozenset[int]]:
    """What would make the order impossible for ever: more ingredients than this, or one of these faces."""
    most = needs[0].most if isinstance(needs[0], Height) else NEVER
    return most, frozenset[int]().union(*(need.barred for need in needs if isinstance(need, NoneOf)))


def is_met_by_rivals(pack: Pack, view: Mapping[str, Any], seat: int, order: int) -> bool:
    rivals = (own for other, own in enumerate(view["burgers"]) if other != seat)
    return any(is_met(pack.needs[order], stack) for own in rivals for stack in own)
