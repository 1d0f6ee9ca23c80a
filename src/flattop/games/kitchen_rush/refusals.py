"""Refusals: the reason why an action is illegal, with the rule that forbids it (KR-R3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.areas import AREA_ACTIONS
from flattop.games.kitchen_rush.pieces import (
    AREAS,
    DESK_1,
    DESK_2,
    OFFICE,
    ON_STRIKE,
    TIMERS,
    VAN,
    timer_name,
)
from flattop.games.kitchen_rush.timers import has_run_out, is_open, may_use, space_for
from flattop.kernel import CLOCK, Action, Obstacle, Seat

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

Reason = Obstacle | None
Refusal = Callable[["KitchenTable", Seat, Action], Reason]

NO_PLATE = Obstacle("no-plate", "No such clean plate fits that dish now.", "KR-R23")
NO_PIECE = Obstacle("not-there", "That piece is not here, or the plate does not take it.", "KR-R24")
NO_SPICE = Obstacle("not-there", "That spice is not in the bag, or the plate does not take it.", "KR-R24")
NOT_COOKABLE = Obstacle("not-cookable", "That dish cannot be cooked now.", "KR-R25")
NOT_WRONG = Obstacle("not-wrong", "There is nothing to exchange.", "KR-R26")
NOTHING_ON_IT = Obstacle("nothing-on-it", "There is nothing to throw away.", "KR-R28")


def why_not(t: KitchenTable, seat: Seat, action: Action) -> Reason:
    """Return the rule against the action; None if it is not an action of this game."""
    if t.over or not CLOCK <= seat < t.seats or not action:
        return None
    if t.paused:
        return Obstacle("paused", "The game is paused; nothing but resume is heard.", "KR-R9")
    if seat == CLOCK:
        return not_now(t)
    refuse = REFUSALS.get(action[0])
    if refuse is None or not all(isinstance(noun, (int, str)) for noun in action):
        return None
    return refuse(t, seat, action) or finish_first(t, seat)


def not_now(t: KitchenTable) -> Obstacle:
    if t.phase in ("running", "closing"):
        return Obstacle("too-far", "The clock may not pass the end of the shift, nor stand still.", "KR-R2")
    return Obstacle("clock-stopped", "The clock does not run now.", "KR-R2")


def placing(t: KitchenTable, seat: Seat, action: Action) -> Reason:
    if len(action) != 3 or not (_is(action[1], TIMERS) and _is(action[2], AREAS)):
        return None
    _, timer, area = action
    if t.phase in ("closing", "accounts"):
        return Obstacle("time-is-up", "Time is up: no action may be begun.", "KR-24")
    if t.phase != "running":
        return Obstacle("not-running", "The shift has not started.", "KR-R8")
    return wrong_timer(t, seat, timer) or finish_first(t, seat) or wrong_area(t, seat, timer, area)


def wrong_timer(t: KitchenTable, seat: Seat, timer: int) -> Reason:
    name = timer_name(timer)
    if t.places[timer] < ON_STRIKE:
        return Obstacle("no-timer", f"Timer {name} is not in the game.", "KR-08")
    if not may_use(t, seat, timer):
        return Obstacle("not-your-timer", f"Timer {name} is not yours to move.", "KR-23")
    if t.places[timer] == ON_STRIKE:
        return Obstacle("on-strike", f"Timer {name} is on strike.", "KR-85")
    if t.places[timer] >= 0 and not has_run_out(t, timer):
        return Obstacle("still-running", f"Timer {name} is still running.", "KR-23")
    if is_open(t, timer):
        return Obstacle("finish-first", f"The action of timer {name} is not finished.", "KR-17")
    return None


def finish_first(t: KitchenTable, seat: Seat) -> Reason:
    if seat not in t.jobs:
        return None
    area = t.pack.area[t.jobs[seat].area].name
    return Obstacle("finish-first", f"Finish your action first: {area}.", "KR-17")


def wrong_area(t: KitchenTable, seat: Seat, timer: int, area: int) -> Obstacle:
    where = t.pack.area[area]
    if where.from_scenario > t.number:
        text = f"{where.name} comes into play in scenario {where.from_scenario}."
        return Obstacle("not-in-scenario", text, "KR-11")
    if space_for(t, timer, area) < 0:
        standing = [piece for piece in t.spaces[area] if piece >= 0]
        earliest = min(standing, key=lambda piece: t.runs_out[piece] - t.lengths[piece], default=None)
        first = "" if earliest is None else f" Seat {t.users[earliest] + 1} was first."
        return Obstacle("no-free-space", f"{where.name} has no free space.{first}", "KR-22")
    if not AREA_ACTIONS[area].possible(t, seat) and t.coins < price(t, area):
        return Obstacle(
            "too-few-coins", f"{where.name} costs {price(t, area)}; the purse has {t.coins}.", "KR-R18"
        )
    return Obstacle("nothing-to-do", f"{where.name}: there is nothing to do for you now.", "KR-R16")


def price(t: KitchenTable, area: int) -> int:
    if area in (DESK_1, DESK_2) and t.desks[area - DESK_1] >= 0:
        return t.pack.office_card[t.desks[area - DESK_1]].cost
    return {VAN: t.pack.numbers.shop_price, OFFICE: t.pack.numbers.late_payment}.get(area, 0)


def lifting(t: KitchenTable, seat: Seat, action: Action) -> Reason:
    if len(action) != 2 or not _is(action[1], TIMERS):
        return None
    why = wrong_timer(t, seat, action[1])
    return why or Obstacle("not-standing", f"Timer {timer_name(action[1])} stands on no space.", "KR-R19")


def at_a_dish(noun: int, otherwise: Obstacle) -> Refusal:
    """Build the refusal of an action on a dish, given the position of the dish among the nouns.

    The dish must belong to the seat; otherwise `otherwise` is the obstacle.
    """

    def refuse(t: KitchenTable, seat: Seat, action: Action) -> Reason:
        return not_your_dish(t, seat, action, noun) or otherwise

    return refuse


def scrapping(t: KitchenTable, seat: Seat, action: Action) -> Reason:
    if t.number < 3:
        return Obstacle("not-in-scenario", "Cooking mistakes come into play in scenario 3.", "KR-11")
    return not_your_dish(t, seat, action, 1) or NOTHING_ON_IT


def correcting(t: KitchenTable, seat: Seat, action: Action) -> Reason:
    if t.number > 1:
        return Obstacle("not-in-scenario", "Only scenario 1 lets ingredients be exchanged.", "KR-43")
    return not_your_dish(t, seat, action, 1) or NOT_WRONG


def serving(t: KitchenTable, seat: Seat, action: Action) -> Reason:
    if t.number < 6:
        return Obstacle("not-in-scenario", "Serving comes into play in scenario 6.", "KR-11")
    return Obstacle("not-prepared", "That is no prepared order of yours.", "KR-R29")


def throwing_out(t: KitchenTable, seat: Seat, action: Action) -> Reason:
    if t.number < 6:
        return Obstacle("not-in-scenario", "Throwing out comes into play in scenario 6.", "KR-11")
    return Obstacle("nobody-there", "Nobody sits there whom you could throw out now.", "KR-62")


def stocking(t: KitchenTable, seat: Seat, action: Action) -> Reason:
    return Obstacle("no-goods", "That cannot be bought, or not be put there.", "KR-R32")


def starting(t: KitchenTable, seat: Seat, action: Action) -> Reason:
    if t.phase != "planning":
        return Obstacle("not-planning", "The shift has started already.", "KR-R8")
    if seat != t.timekeeper:
        return Obstacle("not-timekeeper", "Only the Timekeeper starts the countdown.", "KR-03")
    return Obstacle("not-ready", "Everybody else says ready first.", "KR-R8")


def pausing(t: KitchenTable, seat: Seat, action: Action) -> Reason:
    return Obstacle("no-pause", "You may not pause now.", "KR-R9")


def calling(t: KitchenTable, seat: Seat, action: Action) -> Reason:
    return Obstacle("no-call", "You cannot call it now.", "KR-R10")


def settling_temps(t: KitchenTable, seat: Seat, action: Action) -> Reason:
    return Obstacle("not-planning", "How Temps are used is settled in planning, in scenario 8.", "KR-R40")


def not_your_dish(t: KitchenTable, seat: Seat, action: Action, at: int) -> Reason:
    _, *nouns = action
    dish = t.dishes.get(nouns[at - 1]) if len(nouns) >= at else None
    if dish is None or dish.seat != seat:
        return Obstacle("not-your-dish", "That is no dish of yours.", "KR-29")
    if dish.card in t.served:
        return Obstacle("served", "A served order is frozen.", "KR-R29")
    return None


def _is(noun: object, below: int) -> bool:
    return type(noun) is int and 0 <= noun < below


REFUSALS: dict[str, Refusal] = {
    "place": placing,
    "lift": lifting,
    "hand_on": lifting,
    "plate": at_a_dish(1, NO_PLATE),
    "take": at_a_dish(2, NO_PIECE),
    "season": at_a_dish(2, NO_SPICE),
    "cook": at_a_dish(1, NOT_COOKABLE),
    "scrap": scrapping,
    "give_back": correcting,
    "add_missing": correcting,
    "serve": serving,
    "throw_out": throwing_out,
    "stock": stocking,
    "buy_spice": stocking,
    "put": stocking,
    "put_all": stocking,
    "start": starting,
    "ready": starting,
    "pause": pausing,
    "call_it": calling,
    "temps": settling_temps,
}
