"""The timeline of a record: every decision that stood, with the table at which it was made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from flattop.kernel import CLOCK, Action, Seat, Sees, Table
from flattop.match import Match, ParsedRecord, steps
from flattop.match.history import History, Moment
from flattop.match.record import ACTIONS, Entry


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat did where it could have done something else."""

    number: int  # of the action in the record, counted from 1
    seat: Seat
    action: Action
    before: Table
    after: Table | None  # as it really went on, where luck had its part in the step
    free: bool  # whether anything else was open


@dataclass(slots=True)
class Timeline:
    """A whole record: its match as it stands at the end, and the decisions that led there."""

    match: Match
    decisions: list[Decision] = field(default_factory=list)

    @property
    def actions(self) -> int:
        return self.match.actions


def timeline(written: ParsedRecord, deck: Path | None = None) -> Timeline:
    """Play a record again and keep every decision; what was taken back later is none."""
    matches = steps(written, deck)
    whole = Timeline(next(matches))
    kept: list[Decision] = []  # one for each moment of the match's history
    for entry in _settling(written):
        if "luck" in entry:
            kept = _settle(whole, kept)
            continue
        match = next(matches)
        if "undo" in entry:
            _take_back(kept, match.history or History(), entry["undo"][0])
        elif "play" in entry and entry["play"][0] == CLOCK:
            kept = _settle(whole, kept)
        elif "play" in entry and match.history:
            kept.append(_decision(match, match.history))
    _settle(whole, kept)
    return whole


def _settling(written: ParsedRecord) -> Iterator[Entry]:
    """The entries that change the match."""
    wanted = {*ACTIONS, "luck"}
    return (entry for entry in written.entries if not wanted.isdisjoint(entry))


def _settle(whole: Timeline, kept: list[Decision]) -> list[Decision]:
    """Nothing up to here can be taken back any more."""
    whole.decisions += [decision for decision in kept if decision.free]
    return []


def _decision(match: Match, history: History) -> Decision:
    t, then, before = match.table, history.moments[-1], history.before(len(history) - 1)
    lucky = t.chance.draws != then.draws or _cards_moved(match, before)
    after = t.clone() if lucky else None
    return Decision(match.actions, then.seat, then.action, before, after, _was_free(before, then))


def _cards_moved(match: Match, before: Table) -> bool:
    """Whether a pile that nobody sees has changed: what comes from it is luck as well."""
    closed = [name for name, zone in match.game.zones.items() if zone.sees is Sees.NONE]
    return any(getattr(before, name) != getattr(match.table, name) for name in closed)


def _was_free(before: Table, then: Moment) -> bool:
    """While a clock runs a seat may always wait, and an any-time play may always be left alone."""
    options = before.asks.get(then.seat, ())
    return CLOCK in before.asks or then.action not in options or len(list(options)) > 1


def _take_back(kept: list[Decision], history: History, seat: Seat) -> None:
    """Drop the seat's last decision, and what followed it unless others had sealed it meanwhile."""
    gone = taken_back([decision.seat for decision in kept], seat, len(history))
    del kept[gone.start : gone.stop]
    for i in range(gone.start, len(kept)):
        kept[i] = replace(kept[i], before=history.before(i))


def taken_back(seats: Sequence[Seat], seat: Seat, left: int) -> range:
    """Which decisions of a history an undo of the seat has dropped, where so many of them are left."""
    last = max(i for i, own in enumerate(seats) if own == seat)
    sealed_since = left == len(seats) - 1
    return range(last, last + 1 if sealed_since else len(seats))
