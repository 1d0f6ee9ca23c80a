"""Parsing of numbers typed by people. Only ASCII digits are accepted, unlike in `int` and `float`."""

from __future__ import annotations

import re

LONGEST = 9  # digits of each half of a decimal number
DIGITS = 100  # of a whole number; enough for any seed
WHOLE = re.compile(rf"-?[0-9]{{1,{DIGITS}}}")
PART = rf"[0-9]{{1,{LONGEST}}}"
DECIMAL = re.compile(rf"{PART}(\.{PART})?|\.{PART}")


def typed_number(word: str) -> int | None:
    """Parse a whole number that may have a minus sign; None if the word is not one."""
    return int(word) if WHOLE.fullmatch(word) else None


def typed_decimal(word: str) -> float | None:
    """Parse a number that may have a decimal point and is not negative; None if the word is not one."""
    return float(word) if DECIMAL.fullmatch(word) else None


def whole_number(text: str, least: int, most: int, message: str) -> int:
    """Parse a whole number within bounds; ValueError(message) otherwise."""
    number = typed_number(text)
    if number is None or not least <= number <= most:
        raise ValueError(message)
    return number


def decimal_number(text: str, least: float, most: float, message: str) -> float:
    """Parse a number within bounds and round it to tenths; ValueError(message) otherwise."""
    number = typed_decimal(text)
    if number is None or not least <= round(number, 1) <= most:
        raise ValueError(message)
    return round(number, 1)


def numbers_once(text: str, least: int, most: int, message: str) -> list[int]:
    """Parse different whole numbers separated by commas or spaces; brackets around them are ignored."""
    words = text.strip("[]()").replace(",", " ").split()
    numbers = [whole_number(word, least, most, message) for word in words]
    if not numbers or len({*numbers}) < len(numbers):
        raise ValueError(message)
    return numbers
