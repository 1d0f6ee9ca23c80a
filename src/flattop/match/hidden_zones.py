"""Closed zones: which of them have changed since somebody looked, and what that one sees of them now.

Where the piles alone decide what is seen, they are compared once for all who look.  None of them leaves here
but as somebody sees it.
"""

from __future__ import annotations

from flattop.kernel import HiddenSnapshot, Seat, View, hidden_snapshot, view, visible_part, zone_view
from flattop.match.match import Match


class Closed:
    """What does not look the same to everybody, as it lay when it was last looked at."""

    __slots__ = ("_changed", "_lies", "looks")

    def __init__(self) -> None:
        self.looks = 0
        self._lies: dict[str, HiddenSnapshot | None] = {}
        self._changed: dict[str, int] = {}  # the number of the look that found it otherwise

    def look(self, match: Match) -> Closed:
        """Look once more at all of it."""
        self.looks += 1
        t, kept = match.table, self._lies
        for name, zone in match.game.seats_zones.items():
            was = kept.get(name)
            lies = hidden_snapshot(t, name, zone, was)
            if lies is None or lies is not was:
                kept[name], self._changed[name] = lies, self.looks
        return self

    def seen(self, match: Match, seat: Seat | None, since: int) -> View:
        """What a seat sees of all that has changed after a look; not to be kept, for it lies on the table."""
        t, zones, kept = match.table, match.game.seats_zones, self._lies
        return {
            name: visible_part(zones[name], lies, seat)
            if (lies := kept[name])
            else zone_view(t, zones, name, seat)
            for name, look in self._changed.items()
            if look > since
        }


def all_seen(match: Match, seat: Seat | None) -> View:
    """What a seat sees of all of it now."""
    return view(match.table, match.game.seats_zones, seat)
