"""Audiences: what one seat, or the spectators, have been sent, and what brings them up to date."""

from __future__ import annotations

from collections import deque
from typing import Any

from msgspec import Raw

from flattop.kernel import Seat
from flattop.match import Common, Match, log_lines, sheet
from flattop.match.seed import written
from flattop.match.sheet import LogLine
from flattop.server.schemas.codec import encode, encode_json
from flattop.server.schemas.events import Update

KEPT = 200  # updates kept for those who come back
LOG_LINES = 400  # of a log that are sent at once; nearly every game has fewer
SHEET, UPDATE = 10_000, 600  # bytes of what is compared, and of an update that is kept
APART = (
    "view",
    "log",
    "seat",
    "clocks",
    "time",
)  # what never makes a change by its key: time passes by itself

ClockFields = dict[str, Any]  # "clocks" of the turns and "time" at the table, as far as there are any
NO_CLOCKS: ClockFields = {"clocks": None, "time": None}
FullSheet = dict[str, Any]  # a sheet with its clocks and, at the end, the seed
Change = tuple[list[Any], dict[str, Any]]  # new lines of the log, and what differs on the sheet


def full_sheet(
    match: Match, seat: Seat | None, clock_fields: ClockFields, since: int = 0, shared: Common | None = None
) -> FullSheet:
    """What a sheet holds, and on top of it what shows the time and, at the end, the seed."""
    shown: FullSheet = {**sheet(match, seat, since=since, shared=shared), **clock_fields}
    shown["seed"] = str(written(match.seed)) if match.over else None
    return shown


def welcome_sheet(match: Match, seat: Seat | None, clock_fields: ClockFields) -> FullSheet:
    """The whole sheet, with the last lines of a long log."""
    since = max(0, log_length(match, seat) - LOG_LINES)
    return {**full_sheet(match, seat, clock_fields, since), "log_from": since}


def earlier_lines(match: Match, seat: Seat | None, before: int) -> tuple[int, list[LogLine]]:
    """The lines of a log that come before one of them, and the number of the first."""
    before = min(before, log_length(match, seat))
    since = max(0, before - LOG_LINES)
    return since, log_lines(match, seat, since, before)


def log_length(match: Match, seat: Seat | None) -> int:
    return len(match.log(seat))


class Audience:
    """One pair of eyes on a match; a change that they cannot notice makes no version."""

    __slots__ = ("_keys", "_logged", "_tail", "_zones", "seat", "version")

    def __init__(self, match: Match, seat: Seat | None, version: int) -> None:
        self.seat, self.version = seat, version
        self._tail: deque[str] = deque(maxlen=KEPT)
        self._logged = log_length(match, seat)
        self._keys, self._zones = _split(full_sheet(match, seat, {}, self._logged))

    @property
    def weight(self) -> int:
        """The bytes that it takes in memory, about."""
        return SHEET + UPDATE * len(self._tail)

    def change(self, match: Match, shared: Common) -> Change | None:
        """What these eyes see differently now; None if they can notice nothing."""
        shown = full_sheet(match, self.seat, {}, self._logged, shared)
        keys, zones = _split(shown)
        new: dict[str, Any] = {key: Raw(value) for key, value in keys.items() if self._keys.get(key) != value}
        if seen := {zone: Raw(value) for zone, value in zones.items() if self._zones.get(zone) != value}:
            new["view"] = seen
        if not new and not shown["log"]:
            return None
        self._keys, self._zones, self._logged = keys, zones, self._logged + len(shown["log"])
        return shown["log"], new

    def update(self, change: Change, clock_fields: ClockFields) -> str:
        """The change as the next version."""
        log, new = change
        self.version += 1
        told = encode(Update(self.version, log, new | clock_fields))
        self._tail.append(told)
        return told

    def missing(self, seen: int) -> list[str] | None:
        """The updates after a version, or None if they are not kept any more."""
        count = self.version - seen
        if not 0 <= count <= len(self._tail):
            return None
        return list(self._tail)[len(self._tail) - count :]


def _split(shown: FullSheet) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The sheet in the pieces that may change by themselves, as short as they can be kept."""
    keys = {key: encode_json(value) for key, value in shown.items() if key not in APART}
    return keys, {zone: encode_json(value) for zone, value in shown["view"].items()}
