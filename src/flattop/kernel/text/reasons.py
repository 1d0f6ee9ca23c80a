"""Reasons: what one line of play brings more of than another, counted from what is told, in the game's words.

A game's `text.toml` holds

    [reason.sales]   events = { sold = "total" }, mine = "sells for ${n} more", theirs = "lets rivals sell …"
    [reason.waste]   events = { tossed = "" }, bad = true, mine = "throws away {n} fewer {n:card|cards}"
    [reason.points]  mine = "brings {n} more {n:coin|coins}"      without events: what the outcome counts

`mine` is said where it is good for whoever decides, `theirs` where it is bad for the others; a reason that
leaves one of them out is none there.  Events are counted as in `tally.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flattop.kernel.text.phrase import Said, sentence
from flattop.kernel.text.tally import Tally, sums
from flattop.kernel.toml import Entry

POINTS = "points"


class Reason(Entry, frozen=True):
    """One thing that may speak for a move."""

    events: dict[str, str] = {}
    bad: bool = False  # more of it is worse
    mine: str = ""
    theirs: str = ""

    def amounts(
        self, nouns: Mapping[str, Sequence[str]], told: Sequence[Sequence[Any]], points: Sequence[int]
    ) -> Sequence[int]:
        """How much of it there was, by seat."""
        return sums(Tally("", self.events), nouns, told, len(points)) if self.events else points


COMMON_REASONS = {
    POINTS: Reason(
        mine="brings {n} more {n:point|points}", theirs="leaves the best rival {n} {n:point|points} fewer"
    )
}


def said(template: str, amount: float) -> str:
    """A reason with its amount, as people would say it."""
    word = f"{amount:.1f}".removesuffix(".0") if amount < 10 else f"{amount:.0f}"
    words = sentence(template, {"n": Said(word, 1 if word == "1" else 2)})
    return words[:1].lower() + words[1:]
