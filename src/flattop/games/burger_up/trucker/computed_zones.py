"""Computed zones: public facts, computed when a view is built."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

from flattop.games.burger_up import burger
from flattop.games.burger_up.requirements import State, order_states
from flattop.games.burger_up.trucker.hands import next_place
from flattop.games.burger_up.trucker.scoring import speed_coins
from flattop.kernel import VACANT, Seat

if TYPE_CHECKING:
    from flattop.games.burger_up.trucker.table import TruckTable


Phase = Literal["setup", "countdown", "build", "score", "over"]


class TruckClock(TypedDict):
    pace: Literal["real", "turns"]
    phase: Phase
    round: int
    rounds: int
    now: int
    limit: int
    left: int
    beat: int
    beats: int


def clock(t: TruckTable) -> TruckClock:
    """Phase, round, and the tick or the beat; `limit` is 0 without a time limit."""
    return {
        "pace": "real" if t.live else "turns",
        "phase": t.phase,
        "round": t.round,
        "rounds": t.settings["rounds"],
        "now": t.now,
        "limit": t.limit if t.live else 0,
        "left": max(0, t.limit - max(0, t.now)) if t.live and t.phase not in ("score", "over") else 0,
        "beat": t.beat,
        "beats": 0 if t.live else t.settings["beats"],
    }


def wanted(t: TruckTable) -> list[str]:
    """The type that each burger requests next; `any` if it takes anything."""
    return [t.wants(seat) for seat in range(t.seats)]


def heights(t: TruckTable) -> list[int]:
    """The number of ingredients in each burger."""
    return [burger.height(t.pack, stack) for stack in t.burgers]


def sizes(t: TruckTable) -> list[str]:
    """The id of the size that each burger has reached; empty for an empty burger."""
    reached = [burger.size(t.pack, height) for height in heights(t)]
    return [size.id if size else "" for size in reached]


def pays(t: TruckTable) -> list[int]:
    """Coins that each burger would earn for size and Perfect faces, if it is served."""
    return [burger.payment(t.pack, stack) + burger.perfect_payment(t.pack, stack) for stack in t.burgers]


def next_speed(t: TruckTable) -> int:
    """The speed coins of the next seat to finish."""
    return speed_coins(next_place(t)) if t.builders else 0


def asked(t: TruckTable) -> list[list[str]]:
    """The requirements of each Incoming Order as text, the height first."""
    return [[need.words for need in t.pack.needs[order]] for order in t.incoming]


def prospects(t: TruckTable) -> list[list[list[State]]]:
    """By seat and Incoming Order: met, possible or impossible; the whole order, then each need."""
    return [[list(order_states(t.pack, order, stack)) for order in t.incoming] for stack in t.burgers]


def fits(t: TruckTable) -> list[list[int]]:
    """The faces each burger would take, of the cards face up in the centre and in the own hand."""
    return [fitting_faces(t, seat) for seat in range(t.seats)]


def fitting_faces(t: TruckTable, seat: Seat) -> list[int]:
    if t.phase != "build" or not t.is_building(seat):
        return []
    by_card = t.pack.fitting[t.wants(seat)]
    own = [t.held[seat]] if t.held[seat] != VACANT else []
    return [face for card in t.face_up + own for face in by_card[card]]


def line_asked(t: TruckTable) -> list[list[str]]:
    """The requirements of each Top Bun of the line that is turned up."""
    return [[need.words for need in t.pack.needs[order]] for order in t.line[: t.turned]]


def line_prospects(t: TruckTable) -> list[list[list[State]]]:
    """By seat and Top Bun turned up: met or not; the whole order, then each need."""
    turned = t.line[: t.turned]
    return [[list(order_states(t.pack, order, stack)) for order in turned] for stack in t.burgers]


def meets(t: TruckTable) -> list[bool]:
    """For each seat, True if its burger meets the open Top Bun."""
    return [t.open_order != VACANT and t.can_meet(seat) for seat in range(t.seats)]


def claimed(t: TruckTable) -> list[int]:
    """The Top Bun that each seat has claimed in this round, or VACANT."""
    return [t.line[t.takers.index(seat)] if seat in t.takers else VACANT for seat in range(t.seats)]
