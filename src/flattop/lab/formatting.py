"""How the lab says what it counted, and what so few games cannot tell."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite


def counted(number: int, noun: str) -> str:
    """ "1 deal", "1,200 deals"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def rounded(values: Iterable[float], digits: int = 4) -> list[float | None]:
    """Numbers for JSON, which has none that is not finite: None for what nobody knows."""
    return [round(value, digits) if isfinite(value) else None for value in values]
