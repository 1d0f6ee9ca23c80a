"""Reading numbers that people write into options: plain digits alone, so that a number has one value."""

from __future__ import annotations

import re

LONGEST = 9  # digits; no option comes near


def whole_number(written: str, least: int, most: int, otherwise: str) -> int:
    """A whole number within bounds; ValueError with the sentence that says what would be right."""
    if re.fullmatch(rf"[0-9]{{1,{LONGEST}}}", written) and least <= int(written) <= most:
        return int(written)
    raise ValueError(otherwise)


def decimal_number(written: str, least: float, most: float, otherwise: str) -> float:
    """The same with tenths."""
    if re.fullmatch(rf"[0-9]{{1,{LONGEST}}}(\.[0-9]{{1,{LONGEST}}})?", written):
        number = round(float(written), 1)
        if least <= number <= most:
            return number
    raise ValueError(otherwise)


def numbers_once(written: str, least: int, most: int, otherwise: str) -> list[int]:
    """A list of different whole numbers, parted by commas or spaces, in brackets or not."""
    words = written.strip("[]()").replace(",", " ").split()
    numbers = [whole_number(word, least, most, otherwise) for word in words]
    if not numbers or len({*numbers}) < len(numbers):
        raise ValueError(otherwise)
    return numbers
