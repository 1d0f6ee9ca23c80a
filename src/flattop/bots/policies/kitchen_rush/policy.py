"""The house bot of Kitchen Rush.  All bots of a team make the same plan from open information."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from flattop.bots.policies import Policy
from flattop.bots.policies.kitchen_rush.plan import Plan
from flattop.games.kitchen_rush import pieces
from flattop.games.kitchen_rush.dishes import Dish, lacking
from flattop.games.kitchen_rush.free_acts import CALL_IT
from flattop.games.kitchen_rush.table import KitchenTable
from flattop.games.kitchen_rush.timers import on_strike, working
from flattop.kernel import PASS, VACANT, WAIT, Action
from flattop.match.observation import Observation

EARLY_CARDS = ("unlock", "repair")  # Office cards that pay off in later shifts


class HouseBot(Policy):
    """Puts a timer where it helps most, and waits if nothing helps."""

    def choose(self, obs: Observation) -> Action:
        free = free_act(obs)
        if free:
            return free
        options = list(obs.options)
        if len(options) == 1 and options[0][0] != "place":
            return options[0]
        if not options:
            return rest(obs)
        if step := plain_step(options):
            return step
        t = obs.picture()
        assert isinstance(t, KitchenTable)
        plan = Plan(t, obs.seat)
        if obs.seat in t.jobs:
            return next_step(plan, options)
        if options[0][0] == "strike":
            return strike(t, options)
        return placement(plan, options) or rest(obs, plan)


def free_act(obs: Observation) -> Action | None:
    """Plate dishes that have no plate, with the smallest that fits.

    Other free acts only correct mistakes.
    """
    plates = [action for action in obs.anytime if action[0] == "plate"]
    return min(plates, key=lambda action: (action[1], action[2]), default=None)


def rest(obs: Observation, plan: Plan | None = None) -> Action:
    """With nothing to do, lift an expired timer so that it blocks no space, then wait."""
    if PASS in obs.options:
        return PASS
    lifts = [action for action in obs.anytime if action[0] == "lift"]
    if lifts:
        return lifts[0]
    return CALL_IT if CALL_IT in obs.anytime and is_done(obs, plan) else WAIT


def is_done(obs: Observation, plan: Plan | None) -> bool:
    """Return whether no seat that has not called the end of the shift has anything left to do."""
    own = {2 * obs.seat, 2 * obs.seat + 1}
    if not own.isdisjoint(chain.from_iterable(obs.view["spaces"])):
        return False
    plan = plan or Plan(obs.picture(), obs.seat)
    t = plan.t
    others = [seat for seat in range(obs.seats) if seat != obs.seat and not t.calls[seat]]
    if not t.jobs.keys().isdisjoint((obs.seat, *others)):
        return False
    return has_finished(plan) and all(has_finished(Plan(t, seat)) for seat in others)


def has_finished(plan: Plan) -> bool:
    """Return whether no further placement of the seat would help, even if all spaces were free."""
    if not plan.slots:
        return True
    areas = plan.pack.areas_in[plan.t.number]
    return not any(area in areas and use(plan) > 0 for area, use in QUICK_FIRST)


def strike(t: KitchenTable, options: list[Action]) -> Action:
    """Choose a Temp first, then a timer of the seat with most timers at work."""
    at_work = [timer // 2 for timer in working(t) if timer < pieces.TEMPS]
    return max(
        options, key=lambda action: (action[1] >= pieces.TEMPS, at_work.count(action[1] // 2), action[1])
    )


def placement(plan: Plan, options: list[Action]) -> Action | None:
    """Return the most useful placement, if any, preferably with a timer that frees a space."""
    best, chosen = 0.0, None
    scores: dict[int, float] = {}
    for action in options:
        if action[0] != "place":
            continue
        _, timer, area = action
        if area not in scores:
            scores[area] = USES[area](plan)
        score = scores[area] + 0.01 * (plan.t.places[timer] >= 0) - 0.005 * (timer >= pieces.TEMPS)
        if scores[area] > 0 and score > best:
            best, chosen = score, action
    return chosen


# -- value of an area for the seat


def seating(plan: Plan) -> float:
    """Value two coins for two patrons highly.

    Before there are drinks, patrons matter only for their orders.
    """
    t = plan.t
    free = sum(table == VACANT for table in t.tables)
    if any(job.area == pieces.RECEPTION for job in t.jobs.values()) or not (t.deck or t.discard) or not free:
        return 0.0
    if t.number < 3:
        return (44.0 if free > 1 else 30.0) if wanted_patrons(plan) > len(t.patrons()) else 0.0
    return 70.0 if free > 1 else 38.0


def wanted_patrons(plan: Plan) -> int:
    """Return the number of orders that the team still wants."""
    t, goal = plan.t, plan.t.set_up.goal
    if goal.served_each:
        return sum(max(0, goal.served_each - len(cards)) for cards in t.orders)
    return 4


def in_dining(plan: Plan) -> float:
    """Value stars highest, then an order that can be finished, then a tip."""
    if plan.to_serve(True):
        return 100.0
    gain, table = plan.best_order()
    if table >= 0:
        return 42.0 + min(gain, 3.0) + (6.0 if len(plan.orders) < 2 else 0.0)
    return 12.0 if plan.to_serve(False) else 0.0


def in_room(room: int) -> Callable[[Plan], float]:
    """Value a room that completes a dish or has several needed ingredients."""

    def score(plan: Plan) -> float:
        lies = list(plan.t.rooms[room])
        pieces = complete = 0
        for dish in plan.unfinished:
            missing = missing_food(plan, dish)
            there = list(map(min, missing, lies))
            pieces += sum(there)
            complete += any(missing) and there == list(missing)
            lies = [n - f for n, f in zip(lies, there, strict=True)]
        if complete:
            return 50.0 + 3.0 * complete + 0.1 * pieces
        return 40.0 + 0.1 * pieces if pieces > 1 else 20.0 * pieces

    return score


def cooking(plan: Plan) -> float:
    return 60.0 if to_cook(plan) else 0.0


def seasoning(plan: Plan) -> float:
    """Value spices that complete a dish or serve several dishes."""
    bag, last, dishes = list(plan.t.bag), 0, 0
    for dish in plan.unfinished:
        missing = missing_spices(plan, dish)
        there = list(map(min, missing, bag))
        bag = [n - f for n, f in zip(bag, there, strict=True)]
        if any(missing) and there == list(missing):
            dishes += 1
            last += not any(missing_food(plan, dish)) and not plan.cooks_left(dish)
    if last:
        return 56.0
    return 46.0 + dishes if dishes > 1 else 15.0 * dishes


def washing(plan: Plan) -> float:
    """Value washing highly if a dish waits for a plate, else if a size has run out."""
    t = plan.t
    if any(not dish.plated for dish in plan.unfinished):
        return 58.0
    out = any(not clean and dirty for clean, dirty in zip(t.cupboard, t.sink, strict=True))
    return 35.0 if out and sum(t.sink) > 1 and plan.slots > 3 else 0.0


def shopping(plan: Plan) -> float:
    """Value what open orders lack and no room has."""
    food, spices, dishes = short(plan.short_food), short(plan.short_spices), plan.unfinished
    if any(missing_food(plan, dish)[kind] for dish in dishes for kind in food):
        return 54.0
    return 52.0 if any(missing_spices(plan, dish)[kind] for dish in dishes for kind in spices) else 0.0


def short(numbers: Iterable[int]) -> list[int]:
    return [kind for kind, number in enumerate(numbers) if number]


def paying_late(plan: Plan) -> float:
    return 90.0 if on_strike(plan.t) else 0.0


def at_desk(desk: int) -> Callable[[Plan], float]:
    """Value Locksmith and Technician in early shifts.  Other cards are not worth their coins."""

    def score(plan: Plan) -> float:
        t = plan.t
        card = t.pack.office_card[t.desks[desk]]
        early = t.shift < t.scenario.shifts and plan.slots > 4
        return 65.0 if card.effect in EARLY_CARDS and early and t.coins > card.cost else 0.0

    return score


USES: dict[int, Callable[[Plan], float]] = {
    pieces.RECEPTION: seating,
    pieces.DINING: in_dining,
    pieces.STORAGE_A: in_room(0),
    pieces.STORAGE_B: in_room(1),
    pieces.STORAGE_C: in_room(2),
    pieces.STOVE: cooking,
    pieces.GREENHOUSE: seasoning,
    pieces.SINK: washing,
    pieces.VAN: shopping,
    pieces.OFFICE: paying_late,
    pieces.DESK_1: at_desk(0),
    pieces.DESK_2: at_desk(1),
}
QUICK_FIRST = sorted(
    USES.items(), key=lambda use: use[0] == pieces.DINING
)  # the Dining Room last, because it is slow to value


# -- steps of an open action

Options = Sequence[Action]
Missing = Callable[[Plan, Dish], tuple[int, ...]]


def next_step(plan: Plan, options: Options) -> Action:
    """Return the next step of the seat's open action, or `done`."""
    area = plan.t.jobs[plan.seat].area
    return STEPS[area](plan, options) or options[-1]


def plain_step(options: Options) -> Action | None:
    """Return a step that needs no plan: admit patrons, take plates, put goods away."""
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
    """Return what a dish needs, beginning with the dish nearest to completion."""
    for dish in plan.unfinished:
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
    """Wash the size with fewest clean plates."""
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
    """Return the priority of a spice: missing ones first, then those running low."""
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


def to_cook(plan: Plan) -> list[Dish]:
    """Return the dishes that have all ingredients and still need cooking."""
    return [
        dish
        for dish in plan.unfinished
        if dish.food == plan.t.recipe(dish.id).food and plan.cooks_left(dish) and dish.plated
    ]


def missing_food(plan: Plan, dish: Dish) -> tuple[int, ...]:
    return (0,) * 6 if dish.row or not dish.plated else lacking(dish.food, plan.t.recipe(dish.id).food)


def missing_spices(plan: Plan, dish: Dish) -> tuple[int, ...]:
    return lacking(dish.spices, plan.t.recipe(dish.id).spices) if dish.plated else (0,) * 5
