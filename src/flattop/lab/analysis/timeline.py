"""The timeline of a record: every decision that was not taken back, with its table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from flattop.kernel import CLOCK, Action, Seat, Sees, Table
from flattop.match import Match, ParsedRecord, steps
from flattop.match.record import ACTIONS
from flattop.match.undo_history import UndoHistory


@dataclass(frozen=True, slots=True)
class Decision:
    """An action of a seat."""

    number: int  # of the action in the record, counted from 1
    seat: Seat
    action: Action
    before: Table
    after: Table | None  # the table after it, if the step had random events
    free: bool  # the seat could have done something else


@dataclass(slots=True)
class Timeline:
    """The match at the end of a record, and the free decisions that led there."""

    match: Match
    decisions: list[Decision] = field(default_factory=list)

    @property
    def actions(self) -> int:
        return self.match.actions


def timeline(record: ParsedRecord, deck: Path | None = None) -> Timeline:
    """Replay a record and collect its free decisions, without those that were taken back."""
    matches = steps(record, deck)
    result = Timeline(next(matches))
    undoable: list[Decision] = []  # one for each moment of the match's history

    def settle() -> None:
        """Make the decisions so far final: they cannot be taken back any more."""
        result.decisions += [decision for decision in undoable if decision.free]
        undoable.clear()

    for entry in record.entries:
        if "luck" in entry:
            settle()
        elif not entry.keys().isdisjoint(ACTIONS):
            match = next(matches)
            if "undo" in entry:
                history = match.history or UndoHistory()
                gone = taken_back([one.seat for one in undoable], entry["undo"][0], len(history))
                del undoable[gone.start : gone.stop]
                for i in range(gone.start, len(undoable)):  # an undo changes the tables of later decisions
                    undoable[i] = replace(undoable[i], before=history.before(i))
            elif "play" in entry and entry["play"][0] == CLOCK:
                settle()
            elif "play" in entry and match.history:
                undoable.append(_decision(match, match.history))
    settle()
    return result


def _decision(match: Match, history: UndoHistory) -> Decision:
    """Return the last action of a match as a decision, with the table before it."""
    t, moment, before = match.table, history.moments[-1], history.before(len(history) - 1)
    piles = [name for name, zone in match.game.zones.items() if zone.sees is Sees.NONE]
    is_random = t.chance.draws != moment.draws or any(
        getattr(before, name) != getattr(t, name) for name in piles
    )  # cards from a face-down pile are random, too
    options = before.asks.get(moment.seat, ())
    # While a clock runs a seat may always wait, and an any-time action may always be left out.
    free = CLOCK in before.asks or moment.action not in options or len(list(options)) > 1
    return Decision(match.actions, moment.seat, moment.action, before, t.clone() if is_random else None, free)


def taken_back(seats: Sequence[Seat], seat: Seat, left: int) -> range:
    """Return which decisions an undo of the seat dropped, from the seats of all and the number left.

    It is the seat's last decision with all that followed, or alone if the others had answered secretly.
    """
    last = max(i for i, own in enumerate(seats) if own == seat)
    alone = left == len(seats) - 1
    return range(last, last + 1 if alone else len(seats))
