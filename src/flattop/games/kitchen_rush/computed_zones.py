"""Computed zones: seconds left, missing ingredients, the goal, and warnings in the first scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, TypedDict

from flattop.games.kitchen_rush.cards import dish_name
from flattop.games.kitchen_rush.dishes import Dish, is_ready_to_cook, is_right, lacking, surplus
from flattop.games.kitchen_rush.pieces import ASIDE, IN_HAND, ON_STRIKE, TIMERS, Job, owner, timer_name
from flattop.games.kitchen_rush.scoring import goal_parts
from flattop.games.kitchen_rush.timers import in_play, is_open, working
from flattop.games.kitchen_rush.van import storage_rooms

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable


TimerState = Literal["in hand", "on strike", "to be hired", "running", "run out"]
TAKEN_OFF: dict[int, TimerState] = {IN_HAND: "in hand", ON_STRIKE: "on strike", ASIDE: "to be hired"}
LAST_WARNED_SCENARIO = 2  # from scenario 3 on, spoiled dishes can be thrown away (KR-70)
CORRECTION_NOTE = {
    1: "You could still put it back later (KR-43).",
    2: "It could not be taken off again (KR-R27).",
}


class ShiftClock(TypedDict):
    phase: str
    paused: bool
    shift: int
    shifts: int
    now: int
    limit: int
    left: int


class Scene(TypedDict):
    scenario: int
    name: str
    areas: list[int]
    shelves: list[list[int]]
    timekeeper: int
    top: int
    hats: list[int]


class DishView(TypedDict):
    dish: int
    card: int
    size: int
    wants_size: int
    row: int
    cook: int
    food: tuple[int, ...]
    spices: tuple[int, ...]
    missing_food: tuple[int, ...]
    missing_spices: tuple[int, ...]
    wrong_food: tuple[int, ...]
    wrong_spices: tuple[int, ...]
    ready: bool  # complete, and still to be cooked
    served: bool
    right: bool
    spoiled: bool


class TimerView(TypedDict):
    timer: int
    name: str
    owner: int
    area: int
    space: int
    left: int
    length: int
    by: int
    open: bool
    state: TimerState


class JobView(TypedDict, total=False):
    """The open action of a seat; empty if there is none."""

    timer: int
    area: int
    kind: str
    amount: int
    noun: int
    held: tuple[int, ...]


def clock(t: KitchenTable) -> ShiftClock:
    """Phase, shift and time. `left` counts down to the end of the shift, or of the grace time."""
    end = t.limit + (t.grace if t.phase == "closing" else 0)
    return {
        "phase": t.phase,
        "paused": t.paused,
        "shift": t.shift,
        "shifts": t.scenario.shifts,
        "now": t.now,
        "limit": t.limit,
        "left": max(0, end - t.now),
    }


def scene(t: KitchenTable) -> Scene:
    """The scenario, the areas in play, the ingredients each room may hold, and the Reputation board."""
    side = t.scenario.reputation_board
    return {
        "scenario": t.number,
        "name": t.scenario.name,
        "areas": list(t.pack.areas_in[t.number]),
        "shelves": [[kind for kind in range(6) if room in storage_rooms(t, kind)] for room in range(3)],
        "timekeeper": t.timekeeper,
        "top": t.pack.reputation[side].top if side else 0,
        "hats": list(t.pack.hats(side, t.seats)),
    }


def goal(t: KitchenTable) -> dict[str, tuple[int, int]]:
    """Each part of the goal: what the team has, and what it needs."""
    return goal_parts(t)


def bill(t: KitchenTable) -> int:
    """The salaries due at the end of this shift (KR-83)."""
    if t.number < 5:
        return 0
    return t.pack.numbers.salary * max(0, len(working(t)) - t.held_award("free_salary"))


def boards(t: KitchenTable) -> list[list[DishView]]:
    """Every dish on every board, with missing and surplus pieces."""
    return [[dish_view(t, dish) for dish in t.board(seat)] for seat in range(t.seats)]


def dish_view(t: KitchenTable, dish: Dish) -> DishView:
    recipe = t.recipe(dish.id)
    return {
        "dish": dish.id,
        "card": dish.card,
        "size": dish.size,
        "wants_size": recipe.size,
        "row": dish.row,
        "cook": recipe.cook,
        "food": dish.food,
        "spices": dish.spices,
        "missing_food": lacking(dish.food, recipe.food),
        "missing_spices": lacking(dish.spices, recipe.spices),
        "wrong_food": surplus(dish.food, recipe.food),
        "wrong_spices": surplus(dish.spices, recipe.spices),
        "ready": is_ready_to_cook(dish, recipe),
        "served": dish.card in t.served,
        "right": is_right(dish, recipe),
        "spoiled": t.is_spoiled(dish),
    }


def plates(t: KitchenTable) -> list[list[str]]:
    """The dishes as text, one line each."""
    return [[dish_text(t, dish) for dish in t.board(seat)] for seat in range(t.seats)]


def dish_text(t: KitchenTable, dish: Dish) -> str:
    recipe = t.recipe(dish.id)
    plate = (
        f"plate {t.pack.plate[dish.size].name}"
        if dish.plated
        else f"no plate {t.pack.plate[recipe.size].name}"
    )
    missing = counted_pieces(t, lacking(dish.food, recipe.food), lacking(dish.spices, recipe.spices))
    wrong = counted_pieces(t, surplus(dish.food, recipe.food), surplus(dish.spices, recipe.spices))
    parts = [plate, f"cooked {dish.row} of {recipe.cook}", f"lacks {missing}" if missing else "all on it"]
    parts += [f"too much: {wrong}"] if wrong else []
    return f"{dish_name(t.pack, dish.id)} ({', '.join(parts)}{'; served' if dish.card in t.served else ''})"


def counted_pieces(t: KitchenTable, food: tuple[int, ...], spices: tuple[int, ...]) -> str:
    names = [*(food.name for food in t.pack.ingredient), *(spice.name for spice in t.pack.spice)]
    return " + ".join(f"{n} {name}" for n, name in zip((*food, *spices), names, strict=True) if n)


def timers(t: KitchenTable) -> list[TimerView]:
    """Every timer with its owner, place, remaining time and last user."""
    return [timer_view(t, timer) for timer in range(TIMERS) if t.places[timer] >= ASIDE]


def timer_view(t: KitchenTable, timer: int) -> TimerView:
    area = t.places[timer]
    left = max(0, t.runs_out[timer] - t.now) if area >= 0 else 0
    return {
        "timer": timer,
        "name": timer_name(timer),
        "owner": owner(timer),
        "area": area,
        "space": t.spaces[area].index(timer) if area >= 0 else -1,
        "left": left,
        "length": t.lengths[timer],
        "by": t.users[timer] if area >= 0 else -1,
        "open": is_open(t, timer),
        "state": TAKEN_OFF[area] if area < 0 else "running" if left else "run out",
    }


def sand(t: KitchenTable) -> list[str]:
    """The timers as text."""
    return [timer_text(t, timer) for timer in in_play(t)]


def timer_text(t: KitchenTable, timer: int) -> str:
    area = t.places[timer]
    if area < 0:
        return f"{timer_name(timer)} {TAKEN_OFF[area]}"
    left = max(0, t.runs_out[timer] - t.now)
    where = f"{timer_name(timer)} at {t.pack.area[area].name}"
    return f"{where} {left / 10:g} s" if left else f"{where} run out"


def doing(t: KitchenTable) -> list[JobView]:
    """The open action of each seat; empty if there is none."""
    return [job_view(t.jobs[seat]) if seat in t.jobs else {} for seat in range(t.seats)]


def job_view(job: Job) -> JobView:
    return {
        "timer": job.timer,
        "area": job.area,
        "kind": job.kind,
        "amount": job.amount,
        "noun": job.noun,
        "held": job.held,
    }


def cautions(t: KitchenTable) -> list[dict[str, str]]:
    """For each seat, the actions that would spoil one of its dishes, each with the reason.

    Only in the first two scenarios, in which a dish cannot be thrown away.
    """
    if t.number > LAST_WARNED_SCENARIO or t.strict:
        return [{} for _ in range(t.seats)]
    return [
        {play: why for dish in t.board(seat) for play, why in spoiling_plays(t, dish)}
        for seat in range(t.seats)
    ]


def spoiling_plays(t: KitchenTable, dish: Dish) -> Iterator[tuple[str, str]]:
    """Yield each action that would spoil the dish, as text, and the reason."""
    recipe = t.recipe(dish.id)
    name = dish_name(t.pack, dish.id)
    missing_food, missing_spices = lacking(dish.food, recipe.food), lacking(dish.spices, recipe.spices)
    kinds = [food.name for food in t.pack.ingredient], [spice.name for spice in t.pack.spice]
    pieces, wants = (missing_food, missing_spices), (recipe.food, recipe.spices)
    for verb, missing, want, names in zip(("take", "season"), pieces, wants, kinds, strict=True):
        for noun in (noun for noun, left in enumerate(missing) if not left):
            none = f"no {'more ' if want[noun] else ''}{names[noun]}"
            yield f"{verb} {noun} {dish.id}", f"{name} wants {none}. {CORRECTION_NOTE[t.number]}"
    if any(missing_food):
        yield f"cook {dish.id}", f"{name} is not complete: cooked now, it takes no more ingredients (KR-42)."
    elif dish.row >= recipe.cook:
        yield f"cook {dish.id}", f"{name} is finished: cooked once more, it is spoiled (KR-44)."
