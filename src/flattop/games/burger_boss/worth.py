"""What a position is worth to a seat: a hint for bots that search, no rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_boss.schema import NOTHING, PATTY, Dish
from flattop.games.burger_boss.scoring import progress
from flattop.kernel import Seat

if TYPE_CHECKING:
    from flattop.games.burger_boss.table import BossTable


def worth(t: BossTable, seat: Seat) -> float:
    """Dollars the seat has, or may hope for."""
    if t.over:
        return t.money[seat]
    grills = sum(dish_worth(t, dish) for dish in t.dishes_of(seat) if dish != NOTHING)
    return t.money[seat] + grills + shelf_worth(t, seat) + growth_worth(t, seat) + mission_worth(t, seat)


def dish_worth(t: BossTable, dish: Dish) -> float:
    """Most of its price if someone waits for it, less if it is still on the way to an order."""
    waiting = t.buyers(dish)
    if waiting:
        space = waiting[-1]
        return 0.8 * (t.pack.pays[t.queue[space]] + t.pack.bonus[space])
    return max((0.35 * on_the_way(t, dish, customer) for customer in t.queue if customer >= 0), default=0.0)


def on_the_way(t: BossTable, dish: Dish, customer: int) -> float:
    """The customer's price times the share that is finished; nothing if the mix can never match."""
    recipe = t.pack.recipes[customer]
    if any(have > want for have, want in zip(dish, recipe, strict=True)):
        return 0.0
    return t.pack.pays[customer] * sum(dish) / sum(recipe)


def shelf_worth(t: BossTable, seat: Seat) -> float:
    """Tokens in cold, as far as one waiting order per kitchen could use them."""
    recipes = [t.pack.recipes[customer] for customer in t.queue if customer >= 0]
    total = 0.0
    for kind, count in enumerate(t.shelf(seat)):
        useful = t.kitchens[seat] * max((recipe[kind] for recipe in recipes), default=0)
        total += min(count, useful) * (0.5 if kind <= PATTY else 1.0)
    return total


def growth_worth(t: BossTable, seat: Seat) -> float:
    """Extra workers and kitchens for the rounds that are left, and specials in hand."""
    start = t.pack.start
    waiting = sum(customer >= 0 for customer in t.queue)
    rounds_left = (len(t.deck) + waiting) / 2.7
    workers = t.workers[seat] + t.hired[seat] - start.workers
    extra = 1.2 * workers + 0.5 * (t.kitchens[seat] - start.kitchens)
    return extra * rounds_left + 1.5 * len(t.hands[seat])


def mission_worth(t: BossTable, seat: Seat) -> float:
    """The bonus times the progress towards it."""
    missions = [t.pack.missions[number] for number in t.missions[seat]]
    return sum(m.bonus * min(1.0, progress(t, seat, m) / m.need) for m in missions)
