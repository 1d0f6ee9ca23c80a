"""The random source of a game. It is kept outside the value of the table, so copies can get another one."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterable
from typing import Any, NamedTuple, Self, TypeVar

T = TypeVar("T")


class ChanceState(NamedTuple):
    """A saved state of a Chance; it takes a few kilobytes."""

    stream: array[int]
    attributes: dict[str, Any]


class Chance(random.Random):
    """Random source of a table, built on `random()` alone.

    Python promises to keep the stream of `random()` between versions, but not those of `shuffle` or `choice`.
    """

    draws = 0  # number of random values used so far; a free undo may not cross a draw

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

    def saved(self) -> ChanceState:
        """Return the current state, from which `restored` makes an independent copy."""
        return ChanceState(array("I", self.getstate()[1]), _copied(vars(self)))

    def restored(self, state: ChanceState) -> Self:
        """Return a new Chance in a saved state; this one is left unchanged."""
        new = type(self)()
        vars(new).update(_copied(state.attributes))
        new.setstate((3, tuple(state.stream), None))
        return new


def _copied(attributes: dict[str, Any]) -> dict[str, Any]:
    return {name: value[:] if isinstance(value, list) else value for name, value in attributes.items()}


class ScriptedChance(Chance):
    """A Chance whose next rolls and shuffles are given in advance, for tests and rule-book examples."""

    def __init__(self, *rolls: tuple[int, ...], decks: Iterable[Iterable[object]] = ()) -> None:
        super().__init__(0)
        self.rolls = list(rolls)
        self.decks = [list(deck) for deck in decks]

    def __new__(cls, *rolls: tuple[int, ...], decks: Iterable[Iterable[object]] = ()) -> ScriptedChance:
        return super().__new__(cls, 0)  # type: ignore[call-arg]

    def dice(self, count: int) -> tuple[int, ...]:
        if not self.rolls:
            return super().dice(count)
        self.draws += count
        roll = self.rolls.pop(0)
        if len(roll) != count:
            raise ValueError(f"{count} dice are rolled, but the next scripted roll is {roll}")
        return roll

    def shuffled(self, cards: Iterable[T]) -> list[T]:
        """Return the cards in the scripted order; cards that are not in the script follow unshuffled."""
        if not self.decks:
            return super().shuffled(cards)
        rest, scripted = list(cards), self.decks.pop(0)
        self.draws += len(rest)
        first = [rest.pop(rest.index(card)) for card in scripted]  # type: ignore[arg-type]
        return first + rest
