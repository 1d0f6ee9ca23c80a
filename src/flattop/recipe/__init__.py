"""The real O.G. Cheeseburger, scaled to any number of guests."""

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
OUNCES = 16  # to the pound
CUP = 240  # millilitres
FINEST = 8  # nobody has a measure for less than an eighth of a cup
SIGNS = {Fraction(numeric(sign)).limit_denominator(FINEST): sign for sign in "½⅓⅔¼¾⅙⅚⅛⅜⅝⅞"}
FILE = Path(__file__).with_name("recipe.toml")


class BadServing(FlattopError):
    """The recipe cannot be written for so many, or in such units."""


@dataclass(frozen=True, slots=True)
class Item:
    """One ingredient for all guests; no amount where it is a matter of taste."""

    name: str
    amount: float | None
    unit: str
    words: str  # amount and name as one would say them
    note: str


class Step(Entry, frozen=True):
    text: str
    minutes: tuple[int, ...] = ()  # at least and at most, where it takes a time


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
    """The cheeseburger for so many guests, a burger each."""
    _check(serves, units)
    written = _written()
    items = tuple(_item(line, Fraction(serves, written.serves), units) for line in written.ingredient)
    words = _words(written, serves, units, items)
    return Recipe(
        title=written.title,
        difficulty=written.difficulty,
        serves=serves,
        units=units,
        minutes=written.minutes,  # BU-C5
        ingredients=items,
        chapters=tuple(_chapter(chapter, words) for chapter in written.chapter),
    )


def _check(serves: int, units: Units) -> None:
    if type(serves) is not int or not 1 <= serves <= MOST:
        raise BadServing(f"no recipe for {serves}; it serves a whole number of guests, 1 to {MOST}")
    if units not in get_args(Units):
        raise BadServing(f"no recipe in {units!r} units; there are {' and '.join(get_args(Units))}")


def _words(written: _Written, serves: int, units: Units, items: tuple[Item, ...]) -> dict[str, str]:
    """What the steps say differently for other guests."""
    return {
        "eggs": "the eggs" if any(item.name == "eggs" for item in items) else "the egg",
        "patties": "1 round patty" if serves == 1 else f"{serves} equal round patties",
        "thickness": (written.metric if units == "metric" else written.imperial).thickness,
    }


@cache
def _written() -> _Written:
    return convert(_Written, read(FILE), FILE.name)


class _Measure(Entry, frozen=True):
    amount: float
    round: float
    unit: str = ""
    up: bool = False

    def of(self, share: Fraction) -> Fraction:
        """So much as a cook can measure, and never nothing."""
        grain = Fraction(self.round)
        grains = Fraction(self.amount) * share / grain
        return grain * max(1, ceil(grains) if self.up else floor(grains + Fraction(1, 2)))


class _Line(Entry, frozen=True):
    """An ingredient as it stands in the file; where both units are alike only one is written."""

    name: Key
    plural: str = ""
    note: str = ""
    metric: _Measure | None = None
    imperial: _Measure | None = None

    def measures(self, units: Units) -> list[_Measure]:
        """The wanted units first."""
        both = (self.metric, self.imperial) if units == "metric" else (self.imperial, self.metric)
        return [measure for measure in both if measure]


class _Chapter(Entry, frozen=True):
    title: str
    step: tuple[Step, ...] = ()


class _Units(Entry, frozen=True):
    thickness: str


class _Written(Deck, frozen=True):
    """The whole file."""

    title: str
    difficulty: str
    serves: int
    minutes: int
    metric: _Units
    imperial: _Units
    ingredient: tuple[_Line, ...]
    chapter: tuple[_Chapter, ...]


def _item(line: _Line, share: Fraction, units: Units) -> Item:
    measured = [(measure.of(share), measure.unit) for measure in line.measures(units)]
    if not measured:
        return Item(line.name, None, "", line.name, line.note)
    amount, unit = measured[0]
    name = line.plural if line.plural and amount > 1 else line.name
    first, *other = (said(*measure) for measure in measured)
    words = " ".join([first, *(f"({quantity})" for quantity in other), name])
    return Item(name, float(amount), unit, words, line.note)


def said(amount: Fraction, unit: str) -> str:
    """An amount as cooks write it: 85 g, 1 lb 8 oz, ⅜ cup (90 ml), 4½."""
    if unit == "oz":
        return _pounds(*divmod(amount, OUNCES))
    if unit == "ml":
        return _cups(amount / CUP, f"{_number(amount)} ml")
    return f"{_number(amount)} {unit}".strip()


def _pounds(pounds: int, ounces: Fraction) -> str:
    return " ".join([f"{pounds} lb"] * bool(pounds) + [f"{_number(ounces)} oz"] * bool(ounces))


def _cups(cups: Fraction, millilitres: str) -> str:
    """In cups too, where there is a cup to measure it with."""
    if cups.denominator > FINEST:
        return millilitres
    return f"{_number(cups)} {'cups' if cups > 1 else 'cup'} ({millilitres})"


def _number(amount: Fraction) -> str:
    whole, part = divmod(amount, 1)
    return f"{whole or ''}{SIGNS[part]}" if part else str(whole)


def _chapter(written: _Chapter, words: dict[str, str]) -> Chapter:
    steps = (Step(step.text.format(**words), step.minutes) for step in written.step)
    return Chapter(written.title, tuple(steps))
