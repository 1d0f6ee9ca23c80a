"""Glances: zones that are read at every decision, as a seat sees them, without a copy of what is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

from flattop.kernel.frame import Seat
from flattop.kernel.table import Table
from flattop.kernel.zone import HIDDEN, Eyes, Sees, Zone, Zones, as_seen, left_of

Look = Callable[[Eyes, Any], Any]  # what somebody sees of a zone's contents


class ZoneReader:
    """Some zones of one game; what is open is the table's own, to be read on the spot."""

    def __init__(self, zones: Zones, names: Sequence[str]) -> None:
        """They come in the order of `names`: first those that are open to all, then the others."""
        opened = [name for name in names if zones[name].sees is Sees.ALL]
        closed = [name for name in names if zones[name].sees is not Sees.ALL]
        self.names = (*opened, *closed)
        self._read = attrgetter("over", "seats", *opened)  # two at least, so that it is a tuple
        self._looks = [(name, _look(zones[name], name)) for name in closed]

    def at(self, t: Table, seat: Seat | None) -> tuple[Any, ...]:
        """What a seat, or a spectator, may see there."""
        over, _, *seen = self._read(t)
        eyes = Eyes(t, seat, over)
        return (*seen, *[look(eyes, getattr(t, name)) for name, look in self._looks])


def _look(zone: Zone, name: str) -> Look:
    """How a zone that is not open to all is seen, the shorter way where there is one."""
    if zone.is_alike and not zone.per_seat:
        return lambda eyes, pile: [HIDDEN] * len(pile)
    if zone.sees is Sees.OWNER and zone.per_seat and zone.known is None:
        return _hands_left(zone) if zone.laid else _hands
    return lambda eyes, value: as_seen(eyes, zone, name, value)


def _hands(eyes: Eyes, hands: Sequence[list[int]]) -> list[list[int]]:
    """Everybody's, of which only their owner knows anything until the game is over."""
    _, seat, unveiled = eyes
    return [
        cards if unveiled or owner == seat else [HIDDEN] * len(cards) for owner, cards in enumerate(hands)
    ]


def _hands_left(zone: Zone) -> Look:
    """The same without what was laid elsewhere."""
    return lambda eyes, hands: _hands(
        eyes, [left_of(eyes.t, zone, cards, owner) for owner, cards in enumerate(hands)]
    )
