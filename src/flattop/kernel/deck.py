"""Deck files: shared field types, checks that types cannot express, and the loader of packs.

A pack is what a game builds from a deck file: its cards and numbers in the form that the rules use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args

from msgspec import Meta

from flattop.kernel.errors import BadDeck, nearest
from flattop.kernel.toml import WORD, Entry, brief, fields, out_of_range, read, read_limited, remark

E = TypeVar("E", bound=Entry)
P = TypeVar("P")

Basis = Literal["book", "public", "house"]  # the source of a number or a name
Name = Annotated[str, Meta(pattern=WORD)]
UNREADABLE = (
    ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
)  # fmt: skip
UNIQUE = Meta(extra={"unique": True})  # entries of one list must differ in this field
Key = Annotated[str, Meta(pattern=WORD), UNIQUE]


class Deck(Entry, frozen=True):
    """A whole deck file."""

    def __post_init__(self) -> None:
        for name, hint in fields(type(self)).items():
            kinds = get_args(hint)
            is_list = kinds[1:] == (...,) and isinstance(kinds[0], type) and issubclass(kinds[0], Entry)
            hints = fields(kinds[0]) if is_list else {}
            for field in [field for field in hints if remark(hints[field], "unique")]:
                first: dict[Any, int] = {}
                for i, entry in enumerate(self.entries(name)):
                    value = getattr(entry, field)
                    if (before := first.setdefault(value, i)) != i:
                        raise BadDeck(f"{name}[{i}].{field}: {value!r} is used already by {name}[{before}]")
        self.check()

    def entries(self, name: str) -> Sequence[Any]:
        """Return a list of entries by its name in the file."""
        own = dict(zip(self.__struct_encode_fields__, self.__struct_fields__, strict=True))
        return getattr(self, own[name])  # type: ignore[no-any-return]

    def check(self) -> None:
        """Check conditions between entries that the rules rely on; raise BadDeck."""


class Loader(Generic[P]):
    """Loads the pack of a game: from the house deck, which is read once, or from a user's deck file."""

    def __init__(self, house_deck: Path, pack: Callable[[dict[str, Any], str], P]) -> None:
        self.house_deck, self._pack = house_deck, pack
        self._house_pack: P | None = None

    def __call__(self, path: Path | None = None) -> P:
        if path is None:
            if self._house_pack is None:
                self._house_pack = self._pack(read(self.house_deck), self.house_deck.name)
            return self._house_pack
        raw = read_limited(path)
        try:
            return self._pack(raw, path.name)
        except BadDeck:
            raise
        except UNREADABLE as error:  # an error in a user's file that no check covers
            raise BadDeck(f"{path.name}: not a valid deck: {brief(str(error))}") from error


def part_of(deck: Deck, kind: type[E]) -> E:
    """Return a struct with those fields of a deck that the rules use."""
    return kind(*(getattr(deck, name) for name in kind.__struct_fields__))


# -- checks; `where` is the path from the checked entry on, for the error message


def placed(name: str, entries: Iterable[E]) -> Iterator[tuple[str, E]]:
    """Yield the entries of a list, each with its path for error messages."""
    for i, entry in enumerate(entries):
        yield f"{name}[{i}] {getattr(entry, entry.__struct_fields__[0])}", entry


def demand(holds: bool, where: str, message: str) -> None:
    """Raise BadDeck with the message unless the condition holds."""
    if not holds:
        raise BadDeck(f"{where}: {message}")


def expect(count: int, wanted: int, what: str, where: str) -> None:
    """Check a number of things that the file or the rule book states."""
    demand(count == wanted, where, f"{count} {what}, there must be {wanted}")


def between(value: int, low: int, high: int, where: str) -> None:
    """Check that a number is within bounds that other entries set."""
    demand(low <= value <= high, where, out_of_range(value, low, high))


def one_of(word: str, words: Iterable[str], where: str) -> None:
    """Check a reference; the error lists all valid words."""
    known = list(words)
    demand(word in known, where, f"{word!r} is none of {', '.join(known)}{nearest(word, known)}")


def known(word: str, words: Iterable[str], what: str, where: str) -> None:
    """Check a reference where the valid words are too many to list."""
    known_words = list(words)
    demand(word in known_words, where, f"{word!r} is no {what}{nearest(word, known_words)}")


def same(value: Any, wanted: Any, where: str) -> None:
    """Check a value that the rules rely on."""
    demand(value == wanted, where, f"{value!r}, there must be {wanted!r}")


def in_order(values: Iterable[Any], wanted: Iterable[Any], where: str) -> None:
    """Check that the entries are these, in this order, which gives each its number."""
    words = ", ".join(map(str, wanted))
    demand(", ".join(map(str, values)) == words, where, f"they must be {words}, in this order")


def exactly(keys: Iterable[Any], wanted: Iterable[Any], where: str) -> None:
    """Check that the keys are exactly the wanted ones."""
    have, want = set(keys), set(wanted)
    for key in sorted(map(str, have - want)):
        raise BadDeck(f"{where}: {key!r} is not known here{nearest(key, map(str, want))}")
    for key in sorted(map(str, want - have)):
        raise BadDeck(f"{where}: no {key!r}")


def different(values: Iterable[Any], where: str) -> None:
    """Check that no value occurs twice."""
    seen: set[Any] = set()
    for value in values:
        demand(value not in seen, where, f"{value!r} occurs twice")
        seen.add(value)
