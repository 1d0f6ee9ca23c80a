"""Decks: the words that all deck files share, the checks that a type cannot say, and how a pack is loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args

from msgspec import Meta

from flattop.kernel.errors import BadDeck, nearest
from flattop.kernel.toml import WORD, Entry, brief, fields, out_of, read, read_own, remark

E = TypeVar("E", bound=Entry)
P = TypeVar("P")

Basis = Literal["book", "public", "house"]  # where a number or a name comes from
Name = Annotated[str, Meta(pattern=WORD)]
UNREADABLE = (
    ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
)  # fmt: skip
UNIQUE = Meta(extra={"unique": True})  # no two entries of a list may have the same
Key = Annotated[str, Meta(pattern=WORD), UNIQUE]


class Deck(Entry, frozen=True):
    """A whole deck file."""

    def __post_init__(self) -> None:
        for name, hint in fields(type(self)).items():
            kinds = get_args(hint)
            if kinds[1:] == (...,) and isinstance(kinds[0], type) and issubclass(kinds[0], Entry):
                _check_unique(name, kinds[0], self.entries(name))
        self.check()

    def entries(self, name: str) -> Sequence[Any]:
        """A list of the file by its name there."""
        own = dict(zip(self.__struct_encode_fields__, self.__struct_fields__, strict=True))
        return getattr(self, own[name])  # type: ignore[no-any-return]

    def check(self) -> None:
        """What must hold between the entries so that nothing in play can break."""


def _check_unique(name: str, kind: type[Entry], entries: Sequence[Entry]) -> None:
    for field, hint in fields(kind).items():
        if remark(hint, "unique"):
            first: dict[Any, int] = {}
            for i, entry in enumerate(entries):
                value = getattr(entry, field)
                if (before := first.setdefault(value, i)) != i:
                    raise BadDeck(f"{name}[{i}].{field}: {value!r} is used already by {name}[{before}]")


class Loader(Generic[P]):
    """The pack of a game: of the house deck, which is read once, or of a deck file of the user's own."""

    def __init__(self, house_deck: Path, pack: Callable[[dict[str, Any], str], P]) -> None:
        self.house_deck, self._pack = house_deck, pack

    def __call__(self, path: Path | None = None) -> P:
        return self._house_pack if path is None else self._own_pack(path)

    def _own_pack(self, path: Path) -> P:
        """A deck of the user's own; whatever it says that no check has thought of is its fault, not ours."""
        raw = read_own(path)
        try:
            return self._pack(raw, path.name)
        except BadDeck:
            raise
        except UNREADABLE as error:
            raise BadDeck(f"{path.name}: it makes no deck: {brief(str(error))}") from error

    @cached_property
    def _house_pack(self) -> P:
        return self._pack(read(self.house_deck), self.house_deck.name)


def part_of(deck: Deck, kind: type[E]) -> E:
    """The fields of a deck that play goes on with."""
    return kind(*(getattr(deck, name) for name in kind.__struct_fields__))


# -- checks; `where` names the place from the entry on that is being checked


def placed(name: str, entries: Iterable[E]) -> Iterator[tuple[str, E]]:
    """The entries of a list, each with what it is called in an error."""
    for i, entry in enumerate(entries):
        yield f"{name}[{i}] {getattr(entry, entry.__struct_fields__[0])}", entry


def demand(holds: bool, where: str, otherwise: str) -> None:
    """What play needs, or a fault in the file."""
    if not holds:
        raise BadDeck(f"{where}: {otherwise}")


def expect(count: int, wanted: int, what: str, where: str) -> None:
    """A number of things that the file or the rule book states."""
    demand(count == wanted, where, f"{count} {what}, there must be {wanted}")


def between(value: int, low: int, high: int, where: str) -> None:
    """A number within bounds that other entries set."""
    demand(low <= value <= high, where, out_of(value, low, high))


def one_of(word: str, words: Iterable[str], where: str) -> None:
    """A reference to something that exists."""
    known = list(words)
    demand(word in known, where, f"{word!r} is none of {', '.join(known)}{nearest(word, known)}")


def known(word: str, words: Iterable[str], what: str, where: str) -> None:
    """A reference where there are too many words to list them."""
    known_words = list(words)
    demand(word in known_words, where, f"{word!r} is no {what}{nearest(word, known_words)}")


def same(value: Any, wanted: Any, where: str) -> None:
    """What the rules rest on."""
    demand(value == wanted, where, f"{value!r}, there must be {wanted!r}")


def in_order(values: Iterable[Any], wanted: Iterable[Any], where: str) -> None:
    """Exactly these entries, in the order that gives each its number."""
    words = ", ".join(map(str, wanted))
    demand(", ".join(map(str, values)) == words, where, f"they must be {words}, in this order")


def exactly(keys: Iterable[Any], wanted: Iterable[Any], where: str) -> None:
    """All of the wanted keys and no other."""
    have, want = set(keys), set(wanted)
    for key in sorted(map(str, have - want)):
        raise BadDeck(f"{where}: {key!r} is not known here{nearest(key, map(str, want))}")
    for key in sorted(map(str, want - have)):
        raise BadDeck(f"{where}: no {key!r}")


def different(values: Iterable[Any], where: str) -> None:
    """No value occurs twice."""
    seen: set[Any] = set()
    for value in values:
        demand(value not in seen, where, f"{value!r} stands there twice")
        seen.add(value)
