"""Forms: how the contents of a zone become numbers at fixed places.

A form is written as a line: `number 20` is a number in parts of 20, `flag` is yes or no, `one card` marks
which card lies there, `bag card` counts how many of each do, `last card` marks the last of them, `count 72`
is how many things there are in parts of 72, `word any cheese` marks one of the words. A number before a
form reads a list place by place, that many at most: `3 one order`; `seats` is a number too. Forms of the
same things are joined: `bag face + last face`. A list of forms reads a list whose places differ, a table of
forms one whose things have names; `parts` in a table reads a list of them, that many at most, and `of` says
what each is if it is no table.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from flattop.envs.layout import BadLayout, Said
from flattop.envs.ranges import Numbers, Ranges
from flattop.kernel import HIDDEN

Floats: TypeAlias = "array[float]"
Write = Callable[[Any, Floats, int], None]  # a value, where to write, and from which place on


class Form(NamedTuple):
    """How many places something takes, and how it is written there."""

    size: int
    write: Write


def form(said: Said, ranges: Ranges, closed: bool = False) -> Form:
    """The form that a layout asks for; in a closed pile what lies face down counts too."""
    if isinstance(said, dict):
        return _table(said, ranges)
    if isinstance(said, list):
        return places([form(inner, ranges) for inner in said])
    first, _, rest = said.partition(" ")
    if first == "seats" or first.isdigit():
        return row(ranges.seats if first == "seats" else int(first), form(rest, ranges, closed))
    return joined([_worded(part.split(), ranges, closed) for part in said.split(" + ")])


def _table(said: dict[str, Said], ranges: Ranges) -> Form:
    if "of" in said:
        return row(said["parts"], form(said["of"], ranges))
    named = fields({name: form(inner, ranges) for name, inner in said.items() if name != "parts"})
    return row(said["parts"], named) if "parts" in said else named


def _worded(words: list[str], ranges: Ranges, closed: bool) -> Form:
    name, rest = words[0] if words else "", words[1:]
    if name == "flag" and not rest:
        return number(1)
    if name in SCALED and len(rest) == 1:
        return SCALED[name](float(rest[0]))
    if name == "word" and rest:
        return one({word: place for place, word in enumerate(rest)})
    if name in OF_A_KIND and len(rest) == 1:
        return OF_A_KIND[name](ranges.of(rest[0]), closed)
    raise BadLayout(f"{' '.join(words)!r} is no form; see flattop.envs.forms")


def joined(forms: Sequence[Form]) -> Form:
    """Several forms of the same thing, one behind the other."""
    if len(forms) == 1:
        return forms[0]

    def write(value: Any, out: Floats, at: int) -> None:
        for size, part in forms:
            part(value, out, at)
            at += size

    return Form(sum(size for size, _ in forms), write)


def row(most: int, each: Form) -> Form:
    """A list place by place; what lies beyond the last is not read."""
    size, part = each

    def write(value: Any, out: Floats, at: int) -> None:
        for inner in value[:most]:
            part(inner, out, at)
            at += size

    return Form(most * size, write)


def places(forms: Sequence[Form]) -> Form:
    """A list whose places differ."""

    def write(value: Any, out: Floats, at: int) -> None:
        for (size, part), inner in zip(forms, value, strict=False):
            part(inner, out, at)
            at += size

    return Form(sum(size for size, _ in forms), write)


def fields(named: dict[str, Form]) -> Form:
    """A table of names, each at its place whether it is there or not."""
    laid, size = [], 0
    for name, inner in named.items():
        laid.append((name, inner.write, size))
        size += inner.size

    def write(value: Any, out: Floats, at: int) -> None:
        for name, part, place in laid:
            if name in value:
                part(value[name], out, at + place)

    return Form(size, write)


def number(whole: float) -> Form:
    """A number in parts of another; true is 1."""

    def write(value: Any, out: Floats, at: int) -> None:
        out[at] = value / whole

    return Form(1, write)


def count(whole: float) -> Form:
    """How many things there are."""

    def write(value: Any, out: Floats, at: int) -> None:
        out[at] = len(value) / whole

    return Form(1, write)


def one(numbers: Numbers, closed: bool = False) -> Form:
    """Which thing it is; nothing is marked where it is none of them."""

    def write(value: Any, out: Floats, at: int) -> None:
        if value in numbers:
            out[at + numbers[value]] = 1

    return Form(len(numbers), write)


def bag(numbers: Numbers, closed: bool = False) -> Form:
    """How many of each thing lie there; in a closed pile, behind them, how many lie face down."""
    known = {**numbers, HIDDEN: len(numbers)} if closed else numbers

    def write(value: Any, out: Floats, at: int) -> None:
        for thing in value:
            if thing in known:
                out[at + known[thing]] += 1

    return Form(len(known), write)


def last(numbers: Numbers, closed: bool = False) -> Form:
    """Which thing lies last, or on top."""
    size, mark = one(numbers)

    def write(value: Any, out: Floats, at: int) -> None:
        if value:
            mark(value[-1], out, at)

    return Form(size, write)


SCALED: dict[str, Callable[[float], Form]] = {"number": number, "count": count}
OF_A_KIND: dict[str, Callable[[Numbers, bool], Form]] = {"one": one, "bag": bag, "last": last}
