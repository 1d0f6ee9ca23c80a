"""Formatting of counts and numbers that all reports share."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite


def counted(number: int, noun: str) -> str:
    """Return the number with its noun: "1 deal", "1,200 deals"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def rounded(values: Iterable[float], digits: int = 4) -> list[float | None]:
    """Round numbers for JSON, which has no infinity: those that are not finite become None."""
    return [round(value, digits) if isfinite(value) else None for value in values]
