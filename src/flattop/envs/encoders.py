"""Encoders: compile the contents of zones to numbers at fixed places of an observation.

A layout writes an encoder as a line.  `number 20` is a number divided by 20, `flag` is 0 or 1, `one card` is
a one-hot encoding of a card, `bag card` counts each card, `last card` is a one-hot encoding of the last card,
`count 72` is the number of things divided by 72, and `word any cheese` is a one-hot encoding of a word.  A
leading number encodes a list place by place, up to that many places: `3 one order`.  `seats` is such a
number, too.  `bag face + last face` puts two encodings of the same value side by side.  A list of encoders is
for a list whose places differ, a table of encoders for a table with named fields.  In a table, `parts`
encodes a list of such tables, up to that many, and `of` is the encoder of each part if the part is not a
table.

An encoder generates lines of Python, and `compile_writer` makes one function of the lines of all zones,
because a call for each number would be too slow.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from flattop.envs.layout import BadLayout, EncoderSpec, Numbers, Ranges
from flattop.kernel import HIDDEN

Floats: TypeAlias = "array[float]"
Lines = Callable[[str, str], list[str]]  # from the expressions of the value and of its first place
Writer = Callable[[Sequence[Any], Floats], None]  # writes the values of all zones


class Encoder(NamedTuple):
    """The number of places that a value takes, and the Python lines that write it there."""

    size: int
    lines: Lines


class Scope:
    """The names that the generated lines use."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self._count = 0

    def fresh(self, word: str) -> str:
        """Return a name that no other line uses."""
        self._count += 1
        return f"{word}{self._count}"

    def bind(self, numbers: Numbers) -> str:
        """Make `numbers` available to the generated lines and return its name there."""
        name = self.fresh("numbers")
        self.values[name] = numbers
        return name


def compile_writer(scope: Scope, lines: Iterable[str]) -> Writer:
    """Compile the lines to one function that writes the values of all zones, `values`, to `out`."""
    source = "\n".join(["def write(values, out):", *indented(lines), "    return None"])
    namespace = dict(scope.values)
    exec(source, namespace)
    write: Writer = namespace["write"]
    return write


def indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)


def encoder(spec: EncoderSpec, ranges: Ranges, scope: Scope, closed: bool = False) -> Encoder:
    """Build the encoder that a layout describes.  In a `closed` pile a bag also counts face-down cards."""
    if isinstance(spec, dict):
        if "of" in spec:
            return repeated(spec["parts"], encoder(spec["of"], ranges, scope), scope)
        fields = [
            conditional(encoder(inner, ranges, scope), has_field(name), f"[{name!r}]")
            for name, inner in spec.items()
            if name != "parts"
        ]
        table = joined(fields)
        return repeated(spec["parts"], table, scope) if "parts" in spec else table
    if isinstance(spec, list):
        return places([encoder(inner, ranges, scope) for inner in spec])
    first, _, rest = spec.partition(" ")
    if first == "seats" or first.isdigit():
        limit = ranges.seats if first == "seats" else int(first)
        return repeated(limit, encoder(rest, ranges, scope, closed), scope)
    return joined([named_encoder(part.split(), ranges, scope, closed) for part in spec.split(" + ")])


def has_field(name: str) -> Callable[[str], str]:
    """Return the test that a table has a field."""
    return lambda value: f"{name!r} in {value}"


def named_encoder(words: list[str], ranges: Ranges, scope: Scope, closed: bool) -> Encoder:
    """Build an encoder from its name and arguments."""
    name, rest = words[0] if words else "", words[1:]
    if name == "flag" and not rest:
        return number(1)
    if name in SCALED and len(rest) == 1:
        return SCALED[name](float(rest[0]))
    if name == "word" and rest:
        return one_hot({word: place for place, word in enumerate(rest)}, scope)
    if name == "bag" and len(rest) == 1:
        return bag(ranges.of(rest[0]), scope, closed)
    if name in OF_A_KIND and len(rest) == 1:
        return OF_A_KIND[name](ranges.of(rest[0]), scope)
    raise BadLayout(f"unknown encoder {' '.join(words)!r}; flattop/envs/encoders.py lists them")


def joined(encoders: Sequence[Encoder]) -> Encoder:
    """Several encodings of the same value, side by side."""
    return side_by_side(encoders, lambda value, n: value)


def places(encoders: Sequence[Encoder]) -> Encoder:
    """A list with an encoder for each place.  A shorter list is not encoded."""
    whole = side_by_side(encoders, lambda value, n: f"{value}[{n}]")
    return conditional(whole, lambda value: f"len({value}) >= {len(encoders)}")


def side_by_side(encoders: Sequence[Encoder], part: Callable[[str, int], str]) -> Encoder:
    """Encoders side by side, each for its part of the value."""
    starts = [sum(size for size, _ in encoders[:n]) for n in range(len(encoders))]

    def lines(value: str, at: str) -> list[str]:
        each = zip(encoders, starts, strict=True)
        return [
            line
            for n, (inner, start) in enumerate(each)
            for line in inner.lines(part(value, n), offset(at, start))
        ]

    return Encoder(sum(size for size, _ in encoders), lines)


def conditional(inner: Encoder, test: Callable[[str], str], part: str = "") -> Encoder:
    """An encoder that writes only where a test of the value is true."""
    return Encoder(
        inner.size, lambda value, at: [f"if {test(value)}:", *indented(inner.lines(f"{value}{part}", at))]
    )


def repeated(limit: int, each: Encoder, scope: Scope) -> Encoder:
    """A list place by place, up to a limit."""
    size, inner = each

    def lines(value: str, at: str) -> list[str]:
        thing, place = scope.fresh("thing"), scope.fresh("place")
        loop = [*inner(thing, place), f"{place} += {size}"]
        return [f"{place} = {at}", f"for {thing} in {value}[:{limit}]:", *indented(loop)]

    return Encoder(limit * size, lines)


def number(divisor: float) -> Encoder:
    return Encoder(1, lambda value, at: [f"out[{at}] = {value} / {divisor}"])


def count(divisor: float) -> Encoder:
    """The length of a list, divided by a number."""
    return Encoder(1, lambda value, at: [f"out[{at}] = len({value}) / {divisor}"])


def one_hot(numbers: Numbers, scope: Scope) -> Encoder:
    """A 1 at the place of the value, and only zeros for an unknown value."""
    name = scope.bind(numbers)
    return Encoder(
        len(numbers), lambda value, at: [f"if {value} in {name}:", f"    out[{at} + {name}[{value}]] = 1"]
    )


def last(numbers: Numbers, scope: Scope) -> Encoder:
    """One-hot encoding of the last thing in a list, which is the top of a pile."""
    return conditional(one_hot(numbers, scope), lambda value: value, "[-1]")


def bag(numbers: Numbers, scope: Scope, closed: bool) -> Encoder:
    """The count of each thing.  In a closed pile the last place counts face-down cards."""
    name = scope.bind({**numbers, HIDDEN: len(numbers)} if closed else numbers)

    def lines(value: str, at: str) -> list[str]:
        loop = [f"if thing in {name}:", f"    out[{at} + {name}[thing]] += 1"]
        return [f"for thing in {value}:", *indented(loop)]

    return Encoder(len(scope.values[name]), lines)


def offset(at: str, by: int) -> str:
    """Return the Python expression `at + by`, as a literal if possible."""
    return str(int(at) + by) if at.isdigit() else f"{at} + {by}" if by else at


SCALED: dict[str, Callable[[float], Encoder]] = {"number": number, "count": count}
OF_A_KIND: dict[str, Callable[[Numbers, Scope], Encoder]] = {"one": one_hot, "last": last}
