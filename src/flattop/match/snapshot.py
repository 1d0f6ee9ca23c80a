"""Snapshots of a match: the view, options, status and log that a player or a spectator is sent.

A snapshot has parts that are the same for everyone (`public_status`, `common_view`) and parts of one
viewer (`seat_part`, `HiddenZoneTracker`), so that a server can make the first once for all viewers.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from flattop.kernel import (
    HIDDEN,
    Action,
    Event,
    HiddenSnapshot,
    Options,
    Replies,
    Seat,
    Secret,
    Sees,
    TallyResult,
    View,
    count_tallies,
    hidden_snapshot,
    json_copy,
    listed,
    view,
    visible_part,
    zone_view,
)
from flattop.match.auto_answers import NO_AUTO_ANSWERS, Hold, answer, hold_action
from flattop.match.match import Match

Choice = tuple[Action, str]  # an action with its label
LogLine = tuple[list[Any], str]  # an event with its text


class UndoTerms(TypedDict):
    """The terms on which the seat may undo its last decision."""

    kind: Literal["free", "consent"]
    consent: list[Seat]  # the seats that must consent
    reason: str


class PublicStatus(TypedDict):
    """The status of a match, the same for everyone."""

    waiting: list[Seat]
    sealed: bool  # True if the time of an answer could reveal something hidden: a secret answer, or a reply
    paused: bool
    over: bool
    points: list[int]
    places: list[int]  # by seat, 1 is the first; equal results share a place. Empty before the end
    winners: list[Seat]
    reason: str
    tallies: list[TallyResult]  # empty before the end


class SeatAutoAnswers(TypedDict):
    """The auto-answers of a seat, shown to the seat alone."""

    forced: bool
    windows: bool
    hold: Hold
    answer: Choice | None  # the auto-answer that is about to be given
    can_hold: bool  # True if the seat is in a reply window that it may let pass


class SeatPart(TypedDict):
    """The part of a snapshot for one seat or a spectator, without view and log."""

    options: list[Choice]
    anytime: list[Choice]
    prompt: str
    undo: UndoTerms | None
    habits: SeatAutoAnswers | None


class Snapshot(PublicStatus, SeatPart):
    """Everything that one seat or a spectator is sent."""

    seat: Seat | None
    view: View
    log: list[LogLine]


NO_SEAT_AUTO_ANSWERS: SeatAutoAnswers = {
    "forced": False,
    "windows": False,
    "hold": "ask",
    "answer": None,
    "can_hold": False,
}


def snapshot(match: Match, seat: Seat | None, *, since: int = 0) -> Snapshot:
    """Return everything that a seat or a spectator may know, with its log after the first `since` lines."""
    reveal_hands = match.reveal_hands and seat is None
    return {
        **public_status(match),
        **seat_part(match, seat),
        "seat": seat,
        "view": view(match.table, match.game.zones, seat, reveal_hands=reveal_hands),
        "log": log_lines(match, seat, since),
    }


# -- parts for everyone


def common_view(match: Match) -> View:
    """Return the zones that look the same to everyone. Values are the table's own: encode them at once."""
    t, zones = match.table, match.game.common_zones
    return {
        name: getattr(t, name) if zone.sees is Sees.ALL else [HIDDEN] * len(getattr(t, name))
        for name, zone in zones.items()
    }


def public_status(match: Match) -> PublicStatus:
    game, t, outcome, over = match.game, match.table, match.outcome, match.over
    is_sealed = bool(t.stack) and isinstance(t.stack[-1], (Secret, Replies))
    if game.holds and not is_sealed:  # reply windows of other frames
        is_sealed = any(hold_action(game, t.asks[seat]) for seat in match.waiting)
    tallies: list[TallyResult] = []
    if over:
        nouns = {name: line.nouns for name, line in game.text.events.items()}
        tallies = count_tallies(game.text.tallies, nouns, match.log(None), outcome.points)
    return {
        "waiting": list(match.waiting),
        "sealed": is_sealed,
        "paused": match.paused,
        "over": over,
        "points": list(outcome.points),
        "places": list(outcome.places) if over else [],
        "winners": list(outcome.winners) if over else [],
        "reason": outcome.reason if over else "",
        "tallies": tallies,
    }


# -- parts for one viewer


def seat_part(match: Match, seat: Seat | None) -> SeatPart:
    """Return the options, prompt, undo terms and auto-answers of one seat; no one else may see them."""
    if seat is None:
        return {"options": [], "anytime": [], "prompt": _prompt(match, None), "undo": None, "habits": None}
    t, text = match.table, match.game.text
    is_open = t.stack and not match.paused
    anytime = t.anytime(seat) if is_open else ()
    terms = match.undo_terms(seat)
    undo: UndoTerms | None = None
    if terms is not None:
        undo = {"kind": terms.kind, "consent": list(terms.consent), "reason": terms.reason}
    auto_answers = NO_SEAT_AUTO_ANSWERS
    if match.auto_answers or match.game.holds:
        wanted = match.auto_answers.get(seat, NO_AUTO_ANSWERS)
        options: Options = t.asks.get(seat, ())
        action = answer(match, seat)
        auto_answers = {
            "forced": wanted.forced,
            "windows": wanted.windows,
            "hold": wanted.hold,
            "answer": text.labels(t, (action,), match.people)[0] if action else None,
            "can_hold": match.is_asked(seat) and hold_action(match.game, options) is not None,
        }
    return {
        "options": text.labels(t, t.asks[seat], match.people) if is_open and seat in t.asks else [],
        "anytime": text.labels(t, anytime, match.people) if anytime else [],
        "prompt": _prompt(match, seat),
        "undo": undo,
        "habits": auto_answers,
    }


def _prompt(match: Match, seat: Seat | None) -> str:
    """Return the question to a seat that is asked; the others learn only which seats are waited for."""
    if match.paused:
        return "The table is paused."
    t = match.table
    if not t.stack or (seat is not None and seat in t.asks):
        return match.game.text.prompt(t, seat, match.people)
    return f"Waiting for {listed([match.people[other] for other in match.waiting]) or 'the clock'}."


def per_viewer_view(match: Match, seat: Seat | None) -> View:
    """Return the zones that look different to different viewers, as one of them sees them."""
    return view(match.table, match.game.per_viewer_zones, seat)


class HiddenZoneTracker:
    """Finds out which of the zones that differ by viewer have changed, once for all viewers.

    Where a view follows from the piles alone, the piles are compared instead of all views.
    """

    __slots__ = ("_changed", "_snapshots", "generation")

    def __init__(self) -> None:
        self.generation = 0  # number of refreshes so far
        self._snapshots: dict[str, HiddenSnapshot | None] = {}
        self._changed: dict[str, int] = {}  # the generation in which a zone was last found changed

    def refresh(self, match: Match) -> HiddenZoneTracker:
        """Compare all zones with their state at the last refresh."""
        self.generation += 1
        snapshots = self._snapshots
        for name, zone in match.game.per_viewer_zones.items():
            before = snapshots.get(name)
            now = hidden_snapshot(match.table, name, zone, before)
            if now is None or now is not before:  # None: the views would have to be compared
                snapshots[name], self._changed[name] = now, self.generation
        return self

    def changed_since(self, match: Match, seat: Seat | None, generation: int) -> View:
        """Return a seat's view of the zones changed after a generation. Encode it at once, do not keep it."""
        t, zones, snapshots = match.table, match.game.per_viewer_zones, self._snapshots
        return {
            name: visible_part(zones[name], now, seat)
            if (now := snapshots[name])
            else zone_view(t, zones, name, seat)
            for name, changed in self._changed.items()
            if changed > generation
        }


# -- the log


def log_lines(match: Match, seat: Seat | None, since: int = 0, upto: int | None = None) -> list[LogLine]:
    """Return the lines of a seat's log from number `since` up to `upto`."""
    events = match.log(seat, since)
    wanted = events if upto is None else events[: max(0, upto - since)]
    return [(json_copy(event), event_text(match, event)) for event in wanted]


def event_text(match: Match, event: Event) -> str:
    return match.game.text.event(match.table, event, match.people)
