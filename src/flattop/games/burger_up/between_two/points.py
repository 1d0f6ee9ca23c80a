"""Counting: the points of all burgers on the table by its options, and how they are told at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from flattop.games.burger_up.between_two import scoring
from flattop.games.burger_up.cards import Pack
from flattop.kernel import RULES_CACHE_SIZE, Event, Settings, first

if TYPE_CHECKING:
    from flattop.games.burger_up.between_two.table import BetweenTable


def parts(pack: Pack, burgers: Sequence[Sequence[int]], settings: Settings) -> list[list[int]]:
    """By burger the points for Salad, Sauce, Meat, Cheese and Middle Buns (BT-19)."""
    sauces = sauce_points(pack, burgers, settings)
    terms = settings["meat_sets"], settings["cheese_over_six"]
    own = [_own_parts(pack, tuple(burger), *terms) for burger in burgers]
    return [[salad, sauce, *rest] for (salad, *rest), sauce in zip(own, sauces, strict=True)]


def sauce_points(pack: Pack, burgers: Sequence[Sequence[int]], settings: Settings) -> list[int]:
    """The only part for which burgers are compared."""
    type_of = pack.type_of
    sauces = [sum([type_of[face] == scoring.SAUCE for face in burger]) for burger in burgers]
    return scoring.sauce_points(sauces, settings["sauce_second"], settings["sauce_ties"])


@lru_cache(maxsize=RULES_CACHE_SIZE)
def _own_parts(pack: Pack, burger: tuple[int, ...], sets: str, over_six: str) -> tuple[int, ...]:
    """The other parts: they are asked for by several zones after every step, and few burgers have changed."""
    kinds = [pack.type_of[face] for face in burger]
    return (
        scoring.salad_points(kinds),
        scoring.meat_points(meats(pack, burger), sets),
        yellow_points(kinds, over_six),
        scoring.bun_points(kinds),
    )


def meats(pack: Pack, burger: Sequence[int]) -> list[str]:
    """The names of the brown faces."""
    return [pack.faces[face].name for face in burger if pack.type_of[face] == scoring.MEAT]


def yellow_points(types: Sequence[str], over_six: str) -> int:
    """Cheese and Egg by number, and for Meat next to them (BT-27, BT-28)."""
    return scoring.cheese_points(types.count(scoring.CHEESE), over_six) + scoring.beside_meat(types)


def told(t: BetweenTable) -> Iterator[Event]:
    """Each burger part by part, each seat's two burgers, and who has won."""
    parts, totals, places = t.parts, t.totals, t.places
    for burger, five in enumerate(parts):
        yield ("counted", burger, *five, totals[burger])
    scores = scoring.own_scores(totals, t.beside)
    for seat in sorted(range(t.seats), key=places.__getitem__):
        yield ("ranked", seat, places[seat], *scores[seat])
    yield ("won", first(places))
