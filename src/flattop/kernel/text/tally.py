"""Tallies: what a finished game came to, seat by seat, counted from what everybody was told.

A game's `text.toml` holds, in the order in which they are read out:

    [tally.sales]   title = "sales", events = { sold = "total" }   the noun of an event that is the amount
    [tally.lines]   title = "lines made", events = { four = "" }   every event counts 1
    [tally.cash]    title = "cash", part = true, rest = true       what of the points no other part holds
    [tally.duels]   title = "duels won", events = { duel = "" }, higher = { attacker = "attack", … }

An event is for the seat that it names first, or for all where it names none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypedDict

from flattop.kernel.toml import Entry


class Tally(Entry, frozen=True):
    """One line of the results."""

    title: str
    events: dict[str, str] = {}
    higher: dict[str, str] = {}  # seats with a number each: it counts for the highest alone
    part: bool = False  # of the points
    rest: bool = False
    less: bool = False  # it was taken off
    breaks_ties: bool = False  # equal points go by it


class Tallied(TypedDict):
    """A tally of a game that is over; `seats` has a number for each of them."""

    name: str
    title: str
    part: bool
    breaks_ties: bool
    each: bool  # seats are counted one by one; else what counts, counts for all
    seats: list[int]


def tallied(
    tallies: Mapping[str, Tally],
    nouns: Mapping[str, Sequence[str]],
    told: Sequence[Sequence[Any]],
    points: Sequence[int],
) -> list[Tallied]:
    """Every tally counted; a game without any has its points and no more. `nouns` are those of the events."""
    lines = tallies or {"points": Tally("points", part=True, rest=True)}
    counts = {name: sums(tally, nouns, told, len(points)) for name, tally in lines.items()}
    parts = [counts[name] for name, tally in lines.items() if tally.part]
    for name, tally in lines.items():
        if tally.rest:
            known = [sum(column) for column in zip(*parts, strict=True)]
            counts[name] = [all_of - told_of for all_of, told_of in zip(points, known, strict=True)]
    return [
        Tallied(
            name=name,
            title=t.title,
            part=t.part,
            breaks_ties=t.breaks_ties,
            each=any(_seat_at(nouns[event]) is not None for event in t.events),
            seats=counts[name],
        )
        for name, t in lines.items()
    ]


def sums(
    tally: Tally, nouns: Mapping[str, Sequence[str]], told: Sequence[Sequence[Any]], seats: int
) -> list[int]:
    """What a tally comes to for each seat."""
    own = [0] * seats
    for event in told:
        if event[0] in tally.events:
            for seat, amount in _counted(tally, nouns[event[0]], event):
                if 0 <= seat < seats:
                    own[seat] += -amount if tally.less else amount
                elif seat == EVERYBODY:
                    own = [before + amount for before in own]
    return own


EVERYBODY = -9  # no seat has this number, the clock neither


def _counted(tally: Tally, nouns: Sequence[str], event: Sequence[Any]) -> Iterator[tuple[int, int]]:
    """For whom an event counts, and how much."""
    named = dict(zip((noun.partition(":")[0] for noun in nouns), event[1:], strict=True))
    amount = named[tally.events[event[0]]] if tally.events[event[0]] else 1
    if tally.higher:
        best = max(tally.higher, key=lambda who: named[tally.higher[who]])
        level = len({named[number] for number in tally.higher.values()}) == 1
        yield from () if level else ((named[best], amount),)
        return
    at = _seat_at(nouns)
    seats = EVERYBODY if at is None else event[1 + at]
    for seat in seats if isinstance(seats, (list, tuple)) else (seats,):
        yield seat, amount


def _seat_at(nouns: Sequence[str]) -> int | None:
    """Which noun is the first seat, or seats, that an event names."""
    return next((i for i, noun in enumerate(nouns) if noun.split(":")[-1] == "seat"), None)
