"""Legal placements: the areas where a timer may be put down, found in one scan for all seats."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from flattop.games.kitchen_rush.area_action import AreaAction
from flattop.games.kitchen_rush.areas import AREA_ACTIONS
from flattop.games.kitchen_rush.dining import SERVING_FROM
from flattop.games.kitchen_rush.pieces import (
    AREAS,
    DESK_1,
    DESK_2,
    DINING,
    GREENHOUSE,
    IN_HAND,
    OFFICE,
    RECEPTION,
    SINK,
    STORAGE_A,
    STORAGE_B,
    STORAGE_C,
    STOVE,
    TEMPS,
    TIMERS,
    VAN,
)
from flattop.kernel import RULES_CACHE_SIZE, VACANT, Action, Seat

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

Pairs = tuple[tuple[int, int], ...]
PLACE: tuple[tuple[Action, ...], ...] = tuple(
    tuple(("place", timer, area) for area in range(AREAS)) for timer in range(TIMERS)
)
FOR_ANYBODY = (RECEPTION, DINING, SINK, VAN, OFFICE, DESK_1, DESK_2)
FOR_DISHES = (DINING, STORAGE_A, STORAGE_B, STORAGE_C, STOVE, GREENHOUSE)


class Placements(tuple[Action, ...]):
    """Placement options. Of interchangeable timers in hand only the first is listed, but all are accepted."""

    alike: dict[int, int]  # unlisted timer: the timer listed for it

    def __contains__(self, action: object) -> bool:
        if super().__contains__(action):
            return True
        if not isinstance(action, tuple) or len(action) != 3 or action[0] != "place":
            return False
        build_placements = self.alike.get(action[1]) if isinstance(action[1], int) else None
        return build_placements is not None and super().__contains__(("place", build_placements, action[2]))


class AreaScan:
    """One scan of the kitchen for all seats. Sets of areas are bitmasks."""

    __slots__ = ("areas", "free", "t", "useful")

    def __init__(self, t: KitchenTable) -> None:
        """Find areas with a free space, and areas whose action has an effect for any seat (KR-R16)."""
        self.t, self.areas = t, areas_in_play(t.pack.areas_in[t.number], t.number >= SERVING_FROM)
        spaces, free, useful = t.spaces, 1 << VAN, 0  # the van has no spaces and needs none
        for area, bit in self.areas.all:
            if VACANT in spaces[area]:
                free |= bit
        for work, bit in self.areas.for_anybody:
            if work.is_useful(t):
                useful |= bit
        self.free, self.useful = free, useful

    def useful_to(self, seat: Seat) -> int:
        """The areas whose action could have an effect for a dish of the seat."""
        t, useful = self.t, 0
        for dish in t.dishes.values():
            if dish.seat == seat and dish.size >= 0 and dish.card not in t.served:
                for work, bit in self.areas.for_dishes:
                    if not useful & bit and work.helps(t, dish):
                        useful |= bit
        return useful

    def placements(self, seat: Seat, timers: list[int], *more: Action) -> Placements:
        """Every timer the seat could put down, with every area where its action has an effect."""
        t, useful = self.t, self.useful | self.useful_to(seat)
        areas: list[tuple[int, int]] = []
        alike: list[tuple[int, int]] = []
        first: dict[tuple[bool, int], int] = {}
        for timer in timers:
            stands = t.places[timer]
            if stands != IN_HAND:  # its own space counts as free (KR-R15)
                areas.append((timer, useful & (self.free | 1 << stands)))
            elif (like := first.setdefault((timer < TEMPS, t.lengths[timer]), timer)) == timer:
                areas.append((timer, useful & self.free))
            else:
                alike.append((timer, like))
        return build_placements(tuple(areas), tuple(alike), more)


class AreasInPlay(NamedTuple):
    """Areas with their bits: all, those useful to any seat, and those useful to a dish."""

    all: tuple[tuple[int, int], ...]
    for_anybody: tuple[tuple[AreaAction, int], ...]
    for_dishes: tuple[tuple[AreaAction, int], ...]


@cache
def areas_in_play(areas: tuple[int, ...], serving: bool) -> AreasInPlay:
    """Before scenario 6 the dining room does nothing for dishes."""
    helping = FOR_DISHES if serving else FOR_DISHES[1:]
    return AreasInPlay(
        tuple((area, 1 << area) for area in areas),
        tuple((AREA_ACTIONS[area], 1 << area) for area in areas if area in FOR_ANYBODY),
        tuple((AREA_ACTIONS[area], 1 << area) for area in areas if area in helping),
    )


@lru_cache(maxsize=RULES_CACHE_SIZE)
def build_placements(areas: Pairs, alike: Pairs, more: tuple[Action, ...]) -> Placements:
    """Placement actions from bitmasks of areas by timer; `alike` maps an unlisted timer to the listed one."""
    places = [put for timer, bits in areas for area, put in enumerate(PLACE[timer]) if bits >> area & 1]
    offered = Placements((*places, *more))
    offered.alike = dict(alike)
    return offered
