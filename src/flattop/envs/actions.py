"""Action numbers: every verb with every combination of its nouns, in the order of the game's text.toml."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import NamedTuple

from flattop.envs.layout import Layout, Numbers, Ranges
from flattop.kernel import Action, Game

CLOCK_VERBS = ("wait", "tick")  # only real-time games use them
NO_NUMBER = -1  # for an action that the layout does not cover


class VerbSpan(NamedTuple):
    """The consecutive action numbers of one verb.

    `nouns` has the values of each noun; None is a noun that the action numbers ignore.
    """

    first: int
    nouns: tuple[Numbers | None, ...]

    @property
    def size(self) -> int:
        return prod(len(numbers) for numbers in self.nouns if numbers is not None)

    def number(self, nouns: Iterable[object]) -> int:
        """Return the action number of the verb with these nouns (mixed radix), or NO_NUMBER."""
        number = 0
        for numbers, noun in zip(self.nouns, nouns, strict=True):
            if numbers is None:
                continue
            if noun not in numbers:
                return NO_NUMBER
            number = number * len(numbers) + numbers[noun]  # type: ignore[index]
        return self.first + number


class Actions:
    """The action numbers of one game, with seats counted from one seat."""

    def __init__(self, game: Game, layout: Layout, ranges: Ranges) -> None:
        self.spans: dict[str, VerbSpan] = {}
        self.size = 0
        for verb in layout.verbs or [verb for verb in game.text.verbs if verb not in CLOCK_VERBS]:
            kinds = [noun.rpartition(":")[2] for noun in game.text.verbs[verb].nouns]
            nouns = tuple([None if kind in layout.follows else ranges.of(kind) for kind in kinds])
            self.spans[verb] = span = VerbSpan(self.size, nouns)
            self.size += span.size
        self._cache: dict[Action, int] = {}

    def number(self, action: Action) -> int:
        """Return the number of an action, or NO_NUMBER."""
        number = self._cache.get(action)
        if number is None:
            span = self.spans.get(action[0])
            number = self._cache[action] = span.number(action[1:]) if span else NO_NUMBER
        return number

    def by_number(self, options: Iterable[Action]) -> dict[int, Action]:
        """Return the options that have a number, by number."""
        numbered = {self.number(action): action for action in options}
        numbered.pop(NO_NUMBER, None)
        return numbered
