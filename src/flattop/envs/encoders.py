"""Forms: how the contents of a zone become numbers at fixed places.

A form is written as a line: `number 20` is a number in parts of 20, `flag` is yes or no, `one card` marks
which card lies there, `bag card` counts how many of each do, `last card` marks the last of them, `count 72`
is how many things there are in parts of 72, `word any cheese` marks one of the words. A number before a
form reads a list place by place, that many at most: `3 one order`; `seats` is a number too. Forms of the
same things are joined: `bag face + last face`. A list of forms reads a list whose places differ, a table of
forms one whose things have names; `parts` in a table reads a list of them, that many at most, and `of` says
what each is if it is no table.

A form gives lines of Python, and `writer` makes one function of the lines of all zones: what is read at every
decision of every game has no time for a call per number.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from flattop.envs.layout import BadLayout, Said
from flattop.envs.ranges import Numbers, Ranges
from flattop.kernel import HIDDEN

Floats: TypeAlias = "array[float]"
Lines = Callable[[str, str], list[str]]  # for a value and the first place, both as Python would name them
Writer = Callable[[Sequence[Any], Floats], None]  # of the values of all zones


class Form(NamedTuple):
    """How many places something takes, and the lines that write it there."""

    size: int
    lines: Lines


class Scope:
    """What the lines of all forms know by name."""

    def __init__(self) -> None:
        self.known: dict[str, Any] = {}
        self._names = 0

    def fresh(self, word: str) -> str:
        """A name that no other line uses."""
        self._names += 1
        return f"{word}{self._names}"

    def called(self, numbers: Numbers) -> str:
        name = self.fresh("numbers")
        self.known[name] = numbers
        return name


def writer(scope: Scope, lines: Iterable[str]) -> Writer:
    """One function that writes the values of all zones, `values`, to `out`."""
    source = "\n".join(["def write(values, out):", *indented(lines), "    return None"])
    made = dict(scope.known)
    exec(source, made)
    write: Writer = made["write"]
    return write


def indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)


def form(said: Said, ranges: Ranges, scope: Scope, closed: bool = False) -> Form:
    """The form that a layout asks for; in a closed pile what lies face down counts too."""
    if isinstance(said, dict):
        return _table(said, ranges, scope)
    if isinstance(said, list):
        return places([form(inner, ranges, scope) for inner in said])
    first, _, rest = said.partition(" ")
    if first == "seats" or first.isdigit():
        most = ranges.seats if first == "seats" else int(first)
        return row(most, form(rest, ranges, scope, closed), scope)
    return joined([_worded(part.split(), ranges, scope, closed) for part in said.split(" + ")])


def _table(said: dict[str, Said], ranges: Ranges, scope: Scope) -> Form:
    if "of" in said:
        return row(said["parts"], form(said["of"], ranges, scope), scope)
    named = fields({name: form(inner, ranges, scope) for name, inner in said.items() if name != "parts"})
    return row(said["parts"], named, scope) if "parts" in said else named


def _worded(words: list[str], ranges: Ranges, scope: Scope, closed: bool) -> Form:
    name, rest = words[0] if words else "", words[1:]
    if name == "flag" and not rest:
        return number(1)
    if name in SCALED and len(rest) == 1:
        return SCALED[name](float(rest[0]))
    if name == "word" and rest:
        return one({word: place for place, word in enumerate(rest)}, scope)
    if name == "bag" and len(rest) == 1:
        return bag(ranges.of(rest[0]), scope, closed)
    if name in OF_A_KIND and len(rest) == 1:
        return OF_A_KIND[name](ranges.of(rest[0]), scope)
    raise BadLayout(f"{' '.join(words)!r} is no form; see flattop.envs.encoders")


def joined(forms: Sequence[Form]) -> Form:
    """Several forms of the same thing, one behind the other."""
    return side_by_side(forms, lambda value, n: value)


def places(forms: Sequence[Form]) -> Form:
    """A list whose places differ; one that is shorter is not read."""
    whole = side_by_side(forms, lambda value, n: f"{value}[{n}]")
    return when(whole, lambda value: f"len({value}) >= {len(forms)}")


def fields(named: dict[str, Form]) -> Form:
    """A table of names, each at its place whether it is there or not."""
    return joined([field(name, inner) for name, inner in named.items()])


def field(name: str, inner: Form) -> Form:
    return when(inner, lambda value: f"{name!r} in {value}", f"[{name!r}]")


def side_by_side(forms: Sequence[Form], part: Callable[[str, int], str]) -> Form:
    """Forms one behind the other, each of its part of the value."""
    starts = [sum(size for size, _ in forms[:n]) for n in range(len(forms))]

    def lines(value: str, at: str) -> list[str]:
        each = zip(forms, starts, strict=True)
        return [
            line
            for n, (inner, start) in enumerate(each)
            for line in inner.lines(part(value, n), further(at, start))
        ]

    return Form(sum(size for size, _ in forms), lines)


def when(inner: Form, said: Callable[[str], str], part: str = "") -> Form:
    """A form that is written only where something is so."""
    return Form(
        inner.size, lambda value, at: [f"if {said(value)}:", *indented(inner.lines(f"{value}{part}", at))]
    )


def row(most: int, each: Form, scope: Scope) -> Form:
    """A list place by place; what lies beyond the last is not read."""
    size, inner = each

    def lines(value: str, at: str) -> list[str]:
        thing, place = scope.fresh("thing"), scope.fresh("place")
        loop = [*inner(thing, place), f"{place} += {size}"]
        return [f"{place} = {at}", f"for {thing} in {value}[:{most}]:", *indented(loop)]

    return Form(most * size, lines)


def number(whole: float) -> Form:
    """A number in parts of another; true is 1."""
    return Form(1, lambda value, at: [f"out[{at}] = {value} / {whole}"])


def count(whole: float) -> Form:
    """How many things there are."""
    return Form(1, lambda value, at: [f"out[{at}] = len({value}) / {whole}"])


def one(numbers: Numbers, scope: Scope) -> Form:
    """Which thing it is; nothing is marked where it is none of them."""
    known = scope.called(numbers)
    return Form(
        len(numbers), lambda value, at: [f"if {value} in {known}:", f"    out[{at} + {known}[{value}]] = 1"]
    )


def last(numbers: Numbers, scope: Scope) -> Form:
    """Which thing lies last, or on top."""
    return when(one(numbers, scope), lambda value: value, "[-1]")


def bag(numbers: Numbers, scope: Scope, closed: bool) -> Form:
    """How many of each thing lie there; in a closed pile, behind them, how many lie face down."""
    known = scope.called({**numbers, HIDDEN: len(numbers)} if closed else numbers)

    def lines(value: str, at: str) -> list[str]:
        loop = [f"if thing in {known}:", f"    out[{at} + {known}[thing]] += 1"]
        return [f"for thing in {value}:", *indented(loop)]

    return Form(len(scope.known[known]), lines)


def further(at: str, by: int) -> str:
    """So many places further on."""
    return str(int(at) + by) if at.isdigit() else f"{at} + {by}" if by else at


SCALED: dict[str, Callable[[float], Form]] = {"number": number, "count": count}
OF_A_KIND: dict[str, Callable[[Numbers, Scope], Form]] = {"one": one, "last": last}
