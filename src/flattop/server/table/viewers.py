"""Viewers of a match (a seat, or the spectators), and the updates that each of them is sent.

What all viewers see alike is encoded and compared once for all of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from sys import getsizeof
from typing import Any, NamedTuple

from msgspec import Raw

from flattop.kernel import AddressedEvent, Options, Seat
from flattop.match import Match, log_lines, snapshot
from flattop.match.seed import seed_to_json
from flattop.match.snapshot import (
    HiddenZoneTracker,
    LogLine,
    common_view,
    event_text,
    per_viewer_view,
    public_status,
    seat_part,
)
from flattop.server.schemas.base import encode_json
from flattop.server.schemas.messages import Update, encode

KEPT_UPDATES, KEPT_SIZE = 200, 200_000  # per viewer, for clients that reconnect: updates, and bytes of them
LOG_LINES = 400  # of a log that are sent at once; nearly every game has fewer
VIEWER_SIZE = 10_000  # estimated bytes of a viewer without zones and kept updates
ClockFields = dict[str, Any]  # "clocks" of the turns and "time" of a real-time game, if there are any
NO_CLOCKS: ClockFields = {"clocks": None, "time": None}
FullSnapshot = dict[str, Any]  # a snapshot with clocks and, after the end, the seed
Change = tuple[list[Any], dict[str, Any]]  # new log lines, and changed fields of the snapshot
Changes = dict[Seat | None, Change]  # of the viewers who can notice something
EncodedZones = dict[str, bytes]


def full_snapshot(match: Match, seat: Seat | None, clock_fields: ClockFields, since: int = 0) -> FullSnapshot:
    """Return a viewer's snapshot with clocks and, after the end, the seed."""
    return {**snapshot(match, seat, since=since), **clock_fields, "seed": _seed(match)}


def _seed(match: Match) -> str | None:
    return str(seed_to_json(match.seed)) if match.over else None


def welcome_snapshot(match: Match, seat: Seat | None, clock_fields: ClockFields) -> FullSnapshot:
    """Return a full snapshot with only the last lines of a long log."""
    since = max(0, log_length(match, seat) - LOG_LINES)
    return {**full_snapshot(match, seat, clock_fields, since), "log_from": since}


def earlier_lines(match: Match, seat: Seat | None, before: int) -> tuple[int, list[LogLine]]:
    """Return the log lines before a line number, and the number of the first of them."""
    before = min(before, log_length(match, seat))
    since = max(0, before - LOG_LINES)
    return since, log_lines(match, seat, since, before)


def log_length(match: Match, seat: Seat | None) -> int:
    return len(match.log(seat))


class SharedChanges(NamedTuple):
    """Changes that all viewers see alike, and what is needed to find the others."""

    keys: dict[str, Any]
    zones: dict[str, Raw]
    first: int  # number of the first of the `lines`, counted over all events of the match
    lines: Sequence[tuple[Seat | None, Raw]]  # new log lines with their receiver; None means all
    closed: HiddenZoneTracker | None  # zones that viewers see differently, if they were compared
    may_notice: set[Seat | None] | None  # after a secret answer, who may notice it; else None


NO_CHANGES = SharedChanges({}, {}, 0, (), None, None)


def changes(match: Match, shared: SharedView, viewers: Mapping[Seat | None, Viewer]) -> Changes:
    """Return the changes of each viewer since the last call.

    The spectators come first.  Of a secret answer, no other seat notices what spectators do not.
    """
    news, due = shared.update(match), Changes()
    for seat, viewer in viewers.items():
        may_notice = news.may_notice is None or seat is None or None in due or seat in news.may_notice
        if may_notice and (change := viewer.change(match, news)):
            due[seat] = change
    return due


class SharedView:
    """The part of a match that all viewers see alike, in the state they were last sent."""

    __slots__ = ("_asks", "_closed", "_events", "_keys", "_open_steps", "_zones")

    def __init__(self, match: Match) -> None:
        self._keys: dict[str, Any] = {}
        self._zones: EncodedZones = {}
        self._events = len(match.events)
        self._asks: Mapping[Seat, Options] = {}
        self._open_steps = -1
        self._closed = HiddenZoneTracker()
        self.update(match)

    def update(self, match: Match) -> SharedChanges:
        """Return the changes since the last call."""
        is_secret, events = match.observable_steps == self._open_steps, match.events[self._events :]
        if is_secret:
            keys: dict[str, Any] = {"waiting": [*match.waiting]}
        else:
            keys = {**public_status(match), "seed": _seed(match)}
        sent = self._keys
        changed = {key: value for key, value in keys.items() if key not in sent or sent[key] != value}
        sent.update(changed)
        news = SharedChanges(
            changed,
            {} if is_secret else _changed_zones(self._zones, common_view(match)),
            self._events,
            [(whom, Raw(encode_json(([*event], event_text(match, event))))) for whom, event in events],
            self._closed.refresh(match),
            self._who_may_notice(match, events) if is_secret else None,
        )
        self._events, self._asks = len(match.events), match.table.asks
        self._open_steps = match.observable_steps
        return news

    def _who_may_notice(self, match: Match, events: Sequence[AddressedEvent]) -> set[Seat | None]:
        """Return the seats with another question or a new event, and the seat that moved last."""
        before, now = self._asks, match.table.asks
        seats: set[Seat | None] = {seat for seat in now if now[seat] is not before.get(seat)}
        if match.history:
            seats.add(match.history.moments[-1].seat)
        seats.update([whom for whom, _ in events])
        return seats


def _changed_zones(sent: EncodedZones, now: Mapping[str, Any]) -> dict[str, Raw]:
    """Return the zones that differ from what was sent, and note them as sent.

    Zones are compared in encoded form, since their objects change in place.
    """
    changed: dict[str, Raw] = {}
    for key, value in now.items():
        encoded = encode_json(value)
        if sent.get(key) != encoded:
            sent[key], changed[key] = encoded, Raw(encoded)
    return changed


class Viewer:
    """The state of a match as a seat, or the spectators, have been sent it.

    A change that the viewer cannot notice has no version number.
    """

    __slots__ = (
        "_events", "_kept", "_looks", "_own", "_updates", "_zones", "has_listened", "seat", "version",
    )  # fmt: skip

    def __init__(self, match: Match, seat: Seat | None, version: int) -> None:
        self.seat, self.version = seat, version
        self.has_listened = False  # a client was sent this view, so updates must be kept
        self._updates: deque[str] = deque()
        self._kept = 0  # bytes of the updates
        self._events = len(match.events)  # earlier events are in the first snapshot
        self._own: Mapping[str, Any] = seat_part(match, seat)
        self._zones: EncodedZones = {}
        self._looks = 0  # count of the last comparison of closed zones
        _changed_zones(self._zones, per_viewer_view(match, seat))

    @property
    def weight(self) -> int:
        """Estimated memory use in bytes."""
        return VIEWER_SIZE + sum(map(len, self._zones.values())) + self._kept

    def change(self, match: Match, news: SharedChanges) -> Change | None:
        """Return the changes that this viewer can notice, or None."""
        new = {**news.keys}
        if self.seat is not None or new:  # the own fields of spectators change only with shared fields
            before, self._own = self._own, seat_part(match, self.seat)
            if before != self._own:
                new |= {key: value for key, value in self._own.items() if value != before[key]}
        zones = news.zones
        if news.closed is not None:
            since, self._looks = self._looks, news.closed.generation
            if own_zones := news.closed.changed_since(match, self.seat, since):
                zones = {**zones, **_changed_zones(self._zones, own_zones)}
        if zones:
            new["view"] = zones
        log = []
        if news.lines:
            lines = news.lines[max(0, self._events - news.first) :]
            log = [line for whom, line in lines if whom is None or whom == self.seat]
        return (log, new) if log or new else None

    def update(self, change: Change, clock_fields: ClockFields) -> str:
        """Number a change as the next version; return its message, or "" if no client has ever listened."""
        log, new = change
        self.version += 1
        if not self.has_listened:
            return ""
        message = encode(Update(self.version, log, new | clock_fields if clock_fields else new))
        self._updates.append(message)
        self._kept += getsizeof(message)
        while len(self._updates) > KEPT_UPDATES or (self._kept > KEPT_SIZE and len(self._updates) > 1):
            self._kept -= getsizeof(self._updates.popleft())
        return message

    def missing(self, seen: int) -> list[str] | None:
        """Return the updates after a version, or None if they are not kept any more."""
        count = self.version - seen
        if not 0 <= count <= len(self._updates):
            return None
        return list(self._updates)[len(self._updates) - count :]
