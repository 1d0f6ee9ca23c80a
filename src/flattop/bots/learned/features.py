"""Features: what one sight shows, as entries of a table of weights and a few plain numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar
from zlib import crc32

from flattop.bots.learned.feature_specs import outline
from flattop.kernel import Game, Seat
from flattop.kernel.zone import Sees, Zone
from flattop.match.observation import Observation

BITS = 20  # of an entry's number: a million, of which a game uses some thousands
MASK = (1 << BITS) - 1
MOST = 512  # contents of a zone that are remembered
SHORT = 8  # a list up to this length is read place by place too
WIDE = 12  # lists of more lists than this are read as a bag of them
LOW, HIGH = -12, 90

K = TypeVar("K")
Entries = list[int]
Kept = tuple[K, list[float]]  # what is kept for a zone's entries, and the zone's numbers
Ring = tuple[Seat, int]  # the own seat, and how many there are
COMMON = -1  # the place of what belongs to no seat


class Shelf(NamedTuple, Generic[K]):
    """A zone, or one seat's part of it counted from the own seat, with what was read there before."""

    name: str
    zone: Zone
    place: int
    known: dict[Any, Kept[K]]


class Reader(Generic[K]):
    """Reads the sights of one game; `keep` makes of a zone's entries what is wanted of them.

    What was read of a zone is remembered by its contents, for imagined tables differ in few of them.
    """

    def __init__(self, game: Game, keep: Callable[[Entries], K]) -> None:
        self.outline, self._keep = outline(game.key), keep
        self._zones = {name: zone for name, zone in game.zones.items() if name not in self.outline.leave_out}
        self._shelves: dict[tuple[Seat, int], list[list[Shelf[K]]]] = {}
        self._known_asks: dict[tuple[str, Seat, int], K] = {}

    def read(self, obs: Observation) -> tuple[list[K], list[float]]:
        """What is kept of every zone, and all plain numbers; the own seat comes first everywhere."""
        view, seat, seats = obs.view, obs.seat, obs.seats
        kept, numbers = [self._asked(obs)], [float(seats), float(len(obs.options))]
        rows: list[list[float]] = [[] for _ in range(seats)]
        for shelves in self._shelves.get((seat, seats)) or self._put_up(seat, seats):
            value = view[shelves[0].name]
            each = shelves[0].zone.per_seat
            parts = value[seat:] + value[:seat] if each else (value,)
            for shelf, part, into in zip(shelves, parts, rows if each else (numbers,), strict=True):
                key = part if type(part) is int else repr(part)
                entries, plain = shelf.known.get(key) or self._learn(shelf, key, part, obs)
                kept.append(entries)
                into += plain
        return kept, numbers + compared(rows)

    def _put_up(self, seat: Seat, seats: int) -> list[list[Shelf[K]]]:
        """Room for what is known of every zone, and of each seat's part of it."""
        shelves = self._shelves[seat, seats] = [
            [Shelf(name, zone, place, {}) for place in (range(seats) if zone.per_seat else (COMMON,))]
            for name, zone in self._zones.items()
        ]
        return shelves

    def _learn(self, shelf: Shelf[K], key: Any, value: Any, obs: Observation) -> Kept[K]:
        if len(shelf.known) == MOST:
            shelf.known.clear()
        entries = [entry(sign) for sign in signs(shelf, obs, value)]
        kept = shelf.known[key] = self._keep(entries), plain(value, summed=shelf.name in self.outline.sums)
        return kept

    def _asked(self, obs: Observation) -> K:
        """Who is asked what, and how many sit at the table."""
        key = (obs.step, obs.seat, obs.seats)
        if key not in self._known_asks:
            keys = [("step", obs.step), ("seat", obs.seat, obs.seats), ("seats", obs.seats)]
            self._known_asks[key] = self._keep([entry(key) for key in keys])
        return self._known_asks[key]


@lru_cache(1 << 16)
def entry(key: tuple[Any, ...]) -> int:
    """The number of an entry, the same in every process."""
    return crc32(repr(key).encode()) & MASK


def compared(rows: Sequence[list[float]]) -> list[float]:
    """The own numbers, and how far each is ahead of the best of the others."""
    own, *others = rows
    if not others:
        return own
    best = others[0] if len(others) == 1 else list(map(max, *others))
    return own + [mine - theirs for mine, theirs in zip(own, best, strict=True)]


def plain(value: Any, *, summed: bool) -> list[float]:
    """A zone in plain numbers: itself, or how much lies there and, where that means something, its sum."""
    if isinstance(value, (list, tuple, dict)):
        return [float(len(value)), total(value)] if summed else [float(len(value))]
    return [float(value)] if isinstance(value, (int, float)) else [0.0]


def total(value: Any) -> float:
    """The sum of all numbers in there, those that stand for nothing left out."""
    if isinstance(value, (list, tuple)):
        return sum([total(inner) for inner in value])
    return float(max(0, value)) if isinstance(value, int) else 0.0


def signs(shelf: Shelf[Any], obs: Observation, value: Any) -> Iterator[tuple[Any, ...]]:
    """Everything that is said about the contents of one zone."""
    name, zone, place, _ = shelf
    if zone.sees is Sees.NONE and zone.known is None:
        yield name, place, "left", len(value)
        yield name, place, "about", len(value) // 5
        return
    ring = (obs.seat, obs.seats) if place == COMMON else None
    for sign in _said(value, ring, pile=zone.sees is not Sees.ALL):
        yield name, place, *sign


def _said(value: Any, ring: Ring | None, *, pile: bool) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, int):
        yield from _number(int(value), ring)
    elif isinstance(value, (list, tuple)):
        if value and all(type(inner) is int for inner in value):
            yield from _cards(value, ring, pile=pile)
        else:
            yield from _lists(value, ring, pile=pile)
    elif isinstance(value, dict):
        for key, inner in value.items():
            for sign in _said(inner, ring, pile=pile):
                yield (str(key), *sign)
    else:
        yield (str(value),)


def _number(value: int, ring: Ring | None) -> Iterator[tuple[Any, ...]]:
    """A number as it is and about; where it may be a seat, also how far around the table that is."""
    yield "=", max(LOW, min(value, HIGH))
    if value > 5:
        yield "4", value // 4
        yield "10", value // 10
    if ring and 0 <= value < ring[1]:
        yield "seat", (value - ring[0]) % ring[1]


def _cards(cards: Sequence[int], ring: Ring | None, *, pile: bool) -> Iterator[tuple[Any, ...]]:
    """Numbers side by side: how many, each as often as it lies there, and by place if they are few."""
    yield "count", min(len(cards), 40)
    for card, times in Counter(cards).items():
        for time in range(1, min(times, 4) + 1):
            yield "has", card, time
    if pile:
        return
    yield "last", cards[-1]
    if len(cards) <= SHORT:
        for i, card in enumerate(cards):
            for sign in _number(card, ring):
                yield (i, *sign)


def _lists(values: Sequence[Any], ring: Ring | None, *, pile: bool) -> Iterator[tuple[Any, ...]]:
    """Lists of other things, each in its place unless there are many."""
    yield "parts", min(len(values), 40)
    for i, inner in enumerate(values):
        where = i if len(values) <= WIDE else "*"
        for sign in _said(inner, ring, pile=pile):
            yield (where, *sign)
