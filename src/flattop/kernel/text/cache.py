"""What was said before is said again: keys as they are, sentences with the names of those who sit there."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from flattop.kernel.frame import Action
from flattop.kernel.text.phrase import ENDS, stopped

ANSWERS = 1 << 11  # to one question of the rules, where the same is asked again and again
SENTENCES = 3_000  # of one game
KEYS = 10_000  # of one deck
PACKS = 8  # decks of one game whose keys are known at a time
STAND_INS = tuple(map(chr, range(0xFDD0, 0xFDE0)))  # for whoever sits there, in what is remembered
BETWEEN = re.compile(f"([{''.join(STAND_INS)}])")

Key = tuple[Action, str]  # an action and what it is called
Words = Callable[[Sequence[str]], str]  # of a sentence where so and so are named
Names = Callable[[Sequence[str]], Any]  # of those who are named, in their order


class Sentence(NamedTuple):
    """A sentence with gaps for names, and who is named; the pack it is about, so that it stays itself."""

    words: str
    names: Names | None
    pack: Any


class Sentences:
    """Sentences by the cards and by what they were about."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, Any], Sentence] = {}

    def said(self, about: Any, pack: Any, people: Sequence[str]) -> str | None:
        """The sentence about this with these names; None if it is new, or says lists that may change."""
        try:
            known = self._known.get((id(pack), about))
        except TypeError:
            return None
        if known is None or known.names is None:
            return known and known.words
        names = tuple(people)
        words: str = known.words % known.names(names)
        if _are_plain(names):
            return words
        return stopped(words) if "" not in names else None

    def learn(self, about: Any, pack: Any, people: Sequence[str], words: Words) -> str:
        """A new sentence, kept as it is where stand-ins are named; but none about lists, which may change."""
        key = id(pack), about
        try:
            is_new = key not in self._known
        except TypeError:
            return words(people)
        if is_new:
            self._known = self._known if len(self._known) < SENTENCES else {}
            self._known[key] = _with_gaps(words(STAND_INS), pack)
        return self.said(about, pack, people) or words(people)


def _with_gaps(words: str, pack: Any) -> Sentence:
    """A sentence in which stand-ins are named."""
    parts = BETWEEN.split(words)
    seats = [STAND_INS.index(name) for name in parts[1::2]]
    if not seats:
        return Sentence(words, None, pack)
    return Sentence("%s".join([part.replace("%", "%%") for part in parts[::2]]), itemgetter(*seats), pack)


@lru_cache(1000)
def _are_plain(people: tuple[str, ...]) -> bool:
    """Whether names can be put in as they are: a clause about nobody is left out, two stops are one."""
    return all(name and ENDS.isdisjoint(name) for name in people)


class Keys:
    """Keys of options that are called the same at every step and at every table with the same cards."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[dict[Action, Key], Any]] = {}

    def of(self, pack: Any) -> dict[Action, Key]:
        """Those of one deck, by action."""
        known = self._known.get(id(pack))
        return known[0] if known else {}

    def keep(self, pack: Any, key: Key) -> None:
        known = self.of(pack)
        if not known or len(known) >= KEYS:
            self._known = self._known if len(self._known) < PACKS else {}
            self._known[id(pack)] = known, _ = {}, pack
        known[key[0]] = key
