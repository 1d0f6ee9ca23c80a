"""The one door: everything that a seat, or a spectator, is ever sent of a match goes through here."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, TypedDict

from flattop.kernel import (
    HIDDEN,
    Action,
    Event,
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
from flattop.match.auto_answers import NO_AUTO_ANSWERS, Hold, answer, hold_of
from flattop.match.match import Match

Choice = tuple[Action, str]  # an action and what it is called on a key
LogLine = tuple[list[Any], str]  # an event and its line in the log


class UndoTerms(TypedDict):
    """What taking back one's last action would cost."""

    kind: Literal["free", "consent"]
    consent: list[Seat]  # whom it asks
    reason: str


class Standing(TypedDict):
    """How a match stands: the same for everybody."""

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


class Own(TypedDict):
    """The part of a sheet that is one seat's, or a spectator's, but for what it sees and was told."""

    options: list[Choice]
    anytime: list[Choice]
    prompt: str
    undo: UndoTerms | None
    habits: SeatHabits | None


class Snapshot(Standing, Own):
    """All that one seat, or a spectator, is sent."""

    seat: Seat | None
    view: View
    log: list[LogLine]


UNASKED: SeatHabits = {"forced": False, "windows": False, "hold": "ask", "answer": None, "can_hold": False}


def alike(match: Match) -> View:
    """What looks the same to everybody: to be written down at once and not kept, for it lies on the table."""
    t, zones = match.table, match.game.alike_zones
    return {
        name: getattr(t, name) if zone.sees is Sees.ALL else [HIDDEN] * len(getattr(t, name))
        for name, zone in zones.items()
    }


def standing(match: Match) -> Standing:
    """How the match stands, as everybody may know."""
    outcome, over = match.outcome, match.over
    return {
        "waiting": list(match.waiting),
        "sealed": _is_sealed(match),
        "paused": match.paused,
        "over": over,
        "points": list(outcome.points),
        "places": list(outcome.places) if over else [],
        "winners": list(outcome.winners) if over else [],
        "reason": outcome.reason if over else "",
        "tallies": _tallies(match) if over else [],
    }


def _is_sealed(match: Match) -> bool:
    """Whether whoever is asked answers in secret, or may let a reply window go by, whichever its frame."""
    t = match.table
    if t.stack and isinstance(t.stack[-1], (Secret, Replies)):
        return True
    return bool(match.game.holds) and any(hold_of(match.game, t.asks[seat]) for seat in match.waiting)


def _tallies(match: Match) -> list[Tallied]:
    """Counted from what spectators were told, which is what everybody was."""
    text = match.game.text
    nouns = {name: line.nouns for name, line in text.events.items()}
    return tallied(text.tallies, nouns, match.log(None), match.outcome.points)


def snapshot(match: Match, seat: Seat | None, *, since: int = 0) -> Snapshot:
    """What a seat may know right now; of its log only what follows the first `since` lines."""
    unveiled = match.unveiled and seat is None
    return {
        **standing(match),
        **own(match, seat),
        "seat": seat,
        "view": view(match.table, match.game.zones, seat, unveiled=unveiled),
        "log": log_lines(match, seat, since),
    }


def own(match: Match, seat: Seat | None) -> Own:
    """What is asked of one seat, and what it may do; nothing of it is for anybody else."""
    if seat is None:
        return {"options": [], "anytime": [], "prompt": _prompt(match, None), "undo": None, "habits": None}
    t = match.table
    is_open = t.stack and not match.paused
    return {
        "options": _options(match, t.asks[seat]) if is_open and seat in t.asks else [],
        "anytime": _options(match, anytime) if is_open and (anytime := t.anytime(seat)) else [],
        "prompt": _prompt(match, seat),
        "undo": _undo(match, seat),
        "habits": _habits(match, seat),
    }


def log_lines(match: Match, seat: Seat | None, since: int = 0, upto: int | None = None) -> list[LogLine]:
    """What a seat has been told, in words: the lines of its log from one number up to another."""
    events = match.log(seat, since)
    told = events if upto is None else events[: max(0, upto - since)]
    return [log_line(match, event) for event in told]


def log_line(match: Match, event: Event) -> LogLine:
    """An event that somebody was told, with its words."""
    return bare(event), words_of(match, event)


def words_of(match: Match, event: Event) -> str:
    return match.game.text.event(match.table, event, match.people)


def _options(match: Match, options: Options) -> list[Choice]:
    """Each option with its words."""
    return match.game.text.keys(match.table, options, match.people)


def _prompt(match: Match, seat: Seat | None) -> str:
    """The question for whoever is asked; for the others, whom the table waits for and nothing more."""
    if match.paused:
        return "The table is paused."
    t = match.table
    if not t.stack or (seat is not None and seat in t.asks):
        return match.game.text.prompt(t, seat, match.people)
    return _waits(match.people, match.waiting)


@lru_cache(1000)
def _waits(people: tuple[str, ...], waiting: tuple[Seat, ...]) -> str:
    return f"Waiting for {listed([people[seat] for seat in waiting]) or 'the clock'}."


def _undo(match: Match, seat: Seat) -> UndoTerms | None:
    terms = match.undo_terms(seat)
    if terms is None:
        return None
    return {"kind": terms.kind, "consent": list(terms.consent), "reason": terms.reason}


def _habits(match: Match, seat: Seat) -> SeatHabits:
    if not match.auto_answers and not match.game.holds:
        return UNASKED
    wanted, options = match.auto_answers.get(seat, NO_AUTO_ANSWERS), match.table.asks.get(seat, ())
    given = answer(match, seat)
    return {
        "forced": wanted.forced,
        "windows": wanted.windows,
        "hold": wanted.hold,
        "answer": _options(match, (given,))[0] if given else None,
        "can_hold": match.is_asked(seat) and hold_of(match.game, options) is not None,
    }
