"""Audiences: what one seat, or the spectators, have been sent, and what brings them up to date.

What is the same for everybody is drawn up, written down and compared once for all of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
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
from flattop.server.schemas.codec import encode, encode_json
from flattop.server.schemas.events import Update

KEPT = 200  # updates kept for those who come back
LOG_LINES = 400  # of a log that are sent at once; nearly every game has fewer
SHEET, UPDATE = 10_000, 600  # bytes of what is compared, and of an update that is kept
ClockFields = dict[str, Any]  # "clocks" of the turns and "time" at the table, as far as there are any
NO_CLOCKS: ClockFields = {"clocks": None, "time": None}
FullSnapshot = dict[str, Any]  # a sheet with its clocks and, at the end, the seed
Change = tuple[list[Any], dict[str, Any]]  # new lines of the log, and what differs on the sheet
Changes = dict[Seat | None, Change]  # of those who notice anything
Pieces = dict[str, bytes]  # zones as they were last written


def full_snapshot(match: Match, seat: Seat | None, clock_fields: ClockFields, since: int = 0) -> FullSnapshot:
    """What a sheet holds, and on top of it what shows the time and, at the end, the seed."""
    return {**snapshot(match, seat, since=since), **clock_fields, "seed": _seed(match)}


def _seed(match: Match) -> str | None:
    return str(seed_to_json(match.seed)) if match.over else None


def welcome_snapshot(match: Match, seat: Seat | None, clock_fields: ClockFields) -> FullSnapshot:
    """The whole sheet, with the last lines of a long log."""
    since = max(0, log_length(match, seat) - LOG_LINES)
    return {**full_snapshot(match, seat, clock_fields, since), "log_from": since}


def earlier_lines(match: Match, seat: Seat | None, before: int) -> tuple[int, list[LogLine]]:
    """The lines of a log that come before one of them, and the number of the first."""
    before = min(before, log_length(match, seat))
    since = max(0, before - LOG_LINES)
    return since, log_lines(match, seat, since, before)


def log_length(match: Match, seat: Seat | None) -> int:
    return len(match.log(seat))


class News(NamedTuple):
    """What has changed for everybody alike, what was told since, and who may have noticed it."""

    keys: dict[str, Any]
    zones: dict[str, Raw]
    first: int  # the number of the first line, counted over all that was ever told
    lines: Sequence[tuple[Seat | None, Raw]]
    closed: HiddenZoneTracker | None  # what not all see alike, where it was looked at
    secretive: set[Seat | None] | None  # who may have answered in secret; None if there was more


NO_NEWS = News({}, {}, 0, (), None, None)


def changes(match: Match, shared: Shared, audiences: Mapping[Seat | None, Audience]) -> Changes:
    """What each audience sees differently since this was last asked.

    Of an answer in secret no other seat notices what spectators, who come first, do not.
    """
    news, due = shared.news(match), Changes()
    for seat, audience in audiences.items():
        may_notice = news.secretive is None or seat is None or None in due or seat in news.secretive
        if may_notice and (change := audience.change(match, news)):
            due[seat] = change
    return due


class Shared:
    """What all eyes on a match see alike, as it was last written for them."""

    __slots__ = ("_asks", "_closed", "_keys", "_open_steps", "_told", "_zones")

    def __init__(self, match: Match) -> None:
        self._keys: dict[str, Any] = {}
        self._zones: Pieces = {}
        self._told = len(match.events)
        self._asks: Mapping[Seat, Options] = {}
        self._open_steps = -1
        self._closed = HiddenZoneTracker()
        self.news(match)

    def news(self, match: Match) -> News:
        """What is new since this was last asked."""
        hushed, told = match.observable_steps == self._open_steps, match.events[self._told :]
        news = News(
            _changed(self._keys, {"waiting": [*match.waiting]} if hushed else _standing(match)),
            {} if hushed else _renewed(self._zones, common_view(match)),
            self._told,
            [(whom, Raw(encode_json(([*event], event_text(match, event))))) for whom, event in told],
            self._closed.refresh(match),
            self._secretive(match, told) if hushed else None,
        )
        self._told, self._open_steps, self._asks = len(match.events), match.observable_steps, match.table.asks
        return news

    def _secretive(self, match: Match, told: Sequence[AddressedEvent]) -> set[Seat | None]:
        """Whose question is another, who was told something, and who moved last."""
        was, now = self._asks, match.table.asks
        seats: set[Seat | None] = {seat for seat in now if now[seat] is not was.get(seat)}
        if match.history:
            seats.add(match.history.moments[-1].seat)
        seats.update([whom for whom, _ in told])
        return seats


def _standing(match: Match) -> dict[str, Any]:
    return {**public_status(match), "seed": _seed(match)}


def _changed(told: dict[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """What is not as it was told; from now on it is."""
    new = {key: value for key, value in now.items() if key not in told or told[key] != value}
    told.update(new)
    return new


def _renewed(told: Pieces, now: Mapping[str, Any]) -> dict[str, Raw]:
    """The same of what lies on the table and changes there: it is compared as it was last written."""
    new: dict[str, Raw] = {}
    for key, value in now.items():
        piece = encode_json(value)
        if told.get(key) != piece:
            told[key], new[key] = piece, Raw(piece)
    return new


class Audience:
    """One pair of eyes on a match; a change that they cannot notice makes no version."""

    __slots__ = ("_looked", "_own", "_since", "_tail", "_zones", "is_heard", "seat", "version")

    def __init__(self, match: Match, seat: Seat | None, version: int) -> None:
        self.seat, self.version = seat, version
        self.is_heard = False  # whether anybody was ever told what they see
        self._tail: deque[str] = deque(maxlen=KEPT)
        self._since = len(match.events)  # what was told before is on the first sheet
        self._own: Mapping[str, Any] = seat_part(match, seat)
        self._zones: Pieces = {}
        self._looked = 0  # the last look at what is closed after which it was compared
        _renewed(self._zones, per_viewer_view(match, seat))

    @property
    def weight(self) -> int:
        """The bytes that it takes in memory, about."""
        return SHEET + UPDATE * len(self._tail)

    def change(self, match: Match, news: News) -> Change | None:
        """What these eyes see differently now; None if they can notice nothing."""
        new = {**news.keys}
        if self.seat is not None or new:  # what spectators are told follows from how the match stands
            was, self._own = self._own, seat_part(match, self.seat)
            if was != self._own:
                new |= {key: value for key, value in self._own.items() if value != was[key]}
        if seen := self._newly_seen(match, news):
            new["view"] = seen
        lines = self._lines(news) if news.lines else []
        return (lines, new) if lines or new else None

    def _newly_seen(self, match: Match, news: News) -> dict[str, Raw]:
        if news.closed is None:
            return news.zones
        since, self._looked = self._looked, news.closed.generation
        own_zones = news.closed.changed_since(match, self.seat, since)
        return {**news.zones, **_renewed(self._zones, own_zones)} if own_zones else news.zones

    def _lines(self, news: News) -> list[Raw]:
        lines = news.lines[max(0, self._since - news.first) :]
        return [line for whom, line in lines if whom is None or whom == self.seat]

    def update(self, change: Change, clock_fields: ClockFields) -> str:
        """The change as the next version; no words for it where nobody has come who could hear them."""
        log, new = change
        self.version += 1
        if not self.is_heard:
            return ""
        told = encode(Update(self.version, log, new | clock_fields if clock_fields else new))
        self._tail.append(told)
        return told

    def missing(self, seen: int) -> list[str] | None:
        """The updates after a version, or None if they are not kept any more."""
        count = self.version - seen
        if not 0 <= count <= len(self._tail):
            return None
        return list(self._tail)[len(self._tail) - count :]
