"""The plan of the house bot of Kitchen Rush: needs of orders, shortages, and placements left."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from operator import sub

from flattop.bots.policies import CACHE_SIZE, lazy
from flattop.games.kitchen_rush.dining import is_prepared
from flattop.games.kitchen_rush.dishes import NO_FOOD, NO_SPICES, Dish, is_right, lacking
from flattop.games.kitchen_rush.pieces import DINING, LOCKED, STORAGE_A, TEMPS, TIMERS
from flattop.games.kitchen_rush.table import KitchenTable
from flattop.games.kitchen_rush.timers import may_use
from flattop.kernel import Seat

STAR, WANTED_STAR = 2.0, 6.0  # value of a star in coins, and while the team still needs stars for its goal
HANDWORK = 60  # ticks per placement beyond its timer, in real time

Counts = tuple[int, ...]  # by kind


class Plan:
    """The kitchen from one seat.  It depends on no face-down card."""

    def __init__(self, t: KitchenTable, seat: Seat) -> None:
        self.t, self.seat, self.pack = t, seat, t.pack
        self.dishes = t.own_dishes(seat)

    # -- orders

    @lazy
    def orders(self) -> list[int]:
        """Own unfinished orders: those with stars first, then those with fewest placements left."""
        cards = {dish.card for dish in self.dishes}
        open_ones = [card for card in self.t.orders[self.seat] if card in cards and not self.t.is_right(card)]
        if len(open_ones) < 2:
            return open_ones
        stars = self._serve
        return sorted(open_ones, key=lambda card: (-stars(card), self.actions_left(card), card))

    @lazy
    def unfinished(self) -> list[Dish]:
        """The unfinished dishes of those orders, in the same order."""
        recipes, dishes = self.pack.recipes, self.t.dishes
        ids = [dish for card in self.orders for dish in self.pack.dishes_of[card]]
        return [dishes[one] for one in ids if not is_right(dishes[one], recipes[one])]

    def to_serve(self, starred: bool) -> list[int]:
        """Return finished orders of the seat that earn stars when served, or those that earn a tip."""
        t, patron = self.t, self.pack.patron
        if t.number < 6:
            return []
        mine = [c for c in t.orders[self.seat] if c not in t.served and bool(patron[c].stars) == starred]
        return [card for card in mine if is_prepared(t, card) and t.is_right(card)]

    def actions_left(self, card: int) -> int:
        """Return the placements that an order still takes."""
        dishes = self.t.dishes_of(card)
        return self._trips(dishes) + sum(self.cooks_left(dish) for dish in dishes) + self._serve(card)

    def cooks_left(self, dish: Dish) -> int:
        return max(0, self.pack.recipes[dish.id].cook - dish.row)

    def _serve(self, card: int) -> int:
        return int(self.t.number >= 6 and self.pack.patron[card].stars > 0)

    def _trips(self, dishes: Iterable[Dish]) -> int:
        """Return the trips to storage rooms, greenhouse and van."""
        food, spices = self.missing(dishes)
        return trips(food, spices, self.rooms, tuple(self.t.bag))

    def missing(self, dishes: Iterable[Dish]) -> tuple[Counts, Counts]:
        """Return the ingredients and spices that the dishes lack."""
        recipes = [(dish, self.pack.recipes[dish.id]) for dish in dishes]
        food = [lacking(dish.food, recipe.food) for dish, recipe in recipes]
        return total(food, NO_FOOD), total([lacking(d.spices, r.spices) for d, r in recipes], NO_SPICES)

    @lazy
    def rooms(self) -> tuple[Counts, ...]:
        """The contents of each unlocked room."""
        t = self.t
        return tuple([tuple(t.rooms[room]) for room in range(3) if LOCKED not in t.spaces[STORAGE_A + room]])

    @lazy
    def stock(self) -> Counts:
        """The ingredients in all unlocked rooms."""
        return total(self.rooms, NO_FOOD)

    # -- time

    @lazy
    def slots(self) -> int:
        """The placements that the seat can still make."""
        t = self.t
        mine = [timer for timer in range(TIMERS) if t.places[timer] >= -1 and may_use(t, self.seat, timer)]
        own = [timer for timer in mine if timer < TEMPS or t.temps_rule == f"seat-{self.seat}"]
        slots = 0
        for timer in own:
            free = max(t.now, t.runs_out[timer]) if t.places[timer] >= 0 else t.now
            slots += 0 if free >= t.limit else 1 + (t.limit - 1 - free) // self.period(timer)
        return slots

    def period(self, timer: int) -> int:
        """Return the ticks from one placement of a timer to the next."""
        length = self.t.lengths[timer]
        if not self.t.stepped:
            return length + HANDWORK
        return -(-length // self.t.beat) * self.t.beat

    @lazy
    def committed(self) -> int:
        """The placements that the seat's own orders still take.  Trips are shared between orders."""
        return self.actions_for(self.unfinished)

    def actions_for(self, dishes: list[Dish]) -> int:
        cooks = sum([self.cooks_left(dish) for dish in dishes])
        if self.t.number < 6:  # nothing is served before game 6
            return self._trips(dishes) + cooks
        serves = sum([self._serve(card) for card in {dish.card for dish in dishes}])
        return self._trips(dishes) + cooks + serves + len(self.to_serve(True))

    # -- orders to take

    def worth_of(self, card: int) -> float:
        """Return the value of an order: 1 where orders are counted, else its coins and stars."""
        patron, t = self.pack.patron[card], self.t
        if t.number < 3:
            return 1.0
        return patron.coins + (self.star * patron.stars if t.number >= 6 else 0.0)

    @lazy
    def star(self) -> float:
        """The value of a star.  It is higher while the team's stars and orders fall short of the goal."""
        coming = sum(self.pack.patron[card].stars for cards in self.t.orders for card in cards)
        return WANTED_STAR if self.t.reputation + coming < self.t.set_up.goal.reputation else STAR

    def best_order(self) -> tuple[float, int]:
        """Return the best value per placement and its table; -1 if no order can be finished."""
        offers = self.orders_in_time() if self.wants_orders else []
        offers.sort(key=lambda offer: (-offer[0], offer[1]))
        return offers[self.rivals] if len(offers) > self.rivals else (0.0, -1)

    def orders_in_time(self) -> list[tuple[float, int]]:
        """Return the orders that can be finished, as value per placement and table."""
        t, offers = self.t, []
        way = self.seat not in t.jobs  # a seat in the Dining Room needs no trip
        for table in t.patrons():
            card = t.tables[table]
            new = [Dish(dish, card, self.seat) for dish in self.pack.dishes_of[card]]
            after = self.actions_for([*self.unfinished, *new])
            if after + way + self._serve(card) <= self.slots:  # a missed star costs one
                offers.append((self.worth_of(card) / (1 + after - self.committed), table))
        return offers

    @property
    def rivals(self) -> int:
        """The seats in the Dining Room that will choose before this one arrives."""
        jobs = self.t.jobs
        return 0 if self.seat in jobs else sum([job.area == DINING and not job.kind for job in jobs.values()])

    @lazy
    def wants_orders(self) -> bool:
        """True if the seat may take another order: at most three at a time, and no more than the goal."""
        goal = self.t.set_up.goal.served_each
        if goal and len(self.t.orders[self.seat]) >= goal:
            return False
        return len(self.orders) < 3

    # -- shortages

    @lazy
    def short_food(self) -> list[int]:
        """Ingredients that the team's dishes lack and no unlocked room has."""
        wanted, _ = self.missing([dish for dish in self.team_dishes if not dish.row])
        return [max(0, n - stock) for n, stock in zip(wanted, self.stock, strict=True)]

    @lazy
    def short_spices(self) -> list[int]:
        _, wanted = self.missing(self.team_dishes)
        return [max(0, n - lies) for n, lies in zip(wanted, self.t.bag, strict=True)]

    @lazy
    def team_dishes(self) -> list[Dish]:
        return [dish for dish in self.t.dishes.values() if dish.card not in self.t.served]


def total(counts: Collection[Counts], none: Counts) -> Counts:
    return tuple(map(sum, zip(*counts, strict=True))) if counts else none


@lru_cache(maxsize=CACHE_SIZE)
def trips(food: Counts, spices: Counts, rooms: tuple[Counts, ...], bag: Counts) -> int:
    """Return the trips to storage rooms and greenhouse, and to the van for what is missing there."""
    short = sum([n > stock for n, stock in zip(food, total(rooms, NO_FOOD), strict=True)])
    short_spices = any(n > lies for n, lies in zip(spices, bag, strict=True))
    return rooms_for(food, rooms) + any(spices) + short + short_spices


def rooms_for(food: Counts, rooms: Iterable[Counts]) -> int:
    """Return the number of rooms needed to collect the food, the fullest first."""
    left, ways = food, 0
    for room in sorted(rooms, key=lambda lies: -sum(map(min, food, lies))):
        there = tuple(map(min, left, room))
        if any(there):
            ways += 1
            left = tuple(map(sub, left, there))
    return ways + (any(left) and not ways)
