"""Whether others notice a step: one half of a sealed answer is nobody's business but the seat's."""

from __future__ import annotations

from flattop.kernel import Action, Chance, Illegal, Seat, view
from flattop.match.match import Match


def goes_unnoticed(match: Match, seat: Seat, action: Action) -> bool:
    """Whether nobody else could tell that the seat has done this, and it goes on being asked."""
    was, t = match.table, match.table.clone()
    t.chance, t.events = Chance(0), []
    try:
        t.play(seat, action)
    except Illegal:
        return False
    if seat not in t.asks or t.asks.keys() != was.asks.keys() or any(whom != seat for whom, _ in t.events):
        return False
    zones, others = match.game.zones, [None, *(other for other in range(t.seats) if other != seat)]
    return all(view(t, zones, other) == view(was, zones, other) for other in others)
