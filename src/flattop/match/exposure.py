"""What an action has shown for good: what some seat knew stays true, however the rest is dealt anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from flattop.kernel import Seat, Table, Zone, Zones, closed, closed_to_all

Card = tuple[str, int]  # its pool and its number; dice under a hand are counted, whatever they show
Closed = tuple[Counter[Card], Counter[Card]]  # to a seat: what another seat knows, and what nobody knows


def was_shown(zones: Zones, tables: Iterable[Table], seat: Seat) -> bool:
    """Whether from one table to the next the seat came to see what another seat knew, or what was certain."""
    steps = (_closed_cards(t, zones, seat) for t in tables)
    return any(_came_to_light(then, since) for then, since in pairwise(steps))


def _came_to_light(then: Closed, since: Closed) -> bool:
    """Cards of others, and not onto a pile that nobody sees; or the only one that a pile could have held."""
    (some, none), (some_since, none_since) = then, since
    turned_up = none - none_since - (some_since - some)
    return bool(some - some_since - (none_since - none)) or any(_is_alone(card, none) for card in turned_up)


def _is_alone(card: Card, none: Counter[Card]) -> bool:
    return all(other == card or other[0] != card[0] for other in none)


def _closed_cards(t: Table, zones: Zones, seat: Seat) -> Closed:
    nobody = {(name, owner): set(places) for name, _, owner, _, places in closed_to_all(t, zones)}
    some: Counter[Card] = Counter()
    none: Counter[Card] = Counter()
    for name, zone, owner, pile, places in closed(t, zones, seat):
        unknown = nobody.get((name, owner), ())
        for i in places if not zone.settle else ():
            (none if i in unknown else some)[_card(name, zone, owner, pile[i])] += 1
    return some, none


def _card(name: str, zone: Zone, owner: Seat | None, number: int) -> Card:
    return (f"{name} {owner}", 0) if zone.fresh else (zone.pool or name, number)
