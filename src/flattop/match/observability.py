"""Whether others notice a step: one half of a sealed answer is nobody's business but the seat's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.kernel import Action, Chance, Illegal, Seat, Table, view

if TYPE_CHECKING:
    from flattop.match.match import Match


def is_observable(match: Match, was: Table, seat: Seat) -> bool:
    """Whether anybody but the seat sees a difference between the table as it was and as it is."""
    zones, now = match.game.zones, match.table
    others = [None, *(s for s in range(now.seats) if s != seat)]
    return any(view(was, zones, s) != view(now, zones, s) for s in others)


def is_unobservable(match: Match, seat: Seat, action: Action) -> bool:
    """Whether nobody else could tell that the seat has done this, and it goes on being asked."""
    after, was, zones = _after(match, seat, action), match.table, match.game.zones
    others = [None, *(other for other in range(was.seats) if other != seat)]
    return after is not None and all(view(after, zones, one) == view(was, zones, one) for one in others)


def is_silent(match: Match, seat: Seat, action: Action) -> bool:
    """Whether there is nothing to tell the others of it, and the seat is still asked: a phase ends."""
    return _after(match, seat, action) is not None


def _after(match: Match, seat: Seat, action: Action) -> Table | None:
    """The table after a step of which nobody else is told anything and that leaves the same seats asked."""
    t = match.table.clone()
    t.chance, t.events = Chance(0), []
    try:
        t.play(seat, action)
    except Illegal:
        return None
    told = any(whom != seat for whom, _ in t.events)
    return t if seat in t.asks and t.asks.keys() == match.table.asks.keys() and not told else None
