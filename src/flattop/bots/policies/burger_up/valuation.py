"""What burgers are worth while certain orders are in sight, worked out once for each burger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, permutations
from typing import Any, NamedTuple

from flattop.bots.policies import lazy
from flattop.games.burger_up import burger, spatula
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import NEVER, Height, Needs, NoneOf, is_met
from flattop.kernel import VACANT, Action

Stack = tuple[int, ...]
Orders = tuple[tuple[int, int], ...]  # each with the coins that lie on it


@dataclass(frozen=True)
class Weights:
    """How a bot weighs things; the numbers that matter were tried against others."""

    per_card: float = 0.84  # of an aim's worth that is left for each card still to come
    order: float = 2.0  # a completed order, besides its coins
    dead: float = -2.0  # a burger that an order in sight cannot accept
    unseen: float = 0.33  # of what a burger pays now, if orders that are not in sight would take it
    open_aim: float = 0.2  # of a burger's second best order
    fits_next: float = 0.35  # a card in hand that could go on top
    spatula: float = 4.0  # a use of it
    freed: float = 0.25  # a card scraped off, for each round that the table stands still


class Aims(NamedTuple):
    """What one burger is worth for each order in sight, and for none if there are too few of them."""

    row: list[float]
    hope: float  # for orders that are not in sight
    best: float
    at: int  # where in the row
    second: float  # nothing if the row has no other


class Wanted(NamedTuple):
    """An order in sight: its coins, its limits of height, and what its other needs miss of a burger."""

    coins: int
    least: int
    most: int
    missing: tuple[Callable[[Stack], int], ...]


class Demand(dict[Stack, Aims]):
    """By burger: its aims, as long as these orders are in sight and those may still come."""

    def __init__(self, pack: Pack, orders: Orders, unseen: int, burgers: int, weights: Weights):
        self.pack, self.weights, self.worths = pack, weights, worths(pack, weights)
        self.orders = [wanted(pack.needs[order], coins) for order, coins in orders]
        self.unseen, (self.spoils, self.towers) = unseen, contradictions(pack)  # orders as bits
        self.per_star = pack.numbers["perfect_bonus"].value
        self.heights: dict[tuple[int, int], Aims] = {}
        self.spare = max(0, burgers - len(orders))  # burgers for which there is no order

    def __missing__(self, stack: Stack) -> Aims:
        height, stars = self.measured(stack)
        hope = self.hope(stack, height)
        row = [max(hope, self.aim(order, stack, height, stars)) for order in self.orders]
        row += [hope] * self.spare
        *_, second, best = [0.0, *sorted(row)] if len(row) > 1 else [0.0, *row]
        self[stack] = aims = Aims(row, hope, best, row.index(best), second)
        return aims

    def measured(self, stack: Stack) -> tuple[int, int]:
        """How high a burger is, and what its Perfect faces pay."""
        buns, perfect = self.pack.buns.intersection(stack), self.pack.perfect.intersection(stack)
        return len(stack) - len(buns), len(perfect) * self.per_star

    def luckiest(self, stack: Stack) -> Aims:
        """No less than the aims of any burger as high as this one, whatever lies in it."""
        height, stars = self.measured(stack)
        if (height, stars) not in self.heights:
            row = [self.worths[o.most, height, max(o.least, height), o.coins + stars] for o in self.orders]
            best = max([0.0, self.weights.unseen * pays(self.pack, height), *row])
            self.heights[height, stars] = Aims([best] * (len(row) + self.spare), best, best, 0, best)
        return self.heights[height, stars]

    def aim(self, order: Wanted, stack: Stack, height: int, stars: int) -> float:
        """The best height at which to serve the order."""
        short = sum([missing(stack) for missing in order.missing])
        if short >= NEVER:
            return self.weights.dead
        return self.worths[order.most, height, max(order.least, height + short), order.coins + stars]

    def hope(self, stack: Stack, height: int) -> float:
        """A part of the payment by the share of unseen orders that the burger does not contradict."""
        if not stack:
            return 0.0
        dead, lost = self.weights.dead, self.towers[height]
        if not self.unseen:
            return dead
        for face in stack:
            lost |= self.spoils[face]
        share = (self.unseen & ~lost).bit_count() / self.unseen.bit_count()
        return dead + share * (self.weights.unseen * pays(self.pack, height) - dead)


class Worths(dict[tuple[int, int, int, int], float]):
    """By the most that an order bears, height, least height to serve at, and coins: the best it can pay."""

    def __init__(self, pack: Pack, weights: Weights) -> None:
        self.pack, self.weights = pack, weights

    def __missing__(self, key: tuple[int, int, int, int]) -> float:
        """The best of all heights to aim at, less for each card until then."""
        most, height, least, coins = key
        reward, per_card = coins + self.weights.order, self.weights.per_card
        aims = [(paid + reward) * per_card ** (goal - height) for goal, paid in goals(self.pack, most, least)]
        self[key] = best = max([self.weights.dead, *aims])
        return best


demand = lru_cache(maxsize=32)(Demand)  # whoever looks at these orders
worths = lru_cache(maxsize=8)(Worths)


def wanted(needs: Needs, coins: int) -> Wanted:
    height, *others = needs
    assert isinstance(height, Height)
    return Wanted(coins, height.least, height.most, tuple([need.missing for need in others]))


def best_pairing(burgers: Sequence[Aims]) -> float:
    """The most that all burgers are worth together, each for an order of its own."""
    if len(burgers) == 1:
        return burgers[0].best
    if len(burgers) > 2:
        rows = [aims.row for aims in burgers]
        pairings = permutations(range(len(rows[0])), len(rows))
        return max(sum(row[order] for row, order in zip(rows, own, strict=True)) for own in pairings)
    one, other = burgers
    if one.at != other.at:
        return one.best + other.best
    return max(one.best + other.second, one.second + other.best)


def pays(pack: Pack, height: int) -> int:
    size = pack.size_of[min(height, len(pack.size_of) - 1)]
    return size.pays if size else 0


def goals(pack: Pack, most: int, least: int) -> list[tuple[int, int]]:
    """Heights worth aiming at, with their pay: as soon as the order is met, and each size beyond."""
    if least > most:
        return []
    beyond = [(size.min, size.pays) for size in pack.sizes if least < size.min <= most]
    return [(least, pays(pack, least)), *beyond]


@lru_cache(maxsize=8)
def contradictions(pack: Pack) -> tuple[list[int], list[int]]:
    """By face, and by height: the orders, as bits, that no burger with such a thing can ever meet."""
    limit = [limits(needs) for needs in pack.needs]
    spoils = [
        bits(o for o, (_, barred) in enumerate(limit) if face in barred) for face in range(len(pack.faces))
    ]
    towers = [
        bits(o for o, (most, _) in enumerate(limit) if height > most) for height in range(len(pack.cards) + 1)
    ]
    return spoils, towers


def bits(orders: Iterable[int]) -> int:
    return sum(1 << order for order in orders)


def limits(needs: Needs) -> tuple[int, frozenset[int]]:
    """What would make the order impossible for ever: more ingredients than this, or one of these faces."""
    most = needs[0].most if isinstance(needs[0], Height) else NEVER
    return most, frozenset[int]().union(*(need.barred for need in needs if isinstance(need, NoneOf)))


DONE: Action = ("done",)
IDLE = 2  # rounds without an order that mean nothing yet
FEW = 4  # cards to draw from


class Valuation:
    """The own burgers as seen from one seat, and what each could become."""

    def __init__(self, pack: Pack, view: Mapping[str, Any], seat: int, weights: Weights) -> None:
        self.pack, self.weights = pack, weights
        self.hand: list[int] = view["hands"][seat]
        self.burgers: list[Stack] = [tuple(stack) for stack in view["burgers"][seat]]
        self.view = view
        self.followers: dict[str, int] = {}

    @lazy
    def orders(self) -> Orders:
        return orders_in_sight(self.view)

    @lazy
    def demand(self) -> Demand:
        return demand(
            self.pack, self.orders, unseen_orders(self.pack, self.view), len(self.burgers), self.weights
        )

    # -- burgers

    @lazy
    def aims(self) -> list[Aims]:
        return [self.demand[stack] for stack in self.burgers]

    @lazy
    def now(self) -> float:
        return self.total(self.aims)

    def total(self, aims: Sequence[Aims]) -> float:
        """All burgers, each for an order of its own, and a little for having another choice."""
        return best_pairing(aims) + self.weights.open_aim * sum([burger.second for burger in aims])

    def gain(self, changed: dict[int, Stack]) -> float:
        """What it brings if burgers become these."""
        aims, by_stack = self.aims[:], self.demand
        for to, stack in changed.items():
            aims[to] = by_stack[stack]
        return self.total(aims) - self.now

    @lazy
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
        return self.gain({to: (*self.burgers[to], face)}) + self.weights.fits_next * min(going_on, 3)

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
        price = self.weights.spatula - self.release(changed)
        most = self.total(luckiest) - self.now - price
        return most if most < beaten else self.gain(changed) - price

    def lifted(self, action: Action) -> dict[int, Stack]:
        """The burgers that the Spatula would change, and what would become of them."""
        verb, card, *to = action
        start = next(i for i, stack in enumerate(self.burgers) if spatula.place_of(stack, card) >= 0)
        stays, block = spatula.lifted(self.burgers[start], card)
        return {start: stays, to[0]: self.burgers[to[0]] + block} if verb == "shift" else {start: stays}

    def release(self, changed: dict[int, Stack]) -> float:
        """What it is worth that cards come back into play, the more the longer no order was completed."""
        if not self.standstill:
            return 0.0
        freed = sum([len(self.burgers[to]) - len(stack) for to, stack in changed.items()])
        return self.weights.freed * self.standstill * freed

    @lazy
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
