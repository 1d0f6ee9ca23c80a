"""The small steps of an open action, as the house bot takes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flattop.bots.policies.kitchen_rush.plan import Plan
from flattop.games.kitchen_rush import pieces
from flattop.games.kitchen_rush.dishes import Dish, lacking
from flattop.kernel import Action

Options = Sequence[Action]
Missing = Callable[[Plan, Dish], tuple[int, ...]]


def next_step(plan: Plan, options: Options) -> Action:
    """What the seat does next in its open action; `done` if nothing is left to do."""
    area = plan.t.jobs[plan.seat].area
    return STEPS[area](plan, options) or options[-1]


def plain_step(options: Options) -> Action | None:
    """A step that takes no look at the kitchen: patrons come in, plates are taken, goods put away."""
    verb = options[0][0]
    if verb in ("admit", "late_pay"):
        return options[0]
    if verb == "plate":
        plates = [action for action in options if action[0] == "plate"]
        return min(plates, key=lambda action: (action[1], action[2]))  # the smallest that fits
    if verb == "put":
        return next((action for action in options if action[0] == "put_all"), options[0])
    return options[-1] if verb == "throw_out" else None


def in_dining_room(plan: Plan, options: Options) -> Action | None:
    serve = [("serve", card) for card in (*plan.to_serve(True), *plan.to_serve(False))]
    starred = serve[: len(plan.to_serve(True))]
    if starred:
        return starred[0]
    _, table = plan.best_order()
    if ("order", table) in options:
        return ("order", table)
    return serve[0] if serve and serve[0] in options else None


def in_storage(plan: Plan, options: Options) -> Action | None:
    return what_dishes_lack(plan, options, "take", missing_food)


def in_greenhouse(plan: Plan, options: Options) -> Action | None:
    return what_dishes_lack(plan, options, "season", missing_spices)


def what_dishes_lack(plan: Plan, options: Options, verb: str, missing: Missing) -> Action | None:
    """The dish nearest to done first."""
    for dish in by_hope(plan):
        for kind, number in enumerate(missing(plan, dish)):
            if number and (verb, kind, dish.id) in options:
                return (verb, kind, dish.id)
    return None


def at_the_stove(plan: Plan, options: Options) -> Action | None:
    job = plan.t.jobs[plan.seat]
    if job.kind:
        return ("flare",) if plan.cooks_left(plan.t.dishes[job.noun]) else None
    return next((("cook", dish.id) for dish in to_cook(plan) if ("cook", dish.id) in options), None)


def at_the_sink(plan: Plan, options: Options) -> Action | None:
    """The size of which fewest are clean."""
    sizes = [action for action in options if action[0] == "wash"]
    return min(sizes, key=lambda action: (plan.t.cupboard[action[1]], action[1]), default=None)


def at_the_van(plan: Plan, options: Options) -> Action | None:
    spices = [action for action in options if action[0] == "buy_spice"]
    foods = [action for action in options if action[0] == "stock"]
    food = max(foods, key=lambda action: (plan.short_food[action[1]], -action[1]), default=None)
    if food and plan.short_food[food[1]]:
        return food
    return max(spices, key=lambda action: (wanted_spice(plan, action[1]), -action[1]), default=None)


def wanted_spice(plan: Plan, kind: int) -> int:
    """What is short first, then what is running low."""
    return 10 * plan.short_spices[kind] - plan.t.bag[kind]


STEPS: dict[int, Callable[[Plan, Options], Action | None]] = {
    pieces.DINING: in_dining_room,
    pieces.STORAGE_A: in_storage,
    pieces.STORAGE_B: in_storage,
    pieces.STORAGE_C: in_storage,
    pieces.STOVE: at_the_stove,
    pieces.GREENHOUSE: in_greenhouse,
    pieces.SINK: at_the_sink,
    pieces.VAN: at_the_van,
}


def by_hope(plan: Plan) -> list[Dish]:
    """The seat's unfinished dishes, the order nearest to done first."""
    return plan.unfinished


def to_cook(plan: Plan) -> list[Dish]:
    """Dishes with all that they need and rows to go, the order nearest to done first."""
    return [
        dish
        for dish in by_hope(plan)
        if dish.food == plan.t.recipe(dish.id).food and plan.cooks_left(dish) and dish.plated
    ]


def missing_food(plan: Plan, dish: Dish) -> tuple[int, ...]:
    return (0,) * 6 if dish.row or not dish.plated else lacking(dish.food, plan.t.recipe(dish.id).food)


def missing_spices(plan: Plan, dish: Dish) -> tuple[int, ...]:
    return lacking(dish.spices, plan.t.recipe(dish.id).spices) if dish.plated else (0,) * 5
