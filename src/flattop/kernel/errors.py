"""Error classes. Each message is one sentence for the person who can correct the error."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


class FlattopError(ValueError):
    """Bad input: a record, deck, option or action. The message is one line."""


class Obstacle(NamedTuple):
    """The reason why an action is not legal: a code in kebab-case, a sentence and a rule id."""

    code: str
    sentence: str
    rule: str = ""


class Illegal(FlattopError):
    """The action is not legal for this seat now; nothing has changed."""

    def __init__(self, code: str, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.rule = rule


class BadDeck(FlattopError):
    """A deck file, or another TOML file, is not valid for its game."""


class BadOption(FlattopError):
    """The game has no such option or option value, or no such number of seats."""


class RulesBug(AssertionError):
    """A programming error: the rules of a game broke the contract of the kernel."""


def nearest(word: str, words: Iterable[str]) -> str:
    """Return "; did you mean 'word'?" for the most similar word, or an empty string."""
    near = get_close_matches(word, list(words), n=1, cutoff=0.5)
    return f"; did you mean {near[0]!r}?" if near else ""
