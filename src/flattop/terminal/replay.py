"""Replays: the positions of a recorded game, and the view of one seat, a spectator, or all seats together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from flattop.kernel import HIDDEN, Action, Event, Seat, Table, View, json_copy, view
from flattop.match import Match, ParsedRecord, Snapshot, snapshot, steps
from flattop.terminal.seats import Player, recorded_players

SPECTATOR, ALL = "spectator", "all"
Viewer = Seat | str  # a seat, SPECTATOR or ALL

STEP_ENTRIES = ("play", "undo", "pause", "resume")  # entries of a record that are steps of the replay


# -- views


def snapshot_for(match: Match, viewer: Viewer) -> Snapshot:
    """Return the snapshot of a viewer.  ALL has the seat that must decide, with everything visible."""
    if viewer == SPECTATOR:
        return snapshot(match, None)
    if isinstance(viewer, int):
        return snapshot(match, viewer)
    text, own = match.game.text, snapshot(match, next(iter(match.waiting), 0))
    log = [
        (json_copy(event), text.event(match.table, event, match.people)) for event in events_for(match, ALL)
    ]
    return {**own, "view": view_of(match, ALL), "log": log}


def log_lines(match: Match, viewer: Viewer, since: int = 0) -> list[str]:
    """Return the log of a viewer as text, from event number `since` on."""
    text = match.game.text
    return [text.event(match.table, event, match.people) for event in events_for(match, viewer, since)]


def events_for(match: Match, viewer: Viewer, since: int = 0) -> list[Event]:
    return [event for seat, event in match.events[since:] if seat is None or viewer in (seat, ALL)]


def view_of(match: Match, viewer: Viewer) -> View:
    t, zones = match.table, match.game.zones
    if viewer != ALL:
        return view(t, zones, None if isinstance(viewer, str) else viewer)
    views = [view(t, zones, seat) for seat in range(t.seats)]
    return {name: combined([seat_view[name] for seat_view in views]) for name in zones}


def combined(values: list[Any]) -> Any:
    """Combine the views of all seats: a card is visible if any seat sees it."""
    if isinstance(values[0], list):
        return [combined(list(items)) for items in zip(*values, strict=True)]
    return next((value for value in values if value != HIDDEN), HIDDEN)


# -- positions


class Position(NamedTuple):
    """The table after one step, and the number of events up to there."""

    table: Table
    event_count: int
    paused: bool


class PastMatch(Match):
    """The match at one step of the replay.  It can be viewed, but not played."""

    def __init__(self, final: Match, position: Position, actions: int) -> None:
        self.game, self.people, self.seed = final.game, final.people, final.seed
        self.settings, self.history, self.auto_answers = final.settings, None, {}
        self.table, self.paused, self.actions = position.table, position.paused, actions
        self.events, self.reveal_hands = final.events[: position.event_count], final.over

    def log(self, seat: Seat | None, since: int = 0) -> list[Event]:
        return [event for recipient, event in self.events if recipient is None or recipient == seat][since:]


class ReplaySession:
    """A replay that stands at one step and is seen by one viewer.  Screens draw it like a `Session`."""

    elapsed_ticks = 0.0  # no time passes in a replay

    def __init__(self, record: ParsedRecord, deck: Path | None = None, viewer: Viewer = SPECTATOR) -> None:
        self.positions: list[Position] = []
        for match in steps(record, deck):
            self.positions.append(Position(match.table.clone(), len(match.events), match.paused))
        self.final_match: Match = match
        self.entries = [entry for entry in record.entries if not entry.keys().isdisjoint(STEP_ENTRIES)]
        self.players: tuple[Player, ...] = recorded_players(match.people, record.header.get("ranks"))
        self.is_live = match.is_live
        self.at, self.viewer = 0, viewer
        self.notes: Sequence[str] = [record.name]

    @property
    def last(self) -> int:
        return len(self.positions) - 1

    @property
    def match(self) -> PastMatch:
        """The match at the current step."""
        return PastMatch(self.final_match, self.positions[self.at], self.at)

    def go(self, step: int) -> None:
        """Go to a step, or to the nearest one that exists."""
        self.at = min(max(step, 0), self.last)

    def snapshot(self, seat: Seat | None = None) -> Snapshot:
        """Return what the viewer sees at the current step.  A pause does not cover the table here."""
        return {**snapshot_for(self.match, self.viewer), "paused": False}

    @property
    def next_play(self) -> tuple[Seat, Action] | None:
        """The action that was played here, if the viewer had to decide it."""
        entry: dict[str, Any] = self.entries[self.at] if self.at < self.last else {}
        seat, *action = entry.get("play", [None])
        return (seat, tuple(action)) if self.viewer in (seat, ALL) and action else None

    def next_viewer(self) -> None:
        """Switch to the next viewer.  Before the end of the game only a spectator may look."""
        viewers: list[Viewer] = [SPECTATOR, *range(len(self.final_match.people)), ALL]
        if self.final_match.over:
            self.viewer = viewers[(viewers.index(self.viewer) + 1) % len(viewers)]

    @property
    def viewer_label(self) -> str:
        if isinstance(self.viewer, int):
            return f"seen by {self.final_match.people[self.viewer]}"
        return "everything visible" if self.viewer == ALL else "seen by a spectator"
