"""The four ways in which things go wrong, each with one sentence for whoever caused it."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


class FlattopError(ValueError):
    """Bad input from outside: the message is one clear line."""


class Obstacle(NamedTuple):
    """Why an action is not open: a code in kebab-case, a sentence, and the rule's id."""

    code: str
    sentence: str
    rule: str = ""


class Illegal(FlattopError):
    """A seat's fault: the action is not open to it now, and nothing has changed."""

    def __init__(self, code: str, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.rule = rule


class BadDeck(FlattopError):
    """A card file does not say what its game expects."""


class BadOption(FlattopError):
    """A table was asked for that the game does not offer."""


class RulesBug(AssertionError):
    """Our fault: a frame broke the kernel's contract."""


def nearest(word: str, words: Iterable[str]) -> str:
    """What the writer may have meant, as the end of a sentence; empty if nothing is near."""
    near = get_close_matches(word, list(words), n=1, cutoff=0.5)
    return f"; did you mean {near[0]!r}?" if near else ""
