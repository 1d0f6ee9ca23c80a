"""Secret actions: whether other players can observe an action, by a change of the table or an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.kernel import Action, Chance, Illegal, Seat, Secret, Table, view

if TYPE_CHECKING:
    from flattop.match.match import Match


def is_observable(match: Match, before: Table, seat: Seat) -> bool:
    """True if the table looks different from `before` to another seat or to a spectator."""
    return _looks_different(match, before, match.table, seat)


def is_unobservable(match: Match, seat: Seat, action: Action) -> bool:
    """True if no one else could notice this action, and the same seats are asked after it."""
    after = _after_silent(match, seat, action)
    return after is not None and not _looks_different(match, match.table, after, seat)


def is_silent(match: Match, seat: Seat, action: Action) -> bool:
    """True if this action reports no event to anyone else, and the same seats are asked after it."""
    return _after_silent(match, seat, action) is not None


def _looks_different(match: Match, before: Table, after: Table, seat: Seat) -> bool:
    zones = match.game.zones
    others = [None, *(other for other in range(after.seats) if other != seat)]
    return any(view(before, zones, other) != view(after, zones, other) for other in others)


def _after_silent(match: Match, seat: Seat, action: Action) -> Table | None:
    """Try an action on a copy of the table; return the copy if the action was silent."""
    t = match.table.clone()
    t.chance, t.events = Chance(0), []
    try:
        t.play(seat, action)
    except Illegal:
        return None
    is_reported = any(receiver != seat for receiver, _ in t.events)
    return t if seat in t.asks and t.asks.keys() == match.table.asks.keys() and not is_reported else None


def open_secret(t: Table) -> Secret | None:
    """Return the frame that collects secret answers now, if there is one."""
    top = t.stack[-1] if t.stack else None
    return top if isinstance(top, Secret) else None
