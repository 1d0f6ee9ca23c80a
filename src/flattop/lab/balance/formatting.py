"""How numbers of a report are said: a value with its interval, a share, a table by its size."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

COUNTED = ("no", "one", "two", "three", "four", "five", "six")
Values = Sequence[float | None]  # a value and the ends of its interval
# What each number of the headline is called behind its value, and how the value is written.
NAMES = {
    "decisions": ("decisions", "{:.0f}"),
    "single": ("of the decisions leave one option", "%"),
    "options": ("options for a decision", "{:.2f}"),
    "minutes": ("minutes", "{:.1f}"),
    "points": ("points for a seat", "{:.2f}"),
    "success": ("of the games succeed", "%"),
    "first seat": ("of the wins are the first seat's", "%"),
    "first turn": ("of the wins are those of whoever decides first", "%"),
    "margin": ("points from the first to the second", "{:.2f}"),
    "behind": ("points from the first to the last", "{:.2f}"),
    "shared": ("of the wins are shared", "%"),
    "lead changes": ("changes of the lead", "{:.2f}"),
    "lead taken": ("of a game are over when the lead changes last", "%"),
}


def ranged(values: Values, form: str, signed: bool = False) -> str:
    """ "27.9 % (27.1 to 28.7)"; a form is one of Python's, or "%"."""
    middle, low, high = (_said(value, form, signed) for value in values)
    reach = "interval not known" if None in values[1:] else f"{low} to {high}"
    return f"{middle}{' %' if form == '%' else ''} ({reach})"


def _said(value: float | None, form: str, signed: bool) -> str:
    if value is None:
        return "?"
    sign = "+" if signed and value >= 0 else ""
    return sign + (f"{100 * value:.1f}" if form == "%" else form.format(value))


def percent(values: Values) -> str:
    return ranged(values, "%")


def points(values: Values) -> str:
    return ranged(values, "{:.1f}", signed=True)


def win_points(values: Values) -> str:
    """A difference of win shares, in hundredths of all wins."""
    return points(hundredths(values))


def hundredths(values: Values) -> Values:
    return [None if value is None else 100 * value for value in values]


def sized(section: dict[str, Any], what: str) -> str:
    """Games or tables of a section, as "four-seat games (deal=two)"."""
    variant = f" ({section['variant']})" if section["variant"] else ""
    return f"{COUNTED[section['seats']]}-seat {what}{variant}"


def clear(values: Values) -> float:
    """How many times the half width of its interval a value is from nothing."""
    middle, low, high = values
    if middle is None or low is None or high is None or not middle:
        return 0.0
    return abs(middle) / ((high - low) / 2) if high > low else inf
