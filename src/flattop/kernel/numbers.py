"""Reading numbers that people write: plain digits alone, so that a number has one value."""

from __future__ import annotations

import re

LONGEST = 9  # digits; no option comes near
DIGITS = 100  # of any number; no seed needs more
WHOLE = re.compile(rf"-?[0-9]{{1,{DIGITS}}}")
PART = rf"[0-9]{{1,{LONGEST}}}"
DECIMAL = re.compile(rf"{PART}(\.{PART})?|\.{PART}")


def typed_number(word: str) -> int | None:
    """A whole number as a person types it, with one minus or none; None if the word is something else."""
    return int(word) if WHOLE.fullmatch(word) else None


def typed_decimal(word: str) -> float | None:
    """A number that may have a point in it, and is not negative; None if the word is something else."""
    return float(word) if DECIMAL.fullmatch(word) else None


def whole_number(written: str, least: int, most: int, otherwise: str) -> int:
    """A whole number within bounds; ValueError with the sentence that says what would be right."""
    number = typed_number(written)
    if number is None or not least <= number <= most:
        raise ValueError(otherwise)
    return number


def decimal_number(written: str, least: float, most: float, otherwise: str) -> float:
    """The same with tenths."""
    number = typed_decimal(written)
    if number is None or not least <= round(number, 1) <= most:
        raise ValueError(otherwise)
    return round(number, 1)


def numbers_once(written: str, least: int, most: int, otherwise: str) -> list[int]:
    """A list of different whole numbers, parted by commas or spaces, in brackets or not."""
    words = written.strip("[]()").replace(",", " ").split()
    numbers = [whole_number(word, least, most, otherwise) for word in words]
    if not numbers or len({*numbers}) < len(numbers):
        raise ValueError(otherwise)
    return numbers
