"""The checks of the deck file, read as needs: a small vocabulary, one function a word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flattop.games.burger_up.requirements import (
    NEVER,
    AtLeast,
    Different,
    Equal,
    Height,
    Need,
    Needs,
    NoneOf,
    OnTop,
)
from flattop.games.burger_up.schema import Check, Half, Ingredient, TopBun


@dataclass(frozen=True, slots=True)
class Kitchen:
    """The faces of a deck by what checks ask for."""

    halves: tuple[Half, ...]
    keywords: Mapping[str, tuple[str, ...]]  # by name of the food

    def named(self, name: str) -> frozenset[int]:
        return frozenset(face for face, half in enumerate(self.halves) if half.name == name)

    def with_keyword(self, keyword: str) -> frozenset[int]:
        return frozenset(face for face, half in enumerate(self.halves) if keyword in self.keywords[half.name])

    @property
    def buns(self) -> frozenset[int]:
        return frozenset(face for face, half in enumerate(self.halves) if half.type == "bun")

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(half.name for half in self.halves)


def kitchen(halves: tuple[Half, ...], foods: Iterable[Ingredient]) -> Kitchen:
    return Kitchen(halves, {food.name: food.keywords for food in foods})


def needs_of(order: TopBun, kitchen: Kitchen) -> Needs:
    """The height first, then the checks as the file lists them."""
    return (height_of(order, kitchen), *(need_of(check, kitchen) for check in order.checks))


def height_of(order: TopBun, kitchen: Kitchen) -> Height:
    least, most = order.min_ingredients, order.max_ingredients
    words = f"{least} or more" if most is None else f"{most} at most" if least == 1 else f"{least} to {most}"
    return Height(words, kitchen.buns, least, NEVER if most is None else most)


def need_of(check: Check, kitchen: Kitchen) -> Need:
    return CHECKS[check.kind](check, kitchen)


def has_name(check: Check, kitchen: Kitchen) -> Need:
    return AtLeast(counted(check.min, check.name), kitchen.named(check.name), check.min)


def has_keyword(check: Check, kitchen: Kitchen) -> Need:
    return AtLeast(counted(check.min, check.keyword), kitchen.with_keyword(check.keyword), check.min)


def no_keyword(check: Check, kitchen: Kitchen) -> Need:
    return NoneOf(f"no {check.keyword}", kitchen.with_keyword(check.keyword))


def distinct_names_with_keyword(check: Check, kitchen: Kitchen) -> Need:
    faces = kitchen.with_keyword(check.keyword)
    return Different(f"{check.min} different {check.keyword}", faces, kitchen.names, check.min)


def equal_counts(check: Check, kitchen: Kitchen) -> Need:
    groups = tuple(map(kitchen.with_keyword, check.keywords))
    return Equal(f"as many {', '.join(check.keywords)}", groups, check.min_each)


def topmost_card_is(check: Check, kitchen: Kitchen) -> Need:
    return OnTop(f"{check.name} on top", kitchen.named(check.name))


CHECKS = {
    "has_name": has_name,
    "has_keyword": has_keyword,
    "no_keyword": no_keyword,
    "distinct_names_with_keyword": distinct_names_with_keyword,
    "equal_counts": equal_counts,
    "topmost_card_is": topmost_card_is,
}


def counted(number: int, what: str) -> str:
    return what if number == 1 else f"{number} {what}"
