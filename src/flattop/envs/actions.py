"""Actions by number: every verb with every noun it may have, in the order of the game's words."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import NamedTuple

from flattop.envs.layout import Layout
from flattop.envs.ranges import Numbers, Ranges
from flattop.kernel import Action, Game

NEVER = ("wait", "tick")  # what only clocks bring
NONE = -1  # the number of an action that is beyond the layout


class Span(NamedTuple):
    """The numbers of one verb: the first, and the ranges of its nouns; None for a noun that has no number."""

    first: int
    nouns: tuple[Numbers | None, ...]

    @property
    def size(self) -> int:
        return prod(len(numbers) for numbers in self.nouns if numbers is not None)

    def number(self, nouns: Iterable[object]) -> int:
        """The number of the verb with these nouns."""
        number = 0
        for numbers, noun in zip(self.nouns, nouns, strict=True):
            if numbers is None:
                continue
            if noun not in numbers:
                return NONE
            number = number * len(numbers) + numbers[noun]  # type: ignore[index]
        return self.first + number


class Actions:
    """The actions of one game as one seat names them."""

    def __init__(self, game: Game, layout: Layout, ranges: Ranges) -> None:
        self.spans: dict[str, Span] = {}
        self.size = 0
        for verb, words in game.text.verbs.items():
            if verb not in NEVER:
                kinds = [noun.rpartition(":")[2] for noun in words.nouns]
                nouns = tuple([None if kind in layout.follows else ranges.of(kind) for kind in kinds])
                self.spans[verb] = span = Span(self.size, nouns)
                self.size += span.size
        self._known: dict[Action, int] = {}

    def number(self, action: Action) -> int:
        """The number of an action; NONE if the layout has none for it."""
        known = self._known.get(action)
        if known is None:
            known = self._known[action] = self.spans[action[0]].number(action[1:])
        return known

    def numbered(self, options: Iterable[Action]) -> dict[int, Action]:
        """What is open now, by number."""
        by_number = {self.number(action): action for action in options}
        by_number.pop(NONE, None)
        return by_number
