"""The 21 Top Buns: one customer's order each, a size and a list of checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from flattop.games.burger_up.food import Ingredient
from flattop.games.burger_up.schema import (
    Basis,
    demand,
    demand_between,
    demand_different,
    demand_exactly,
    demand_known,
    demand_words,
    entries,
)
from flattop.kernel.data import record

CheckName = Literal[
    "has_name", "has_keyword", "no_keyword", "distinct_names_with_keyword", "equal_counts", "topmost_card_is"
]
VOCABULARY: Mapping[str, tuple[str, ...]] = {
    "has_name": ("name", "min"),
    "has_keyword": ("keyword", "min"),
    "no_keyword": ("keyword",),
    "distinct_names_with_keyword": ("keyword", "min"),
    "equal_counts": ("keywords", "min_each"),
    "topmost_card_is": ("name",),
}


@dataclass(frozen=True, slots=True)
class CheckKind:
    """One word of the vocabulary of checks, with its fields."""

    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that an order asks of a burger; which fields it has depends on its kind."""

    kind: CheckName
    name: str = ""
    keyword: str = ""
    keywords: tuple[str, ...] = ()
    min: int = -1
    min_each: int = -1

    @property
    def given(self) -> list[str]:
        """The fields that the file gives."""
        return [f.name for f in fields(self) if f.name != "kind" and getattr(self, f.name) != f.default]


@dataclass(frozen=True, slots=True)
class TopBun:
    """One order; a missing limit does not limit."""

    id: str
    number: int
    name: str
    checks: tuple[Check, ...]
    text: str
    basis: Basis
    name_basis: Basis
    needs_basis: Basis
    min_ingredients: int = 1
    max_ingredients: int | None = None
    note: str = ""


def read_vocabulary(raw: Mapping[str, Any], file: str) -> None:
    kinds = raw["check_kind"]
    demand(isinstance(kinds, dict), f"{file}: check_kind", "is not a table")
    demand_exactly(kinds, VOCABULARY, f"{file}: check_kind")
    for name, entry in kinds.items():
        where = f"{file}: check_kind.{name}"
        demand_exactly(record(CheckKind, entry, where).fields, VOCABULARY[name], f"{where}.fields")


def read_top_buns(raw: Mapping[str, Any], foods: tuple[Ingredient, ...], file: str) -> tuple[TopBun, ...]:
    orders = entries(TopBun, raw, "top_bun", file)
    demand_different((order.number for order in orders), "number", f"{file}: top_bun")
    demand_different((order.name for order in orders), "name", f"{file}: top_bun")
    for i, order in enumerate(orders):
        where = f"{file}: top_bun[{i}] {order.id}"
        check_order(order, where, len(orders))
        for j, check in enumerate(order.checks):
            check_check(check, foods, f"{where}.checks[{j}]")
    return orders


def check_order(order: TopBun, where: str, orders: int) -> None:
    demand_words(where, name=order.name, text=order.text)
    demand_between(1, order.number, orders, f"{where}.number")
    demand_between(1, order.min_ingredients, 72, f"{where}.min_ingredients")
    if order.max_ingredients is not None:
        demand_between(order.min_ingredients, order.max_ingredients, 72, f"{where}.max_ingredients")


def check_check(check: Check, foods: tuple[Ingredient, ...], where: str) -> None:
    """All fields of its kind, and words that some food answers to, often enough."""
    demand_exactly(check.given, VOCABULARY[check.kind], f"{where} {check.kind}")
    for keyword in (*check.keywords, *filter(None, [check.keyword])):
        demand_known(keyword, {k for food in foods for k in food.keywords}, "keyword of an ingredient", where)
    if check.name:
        demand_known(check.name, (food.name for food in foods if food.type != "bun"), "food", f"{where}.name")
    if "min" in VOCABULARY[check.kind]:
        demand_between(1, check.min, supply(check, foods), f"{where}.min")
    if check.kind == "equal_counts":
        demand_different(check.keywords, "keyword", f"{where}.keywords")
        demand_between(0, check.min_each, 18, f"{where}.min_each")


def supply(check: Check, foods: tuple[Ingredient, ...]) -> int:
    """How often the pack could meet the check at most."""
    if check.kind == "has_name":
        return sum(food.halves for food in foods if food.name == check.name)
    carriers = [food for food in foods if check.keyword in food.keywords]
    if check.kind == "distinct_names_with_keyword":
        return len(carriers)
    return sum(food.halves for food in carriers)
