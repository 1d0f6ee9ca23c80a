"""What becomes of a number that is not open: the seat loses, or the lowest open one is taken instead."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from flattop.kernel import BadOption

Ruling = Literal["lose", "lowest"]
RULINGS: tuple[Ruling, ...] = ("lose", "lowest")
LOSS = -1.0


def checked(ruling: Ruling) -> Ruling:
    if ruling not in RULINGS:
        raise BadOption(f"illegal {ruling!r}: it is one of {', '.join(RULINGS)}")
    return ruling


def judged(number: int, options: Collection[int], ruling: Ruling) -> int | None:
    """The number that counts; None if the seat has lost by it."""
    if number in options:
        return number
    return min(options) if ruling == "lowest" else None
