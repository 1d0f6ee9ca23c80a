"""Features of an observation, the input of the learned evaluation: hashed sparse ones and dense numbers.

A feature is a tuple such as ("hands", 0, "has", 17, 2): zone, distance of its seat, and a fact about its
contents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar
from zlib import crc32

from flattop.games.manifest import manifest
from flattop.kernel import Game, Seat
from flattop.kernel.zone import Sees, Zone
from flattop.match.observation import Observation

BITS = 20  # of a feature id: a million ids, of which a game uses some thousands
MASK = (1 << BITS) - 1
MAX_CACHED = 512  # contents of one zone
MAX_BY_PLACE = 8  # a list of numbers up to this length has features for each place, too
MAX_LISTS_BY_PLACE = 12  # the same for a list of lists; in a longer one the order is ignored
LOW, HIGH = -12, 90  # numbers are clamped to this range

E = TypeVar("E")
FeatureIds = list[int]
ZoneFeatures = tuple[E, list[float]]  # the embedding of a zone's feature ids, and its dense numbers
Feature = tuple[Any, ...]
SeatRing = tuple[Seat, int]  # the own seat and the number of seats
COMMON = -1  # the place of a zone that belongs to no seat


class ZoneCache(NamedTuple, Generic[E]):
    """The features of a zone, or of one seat's part of it, by its contents.

    `place` is the distance of that seat from the own one.
    """

    name: str
    zone: Zone
    place: int
    known: dict[Any, ZoneFeatures[E]]


class FeatureReader(Generic[E]):
    """Extracts features from the observations of one game.

    `embed` converts the feature ids of a zone.  Its results are cached by the contents of the zone, because
    determinizations of one position differ in few zones.
    """

    def __init__(self, game: Game, embed: Callable[[FeatureIds], E]) -> None:
        self.spec, self._embed = manifest(game.key).features, embed
        self._zones = {name: zone for name, zone in game.zones.items() if name not in self.spec.ignored}
        self._caches: dict[tuple[Seat, int], list[list[ZoneCache[E]]]] = {}
        self._steps: dict[tuple[str, Seat, int], E] = {}

    def read(self, obs: Observation) -> tuple[list[E], list[float]]:
        """Return the embeddings of all zones and all dense numbers, those of the own seat first."""
        view, seat, seats = obs.view, obs.seat, obs.seats
        step = (obs.step, seat, seats)
        if step not in self._steps:
            features = [("step", obs.step), ("seat", seat, seats), ("seats", seats)]
            self._steps[step] = self._embed([feature_id(feature) for feature in features])
        embeddings, numbers = [self._steps[step]], [float(seats), float(len(obs.options))]
        seat_numbers: list[list[float]] = [[] for _ in range(seats)]
        if (seat, seats) not in self._caches:
            self._caches[seat, seats] = [
                [ZoneCache(name, zone, place, {}) for place in (range(seats) if zone.per_seat else (COMMON,))]
                for name, zone in self._zones.items()
            ]
        for caches in self._caches[seat, seats]:
            value = view[caches[0].name]
            per_seat = caches[0].zone.per_seat
            parts = value[seat:] + value[:seat] if per_seat else (value,)
            for cache, part, into in zip(
                caches, parts, seat_numbers if per_seat else (numbers,), strict=True
            ):
                key = part if type(part) is int else repr(part)
                if key not in cache.known:
                    if len(cache.known) == MAX_CACHED:
                        cache.known.clear()
                    ids = [feature_id(feature) for feature in zone_features(cache, obs, part)]
                    dense = dense_numbers(part, summed=cache.name in self.spec.summed)
                    cache.known[key] = self._embed(ids), dense
                embedding, dense = cache.known[key]
                embeddings.append(embedding)
                into += dense
        return embeddings, numbers + compared(seat_numbers)


@lru_cache(1 << 16)
def feature_id(feature: Feature) -> int:
    """Return the hash of a feature, which is the same in every process."""
    return crc32(repr(feature).encode()) & MASK


def compared(rows: Sequence[list[float]]) -> list[float]:
    """Return the own numbers, and their differences from the highest of the other seats."""
    own, *others = rows
    if not others:
        return own
    best = others[0] if len(others) == 1 else list(map(max, *others))
    return own + [number - rival for number, rival in zip(own, best, strict=True)]


def dense_numbers(value: Any, *, summed: bool) -> list[float]:
    """Return a number as it is, or the length of a list and, where it is meaningful, its sum."""
    if isinstance(value, (list, tuple, dict)):
        return [float(len(value)), total(value)] if summed else [float(len(value))]
    return [float(value)] if isinstance(value, (int, float)) else [0.0]


def total(value: Any) -> float:
    """Return the sum of all numbers in nested lists; negative ones are markers and count as 0."""
    if isinstance(value, (list, tuple)):
        return sum([total(inner) for inner in value])
    return float(max(0, value)) if isinstance(value, int) else 0.0


def zone_features(cache: ZoneCache[Any], obs: Observation, value: Any) -> Iterator[Feature]:
    """Yield the features of one zone.  Of a hidden pile only the size is known."""
    name, zone, place, _ = cache
    if zone.sees is Sees.NONE and zone.known is None:
        yield name, place, "left", len(value)
        yield name, place, "about", len(value) // 5
        return
    ring = (obs.seat, obs.seats) if place == COMMON else None
    for feature in _features(value, ring, pile=zone.sees is not Sees.ALL):
        yield name, place, *feature


def _features(value: Any, ring: SeatRing | None, *, pile: bool) -> Iterator[Feature]:
    if isinstance(value, int):
        yield from _number_features(int(value), ring)
    elif isinstance(value, (list, tuple)):
        if value and all(type(inner) is int for inner in value):
            yield from _card_features(value, ring, pile=pile)
        else:
            yield "parts", min(len(value), 40)
            for i, inner in enumerate(value):
                where = i if len(value) <= MAX_LISTS_BY_PLACE else "*"
                for feature in _features(inner, ring, pile=pile):
                    yield (where, *feature)
    elif isinstance(value, dict):
        for key, inner in value.items():
            for feature in _features(inner, ring, pile=pile):
                yield (str(key), *feature)
    else:
        yield (str(value),)


def _number_features(value: int, ring: SeatRing | None) -> Iterator[Feature]:
    """Yield a number, exact and rounded; if it may be a seat, also the distance of that seat."""
    yield "=", max(LOW, min(value, HIGH))
    if value > 5:
        yield "4", value // 4
        yield "10", value // 10
    if ring and 0 <= value < ring[1]:
        yield "seat", (value - ring[0]) % ring[1]


def _card_features(cards: Sequence[int], ring: SeatRing | None, *, pile: bool) -> Iterator[Feature]:
    """Yield the length of a list of numbers, the count of each and, if it is short, each place."""
    yield "count", min(len(cards), 40)
    for card, times in Counter(cards).items():
        for time in range(1, min(times, 4) + 1):
            yield "has", card, time
    if pile:
        return
    yield "last", cards[-1]
    if len(cards) <= MAX_BY_PLACE:
        for i, card in enumerate(cards):
            for feature in _number_features(card, ring):
                yield (i, *feature)
