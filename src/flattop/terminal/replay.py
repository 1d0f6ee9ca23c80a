"""A tape: a game that was played, as it stood after every step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flattop.kernel import Action, Event, Seat, Table
from flattop.match import Match, ParsedRecord, Snapshot, steps
from flattop.terminal.seats import Chair, as_recorded
from flattop.terminal.viewer import ALL, SPECTATOR, Eyes, sheet_for

STEPS = ("play", "undo", "pause", "resume")  # entries of a record that are steps


@dataclass(frozen=True, slots=True)
class Frame:
    """What one step left: the table, how much had been told by then, and whether there was a break."""

    table: Table
    told: int
    paused: bool


class Still(Match):
    """A match as it stood after one step: to be looked at, never to be played."""

    def __init__(self, whole: Match, frame: Frame, actions: int) -> None:
        self.game, self.people, self.seed = whole.game, whole.people, whole.seed
        self.settings, self.history, self.auto_answers = whole.settings, None, {}
        self.table, self.paused, self.actions = frame.table, frame.paused, actions
        self.events, self.reveal_hands = whole.events[: frame.told], whole.over

    def log(self, seat: Seat | None, since: int = 0) -> list[Event]:
        return [event for whom, event in self.events if whom is None or whom == seat][since:]


class Tape:
    """Stands somewhere in the record, and shows the table there with somebody's eyes."""

    gone = 0.0  # no time passes while one looks

    def __init__(self, written: ParsedRecord, deck: Path | None = None, eyes: Eyes = SPECTATOR) -> None:
        self.frames: list[Frame] = []
        for whole in steps(written, deck):
            self.frames.append(Frame(whole.table.clone(), len(whole.events), whole.paused))
        self.whole: Match = whole
        self.entries = [entry for entry in written.entries if not entry.keys().isdisjoint(STEPS)]
        self.chairs: tuple[Chair, ...] = as_recorded(whole.people, written.header.get("ranks"))
        self.live = whole.is_live
        self.at, self.eyes = 0, eyes
        self.notes: Sequence[str] = [written.name]

    @property
    def last(self) -> int:
        return len(self.frames) - 1

    @property
    def match(self) -> Still:
        """The match as it stood here."""
        return Still(self.whole, self.frames[self.at], self.at)

    def go(self, to: int) -> None:
        """To some step, or to the nearest that there is."""
        self.at = min(max(to, 0), self.last)

    def snapshot(self, seat: Seat | None = None) -> Snapshot:
        """What the eyes of this tape see here; a break covers nothing any more."""
        return {**sheet_for(self.match, self.eyes), "paused": False}

    @property
    def next_play(self) -> tuple[Seat, Action] | None:
        """What was done here, if it was played and these eyes had it to decide."""
        entry: dict[str, Any] = self.entries[self.at] if self.at < self.last else {}
        seat, *action = entry.get("play", [None])
        return (seat, tuple(action)) if self.eyes in (seat, ALL) and action else None

    def turn_eyes(self) -> None:
        """The next pair of eyes; while a game goes on there are only a spectator's."""
        everybody: list[Eyes] = [SPECTATOR, *range(len(self.whole.people)), ALL]
        if self.whole.over:
            self.eyes = everybody[(everybody.index(self.eyes) + 1) % len(everybody)]

    @property
    def whose_eyes(self) -> str:
        return f"{self.whole.people[self.eyes]}'s eyes" if isinstance(self.eyes, int) else _named(self.eyes)


def _named(eyes: str) -> str:
    return "all eyes" if eyes == ALL else "a spectator's eyes"
