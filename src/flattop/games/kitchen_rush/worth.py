"""What a position is worth to the team, judged by what lies open: a hint for search."""

from __future__ import annotations

from flattop.games.kitchen_rush.derived import bill
from flattop.games.kitchen_rush.dishes import Dish, lacking
from flattop.games.kitchen_rush.scoring import goal_parts, paid_timers, reached, share_of_goal
from flattop.games.kitchen_rush.table import KitchenTable
from flattop.games.kitchen_rush.timers import working
from flattop.kernel import Seat

STEP, SPOILED, STRIKE = 0.1, 0.3, 1.0


def worth(t: KitchenTable, seat: Seat) -> float:
    """Share of the goal, steps done on unfinished orders, spoiled dishes and expected strikes."""
    if t.over:
        return 10.0 if t.verdict == "goal met" else share_of_goal(goal_parts(t))
    right = [sum(map(t.is_right, cards)) + done for cards, done in zip(t.orders, t.right, strict=True)]
    coming = sum(t.pack.patron[card].coins for cards in t.orders for card in cards if t.is_right(card))
    coins = t.coins + (coming if t.number >= 3 else 0)
    parts = reached(t.set_up.goal, max(0, coins - bill(t)), t.reputation, right)
    dishes = list(t.dishes.values())
    steps = sum(progress(t, dish) for dish in dishes)
    spoiled = sum(map(t.is_spoiled, dishes))
    return share_of_goal(parts) + STEP * steps - SPOILED * spoiled - STRIKE * strikes(t, coins)


def progress(t: KitchenTable, dish: Dish) -> float:
    """The part of a dish that is done: plate, pieces and rows."""
    recipe = t.recipe(dish.id)
    missing = sum(lacking(dish.food, recipe.food)) + sum(lacking(dish.spices, recipe.spices))
    needed = 1 + recipe.pieces + recipe.pinches + recipe.cook
    return (dish.plated + recipe.pieces + recipe.pinches - missing + min(dish.row, recipe.cook)) / needed


def strikes(t: KitchenTable, coins: int) -> int:
    """Timers that the purse could not pay."""
    if t.number < 5:
        return 0
    at_work = len(working(t))
    return at_work - paid_timers(at_work, coins, t.pack.numbers.salary, t.held_award("free_salary"))
