"""A whole deck file, and what must hold between its entries so that nothing in play can break."""

from __future__ import annotations

from collections import Counter
from typing import Literal, get_args

from flattop.games.burger_up.schema import (
    VOCABULARY,
    Alternatives,
    Card,
    Check,
    CheckKind,
    Components,
    Difficulty,
    FoodType,
    Half,
    Ingredient,
    Level,
    Number,
    Setup,
    Setups,
    Size,
    SizeId,
    TopBun,
    Totals,
    Type,
)  # fmt: skip
from flattop.kernel.deck import Deck, between, demand, exactly, expect, in_order, known, placed

NUMBERS = (
    "market_price", "order_coin", "perfect_bonus", "upgrade_placements", "spatula_pristine_points",
    "spatula_dirty_points", "spatula_gone_points", "spatula_uses", "most_orders_bonus", "serves_per_turn",
    "solo_hold_price", "idle_rounds",
)  # fmt: skip
# with none of these a turn would have no sense, or a game no end
AT_LEAST_ONE = ("serves_per_turn", "solo_hold_price", "idle_rounds")
SETUPS = [("burger-up", n) for n in (2, 3, 4)] + [("solo-up", 1)] + [("party-up", n) for n in (5, 6)]


class UpDeck(Deck, frozen=True, rename={"totals": "expect"}):
    """The file as it is written."""

    schema: Literal[1]
    deck: str
    totals: Totals
    components: Components
    numbers: dict[str, Number]
    size: tuple[Size, ...]
    setup: tuple[Setup, ...]
    alternatives: Alternatives
    difficulty: tuple[Difficulty, ...]
    type: tuple[FoodType, ...]
    ingredient: tuple[Ingredient, ...]
    card: tuple[Card, ...]
    check_kind: dict[str, CheckKind]
    top_bun: tuple[TopBun, ...]

    @property
    def setups(self) -> Setups:
        return {(setup.game, setup.players): setup for setup in self.setup}

    def check(self) -> None:
        exactly((kind.id for kind in self.type), get_args(Type), "type")
        exactly((level.id for level in self.difficulty), get_args(Level), "difficulty")
        exactly(((setup.game, setup.players) for setup in self.setup), SETUPS, "setup")
        expect(len(self.setup), self.totals.setups, "entries", "setup")
        exactly(self.check_kind, VOCABULARY, "check_kind")
        for word, kind in self.check_kind.items():
            exactly(kind.fields, VOCABULARY[word], f"check_kind.{word}.fields")
        self._check_numbers()
        self._check_sizes()
        self._check_cards()
        self._check_orders()

    def _check_numbers(self) -> None:
        exactly(self.numbers, NUMBERS, "numbers")
        for name in AT_LEAST_ONE:
            between(self.numbers[name].value, 1, 99, f"numbers.{name}.value")
        for seats, count in self.alternatives.orders_v1.items():
            least = self.setups["burger-up", int(seats)].pending
            between(count, least, 21, f"alternatives.orders_v1.{seats}")

    def _check_sizes(self) -> None:
        """Sizes follow each other without gap; the last has no limit."""
        in_order((size.id for size in self.size), get_args(SizeId), "size")
        low = 1
        for where, size in placed("size", self.size):
            between(size.min, low, low, f"{where}.min")
            last = size is self.size[-1]
            demand((size.max is None) is last, f"{where}.max", "only the last size has none")
            between(size.max or 72, low, 72, f"{where}.max")
            low = (size.max or 0) + 1

    def _check_cards(self) -> None:
        expect(sum(food.type == "bun" for food in self.ingredient), 1, "of type bun", "ingredient")
        types = {food.name: food.type for food in self.ingredient}
        for where, card in placed("card", self.card):
            check_half(card.a, types, f"{where}.a")
            check_half(card.b, types, f"{where}.b")
        halves = [half for card in self.card for half in (card.a, card.b)]
        counts = Counter(half.name for half in halves)
        for where, food in placed("ingredient", self.ingredient):
            expect(counts[food.name], food.halves, f"halves {food.name!r} on the cards", f"{where}.halves")
        buns = sum(card.is_bun for card in self.card)
        expect(len(self.ingredient), self.totals.ingredients, "entries", "ingredient")
        expect(len(self.card), self.totals.ingredient_cards, "cards", "card")
        expect(buns, self.totals.middle_buns, "Middle Buns", "card")
        expect(len(self.card) - buns, self.totals.food_cards, "food cards", "card")
        expect(sum(half.perfect for half in halves), self.totals.perfect_halves, "Perfect halves", "card")

    def _check_orders(self) -> None:
        expect(len(self.top_bun), self.totals.top_buns, "entries", "top_bun")
        for where, order in placed("top_bun", self.top_bun):
            for i, check in enumerate(order.checks):
                self._check_check(check, f"{where}.checks[{i}]")

    def _check_check(self, check: Check, where: str) -> None:
        """Words that some food answers to, often enough."""
        keywords = {keyword for food in self.ingredient for keyword in food.keywords}
        for keyword in (*check.keywords, *filter(None, [check.keyword])):
            known(keyword, keywords, "keyword of an ingredient", where)
        if check.name:
            foods = (food.name for food in self.ingredient if food.type != "bun")
            known(check.name, foods, "food", f"{where}.name")
        if "min" in VOCABULARY[check.kind]:
            between(check.min, 1, self._supply(check), f"{where}.min")

    def _supply(self, check: Check) -> int:
        """How often the pack could meet the check at most."""
        if check.kind == "has_name":
            return sum(food.halves for food in self.ingredient if food.name == check.name)
        carriers = [food for food in self.ingredient if check.keyword in food.keywords]
        if check.kind == "distinct_names_with_keyword":
            return len(carriers)
        return sum(food.halves for food in carriers)


def check_half(half: Half, types: dict[str, Type], where: str) -> None:
    known(half.name, types, "ingredient", f"{where}.name")
    fits = half.type == types[half.name]
    demand(fits, f"{where}.type", f"{half.type!r}, but {half.name!r} is of type {types[half.name]!r}")
