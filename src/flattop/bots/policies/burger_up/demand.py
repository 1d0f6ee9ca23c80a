"""What burgers are worth while certain orders are in sight, worked out once for each burger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import NEVER, Height, Needs, NoneOf

Stack = tuple[int, ...]
Orders = tuple[tuple[int, int], ...]  # each with the coins that lie on it


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

    def __init__(self, pack: Pack, orders: Orders, unseen: int, burgers: int, taste: Taste):
        self.pack, self.taste, self.worths = pack, taste, worths(pack, taste)
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
            best = max([0.0, self.taste.unseen * pays(self.pack, height), *row])
            self.heights[height, stars] = Aims([best] * (len(row) + self.spare), best, best, 0, best)
        return self.heights[height, stars]

    def aim(self, order: Wanted, stack: Stack, height: int, stars: int) -> float:
        """The best height at which to serve the order."""
        short = sum([missing(stack) for missing in order.missing])
        if short >= NEVER:
            return self.taste.dead
        return self.worths[order.most, height, max(order.least, height + short), order.coins + stars]

    def hope(self, stack: Stack, height: int) -> float:
        """A part of the payment by the share of unseen orders that the burger does not contradict."""
        if not stack:
            return 0.0
        dead, lost = self.taste.dead, self.towers[height]
        if not self.unseen:
            return dead
        for face in stack:
            lost |= self.spoils[face]
        share = (self.unseen & ~lost).bit_count() / self.unseen.bit_count()
        return dead + share * (self.taste.unseen * pays(self.pack, height) - dead)


class Worths(dict[tuple[int, int, int, int], float]):
    """By the most that an order bears, height, least height to serve at, and coins: the best it can pay."""

    def __init__(self, pack: Pack, taste: Taste) -> None:
        self.pack, self.taste = pack, taste

    def __missing__(self, key: tuple[int, int, int, int]) -> float:
        """The best of all heights to aim at, less for each card until then."""
        most, height, least, coins = key
        reward, per_card = coins + self.taste.order, self.taste.per_card
        aims = [(paid + reward) * per_card ** (goal - height) for goal, paid in goals(self.pack, most, least)]
        self[key] = best = max([self.taste.dead, *aims])
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
