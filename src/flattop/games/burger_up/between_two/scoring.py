"""Scoring: the five parts of a burger's points, the scores of seats, and the events at the end.

A burger is a list of types, names or faces, from the Bottom Bun upwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from flattop.games.burger_up.cards import Pack
from flattop.kernel import RULES_CACHE_SIZE, Event, Settings, first

if TYPE_CHECKING:
    from flattop.games.burger_up.between_two.table import BetweenTable

SALAD, SAUCE, MEAT, CHEESE, BUN = "salad", "sauce", "meat", "cheese", "bun"
PARTS = (SALAD, SAUCE, MEAT, CHEESE, BUN)
SALAD_ROW = (0, 2, 8, 12)
LONGER_ROW = 9  # BT-R9: rows longer than three score their length plus this
MEATS = (0, 2, 4, 9, 17)
CHEESES = (0, 1, 3, 6, 10, 15, 21)
MOST_SAUCES = 4


def salad_points(types: Sequence[str]) -> int:
    """Each unbroken row of Salad scores by its length (BT-22). A Middle Bun ends a row too (BT-R11)."""
    return sum(row_points(len(list(row))) for kind, row in groupby(types) if kind == SALAD)


def row_points(length: int) -> int:
    return SALAD_ROW[length] if length < len(SALAD_ROW) else length + LONGER_ROW


def sauce_points(sauces: Sequence[int], second: int = 3, ties: str = "each") -> list[int]:
    """The most Sauces pay 4 each, the second most `second` each (BT-24, BT-25, BT-R6)."""
    steps = sorted({*sauces} - {0}, reverse=True)
    times = dict(zip(steps, (MOST_SAUCES, second), strict=False))
    if ties == "no_second" and steps and sauces.count(steps[0]) > 1:
        times = {steps[0]: MOST_SAUCES}
    return [number * times.get(number, 0) for number in sauces]


def meat_points(names: Iterable[str], sets: str = "once") -> int:
    """Points for different names. With `sets`, left-over copies form further sets (BT-26, BT-R10)."""
    copies = Counter(names).values()
    if sets == "once":
        return set_points(len(copies))
    return sum(set_points(sum(own > n for own in copies)) for n in range(max(copies, default=0)))


def set_points(different: int) -> int:
    return MEATS[min(different, len(MEATS) - 1)]


def cheese_points(number: int, over_six: str = "sets") -> int:
    """Points by number up to six; the option decides what seven and more score (BT-27, BT-R8)."""
    if over_six == "triangle":
        return number * (number + 1) // 2
    if over_six == "cap":
        return CHEESES[min(number, 6)]
    return number // 6 * CHEESES[6] + CHEESES[number % 6]


def beside_meat(types: Sequence[str]) -> int:
    """One point for each Meat or Patty directly below or above a Cheese or Egg (BT-28)."""
    return sum({below, above} == {MEAT, CHEESE} for below, above in pairwise(types))


def bun_points(types: Sequence[str]) -> int:
    """The number of Middle Buns times the number of food types on the burger (BT-29)."""
    return types.count(BUN) * len({*types} - {BUN})


# -- scores of seats


def own_scores(totals: Sequence[int], beside: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """For each seat its lower burger, which is its score, and the higher one for ties (BT-20, BT-R12)."""
    pairs = [(totals[left], totals[right]) for left, right in beside]
    return [(min(pair), max(pair)) for pair in pairs]


# -- all burgers on the table


def parts(pack: Pack, burgers: Sequence[Sequence[int]], settings: Settings) -> list[list[int]]:
    """By burger the points for Salad, Sauce, Meat, Cheese and Middle Buns (BT-19)."""
    type_of = pack.type_of
    counts = [sum([type_of[face] == SAUCE for face in burger]) for burger in burgers]
    sauces = sauce_points(counts, settings["sauce_second"], settings["sauce_ties"])
    terms = settings["meat_sets"], settings["cheese_over_six"]
    own = [_own_parts(pack, tuple(burger), *terms) for burger in burgers]
    return [[salad, sauce, *rest] for (salad, *rest), sauce in zip(own, sauces, strict=True)]


@lru_cache(maxsize=RULES_CACHE_SIZE)
def _own_parts(pack: Pack, burger: tuple[int, ...], sets: str, over_six: str) -> tuple[int, ...]:
    """All parts but Sauce, the only one that compares burgers.

    Cached, because several zones need them after every step and few burgers change.
    """
    kinds = [pack.type_of[face] for face in burger]
    return (
        salad_points(kinds),
        meat_points(meat_names(pack, burger), sets),
        cheese_and_egg_points(kinds, over_six),
        bun_points(kinds),
    )


def meat_names(pack: Pack, burger: Sequence[int]) -> list[str]:
    """The names of the Meat faces."""
    return [pack.faces[face].name for face in burger if pack.type_of[face] == MEAT]


def cheese_and_egg_points(types: Sequence[str], over_six: str) -> int:
    """Points for Cheese and Egg by number, and for Meat next to them (BT-27, BT-28)."""
    return cheese_points(types.count(CHEESE), over_six) + beside_meat(types)


def result_events(t: BetweenTable) -> Iterator[Event]:
    """Events of the end: each burger part by part, each seat's two burgers, and the winners."""
    parts, totals, places = t.parts, t.totals, t.places
    for burger, five in enumerate(parts):
        yield ("counted", burger, *five, totals[burger])
    scores = own_scores(totals, t.beside)
    for seat in sorted(range(t.seats), key=places.__getitem__):
        yield ("ranked", seat, places[seat], *scores[seat])
    yield ("won", first(places))
