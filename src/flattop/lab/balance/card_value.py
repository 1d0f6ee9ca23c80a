"""What a card is worth: one table, one place, two cards of the pile in it, each played on by the same luck.

A closed place (in a hand) gets the one card and then the other, both drawn by lot from the pile that nobody
sees; what lay there goes where the card came from.  The kernel deals closed cards of one pool anew among each
other whenever it imagines a table, so a spectator could not tell either table from the real one.  An open
place that all share (the market, the orders) is changed at the deal, before anybody has reckoned with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from flattop.kernel import CLOCK, HIDDEN, Chance, Seat, Sees, Table, hidden_piles, seat_names
from flattop.lab.balance.accumulators import Additive, Mean
from flattop.lab.balance.instrumented_game import Watched
from flattop.lab.balance.paired_playouts import ending, worth


@dataclass(slots=True)
class Gain(Additive):
    """What a card brought more than another in its place; every pair counts once, as its game does."""

    wins: Mean = field(default_factory=Mean)  # parts of a win
    points: Mean = field(default_factory=Mean)


Gains = dict[tuple[str, str, str], Gain]  # by zone, kind and name of the card


class Place(NamedTuple):
    """Where a card lies, and whose it is."""

    zone: str
    owner: Seat | None
    at: int


class Pair(NamedTuple):
    """A place, and the places in a pile of the two cards that come into it."""

    place: Place
    one: Place
    other: Place
    kind: str


def swapped(seen: Watched) -> Gains:
    """All pairs of one game: as many of cards in hands as are asked for, and one of a place all share."""
    gains: Gains = {}
    for number, t in enumerate(seen.moments["card"].tables):
        _try(seen, t, held_places(seen, t), ("held", number), gains)
    if seen.moments["card"].room:
        _try(seen, seen.dealt, open_places(seen, seen.dealt), ("open", 0), gains)
    return gains


def _try(seen: Watched, t: Table, spots: Sequence[tuple[Place, list[Place], str]], about: tuple[str, int],
         gains: Gains) -> None:  # fmt: skip
    chance = Chance(seen.luck("swap", *about))
    if not spots or not (pair := _pair(seen, t, spots[chance.below(len(spots))], chance)):
        return
    names = [_name(seen, t, pair.kind, place) for place in (pair.one, pair.other)]
    if names[0] == names[1]:
        return
    wins, points = _difference(seen, t, pair, seen.luck("pair", *about))
    for name, sign in zip(names, (1, -1), strict=True):
        gain = gains.setdefault((pair.place.zone, pair.kind, name), Gain())
        gain.points.count(sign * points)
        gain.wins.count(sign * wins)


def _pair(seen: Watched, t: Table, spot: tuple[Place, list[Place], str], chance: Chance) -> Pair | None:
    """Two cards of the pile for a place, where the place may be either's."""
    place, pile, kind = spot
    fitting = [other for other in pile if fits(seen, t, place, card_at(t, other))]
    if len(fitting) < 2:
        return None
    one = fitting.pop(chance.below(len(fitting)))
    return Pair(place, one, fitting[chance.below(len(fitting))], kind)


def _difference(seen: Watched, t: Table, pair: Pair, luck: int) -> tuple[int, int]:
    """Wins and points of the place's owner; of a place that all share, points of all."""
    ends = [ending(seen, exchanged(t, pair.place, card, luck), luck) for card in (pair.one, pair.other)]
    if pair.place.owner is None:
        one, other = (sum(end.points) for end in ends)
        teams = [worth(seen, end, 0).win for end in ends] if not seen.has_rivals else [0, 0]
        return teams[0] - teams[1], one - other
    own, others = (worth(seen, end, pair.place.owner) for end in ends)
    return own.win - others.win, own.points - others.points


def exchanged(t: Table, place: Place, other: Place, luck: int) -> Table:
    """The table with two cards in each other's place; whatever frames kept of secrets is asked afresh."""
    new = t.copy_without_secrets(None, Chance(luck)) if place.owner is not None else t.clone()
    new.chance, new.events = Chance(luck), None
    ours, theirs = _pile(new, place), _pile(new, other)
    ours[place.at], theirs[other.at] = theirs[other.at], ours[place.at]
    new.ask_afresh()
    return new


def held_places(seen: Watched, t: Table) -> list[tuple[Place, list[Place], str]]:
    """Every closed place in somebody's hand, with the closed places of the piles of its pool."""
    pools: dict[str, list[Place]] = {}
    hands: list[tuple[Place, str, str]] = []
    for name, zone, owner, _, hidden in hidden_piles(t, seen.game.concealed_zones, None):
        kind = _kind(seen, name)
        if zone.reroll or zone.recompute or not kind or not zone.pool:
            continue
        if owner is None:
            pools.setdefault(zone.pool, []).extend(Place(name, None, i) for i in hidden)
        else:
            hands += [(Place(name, owner, i), zone.pool, kind) for i in hidden]
    return [(place, pools[pool], kind) for place, pool, kind in hands if pool in pools]


def open_places(seen: Watched, t: Table) -> list[tuple[Place, list[Place], str]]:
    """Every open place that all share and that the deal has filled from a pile nobody sees."""
    if CLOCK in t.asks or not t.asks:
        return []
    piles = dict(_piles(seen, t))
    spots = []
    for name, zone in seen.game.zones.items():
        kind, cards = _kind(seen, name), _own_list(t, name)
        if zone.sees is Sees.ALL and not zone.per_seat and kind in piles and cards:
            spots += [(Place(name, None, i), piles[kind], kind) for i, card in enumerate(cards) if card >= 0]
    return spots


def _piles(seen: Watched, t: Table) -> Iterator[tuple[str, list[Place]]]:
    for name, zone, owner, cards, hidden in hidden_piles(t, seen.game.concealed_zones, None):
        if zone.sees is Sees.NONE and owner is None and (kind := _kind(seen, name)):
            yield kind, [Place(name, None, i) for i in hidden if cards[i] != HIDDEN]


def fits(seen: Watched, t: Table, place: Place, card: int) -> bool:
    """Whether the card may lie there for all that anybody knows."""
    zone = seen.game.zones[place.zone]
    if zone.candidates is None:
        return True
    known = [zone.candidates(t, seat, place.owner, place.at) for seat in (None, *range(t.seats))]
    return all(cards is None or card in cards for cards in known)


def card_at(t: Table, place: Place) -> int:
    return _pile(t, place)[place.at]


def _pile(t: Table, place: Place) -> list[int]:
    value = getattr(t, place.zone)
    return value if place.owner is None else value[place.owner]  # type: ignore[no-any-return]


def _own_list(t: Table, name: str) -> list[int]:
    """A list of cards that is the table's own, and no answer that it reckons up."""
    value = getattr(t, name) if name in type(t).__dataclass_fields__ else None
    return value if isinstance(value, list) and {*map(type, value)} <= {int} else []


def _kind(seen: Watched, zone: str) -> str:
    """What the cards of a zone are called by."""
    text = seen.game.text
    kind = text.zones[zone].kind if zone in text.zones else ""
    return kind if kind in text.namers else ""


def _name(seen: Watched, t: Table, kind: str, place: Place) -> str:
    return seen.game.text.noun(kind, card_at(t, place), t.pack, seat_names(t.seats))
