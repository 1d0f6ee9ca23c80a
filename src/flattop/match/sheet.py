"""The one door: everything that a seat, or a spectator, is ever sent of a match goes through here."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from flattop.kernel import (
    Action,
    Options,
    Replies,
    Seat,
    Secret,
    Sees,
    Tallied,
    View,
    bare,
    listed,
    tallied,
    view,
)
from flattop.match.habits import NO_HABITS, Hold, answer, hold_of
from flattop.match.match import Match

Choice = tuple[Action, str]  # an action and what it is called on a key
LogLine = tuple[list[Any], str]  # an event and its line in the log


class UndoTerms(TypedDict):
    """What taking back one's last action would cost."""

    kind: Literal["free", "consent"]
    consent: list[Seat]  # whom it asks
    reason: str


class Common(TypedDict):
    """The part of a sheet that is the same for everybody."""

    view: View
    waiting: list[Seat]
    sealed: bool  # whether to answer at once would tell of what is hidden: an answer in secret, or a reply
    paused: bool
    over: bool
    points: list[int]
    places: list[int]  # by seat, 1 for the first; equal results share one. Empty before the end
    winners: list[Seat]
    reason: str
    tallies: list[Tallied]  # what the game came to, seat by seat. Empty before the end


class SeatHabits(TypedDict):
    """What the seat lets be answered for it; all of it is told to the seat alone."""

    forced: bool
    windows: bool
    hold: Hold
    answer: Choice | None  # what is about to be answered for it
    can_hold: bool  # whether it is asked for a reply that it may let go by


class Sheet(Common):
    """All that one seat, or a spectator, is sent."""

    seat: Seat | None
    options: list[Choice]
    anytime: list[Choice]
    prompt: str
    log: list[LogLine]
    undo: UndoTerms | None
    habits: SeatHabits | None


def common(match: Match) -> Common:
    """What all sheets of one moment share; of the view only what is open to everybody."""
    t, zones, standing = match.table, match.game.zones, match.outcome
    return {
        "view": view(t, {name: zone for name, zone in zones.items() if zone.sees is Sees.ALL}, None),
        "waiting": list(match.waiting),
        "sealed": bool(t.stack) and isinstance(t.stack[-1], (Secret, Replies)),
        "paused": match.paused,
        "over": t.over,
        "points": list(standing.points),
        "places": list(standing.places) if t.over else [],
        "winners": list(standing.winners) if t.over else [],
        "reason": standing.reason if t.over else "",
        "tallies": _tallies(match) if t.over else [],
    }


def _tallies(match: Match) -> list[Tallied]:
    """Counted from what spectators were told, which is what everybody was."""
    text = match.game.text
    nouns = {name: line.nouns for name, line in text.events.items()}
    return tallied(text.tallies, nouns, match.log(None), match.outcome.points)


def sheet(match: Match, seat: Seat | None, *, since: int = 0, shared: Common | None = None) -> Sheet:
    """What a seat may know right now; of its log only what follows the first `since` lines."""
    t = match.table
    shared, may_act = shared or common(match), not t.over and not match.paused
    return {
        "seat": seat,
        "view": _view(match, seat, shared["view"]),
        "options": _options(match, t.asks.get(seat, ()) if seat in match.waiting else ()),
        "anytime": _options(match, t.anytime(seat) if seat is not None and may_act else ()),
        "waiting": shared["waiting"],
        "sealed": shared["sealed"],
        "paused": shared["paused"],
        "prompt": _prompt(match, seat),
        "log": log_lines(match, seat, since),
        "undo": _undo(match, seat),
        "habits": _habits(match, seat) if seat is not None else None,
        "over": shared["over"],
        "points": shared["points"],
        "places": shared["places"],
        "winners": shared["winners"],
        "reason": shared["reason"],
        "tallies": shared["tallies"],
    }


def log_lines(match: Match, seat: Seat | None, since: int = 0, upto: int | None = None) -> list[LogLine]:
    """What a seat has been told, in words: the lines of its log from one number up to another."""
    events = match.log(seat, since)
    told = events if upto is None else events[: max(0, upto - since)]
    return [(bare(event), match.game.text.event(match.table, event, match.people)) for event in told]


def _view(match: Match, seat: Seat | None, shared: View) -> View:
    """The open zones as they are shared, the closed ones as this seat sees them; in the game's order."""
    zones, unveiled = match.game.zones, match.unveiled and seat is None
    apart = {name: zone for name, zone in zones.items() if name not in shared}
    closed = view(match.table, apart, seat, unveiled=unveiled)
    return {name: shared[name] if name in shared else closed[name] for name in zones}


def _options(match: Match, options: Options) -> list[Choice]:
    """Each option with its words."""
    text, t = match.game.text, match.table
    return [(action, text.option(t, action, match.people)) for action in options]


def _prompt(match: Match, seat: Seat | None) -> str:
    """The question for whoever is asked; for the others, whom the table waits for and nothing more."""
    if match.paused:
        return "The table is paused."
    if match.over or (seat is not None and seat in match.table.asks):
        return match.game.text.prompt(match.table, seat, match.people)
    return f"Waiting for {listed([match.people[s] for s in match.waiting]) or 'the clock'}."


def _undo(match: Match, seat: Seat | None) -> UndoTerms | None:
    terms = match.undo_terms(seat) if seat is not None else None
    if terms is None:
        return None
    return {"kind": terms.kind, "consent": list(terms.consent), "reason": terms.reason}


def _habits(match: Match, seat: Seat) -> SeatHabits:
    habits, options = match.habits.get(seat, NO_HABITS), match.table.asks.get(seat, ())
    given = answer(match, seat)
    return {
        "forced": habits.forced,
        "windows": habits.windows,
        "hold": habits.hold,
        "answer": _options(match, (given,))[0] if given else None,
        "can_hold": seat in match.waiting and hold_of(match.game, options) is not None,
    }
