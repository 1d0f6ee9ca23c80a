"""The real O.G. Cheeseburger, scaled to any number of guests."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import ceil, floor
from pathlib import Path
from typing import Any, Literal, get_args

from flattop.kernel import FlattopError
from flattop.kernel.data import read, record, records

Units = Literal["metric", "imperial"]
MOST = 100  # guests
OUNCES = 16  # to the pound
QUARTERS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
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


@dataclass(frozen=True, slots=True)
class Step:
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


def recipe(serves: int = 6, units: Units = "metric") -> Recipe:
    """The cheeseburger for so many guests, a burger each."""
    if not 1 <= serves <= MOST:
        raise BadServing(f"no recipe for {serves}; it serves 1 to {MOST}")
    if units not in get_args(Units):
        raise BadServing(f"no recipe in {units!r} units; there are {' and '.join(get_args(Units))}")
    raw = _written()
    lines = records(_Line, raw, "ingredient", FILE.name, "name")
    items = tuple(_item(line, Fraction(serves, raw["serves"]), units) for line in lines)
    words = _words(raw, serves, units, items)
    return Recipe(
        title=raw["title"],
        difficulty=raw["difficulty"],
        serves=serves,
        units=units,
        minutes=raw["minutes"] + raw["pan_minutes"] * (ceil(serves / raw["pan"]) - 1),
        ingredients=items,
        chapters=tuple(_chapter(chapter, words) for chapter in raw["chapter"]),
    )


def _words(raw: dict[str, Any], serves: int, units: Units, items: tuple[Item, ...]) -> dict[str, str]:
    """What the steps say differently for other guests."""
    return {
        "eggs": "the eggs" if any(item.name == "eggs" for item in items) else "the egg",
        "patties": "1 round patty" if serves == 1 else f"{serves} equal round patties",
        "thickness": raw[units]["thickness"],
        "batches": f", {raw['pan']} at a time," if serves > raw["pan"] else "",
    }


@cache
def _written() -> dict[str, Any]:
    return read(FILE)


@dataclass(frozen=True, slots=True)
class _Measure:
    amount: float
    round: float
    unit: str = ""
    up: bool = False

    def of(self, share: Fraction) -> Fraction:
        """So much as a cook can measure, and never nothing."""
        grain = Fraction(self.round)
        grains = Fraction(self.amount) * share / grain
        return grain * max(1, ceil(grains) if self.up else floor(grains + Fraction(1, 2)))


@dataclass(frozen=True, slots=True)
class _Line:
    """An ingredient as it stands in the file; where both units are alike only one is written."""

    name: str
    plural: str = ""
    note: str = ""
    metric: _Measure | None = None
    imperial: _Measure | None = None


@dataclass(frozen=True, slots=True)
class _Chapter:
    title: str
    step: tuple[Step, ...] = field(default_factory=tuple)


def _item(line: _Line, share: Fraction, units: Units) -> Item:
    measure = (line.imperial if units == "imperial" else None) or line.metric
    if measure is None:
        return Item(line.name, None, "", line.name, line.note)
    amount = measure.of(share)
    name = line.plural if line.plural and amount != 1 else line.name
    return Item(name, float(amount), measure.unit, f"{said(amount, measure.unit)} {name}", line.note)


def said(amount: Fraction, unit: str) -> str:
    """An amount as cooks write it: 85 g, 1 lb 5¼ oz, 2½ tbsp, 3."""
    if unit == "oz" and amount >= OUNCES:
        pounds, rest = divmod(amount, OUNCES)
        return f"{pounds} lb" + (f" {said(rest, unit)}" if rest else "")
    pieces, part = divmod(amount, 1)
    number = f"{pieces or ''}{QUARTERS[part]}" if part else str(pieces)
    return f"{number} {unit}".strip()


def _chapter(raw: Any, words: dict[str, str]) -> Chapter:
    written = record(_Chapter, raw, f"{FILE.name}: chapter")
    steps = (Step(step.text.format(**words), step.minutes) for step in written.step)
    return Chapter(written.title, tuple(steps))
