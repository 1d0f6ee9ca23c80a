"""Whose eyes look at a game that was played: a seat's, a spectator's, or everybody's together."""

from __future__ import annotations

from typing import Any

from flattop.kernel import HIDDEN, Event, Seat, View, json_copy, view
from flattop.match import Match, Snapshot, snapshot

SPECTATOR, ALL = "spectator", "all"
Eyes = Seat | str


def sheet_for(match: Match, eyes: Eyes) -> Snapshot:
    """The sheet of these eyes; everybody together sit where the decision lies."""
    if eyes == SPECTATOR:
        return snapshot(match, None)
    if isinstance(eyes, int):
        return snapshot(match, eyes)
    text, own = match.game.text, snapshot(match, next(iter(match.waiting), 0))
    log = [(json_copy(event), text.event(match.table, event, match.people)) for event in told_to(match, ALL)]
    return {**own, "view": seen(match, ALL), "log": log}


def heard(match: Match, eyes: Eyes, since: int = 0) -> list[str]:
    """What these eyes were told, in words."""
    return [match.game.text.event(match.table, event, match.people) for event in told_to(match, eyes, since)]


def told_to(match: Match, eyes: Eyes, since: int = 0) -> list[Event]:
    return [event for whom, event in match.events[since:] if whom is None or eyes in (whom, ALL)]


def seen(match: Match, eyes: Eyes) -> View:
    t, zones = match.table, match.game.zones
    if eyes != ALL:
        return view(t, zones, None if isinstance(eyes, str) else eyes)
    views = [view(t, zones, seat) for seat in range(t.seats)]
    return {name: together([one[name] for one in views]) for name in zones}


def together(values: list[Any]) -> Any:
    """One thing as all who look at it know it together."""
    if isinstance(values[0], list):
        return [together(list(places)) for places in zip(*values, strict=True)]
    return next((value for value in values if value != HIDDEN), HIDDEN)
