"""Zones declare who may see each attribute of a table; the views of seats and spectators follow from them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Mapping, Sequence
from enum import Enum
from operator import attrgetter
from typing import Any, NamedTuple

from flattop.kernel.chance import Chance
from flattop.kernel.frame import Seat
from flattop.kernel.part import copier, own_copier
from flattop.kernel.table import Table

HIDDEN = -1  # a hidden card in a view
VACANT = -2  # an empty place in an open zone

View = dict[str, Any]


class Sees(Enum):
    ALL = "everyone"
    OWNER = "only its owner"
    OTHERS = "everyone but its owner"
    NONE = "no one"


ALL, OWNER, NONE = Sees.ALL, Sees.OWNER, Sees.NONE  # they are looked up for every pile


class Zone(NamedTuple):
    """A named attribute of the table and its audience.

    A zone that everyone sees may hold any plain value.  Any other zone is a pile, a list of numbers, or
    one pile per seat.  The length of a pile is public, its content is not.
    """

    sees: Sees = Sees.ALL
    per_seat: bool = False
    pool: str = ""  # hidden cards of zones with the same pool may change places; by default the zone's name

    # (t, seat, owner): places of a hidden pile that the seat knows; None is a spectator
    known: Callable[[Any, Seat | None, Seat | None], Collection[int]] | None = None

    known_is_public: bool = False  # True if `known` does not depend on the seat

    # (chance, count): new values of the whole pile, for dice that are rolled again instead of being exchanged
    reroll: Callable[[Chance, int], list[int]] | None = None

    # (t, seat, owner, place): the cards that the seat considers possible there; None if any card is
    candidates: Callable[[Any, Seat | None, Seat | None, int], Container[int] | None] | None = None

    # (t, seat, owner, chance): values that depend on the hidden cards, recomputed once those are dealt
    recompute: Callable[[Any, Seat | None, Seat | None, Chance], list[int]] | None = None

    # (t, owner): cards of the pile that the owner has put elsewhere, as HIDDEN on a copy that forgot them
    set_aside: Callable[[Any, Seat], list[int]] | None = None

    def open_to(self, seat: Seat | None, owner: Seat | None) -> bool:
        sees = self.sees
        if sees is ALL:
            return True
        if sees is NONE or seat is None:
            return False
        return (seat == owner) is (sees is OWNER)

    @property
    def is_same_for_all(self) -> bool:
        """True if every viewer sees the same: all of it, or nothing of it."""
        return self.sees is ALL or (self.sees is NONE and self.known is None)


EVERYONE = Zone()
EACH = Zone(per_seat=True)
Zones = Mapping[str, Zone]


# -- views


def view(t: Table, zones: Zones, seat: Seat | None, *, reveal_hands: bool = False) -> View:
    """Return what a seat or a spectator (None) may see, by zone, with hidden cards as HIDDEN.

    With `reveal_hands`, or once the game is over, only piles that no one sees stay hidden.
    """
    viewer = Viewer(t, seat, reveal_hands or t.over)
    return {name: visible_value(viewer, zone, name, getattr(t, name)) for name, zone in zones.items()}


def zone_view(t: Table, zones: Zones, name: str, seat: Seat | None) -> Any:
    """Return what a seat or a spectator may see of one zone."""
    zone, value = zones[name], getattr(t, name)
    if zone.sees is ALL:  # saves making a Viewer
        kind: Any = type(t)
        return copier(kind, name)(value)
    return visible_value(Viewer(t, seat, t.over), zone, name, value)


def own_view(t: Table, zones: Zones, name: str, seat: Seat) -> Any:
    """Return a seat's element of a zone with one element per seat, as the seat sees it."""
    zone, value = zones[name], getattr(t, name)[seat]
    if zone.sees is ALL:
        kind: Any = type(t)
        return own_copier(kind, name)(value)
    cards = without_set_aside(t, zone, value, seat) if zone.set_aside else value
    return _visible_pile(Viewer(t, seat, t.over), zone, cards, seat)


class Viewer(NamedTuple):
    """A seat or a spectator looking at a table. A spectator sees only what all seats see."""

    t: Table
    seat: Seat | None
    reveal_hands: bool

    def open_places(self, zone: Zone, owner: Seat | None, count: int) -> Collection[int]:
        """Return the places of a pile of `count` cards that the viewer sees."""
        if self.reveal_hands and zone.sees is not NONE:
            return range(count)
        if self.seat is not None:
            return _places_open_to(self.t, zone, self.seat, owner, count)
        places = zone.known(self.t, None, owner) if zone.known else ()
        if not places or zone.known_is_public:
            return places
        return set(places).intersection(
            *[_places_open_to(self.t, zone, seat, owner, count) for seat in range(self.t.seats)]
        )


def _places_open_to(t: Table, zone: Zone, seat: Seat, owner: Seat | None, count: int) -> Collection[int]:
    if zone.open_to(seat, owner):
        return range(count)
    return zone.known(t, seat, owner) if zone.known else ()


def visible_value(viewer: Viewer, zone: Zone, name: str, value: Any) -> Any:
    """Return a copy of the value of a zone as the viewer sees it."""
    if zone.sees is ALL:
        kind: Any = type(viewer.t)
        return copier(kind, name)(value)
    if not zone.per_seat:
        return _visible_pile(viewer, zone, value, None)
    if zone.set_aside:
        value = [without_set_aside(viewer.t, zone, cards, owner) for owner, cards in enumerate(value)]
    return [_visible_pile(viewer, zone, cards, owner) for owner, cards in enumerate(value)]


def without_set_aside(t: Table, zone: Zone, cards: list[int], owner: Seat) -> list[int]:
    """Return a pile without the cards set aside, which a view shows in their other place."""
    aside = zone.set_aside(t, owner) if zone.set_aside else ()
    if not aside:
        return cards
    left = [card for card in cards if card not in aside]
    return left[: len(cards) - len(aside)]


def _visible_pile(viewer: Viewer, zone: Zone, cards: list[int], owner: Seat | None) -> list[int]:
    t, seat, reveal_hands = viewer
    if zone.open_to(seat, owner):
        return cards[:]
    if reveal_hands or seat is None:
        places = viewer.open_places(zone, owner, len(cards))
    else:
        places = zone.known(t, seat, owner) if zone.known else ()
    shown = [HIDDEN] * len(cards)
    for i in places:
        shown[i] = cards[i]
    return shown


# -- the same without copies of open zones, for readers that look at many tables


class ZoneReader:
    """Reads some zones of a game as a seat sees them.

    Values of open zones are the table's own objects, so callers must not change them.
    """

    def __init__(self, zones: Zones, names: Sequence[str]) -> None:
        """Select zones. `self.names` is their order in results: first zones open to all, then the others."""
        opened = [name for name in names if zones[name].sees is ALL]
        hidden = [name for name in names if zones[name].sees is not ALL]
        self.names = (*opened, *hidden)
        self._read = attrgetter("over", "seats", *opened)  # with two names at least it returns a tuple
        self._hidden = [(name, zones[name]) for name in hidden]

    def at(self, t: Table, seat: Seat | None) -> tuple[Any, ...]:
        """Return what a seat or a spectator sees, in the order of `names`."""
        over, _, *opened = self._read(t)
        viewer = Viewer(t, seat, over)
        seen = [visible_value(viewer, zone, name, getattr(t, name)) for name, zone in self._hidden]
        return (*opened, *seen)


# -- the same for many viewers at once


class HiddenSnapshot(NamedTuple):
    """Copies of the piles of a zone, and the piles as they look to a seat that may not see them."""

    piles: list[list[Any]]
    hidden: list[list[Any]]


def hidden_snapshot(
    t: Table, name: str, zone: Zone, previous: HiddenSnapshot | None = None
) -> HiddenSnapshot | None:
    """Snapshot a zone from which `visible_part` makes the view of any seat; the previous one if it is equal.

    None if the zone is not one pile per seat, or if its known places differ from seat to seat.
    """
    known = zone.known
    if not zone.per_seat or zone.sees is ALL or not t.stack or (known and not zone.known_is_public):
        return None
    piles = getattr(t, name)
    if zone.set_aside:
        piles = [without_set_aside(t, zone, cards, owner) for owner, cards in enumerate(piles)]
    if known is None and previous is not None and previous.piles == piles:
        return previous
    spectator = Viewer(t, None, False)
    hidden = [_visible_pile(spectator, zone, cards, owner) for owner, cards in enumerate(piles)]
    snapshot = HiddenSnapshot([cards[:] for cards in piles], hidden)
    return previous if snapshot == previous else snapshot


def visible_part(zone: Zone, snapshot: HiddenSnapshot, seat: Seat | None) -> list[list[Any]]:
    """Return what a seat or a spectator sees of a snapshot."""
    piles, hidden = snapshot
    if seat is None or zone.sees is NONE:
        return hidden
    if zone.sees is OWNER:
        return [*hidden[:seat], piles[seat], *hidden[seat + 1 :]]
    return [*piles[:seat], hidden[seat], *piles[seat + 1 :]]
