"""What burgers, cards and orders are worth to a house bot of the games with a shop."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from flattop.bots.policies import once
from flattop.bots.policies.burger_up.demand import Aims, Demand, Orders, Stack, Taste, best_pairing, demand
from flattop.games.burger_up import burger
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import NEVER, is_met
from flattop.kernel import VACANT, Action

DONE: Action = ("done",)
IDLE = 2  # rounds without an order that mean nothing yet
FEW = 4  # cards to draw from


class Outlook:
    """The own burgers as seen from one seat, and what each could become."""

    def __init__(self, pack: Pack, view: Mapping[str, Any], seat: int, taste: Taste) -> None:
        self.pack, self.taste = pack, taste
        self.hand: list[int] = view["hands"][seat]
        self.burgers: list[Stack] = [tuple(stack) for stack in view["burgers"][seat]]
        self.view = view
        self.followers: dict[str, int] = {}

    @once
    def orders(self) -> Orders:
        return orders_in_sight(self.view)

    @once
    def demand(self) -> Demand:
        return demand(
            self.pack, self.orders, unseen_orders(self.pack, self.view), len(self.burgers), self.taste
        )

    # -- burgers

    @once
    def aims(self) -> list[Aims]:
        return [self.demand[stack] for stack in self.burgers]

    @once
    def now(self) -> float:
        return self.total(self.aims)

    def total(self, aims: Sequence[Aims]) -> float:
        """All burgers, each for an order of its own, and a little for having another choice."""
        return best_pairing(aims) + self.taste.open_aim * sum([burger.second for burger in aims])

    def gain(self, changed: dict[int, Stack]) -> float:
        """What it brings if burgers become these."""
        aims, by_stack = self.aims[:], self.demand
        for to, stack in changed.items():
            aims[to] = by_stack[stack]
        return self.total(aims) - self.now

    @once
    def dead_burgers(self) -> bool:
        """Whether a burger has no order in sight that it could still meet."""
        burgers = zip(self.burgers, self.aims, strict=True)
        return any(stack and aims.best <= aims.hope for stack, aims in burgers)

    # -- cards

    def best_building(self, actions: Iterable[Action]) -> tuple[float, Action]:
        """The placement, or use of the Spatula, that brings most; nothing if none brings anything."""
        best: tuple[float, Action] = (0.0, DONE)
        for action in actions:
            best = max(best, (self.building(action, best[0]), action))
        return best

    def building(self, action: Action, beaten: float) -> float:
        if action[0] == "place":
            return self.placing(action[1], action[2])
        return self.lifting(action, beaten)

    def placing(self, face: int, to: int) -> float:
        """What the face brings on the burger, and whether the hand goes on from there."""
        kind = self.pack.faces[face].next
        going_on = self.fitting_in_hand(kind) - bool(self.pack.fitting[kind][face >> 1])
        return self.gain({to: (*self.burgers[to], face)}) + self.taste.fits_next * min(going_on, 3)

    def fitting_in_hand(self, kind: str) -> int:
        """Cards that could lie on what asks for this."""
        if kind not in self.followers:
            fitting = self.pack.fitting[kind]
            self.followers[kind] = sum([bool(fitting[card]) for card in self.hand])
        return self.followers[kind]

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

    def lifting(self, action: Action, beaten: float) -> float:
        """What the Spatula brings if it moves or scrapes off a block, or at most if that is beaten anyway."""
        changed, demand = self.lifted(action), self.demand
        luckiest = [demand.luckiest(changed[i]) if i in changed else a for i, a in enumerate(self.aims)]
        price = self.taste.spatula - self.release(changed)
        most = self.total(luckiest) - self.now - price
        return most if most < beaten else self.gain(changed) - price

    def lifted(self, action: Action) -> dict[int, Stack]:
        """The burgers that the Spatula would change, and what would become of them."""
        verb, card, *to = action
        start = next(i for i, stack in enumerate(self.burgers) if burger.index_of_card(stack, card) >= 0)
        stays, block = burger.split_at_card(self.burgers[start], card)
        return {start: stays, to[0]: self.burgers[to[0]] + block} if verb == "shift" else {start: stays}

    def release(self, changed: dict[int, Stack]) -> float:
        """What it is worth that cards come back into play, the more the longer no order was completed."""
        if not self.standstill:
            return 0.0
        freed = sum([len(self.burgers[to]) - len(stack) for to, stack in changed.items()])
        return self.taste.freed * self.standstill * freed

    @once
    def standstill(self) -> int:
        """Rounds without an order for want of cards: nearly all lie in hands and burgers."""
        if len(self.view["deck"]) + len(self.view["discard"]) >= FEW:
            return 0
        idle: int = self.view.get("idle", 0)
        return max(0, idle - IDLE)

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


def orders_in_sight(view: Mapping[str, Any]) -> Orders:
    pending: list[int] = view["pending"]
    if "order_coins" not in view:
        return tuple([(order, 0) for order in pending if order != VACANT])
    return tuple([pair for pair in zip(pending, view["order_coins"], strict=True) if pair[0] != VACANT])


def unseen_orders(pack: Pack, view: Mapping[str, Any]) -> int:
    """Those that may still come, one bit each."""
    if not view["order_deck"]:
        return 0
    unseen = (1 << len(pack.top_buns)) - 1
    for order in chain(view["pending"], *view["completed"], view.get("gone", ())):
        if order != VACANT:
            unseen &= ~(1 << order)
    return unseen


def is_met_by_rivals(pack: Pack, view: Mapping[str, Any], seat: int, order: int) -> bool:
    rivals = (own for other, own in enumerate(view["burgers"]) if other != seat)
    return any(is_met(pack.needs[order], stack) for own in rivals for stack in own)
