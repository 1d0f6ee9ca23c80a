"""Free acts: plays that need no timer, at any time: plates, corrections, lifting, pausing."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from flattop.games.kitchen_rush.areas import end_finished
from flattop.games.kitchen_rush.dishes import NO_FOOD, NO_PLATE, Dish, changed, lacking, surplus
from flattop.games.kitchen_rush.pieces import IN_HAND, TEMPS, TIMERS
from flattop.games.kitchen_rush.plates import PLATE, empty_plate, fitting_plates
from flattop.games.kitchen_rush.timers import clear_passes, hand_on, is_open, liftable, may_use, pick_up
from flattop.kernel import Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable


PAUSE_IT: Action = ("pause",)
CALL_IT: Action = ("call_it",)
LIFT: tuple[Action, ...] = tuple(("lift", timer) for timer in range(TIMERS))
SCRAP_FROM = 3
TEMPS_FROM = 8
RESUME: tuple[Action, ...] = (("resume",),)


class FreeActs:
    """The any-time plays of the table. Each verb is a method."""

    __slots__ = ()

    def free_acts(self, seat: Seat) -> list[Action]:
        """The free acts open to the seat; none while paused or at the end of a shift."""
        t = cast("KitchenTable", self)
        if t.paused or t.phase not in ("planning", "running", "closing"):
            return []
        own = t.own_dishes(seat)
        acts = missing_plates(t, seat, own)
        if t.phase != "closing" and t.number >= SCRAP_FROM:
            acts += scraps(own)
        if t.phase == "planning":
            return acts + temps_rules(t)
        if t.phase == "running":
            acts += lifts(t, seat)
            if t.number == 1:  # only scenario 1 allows corrections
                acts += corrections(t, own)
        if not t.stepped:
            acts += calls(t, seat)
        return acts

    # -- plates

    def plate(self, seat: Seat, dish: int, size: int) -> Next:
        """A plate not taken with the order may be taken later (KR-33)."""
        self.take_plate(seat, dish, size)
        return self.carry_on()

    def take_plate(self, seat: Seat, dish: int, size: int) -> None:
        t = cast("KitchenTable", self)
        t.cupboard[size] -= 1
        t.dishes[dish] = t.dishes[dish].on_plate(size)
        t.tell("plated", seat, dish, size)

    def scrap(self, seat: Seat, dish: int) -> Next:
        """Throw away a dish: pieces to the supply, plate to the sink; the order stays (KR-70, KR-71)."""
        t = cast("KitchenTable", self)
        empty_plate(t, t.dishes[dish])
        t.tell("scrapped", seat, dish)
        return self.carry_on()

    def give_back(self, seat: Seat, dish: int, kind: int, room: int) -> Next:
        """Scenario 1: put a wrong ingredient back into a room (KR-43)."""
        t = cast("KitchenTable", self)
        plate = t.dishes[dish]
        t.dishes[dish] = plate._replace(food=changed(plate.food, kind, -1), owed=plate.owed + 1)
        t.rooms[room][kind] += 1
        t.tell("gave_back", seat, kind, dish, room)
        return self.carry_on()

    def add_missing(self, seat: Seat, dish: int, kind: int, room: int) -> Next:
        """Scenario 1: take the right ingredient instead (KR-43)."""
        t = cast("KitchenTable", self)
        plate = t.dishes[dish]
        t.dishes[dish] = plate._replace(food=changed(plate.food, kind, 1), owed=max(0, plate.owed - 1))
        t.rooms[room][kind] -= 1
        t.tell("added", seat, kind, dish, room)
        return self.carry_on()

    # -- timers

    def lift(self, seat: Seat, timer: int) -> Next:
        """Take a run-out timer back in hand; its space is free (KR-23)."""
        t = cast("KitchenTable", self)
        t.tell("lifted", timer, t.places[timer])
        pick_up(t, timer)
        return self.carry_on()

    def hand_on(self, seat: Seat, timer: int) -> Next:
        hand_on(cast("KitchenTable", self), timer)
        return self.carry_on()

    def temps(self, seat: Seat, rule: str) -> Next:
        """Set the rule for using Temps, before a shift (KR-76)."""
        t = cast("KitchenTable", self)
        t.temps_rule, t.holders = rule, [t.timekeeper] * 2
        t.tell("temps_rule", seat, rule)
        return self.carry_on()

    # -- the clock

    def pause(self, seat: Seat) -> Next:
        """Stop the clock until a seat resumes (KR-R9)."""
        t = cast("KitchenTable", self)
        t.paused = True
        t.tell("paused", seat)
        return t.interrupt(Paused())

    def call_it(self, seat: Seat) -> Next:
        """The seat declares that it is done; when all have, the shift ends (KR-R10)."""
        t = cast("KitchenTable", self)
        t.calls[seat] = True
        t.tell("called", seat)
        return t.again

    def carry_on(self) -> Next:
        """Clear the passes, and close actions that the free act has completed."""
        t = cast("KitchenTable", self)
        clear_passes(t)
        end_finished(t)
        return t.again


def missing_plates(t: KitchenTable, seat: Seat, own: list[Dish]) -> list[Action]:
    """Plates for own dishes without one, except those of the order being taken."""
    bare = [dish for dish in own if dish.size == NO_PLATE]
    if not bare:
        return []
    job = t.jobs.get(seat)
    taking = job.noun if job and job.kind == "order" else -1
    bare = [dish for dish in bare if dish.card != taking]
    return [PLATE[dish.id][size] for dish in bare for size in fitting_plates(t, dish)]


def scraps(own: list[Dish]) -> list[Action]:
    """Any own dish with a piece on its plate, right or wrong (KR-R28)."""
    return [("scrap", dish.id) for dish in own if not dish.empty]


def temps_rules(t: KitchenTable) -> list[Action]:
    if t.number < TEMPS_FROM:
        return []
    rules = ["anyone", "turns", *(f"seat-{seat}" for seat in range(t.seats))]
    return [("temps", rule) for rule in rules if rule != t.temps_rule]


def lifts(t: KitchenTable, seat: Seat) -> list[Action]:
    lifted = [LIFT[timer] for timer in liftable(t, seat)]
    if t.temps_rule == "turns":
        lifted += [("hand_on", timer) for timer in range(TEMPS, TIMERS) if can_hand_on(t, seat, timer)]
    return lifted


def can_hand_on(t: KitchenTable, seat: Seat, timer: int) -> bool:
    return t.places[timer] >= IN_HAND and may_use(t, seat, timer) and not is_open(t, timer)


def corrections(t: KitchenTable, own: list[Dish]) -> list[Action]:
    """Give back wrong ingredients and add missing ones; cooking rows are not corrected (KR-R26)."""
    actions: list[Action] = []
    for dish in own:
        recipe = t.pack.recipes[dish.id]
        if dish.food == recipe.food or (dish.food == NO_FOOD and not dish.owed):
            continue
        wrong = surplus(dish.food, recipe.food)
        actions += [("give_back", dish.id, kind, room) for kind in range(6) if wrong[kind] for room in (0, 1)]
        if not (dish.row or dish.owed) or not dish.plated or sum(dish.food) >= recipe.pieces:
            continue
        missing = lacking(dish.food, recipe.food)
        actions += [
            ("add_missing", dish.id, kind, room)
            for kind in range(6)
            for room in (0, 1)
            if missing[kind] and t.rooms[room][kind]
        ]
    return actions


def calls(t: KitchenTable, seat: Seat) -> list[Action]:
    """Pausing and `call_it`, in the real pace."""
    calls_open = [PAUSE_IT] if may_pause(t, seat) else []
    if t.phase == "running" and seat not in t.jobs and not t.calls[seat]:
        calls_open.append(CALL_IT)
    return calls_open


def could_only_pause(t: KitchenTable, seat: Seat) -> bool:
    """True if the seat's only free act is a pause."""
    return t.anytime(seat) == [PAUSE_IT]


def may_pause(t: KitchenTable, seat: Seat) -> bool:
    who = t.settings["pause"]
    return bool(who == "anyone" or (who == "timekeeper" and seat == t.timekeeper))


@part
class Paused(Frame):
    """Only `resume` is open, for the seats that may pause (KR-R9).

    The clock is not asked, so no time passes.
    """

    at: str = "stand_still"

    def stand_still(self, t: KitchenTable) -> Next:
        anyone = t.settings["pause"] == "anyone"
        return t.ask_any({seat: RESUME for seat in range(t.seats) if anyone or seat == t.timekeeper})

    def resume(self, t: KitchenTable, seat: Seat) -> Next:
        t.paused = False
        t.tell("resumed", seat)
        return t.done()
