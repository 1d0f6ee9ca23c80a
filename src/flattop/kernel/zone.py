"""Who may see what, declared once; views and fair guesses follow from it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from flattop.kernel.chance import Chance
from flattop.kernel.constrained_deal import Bounds, within
from flattop.kernel.frame import Seat
from flattop.kernel.plain_copy import copier, own_copier
from flattop.kernel.table import Table

HIDDEN = -1  # a closed card in a view
VACANT = -2  # an empty place in an open zone

View = dict[str, Any]
T = TypeVar("T", bound=Table)


class Sees(Enum):
    ALL = "everyone"
    OWNER = "only its owner"
    OTHERS = "everyone but its owner"
    NONE = "no one"


ALL, OWNER, NONE = Sees.ALL, Sees.OWNER, Sees.NONE  # looked up for every pile


class Zone(NamedTuple):
    """A named attribute of the table and its audience.

    An open zone may hold anything that is plain.  A closed one is a list of numbers, or one such
    list per seat: its length is public, its content is not.
    """

    sees: Sees = Sees.ALL
    per_seat: bool = False
    pool: str = ""  # closed cards of one pool are dealt anew among each other; by default the zone's own
    known: Callable[[Any, Seat | None, Seat | None], Collection[int]] | None = (
        None  # (t, seat, owner): open places
    )
    known_alike: bool = False  # whether they are the same whoever asks
    fresh: Callable[[Chance, int], list[int]] | None = None  # closed dice are rolled anew instead
    may_be: Callable[[Any, Seat | None, Seat | None, int], Container[int] | None] | None = (
        None  # (t, seat, owner, place): the cards that may lie there for all the seat knows; None if any
    )
    settle: Callable[[Any, Seat | None, Seat | None, Chance], list[int]] | None = (
        None  # (t, seat, owner, chance): closed things that go with the cards, once those are dealt anew
    )

    laid: Callable[[Any, Seat], list[int]] | None = (
        None  # (t, owner): cards that their owner has laid elsewhere, HIDDEN where this copy forgot which
    )

    def open_to(self, seat: Seat | None, owner: Seat | None) -> bool:
        sees = self.sees
        if sees is ALL:
            return True
        if sees is NONE or seat is None:
            return False
        return (seat == owner) is (sees is OWNER)

    @property
    def is_alike(self) -> bool:
        """Whether it looks the same to everybody: all of it is open, or nothing ever is."""
        return self.sees is ALL or (self.sees is NONE and self.known is None)


Pile = tuple[str, Zone, Seat | None, list[int], list[int]]  # a zone, whose, all of it, and its closed places
Places = tuple[list[int], list[int]]  # a pile, and which of its places are closed
EVERYONE = Zone()
EACH = Zone(per_seat=True)
Zones = Mapping[str, Zone]
NO_LUCK = Chance(0)  # of copies on which nothing is played


def view(t: Table, zones: Zones, seat: Seat | None, *, unveiled: bool = False) -> View:
    """What a seat, or a spectator, may see: built up zone by zone, closed cards as HIDDEN.

    Unveiled, all but the piles is open, as it is once a game is over.
    """
    eyes = Eyes(t, seat, unveiled or t.over)
    return {name: as_seen(eyes, zone, name, getattr(t, name)) for name, zone in zones.items()}


def zone_view(t: Table, zones: Zones, name: str, seat: Seat | None) -> Any:
    """What a seat, or a spectator, may see of one zone."""
    zone, value = zones[name], getattr(t, name)
    if zone.sees is ALL:  # without a look at who looks
        kind: Any = type(t)
        return copier(kind, name)(value)
    return as_seen(Eyes(t, seat, t.over), zone, name, value)


def own_view(t: Table, zones: Zones, name: str, seat: Seat) -> Any:
    """What a seat may see of its own part of a zone that every seat has one of."""
    zone, value = zones[name], getattr(t, name)[seat]
    if zone.sees is ALL:
        kind: Any = type(t)
        return own_copier(kind, name)(value)
    left = left_of(t, zone, value, seat) if zone.laid else value
    return _pile(Eyes(t, seat, t.over), zone, left, seat)


class Eyes(NamedTuple):
    """Who looks at a table: a seat, or a spectator, who sees no more than all seats alike."""

    t: Table
    seat: Seat | None
    unveiled: bool

    def places(self, zone: Zone, owner: Seat | None, count: int) -> Collection[int]:
        """The open places among so many of a pile."""
        if self.unveiled and zone.sees is not NONE:
            return range(count)
        if self.seat is not None:
            return _seen(self.t, zone, self.seat, owner, count)
        places = set(zone.known(self.t, None, owner) if zone.known else ())
        for seat in range(self.t.seats) if places else ():
            places.intersection_update(_seen(self.t, zone, seat, owner, count))
        return places


def _seen(t: Table, zone: Zone, seat: Seat, owner: Seat | None, count: int) -> Collection[int]:
    if zone.open_to(seat, owner):
        return range(count)
    return zone.known(t, seat, owner) if zone.known else ()


def as_seen(eyes: Eyes, zone: Zone, name: str, value: Any) -> Any:
    """What somebody sees of a zone's contents."""
    if zone.sees is ALL:
        kind: Any = type(eyes.t)
        return copier(kind, name)(value)
    if not zone.per_seat:
        return _pile(eyes, zone, value, None)
    if zone.laid:
        value = [left_of(eyes.t, zone, cards, owner) for owner, cards in enumerate(value)]
    return [_pile(eyes, zone, cards, owner) for owner, cards in enumerate(value)]


def left_of(t: Table, zone: Zone, cards: list[int], owner: Seat) -> list[int]:
    """A pile without what was laid elsewhere: a sealed card is seen in one place, though it may come back."""
    laid = zone.laid(t, owner) if zone.laid else ()
    if not laid:
        return cards
    left = [card for card in cards if card not in laid]
    return left[: len(cards) - len(laid)]


def _pile(eyes: Eyes, zone: Zone, cards: list[int], owner: Seat | None) -> list[int]:
    t, seat, unveiled = eyes
    if zone.open_to(seat, owner):
        return cards[:]
    if unveiled or seat is None:
        places = eyes.places(zone, owner, len(cards))
    else:
        places = zone.known(t, seat, owner) if zone.known else ()
    shown = [HIDDEN] * len(cards)
    for i in places:
        shown[i] = cards[i]
    return shown


def determinize(t: T, zones: Zones, seat: Seat | None, chance: Chance) -> T:
    """A table that looks the same from the seat, everything hidden from it dealt anew."""
    new = t.unknowing(seat, chance)
    redeal(new, zones, seat, chance)
    new.ask_afresh()
    return new


def masked(t: T, zones: Zones, seat: Seat | None) -> T:
    """A copy to look at: all that is hidden from the seat lies face down, and nobody is asked."""
    new, eyes = t.unknowing(seat, NO_LUCK), Eyes(t, seat, t.over)
    new.asks = {}
    for name, zone in zones.items():
        if zone.sees is not ALL:
            piles, shown = getattr(new, name), as_seen(eyes, zone, name, getattr(t, name))
            for cards, seen in zip(piles, shown, strict=True) if zone.per_seat else ((piles, shown),):
                cards[:] = seen
    return new


def redeal(t: Table, zones: Zones, seat: Seat | None, chance: Chance) -> None:
    """Deal what is closed to the seat anew: cards within their pool, dice by a new roll."""
    _redeal(t, closed(t, zones, seat), seat, chance)
    _settle(t, zones, seat, chance)


def redeal_unknown(t: Table, zones: Zones, chance: Chance) -> None:
    """Deal anew what nobody at the table may know; whatever anybody knows stays."""
    _redeal(t, closed_to_all(t, zones), None, chance)


def _redeal(t: Table, piles: Iterable[Pile], seat: Seat | None, chance: Chance) -> None:
    pools: dict[str, list[Places]] = {}
    bounds: dict[str, dict[int, Container[int]]] = {}
    for name, zone, owner, cards, hidden in piles:
        if zone.fresh:
            cards[:] = zone.fresh(chance, len(cards)) if hidden else cards
        elif not zone.settle:
            pool = pools.setdefault(zone.pool or name, [])
            if zone.may_be:
                before = sum([len(places) for _, places in pool])
                known = {n: zone.may_be(t, seat, owner, i) for n, i in enumerate(hidden, before)}
                bounds.setdefault(zone.pool or name, {}).update(_told(known))
            pool.append((cards, hidden))
    for name, pool in pools.items():
        _deal_anew(pool, bounds.get(name), chance)


def _told(known: Mapping[int, Container[int] | None]) -> dict[int, Container[int]]:
    """The places of which something is known."""
    return {place: cards for place, cards in known.items() if cards is not None}


def _deal_anew(pool: list[Places], bounds: Bounds | None, chance: Chance) -> None:
    hidden = [cards[i] for cards, places in pool for i in places]
    anew = chance.shuffled(sorted(hidden))  # sorted: the true order must not show
    dealt = iter(within(anew, bounds, chance) if bounds else anew)
    for cards, places in pool:
        for i in places:
            cards[i] = next(dealt)


def _settle(t: Table, zones: Zones, seat: Seat | None, chance: Chance) -> None:
    for name, zone in zones.items():
        if zone.settle:
            for _, _, owner, cards, hidden in closed(t, {name: zone}, seat):
                if hidden:
                    cards[:] = zone.settle(t, seat, owner, chance)


def closed(t: Table, zones: Zones, seat: Seat | None) -> Iterator[Pile]:
    """Every pile with its owner and the places in it that the seat cannot see."""
    eyes = Eyes(t, seat, t.over)
    for name, zone in zones.items():
        if zone.sees is ALL:
            continue
        value = getattr(t, name)
        for owner, cards in enumerate(value) if zone.per_seat else ((None, value),):
            known = eyes.places(zone, owner, len(cards))
            if len(known) < len(cards) or not zone.open_to(seat, owner):
                yield name, zone, owner, cards, _others(len(cards), known)


def _others(count: int, known: Collection[int]) -> list[int]:
    return [i for i in range(count) if i not in known] if known else list(range(count))


def closed_to_all(t: Table, zones: Zones) -> Iterator[Pile]:
    """Every pile with the places in it that no seat sees."""
    by_pile: dict[tuple[str, Seat | None], list[Pile]] = {}
    for seat in range(t.seats):
        for pile in closed(t, zones, seat):
            by_pile.setdefault((pile[0], pile[2]), []).append(pile)
    for (name, owner), piles in by_pile.items():
        _, zone, _, cards, places = piles[0]
        if len(piles) == t.seats:
            yield name, zone, owner, cards, [i for i in places if all(i in other[4] for other in piles)]
