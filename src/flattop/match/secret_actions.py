"""Secret actions: whether other players can observe an action, by a change of the table or an event."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from flattop.kernel import Action, Chance, Illegal, Seat, Secret, Table, view

if TYPE_CHECKING:
    from flattop.match.match import Match


def is_observable(match: Match, before: Table, seat: Seat) -> bool:
    """True if the table looks different from `before` to another seat or to a spectator."""
    return _looks_different(match, before, match.table, seat)


class Visibility(Enum):
    """The part of an action that other seats and spectators can notice."""

    NOTHING = "the table looks the same to them, and the same seats are asked"
    NO_EVENT = "no event is reported to them, and the same seats are asked, but the table looks different"
    ACTION = "an event is reported, or other seats are asked"


def visibility(match: Match, seat: Seat, action: Action) -> Visibility:
    """Return what others would notice of this action; it is tried on a copy of the table."""
    after = match.table.clone()
    after.chance, after.events = Chance(0), []
    try:
        after.play(seat, action)
    except Illegal:
        return Visibility.ACTION
    is_reported = any(receiver != seat for receiver, _ in after.events)
    if is_reported or seat not in after.asks or after.asks.keys() != match.table.asks.keys():
        return Visibility.ACTION
    looks_different = _looks_different(match, match.table, after, seat)
    return Visibility.NO_EVENT if looks_different else Visibility.NOTHING


def _looks_different(match: Match, before: Table, after: Table, seat: Seat) -> bool:
    zones = match.game.zones
    others = [None, *(other for other in range(after.seats) if other != seat)]
    return any(view(before, zones, other) != view(after, zones, other) for other in others)


def open_secret(t: Table) -> Secret | None:
    """Return the frame that collects secret answers now, if there is one."""
    top = t.stack[-1] if t.stack else None
    return top if isinstance(top, Secret) else None
