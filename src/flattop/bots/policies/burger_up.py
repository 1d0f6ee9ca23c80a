"""The house bot of Burger Up, and the values of burgers, cards and orders that all games with a shop use.

A burger is worth the best order that it can still be served for. Values are cached by burger while the
orders stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, permutations
from typing import Any, NamedTuple

from flattop.bots.policies import Policy, lazy
from flattop.games.burger_up import burger
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import NEVER, Height, Needs, NoneOf, is_met
from flattop.kernel import VACANT, Action
from flattop.match.observation import Observation

Stack = tuple[int, ...]
Orders = tuple[tuple[int, int], ...]  # with the coins on each


@dataclass(frozen=True)
class Weights:
    """The parameters of the valuation, tuned by measurement."""

    per_card: float = 0.84  # factor for each card still missing
    order: float = 2.0  # value of a completed order besides its coins
    dead: float = -2.0  # value of a burger that a visible order cannot accept
    unseen: float = 0.33  # share of a burger's pay for orders that may still come
    open_aim: float = 0.2  # share of a burger's second best order
    fits_next: float = 0.35  # for a card in hand that could go on top
    spatula: float = 4.0  # price of using the Spatula
    freed: float = 0.25  # for a card scraped off, per round in which the table is stuck


class Aims(NamedTuple):
    """Values of one burger for each visible order; surplus burgers count as without an order."""

    row: list[float]
    later_value: float  # value for orders that may still come
    best: float
    at: int  # index of the best in the row
    second: float  # 0 if there is only one


class VisibleOrder(NamedTuple):
    """A visible order: its coins, its limits of height, and functions that count missing ingredients."""

    coins: int
    least: int
    most: int
    missing: tuple[Callable[[Stack], int], ...]


class Demand(dict[Stack, Aims]):
    """Values by burger, for given visible and possible later orders."""

    def __init__(self, pack: Pack, orders: Orders, unseen: int, burgers: int, weights: Weights):
        self.pack, self.weights, self.order_values = pack, weights, order_values(pack, weights)
        self.orders = [visible_order(pack.needs[order], coins) for order, coins in orders]
        self.unseen, (self.spoils, self.too_high) = unseen, contradictions(pack)  # bit sets of orders
        self.per_star = pack.numbers["perfect_bonus"].value
        self.heights: dict[tuple[int, int], Aims] = {}
        self.spare = max(0, burgers - len(orders))  # number of burgers without an order

    def __missing__(self, stack: Stack) -> Aims:
        height, stars = self.height_and_bonus(stack)
        later_value = self.later_value(stack, height)
        row = [max(later_value, self.aim(order, stack, height, stars)) for order in self.orders]
        row += [later_value] * self.spare
        *_, second, best = [0.0, *sorted(row)] if len(row) > 1 else [0.0, *row]
        self[stack] = aims = Aims(row, later_value, best, row.index(best), second)
        return aims

    def height_and_bonus(self, stack: Stack) -> tuple[int, int]:
        """Return the height of a burger and the payment for its Perfect faces."""
        buns, perfect = self.pack.buns.intersection(stack), self.pack.perfect.intersection(stack)
        return len(stack) - len(buns), len(perfect) * self.per_star

    def upper_bound(self, stack: Stack) -> Aims:
        """Return an upper bound of the values of all burgers with this height and payment."""
        height, stars = self.height_and_bonus(stack)
        if (height, stars) not in self.heights:
            row = [
                self.order_values[o.most, height, max(o.least, height), o.coins + stars] for o in self.orders
            ]
            best = max([0.0, self.weights.unseen * pays(self.pack, height), *row])
            self.heights[height, stars] = Aims([best] * (len(row) + self.spare), best, best, 0, best)
        return self.heights[height, stars]

    def aim(self, order: VisibleOrder, stack: Stack, height: int, stars: int) -> float:
        """Return the value of an order at the best height to serve it."""
        short = sum([missing(stack) for missing in order.missing])
        if short >= NEVER:
            return self.weights.dead
        return self.order_values[order.most, height, max(order.least, height + short), order.coins + stars]

    def later_value(self, stack: Stack, height: int) -> float:
        """Return a share of the payment, by the share of later orders that the burger can still meet."""
        if not stack:
            return 0.0
        dead, lost = self.weights.dead, self.too_high[height]
        if not self.unseen:
            return dead
        for face in stack:
            lost |= self.spoils[face]
        share = (self.unseen & ~lost).bit_count() / self.unseen.bit_count()
        return dead + share * (self.weights.unseen * pays(self.pack, height) - dead)


class OrderValues(dict[tuple[int, int, int, int], float]):
    """The best value of an order, by its maximum, the burger's height, the minimum to serve, and coins."""

    def __init__(self, pack: Pack, weights: Weights) -> None:
        self.pack, self.weights = pack, weights

    def __missing__(self, key: tuple[int, int, int, int]) -> float:
        """Compute the best of all target heights, with a discount for each card until then."""
        most, height, least, coins = key
        reward, per_card = coins + self.weights.order, self.weights.per_card
        aims = [(paid + reward) * per_card ** (goal - height) for goal, paid in goals(self.pack, most, least)]
        self[key] = best = max([self.weights.dead, *aims])
        return best


demand = lru_cache(maxsize=32)(Demand)  # shared by all decisions with these orders
order_values = lru_cache(maxsize=8)(OrderValues)


def visible_order(needs: Needs, coins: int) -> VisibleOrder:
    height, *others = needs
    assert isinstance(height, Height)
    return VisibleOrder(coins, height.least, height.most, tuple([need.missing for need in others]))


def best_pairing(burgers: Sequence[Aims]) -> float:
    """Return the highest total value of all burgers if each is served for a different order."""
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
    """Return target heights with their pay: the first that meets the order, and each larger size."""
    if least > most:
        return []
    beyond = [(size.min, size.pays) for size in pack.sizes if least < size.min <= most]
    return [(least, pays(pack, least)), *beyond]


@lru_cache(maxsize=8)
def contradictions(pack: Pack) -> tuple[list[int], list[int]]:
    """Return, by face and by height, the bit set of orders that no burger with it can meet."""
    limit = [limits(needs) for needs in pack.needs]
    spoils = [
        bits(o for o, (_, barred) in enumerate(limit) if face in barred) for face in range(len(pack.faces))
    ]
    too_high = [
        bits(o for o, (most, _) in enumerate(limit) if height > most) for height in range(len(pack.cards) + 1)
    ]
    return spoils, too_high


def bits(orders: Iterable[int]) -> int:
    return sum(1 << order for order in orders)


def limits(needs: Needs) -> tuple[int, frozenset[int]]:
    """Return the limits of an order: the maximum height and the forbidden faces."""
    most = needs[0].most if isinstance(needs[0], Height) else NEVER
    return most, frozenset[int]().union(*(need.barred for need in needs if isinstance(need, NoneOf)))


DONE: Action = ("done",)
IDLE = 2  # rounds without an order that are normal
FEW = 4  # below this many cards to draw, the table may be stuck


class Valuation:
    """The own burgers and the values of what they could become."""

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
        """Return the value of all burgers, with a bonus for second best orders."""
        return best_pairing(aims) + self.weights.open_aim * sum([burger.second for burger in aims])

    def gain(self, changed: dict[int, Stack]) -> float:
        """Return the gain if some burgers change."""
        aims, by_stack = self.aims[:], self.demand
        for to, stack in changed.items():
            aims[to] = by_stack[stack]
        return self.total(aims) - self.now

    @lazy
    def dead_burgers(self) -> bool:
        """True if a burger can meet no visible order."""
        burgers = zip(self.burgers, self.aims, strict=True)
        return any(stack and aims.best <= aims.later_value for stack, aims in burgers)

    # -- cards

    def best_building(self, actions: Iterable[Action]) -> tuple[float, Action]:
        """Return the placement or use of the Spatula that gains most; 0 and DONE if none gains."""
        best: tuple[float, Action] = (0.0, DONE)
        for action in actions:
            best = max(best, (self.building(action, best[0]), action))
        return best

    def building(self, action: Action, beaten: float) -> float:
        if action[0] == "place":
            return self.placing(action[1], action[2])
        return self.spatula_gain(action, beaten)

    def placing(self, face: int, to: int) -> float:
        """Return the gain of a face, with a bonus for cards in hand that could follow."""
        kind = self.pack.faces[face].next
        going_on = self.fitting_in_hand(kind) - bool(self.pack.fitting[kind][face >> 1])
        return self.gain({to: (*self.burgers[to], face)}) + self.weights.fits_next * min(going_on, 3)

    def fitting_in_hand(self, kind: str) -> int:
        """Return the number of cards in hand that fit on this requirement."""
        if kind not in self.followers:
            fitting = self.pack.fitting[kind]
            self.followers[kind] = sum([bool(fitting[card]) for card in self.hand])
        return self.followers[kind]

    def best_placing(self, card: int) -> float:
        """Return the best gain of a card now, or 0 if it fits nowhere."""
        placings = [
            self.gain({to: (*stack, face)})
            for to, stack in enumerate(self.burgers)
            for face in burger.fitting_faces(self.pack, card, stack)
        ]
        return max(placings, default=0.0)

    def fits_somewhere(self, card: int) -> bool:
        return any(burger.fitting_faces(self.pack, card, stack) for stack in self.burgers)

    def spatula_gain(self, action: Action, beaten: float) -> float:
        """Return the gain of the Spatula.

        If an upper bound is below `beaten`, return that bound, which is cheaper.
        """
        changed, demand = self.spatula_result(action), self.demand
        upper_bound = [demand.upper_bound(changed[i]) if i in changed else a for i, a in enumerate(self.aims)]
        price = self.weights.spatula - self.release_value(changed)
        most = self.total(upper_bound) - self.now - price
        return most if most < beaten else self.gain(changed) - price

    def spatula_result(self, action: Action) -> dict[int, Stack]:
        """Return the burgers that the Spatula would change."""
        verb, card, *to = action
        start = next(i for i, stack in enumerate(self.burgers) if burger.index_of_card(stack, card) >= 0)
        stays, block = burger.split_at_card(self.burgers[start], card)
        return {start: stays, to[0]: self.burgers[to[0]] + block} if verb == "shift" else {start: stays}

    def release_value(self, changed: dict[int, Stack]) -> float:
        """Return the value of cards that come back into play while the table is stuck."""
        if not self.standstill:
            return 0.0
        freed = sum([len(self.burgers[to]) - len(stack) for to, stack in changed.items()])
        return self.weights.freed * self.standstill * freed

    @lazy
    def standstill(self) -> int:
        """Rounds without an order beyond the normal ones, if there are hardly any cards to draw."""
        if len(self.view["deck"]) + len(self.view["discard"]) >= FEW:
            return 0
        idle: int = self.view.get("idle", 0)
        return max(0, idle - IDLE)

    # -- orders

    def keeps_met(self, card: int, stack: Stack, order: int) -> bool:
        """Return whether the card could go on top without breaking the order."""
        faces = burger.fitting_faces(self.pack, card, stack)
        return any(is_met(self.pack.needs[order], (*stack, face)) for face in faces)

    def income(self, served: int, order: int) -> float:
        """Return the payment for serving now."""
        stack, coins = self.burgers[served], dict(self.orders)[order]
        return burger.payment(self.pack, stack) + coins + burger.perfect_payment(self.pack, stack)

    def short_of_next_size(self, served: int) -> int:
        """Return the ingredients missing for the next size, or NEVER if there is none."""
        height = burger.height(self.pack, self.burgers[served])
        return next((size.min - height for size in self.pack.sizes if size.min > height), NEVER)


def orders_in_sight(view: Mapping[str, Any]) -> Orders:
    pending: list[int] = view["pending"]
    if "order_coins" not in view:
        return tuple([(order, 0) for order in pending if order != VACANT])
    return tuple([pair for pair in zip(pending, view["order_coins"], strict=True) if pair[0] != VACANT])


def unseen_orders(pack: Pack, view: Mapping[str, Any]) -> int:
    """Return the bit set of orders that may still come."""
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


# -- decisions of the house bot

BUY_FROM = 1.6  # minimum gain of a card for buying it; this includes its price
WAIT_FOR = 2  # a burger this many cards short of the next size may be kept


class HouseBot(Policy):
    """Decides by phase."""

    weights = Weights()
    upgrade_turns = 5  # own turns left for which the upgrade is worth more than the coins

    def choose(self, obs: Observation) -> Action:
        options = list(obs.options)
        if len(options) == 1:
            return options[0]
        if options[0][0] == "cash":
            return options[self.turns_to_come(obs) >= self.upgrade_turns]
        valuation = Valuation(obs.pack, obs.view, obs.seat, self.weights)
        judge = {
            "market": self.market,
            "build": self.build,
            "burger_up": self.burger_up,
            "clean_up": self.clean_up,
        }
        return judge[obs.view["phase"]](obs, valuation, options)

    def turns_to_come(self, obs: Observation) -> float:
        """Estimate the own turns left from the pace of served orders."""
        if obs.view["last_round"]:
            return 0.0
        served = sum(len(orders) for orders in obs.view["completed"])
        pace: float = max(served / obs.view["round"], 0.5)
        return (len(obs.view["order_deck"]) + 1) / pace

    def market(self, obs: Observation, valuation: Valuation, options: list[Action]) -> Action:
        """Buy a card that gains much more than the third best card in hand, which could be placed anyway."""
        own = sorted((valuation.best_placing(card) for card in valuation.hand), reverse=True)
        free = own[2] if len(own) > 2 else 0.0
        gains = [(valuation.best_placing(action[1]) - max(free, 0.0), action) for action in options[:-1]]
        gain, best = max(gains)
        return best if gain > BUY_FROM else DONE

    def build(self, obs: Observation, valuation: Valuation, options: list[Action]) -> Action:
        """Place the card that gains most, or use the Spatula if that gains more than it costs."""
        scrapes = valuation.standstill or valuation.dead_burgers
        useful = [action for action in options[:-1] if scrapes or action[0] != "scrape"]
        gain, best = valuation.best_building(useful or options[:-1])
        return best if gain > 0 else DONE

    def burger_up(self, obs: Observation, valuation: Valuation, options: list[Action]) -> Action:
        """Serve the order that pays most, unless the burger should grow first."""
        best = max(options[:-1], key=lambda action: (valuation.income(action[1], action[2]), action))
        return DONE if self.waits(obs, valuation, best) else best

    def waits(self, obs: Observation, valuation: Valuation, action: Action) -> bool:
        """Return whether cards in hand reach the next size while no rival can serve the order."""
        _, served, order = action
        lift = valuation.short_of_next_size(served)
        if lift > WAIT_FOR or obs.view["last_round"]:
            return False
        top = valuation.burgers[served]
        ready = [card for card in valuation.hand if valuation.keeps_met(card, top, order)]
        return len(ready) >= lift and not is_met_by_rivals(obs.pack, obs.view, obs.seat, order)

    def clean_up(self, obs: Observation, valuation: Valuation, options: list[Action]) -> Action:
        """Discard a card that gains nothing wherever it fits, to draw another.

        If one must go, discard the worst.
        """
        gains = [(valuation.best_placing(action[1]), action) for action in options if action != DONE]
        least, toss = min(gains)
        others = obs.view["deck"] or obs.view["discard"]  # without either the same card would come back
        return DONE if DONE in options and (least > 0 or not others) else toss
