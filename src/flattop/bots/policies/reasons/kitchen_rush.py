"""Kitchen Rush: what the open dishes lack, and which place provides it."""

from __future__ import annotations

from flattop.bots.policies.kitchen_rush.plan import Plan
from flattop.bots.policies.kitchen_rush.policy import missing_food, missing_spices, to_cook
from flattop.bots.policies.reasons import Move
from flattop.games.kitchen_rush import pieces
from flattop.kernel import VACANT, Event
from flattop.match import Observation

NO_MOVES = ("pause",)
OTHER_AREAS = {pieces.VAN: "short_of_goods", pieces.OFFICE: "late_pay"}
ROOMS = (pieces.STORAGE_A, pieces.STORAGE_B, pieces.STORAGE_C)
SAME = {
    "admit", "throw_out", "order", "serve", "flare", "stock", "put", "put_all", "buy_spice", "late_pay",
    "lift", "wait", "pass", "done", "call_it", "strike", "ready", "start", "temps",
}  # fmt: skip

JUDGED = {
    *SAME,
    "smallest_plate",
    "plates_run_out",
    "take_order",
    "short_of_goods",
    "office_card",
    "lacks_food",
    "lacks_spice",
}


def reason(obs: Observation, move: Move) -> Event | None:
    verb, *nouns = move[0]
    if verb == "place":
        return placing(Plan(obs.picture(), obs.seat), nouns[1])
    if verb == "take":
        return ("lacks_food", nouns[1], nouns[0])
    if verb == "season":
        return ("lacks_spice", nouns[1], nouns[0])
    if verb == "cook":
        return ("ready_to_cook", nouns[0])
    if verb == "plate":
        return ("smallest_plate", nouns[0], nouns[1])
    if verb == "wash":
        return ("plates_run_out", nouns[0])
    return (verb,) if verb in SAME else None


def placing(plan: Plan, area: int) -> Event | None:
    """Return why a timer is put on an area."""
    if area in ROOMS:
        return storage(plan, area)
    if area == pieces.GREENHOUSE:
        return greenhouse(plan)
    if area == pieces.STOVE:
        return ("ready_to_cook", to_cook(plan)[0].id) if to_cook(plan) else None
    if area == pieces.DINING:
        return ("serve_done",) if plan.to_serve(True) or plan.to_serve(False) else ("take_order",)
    if area == pieces.RECEPTION:
        return ("free_tables", sum(table == VACANT for table in plan.t.tables))
    if area == pieces.SINK:
        return ("dirty_plates", sum(plan.t.sink))
    return (OTHER_AREAS.get(area, "office_card"),)


def storage(plan: Plan, area: int) -> Event | None:
    """Return a dish that lacks an ingredient of the room."""
    room = plan.t.rooms[ROOMS.index(area)]
    for dish in plan.unfinished:
        for kind, (lacks, there) in enumerate(zip(missing_food(plan, dish), room, strict=True)):
            if lacks and there:
                return ("room_has", dish.id, kind, area)
    return None


def greenhouse(plan: Plan) -> Event | None:
    for dish in plan.unfinished:
        for kind, lacks in enumerate(missing_spices(plan, dish)):
            if lacks and plan.t.bag[kind]:
                return ("lacks_spice", dish.id, kind)
    return None
