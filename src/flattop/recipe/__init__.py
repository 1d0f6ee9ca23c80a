"""The recipe of a real cheeseburger, scaled to any number of guests."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil, floor
from pathlib import Path
from typing import Literal, get_args
from unicodedata import numeric

from flattop.kernel import FlattopError
from flattop.kernel.deck import Deck, Key
from flattop.kernel.toml import Entry, convert, read

Units = Literal["metric", "imperial"]
USUAL, MOST = 6, 48  # guests
OUNCES = 16  # in a pound
CUP = 240  # millilitres
FINEST = 8  # an eighth of a cup is the smallest measure
SIGNS = {Fraction(numeric(sign)).limit_denominator(FINEST): sign for sign in "½⅓⅔¼¾⅙⅚⅛⅜⅝⅞"}
FILE = Path(__file__).with_name("recipe.toml")


class BadServing(FlattopError):
    """The number of guests or the units are not supported."""


@dataclass(frozen=True, slots=True)
class Item:
    """One ingredient for all guests; it has no amount if that is a matter of taste."""

    name: str
    amount: float | None
    unit: str
    words: str  # amount and name as text
    note: str


class Step(Entry, frozen=True):
    text: str
    minutes: tuple[int, ...] = ()  # the shortest and the longest time, if it takes any


@dataclass(frozen=True, slots=True)
class Chapter:
    title: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Recipe:
    title: str
    difficulty: str
    serves: int
    units: Units
    minutes: int
    ingredients: tuple[Item, ...]
    chapters: tuple[Chapter, ...]


def recipe(serves: int = USUAL, units: Units = "metric") -> Recipe:
    """Return the recipe for a number of guests, one burger each."""
    if type(serves) is not int or not 1 <= serves <= MOST:
        raise BadServing(f"no recipe for {serves}; it serves a whole number of guests, 1 to {MOST}")
    if units not in get_args(Units):
        raise BadServing(f"no recipe in {units!r} units; there are {' and '.join(get_args(Units))}")
    file = _recipe_file()
    items = []
    for line in file.ingredient:
        share = Fraction(serves, file.serves)
        measured = [(measure.of(share), measure.unit) for measure in line.measures(units)]
        if not measured:
            items.append(Item(line.name, None, "", line.name, line.note))
            continue
        amount, unit = measured[0]
        name = line.plural if line.plural and amount > 1 else line.name
        first, *other = (amount_text(*measure) for measure in measured)
        text = " ".join([first, *(f"({same})" for same in other), name])
        items.append(Item(name, float(amount), unit, text, line.note))
    words = {
        "eggs": "the eggs" if any(item.name == "eggs" for item in items) else "the egg",
        "patties": "1 round patty" if serves == 1 else f"{serves} equal round patties, each",
        "thickness": (file.metric if units == "metric" else file.imperial).thickness,
    }
    chapters = [
        Chapter(
            chapter.title,
            tuple(Step(step.text.format(**words), step.minutes) for step in chapter.step),
        )
        for chapter in file.chapter
    ]
    return Recipe(
        title=file.title,
        difficulty=file.difficulty,
        serves=serves,
        units=units,
        minutes=file.minutes,  # BU-C5
        ingredients=tuple(items),
        chapters=tuple(chapters),
    )


# -- recipe.toml


class _Measure(Entry, frozen=True):
    amount: float
    round: float
    unit: str = ""
    up: bool = False

    def of(self, share: Fraction) -> Fraction:
        """Return a share of the amount, rounded to what a cook can measure, and more than nothing."""
        grain = Fraction(self.round)
        grains = Fraction(self.amount) * share / grain
        return grain * max(1, ceil(grains) if self.up else floor(grains + Fraction(1, 2)))


class _Ingredient(Entry, frozen=True):
    """An ingredient in the file. If both units are the same, the file has only one of them."""

    name: Key
    plural: str = ""
    note: str = ""
    metric: _Measure | None = None
    imperial: _Measure | None = None

    def measures(self, units: Units) -> list[_Measure]:
        """Return the measures, those in the wanted units first."""
        both = (self.metric, self.imperial) if units == "metric" else (self.imperial, self.metric)
        return [measure for measure in both if measure]


class _Chapter(Entry, frozen=True):
    title: str
    step: tuple[Step, ...] = ()


class _Units(Entry, frozen=True):
    thickness: str


class _RecipeFile(Deck, frozen=True):
    """Contents of `recipe.toml`."""

    title: str
    difficulty: str
    serves: int
    minutes: int
    metric: _Units
    imperial: _Units
    ingredient: tuple[_Ingredient, ...]
    chapter: tuple[_Chapter, ...]


@cache
def _recipe_file() -> _RecipeFile:
    return convert(_RecipeFile, read(FILE), FILE.name)


# -- amounts as text


def amount_text(amount: Fraction, unit: str) -> str:
    """Return an amount as cooks write it: 85 g, 1 lb 8 oz, ⅜ cup (90 ml), 4½."""
    if unit == "oz":
        pounds, ounces = divmod(amount, OUNCES)
        return " ".join([f"{pounds} lb"] * bool(pounds) + [f"{_number(ounces)} oz"] * bool(ounces))
    cups = amount / CUP
    if unit == "ml" and cups.denominator <= FINEST:
        return f"{_number(cups)} {'cups' if cups > 1 else 'cup'} ({_number(amount)} ml)"
    return f"{_number(amount)} {unit}".strip()


def _number(amount: Fraction) -> str:
    whole, part = divmod(amount, 1)
    return f"{whole or ''}{SIGNS[part]}" if part else str(whole)
