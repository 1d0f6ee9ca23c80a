"""The common SQL as PostgreSQL wants it: numbered places for values instead of question marks and names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

PLACE = re.compile(r"'[^']*'|\?|(?<![:\w]):([a-z_]+)")
NO_SIGN = "\N{SYMBOL FOR NULL}"  # for the one sign that no text of PostgreSQL can hold


def translated(sql: str, values: Iterable[Any], named: Mapping[str, Any]) -> tuple[str, list[Any]]:
    """The text, and the values in the order of its places."""
    text, names = numbered(sql)
    wanted = [named[name] for name in names] if names else values
    return text, [json_copy(value) for value in wanted]


@lru_cache(512)
def numbered(sql: str) -> tuple[str, tuple[str, ...]]:
    """The text with numbers for places, and the names of the places if they have some."""
    names: list[str] = []
    marks = 0

    def number(place: re.Match[str]) -> str:
        nonlocal marks
        if place[0].startswith("'"):
            return place[0]
        if place[1] is None:
            marks += 1
            return f"${marks}"
        if place[1] not in names:
            names.append(place[1])
        return f"${names.index(place[1]) + 1}"

    return PLACE.sub(number, sql), tuple(names)


def json_copy(value: Any) -> Any:
    """A value as it can be kept: booleans as numbers, and no text with a sign that ends it."""
    if isinstance(value, bool):
        return int(value)
    return value.replace("\0", NO_SIGN) if isinstance(value, str) and "\0" in value else value
