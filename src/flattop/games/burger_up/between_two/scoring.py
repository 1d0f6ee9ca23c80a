"""Scoring: the five parts of a burger's points, and who has won, as pure functions.

A burger is a list of types, or of names, from the Bottom Bun upwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from flattop.games.burger_up.cards import Pack
from flattop.kernel import ANSWERS, Event, Settings, first

if TYPE_CHECKING:
    from flattop.games.burger_up.between_two.table import BetweenTable

SALAD, SAUCE, MEAT, CHEESE, BUN = "salad", "sauce", "meat", "cheese", "bun"
PARTS = (SALAD, SAUCE, MEAT, CHEESE, BUN)
SALAD_ROW = (0, 2, 8, 12)
LONGER_ROW = 9  # BT-R9: three and more score their length and this
MEATS = (0, 2, 4, 9, 17)
CHEESES = (0, 1, 3, 6, 10, 15, 21)
MOST_SAUCES = 4


def salad_points(types: Sequence[str]) -> int:
    """Every unbroken row of Salad by its length; anything else ends it, a Middle Bun too (BT-22, BT-R11)."""
    return sum(row_points(len(list(row))) for kind, row in groupby(types) if kind == SALAD)


def row_points(length: int) -> int:
    return SALAD_ROW[length] if length < len(SALAD_ROW) else length + LONGER_ROW


def sauce_points(sauces: Sequence[int], second: int = 3, ties: str = "each") -> list[int]:
    """Most pay four times their number, the next lower number pays as second (BT-24, BT-25, BT-R6)."""
    steps = sorted({*sauces} - {0}, reverse=True)
    times = dict(zip(steps, (MOST_SAUCES, second), strict=False))
    if ties == "no_second" and steps and sauces.count(steps[0]) > 1:
        times = {steps[0]: MOST_SAUCES}
    return [number * times.get(number, 0) for number in sauces]


def meat_points(names: Iterable[str], sets: str = "once") -> int:
    """By different names; with `sets` the copies that are left over form further sets (BT-26, BT-R10)."""
    copies = Counter(names).values()
    if sets == "once":
        return set_points(len(copies))
    return sum(set_points(sum(own > n for own in copies)) for n in range(max(copies, default=0)))


def set_points(different: int) -> int:
    return MEATS[min(different, len(MEATS) - 1)]


def cheese_points(number: int, over_six: str = "sets") -> int:
    """The ladder to six; the seventh begins a new one, goes on, or adds nothing (BT-27, BT-R8)."""
    if over_six == "triangle":
        return number * (number + 1) // 2
    if over_six == "cap":
        return CHEESES[min(number, 6)]
    return number // 6 * CHEESES[6] + CHEESES[number % 6]


def beside_meat(types: Sequence[str]) -> int:
    """One for each Meat or Patty directly below or above a Cheese or Egg (BT-28)."""
    return sum({below, above} == {MEAT, CHEESE} for below, above in pairwise(types))


def bun_points(types: Sequence[str]) -> int:
    """Middle Buns times the types of food on the burger (BT-29)."""
    return types.count(BUN) * len({*types} - {BUN})


# -- who has won


def own_scores(totals: Sequence[int], beside: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The lower burger of each seat, its score, and the higher one, which breaks ties (BT-20, BT-R12)."""
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


@lru_cache(maxsize=ANSWERS)
def _own_parts(pack: Pack, burger: tuple[int, ...], sets: str, over_six: str) -> tuple[int, ...]:
    """The other parts: they are asked for by several zones after every step, and few burgers have changed."""
    kinds = [pack.type_of[face] for face in burger]
    return (
        salad_points(kinds),
        meat_points(meats(pack, burger), sets),
        yellow_points(kinds, over_six),
        bun_points(kinds),
    )


def meats(pack: Pack, burger: Sequence[int]) -> list[str]:
    """The names of the brown faces."""
    return [pack.faces[face].name for face in burger if pack.type_of[face] == MEAT]


def yellow_points(types: Sequence[str], over_six: str) -> int:
    """Cheese and Egg by number, and for Meat next to them (BT-27, BT-28)."""
    return cheese_points(types.count(CHEESE), over_six) + beside_meat(types)


def told(t: BetweenTable) -> Iterator[Event]:
    """Each burger part by part, each seat's two burgers, and who has won."""
    parts, totals, places = t.parts, t.totals, t.places
    for burger, five in enumerate(parts):
        yield ("counted", burger, *five, totals[burger])
    scores = own_scores(totals, t.beside)
    for seat in sorted(range(t.seats), key=places.__getitem__):
        yield ("ranked", seat, places[seat], *scores[seat])
    yield ("won", first(places))
