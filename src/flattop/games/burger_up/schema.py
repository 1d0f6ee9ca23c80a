"""What every table of the deck file has in common: its basis, its ids, and how a fault is told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeVar

from flattop.kernel import BadDeck, nearest
from flattop.kernel.data import records

Basis = Literal["book", "public", "house"]
Type = Literal["salad", "sauce", "meat", "cheese", "bun"]
T = TypeVar("T")


def entries(kind: type[T], raw: Mapping[str, Any], table: str, file: str) -> tuple[T, ...]:
    """One list of the file as records, each with an id of its own."""
    for i, entry in enumerate(raw[table] if isinstance(raw.get(table), list) else ()):
        if isinstance(entry, dict):
            name = entry.get("id", "")
            demand(isinstance(name, str), f"{file}: {table}[{i}].id", f"{name!r} is not a text")
    return records(kind, raw, table, file, key="id")


def demand(holds: bool, where: str, otherwise: str) -> None:
    """What the pack needs, or a fault in the file."""
    if not holds:
        raise BadDeck(f"{where}: {otherwise}")


def demand_known(word: str, words: Iterable[str], what: str, where: str) -> None:
    """A word that another table of the file must define."""
    known = list(words)
    demand(word in known, where, f"{word!r} is no {what}{nearest(word, known)}")


def demand_between(low: int, value: int, high: int, where: str) -> None:
    """A number within which play cannot break."""
    demand(low <= value <= high, where, f"{value} is not between {low} and {high}")


def demand_words(where: str, **texts: str) -> None:
    """Texts that people will read."""
    for name, text in texts.items():
        demand(bool(text.strip()), f"{where}.{name}", "is empty")


def demand_different(words: Iterable[Any], what: str, where: str) -> None:
    """No word or number may occur twice."""
    seen: set[Any] = set()
    for word in words:
        demand(word not in seen, where, f"{what} {word!r} occurs twice")
        seen.add(word)


def demand_exactly(found: Iterable[Any], wanted: Iterable[Any], where: str) -> None:
    """All of the wanted keys and no other."""
    have, want = set(found), set(wanted)
    for key in sorted(map(str, have - want)):
        raise BadDeck(f"{where}: {key!r} is not known here{nearest(key, map(str, want))}")
    for key in sorted(map(str, want - have)):
        raise BadDeck(f"{where}: no {key!r}")
