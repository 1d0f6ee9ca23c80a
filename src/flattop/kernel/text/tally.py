"""Counts of public events: tallies on the result page of a game, and reasons for or against a move.

A game's `text.toml` holds tallies, in the order in which they are shown:

    [tally.sales]   title = "sales", events = { sold = "total" }   adds up a noun of an event
    [tally.lines]   title = "lines made", events = { four = "" }   counts events
    [tally.cash]    title = "cash", part = true, rest = true       points that are in no other part
    [tally.duels]   title = "duels won", events = { duel = "" }, higher = { attacker = "attack", … }

An event counts for the first seat that it names, or for all seats if it names none.  Reasons are counted
in the same way:

    [reason.sales]   events = { sold = "total" }, mine = "sells for ${n} more", theirs = "lets rivals sell …"
    [reason.waste]   events = { tossed = "" }, bad = true, mine = "throws away {n} fewer {n:card|cards}"
    [reason.points]  mine = "brings {n} more {n:coin|coins}"      without events: the points of the outcome

`mine` is used where a move is good for the player who decides, `theirs` where it is bad for the others.
A reason without one of them is not given in that case.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from flattop.kernel.text.sentence_template import NounPhrase, sentence
from flattop.kernel.toml import Entry

EVERY_SEAT = -9  # in place of a seat, for an event that names none; the clock is another number below 0
POINTS = "points"


class Tally(Entry, frozen=True):
    """One line of the results."""

    title: str
    events: dict[str, str] = {}
    higher: dict[str, str] = {}  # noun of a seat: noun of its number; the event counts for the highest only
    part: bool = False  # a part of the points
    rest: bool = False
    less: bool = False  # subtracted
    breaks_ties: bool = False  # it decides between equal points


class TallyResult(TypedDict):
    """A tally of a finished game."""

    name: str
    title: str
    part: bool
    breaks_ties: bool
    each: bool  # False if its events count for all seats
    seats: list[int]  # the count of each seat


def count_tallies(
    tallies: Mapping[str, Tally],
    nouns: Mapping[str, Sequence[str]],
    events: Sequence[Sequence[Any]],
    points: Sequence[int],
) -> list[TallyResult]:
    """Count all tallies of a game; `nouns` has the names of the nouns of each event.

    A game without tallies gets one with its points.
    """
    lines = tallies or {"points": Tally("points", part=True, rest=True)}
    counts = {name: seat_sums(tally, nouns, events, len(points)) for name, tally in lines.items()}
    parts = [counts[name] for name, tally in lines.items() if tally.part]
    for name, tally in lines.items():
        if tally.rest:
            known = [sum(column) for column in zip(*parts, strict=True)]
            counts[name] = [total - counted for total, counted in zip(points, known, strict=True)]
    return [
        TallyResult(
            name=name,
            title=tally.title,
            part=tally.part,
            breaks_ties=tally.breaks_ties,
            each=any(_seat_index(nouns[event]) is not None for event in tally.events),
            seats=counts[name],
        )
        for name, tally in lines.items()
    ]


def seat_sums(
    tally: Tally, nouns: Mapping[str, Sequence[str]], events: Sequence[Sequence[Any]], seats: int
) -> list[int]:
    """Return the count of a tally for each seat."""
    sums = [0] * seats
    for event in events:
        if event[0] not in tally.events:
            continue
        own = nouns[event[0]]
        values = dict(zip((noun.partition(":")[0] for noun in own), event[1:], strict=True))
        amount = values[tally.events[event[0]]] if tally.events[event[0]] else 1
        counted: Any
        if tally.higher:  # the event counts for the seat with the highest number, for none in a draw
            is_draw = len({values[number] for number in tally.higher.values()}) == 1
            best = max(tally.higher, key=lambda seat: values[tally.higher[seat]])
            counted = [] if is_draw else [values[best]]
        else:
            i = _seat_index(own)
            counted = EVERY_SEAT if i is None else event[1 + i]
        for seat in counted if isinstance(counted, (list, tuple)) else (counted,):
            if 0 <= seat < seats:
                sums[seat] += -amount if tally.less else amount
            elif seat == EVERY_SEAT:
                sums = [before + amount for before in sums]
    return sums


def _seat_index(nouns: Sequence[str]) -> int | None:
    """Return the index of the first noun that is a seat or a list of seats."""
    return next((i for i, noun in enumerate(nouns) if noun.split(":")[-1] == "seat"), None)


class Reason(Entry, frozen=True):
    """One reason for or against a move."""

    events: dict[str, str] = {}
    bad: bool = False  # a larger amount is worse
    mine: str = ""
    theirs: str = ""

    def amounts(
        self, nouns: Mapping[str, Sequence[str]], events: Sequence[Sequence[Any]], points: Sequence[int]
    ) -> Sequence[int]:
        """Return the amount for each seat."""
        return seat_sums(Tally("", self.events), nouns, events, len(points)) if self.events else points


COMMON_REASONS = {
    POINTS: Reason(
        mine="brings {n} more {n:point|points}", theirs="leaves the best rival {n} {n:point|points} fewer"
    )
}


def reason_text(template: str, amount: float) -> str:
    """Fill the template of a reason with its amount."""
    number = f"{amount:.1f}".removesuffix(".0") if amount < 10 else f"{amount:.0f}"
    text = sentence(template, {"n": NounPhrase(number, 1 if number == "1" else 2)})
    return text[:1].lower() + text[1:]
