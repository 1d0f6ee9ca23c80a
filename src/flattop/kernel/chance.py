"""Chance: the only source of luck, kept outside the table's value."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterable
from typing import Any, NamedTuple, Self, TypeVar

T = TypeVar("T")


class Mark(NamedTuple):
    """Where a stream of luck stood, in a few kilobytes."""

    stream: array[int]
    loaded: dict[str, Any]


class Chance(random.Random):
    """All luck, built on `random()` alone: the one stream Python promises to keep."""

    draws = 0  # a free undo may not cross a draw

    def below(self, n: int) -> int:
        self.draws += 1
        return int(self.random() * n)

    def dice(self, count: int) -> tuple[int, ...]:
        self.draws += count
        return tuple([int(self.random() * 6) + 1 for _ in range(count)])

    def shuffled(self, cards: Iterable[T]) -> list[T]:
        deck = list(cards)
        rand = self.random
        for i in range(len(deck) - 1, 0, -1):
            j = int(rand() * (i + 1))
            deck[i], deck[j] = deck[j], deck[i]
        self.draws += len(deck)
        return deck

    def mark(self) -> Mark:
        """Where luck stands now, so that a copy can go on from here."""
        return Mark(array("I", self.getstate()[1]), _copied(vars(self)))

    def gone_back(self, mark: Mark) -> Self:
        """Other luck that goes on from a mark; this one stays where it is."""
        old = type(self)()
        vars(old).update(
            {n: value[:] if isinstance(value, list) else value for n, value in mark.loaded.items()}
        )
        old.setstate((3, tuple(mark.stream), None))
        return old


def _copied(loaded: dict[str, Any]) -> dict[str, Any]:
    return {name: value[:] if isinstance(value, list) else value for name, value in loaded.items()}


class Loaded(Chance):
    """Chance with the next rolls and shuffles told in advance, for rule-book examples."""

    def __init__(self, *rolls: tuple[int, ...], decks: Iterable[Iterable[object]] = ()) -> None:
        super().__init__(0)
        self.rolls = list(rolls)
        self.decks = [list(deck) for deck in decks]

    def __new__(cls, *rolls: tuple[int, ...], decks: Iterable[Iterable[object]] = ()) -> Loaded:
        return super().__new__(cls, 0)  # type: ignore[call-arg]

    def dice(self, count: int) -> tuple[int, ...]:
        if not self.rolls:
            return super().dice(count)
        self.draws += count
        roll = self.rolls.pop(0)
        if len(roll) != count:
            raise ValueError(f"{count} dice are rolled, the next loaded roll is {roll}")
        return roll

    def shuffled(self, cards: Iterable[T]) -> list[T]:
        """A loaded deck comes out as told, the cards it does not name follow in their old order."""
        if not self.decks:
            return super().shuffled(cards)
        rest, told = list(cards), self.decks.pop(0)
        self.draws += len(rest)
        first = [rest.pop(rest.index(card)) for card in told]  # type: ignore[arg-type]
        return first + rest
