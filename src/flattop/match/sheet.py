"""The one door: everything that a seat, or a spectator, is ever sent of a match goes through here."""

from __future__ import annotations

from typing import Any

from flattop.kernel import Seat, Sees, View, bare, view
from flattop.match.match import Match

Sheet = dict[str, Any]


def common(match: Match) -> Sheet:
    """The part of a sheet that is the same for everybody, to be shared by all sheets of one moment."""
    t, zones, standing = match.table, match.game.zones, match.outcome
    return {
        "view": view(t, {name: zone for name, zone in zones.items() if zone.sees is Sees.ALL}, None),
        "waiting": list(match.waiting),
        "paused": match.paused,
        "over": t.over,
        "points": list(standing.points),
        "winners": list(standing.winners) if t.over else [],
        "reason": standing.reason if t.over else "",
    }


def sheet(match: Match, seat: Seat | None, *, since: int = 0, shared: Sheet | None = None) -> Sheet:
    """What a seat may know right now; of its log only what follows the first `since` lines."""
    t, game = match.table, match.game
    shared, may_act = shared or common(match), not t.over and not match.paused
    return {
        "seat": seat,
        "view": _view(match, seat, shared["view"]),
        "options": _options(match, t.asks.get(seat, ()) if seat in match.waiting else ()),
        "anytime": _options(match, t.anytime(seat) if seat is not None and may_act else ()),
        "waiting": shared["waiting"],
        "paused": shared["paused"],
        "prompt": _prompt(match, seat),
        "log": [[bare(event), game.text.event(t, event, match.people)] for event in match.log(seat, since)],
        "undo": _undo(match, seat),
        "over": shared["over"],
        "points": shared["points"],
        "winners": shared["winners"],
        "reason": shared["reason"],
    }


def _view(match: Match, seat: Seat | None, shared: View) -> View:
    """The open zones as they are shared, the closed ones as this seat sees them; in the game's order."""
    zones = match.game.zones
    closed = view(match.table, {name: zone for name, zone in zones.items() if name not in shared}, seat)
    return {name: shared[name] if name in shared else closed[name] for name in zones}


def _options(match: Match, options: Any) -> list[list[Any]]:
    """Each option with its words."""
    text, t = match.game.text, match.table
    return [[bare(action), text.option(t, action, match.people)] for action in options]


def _prompt(match: Match, seat: Seat | None) -> str:
    """The question for whoever is asked; for the others, whom the table waits for and nothing more."""
    if match.paused:
        return "The table is paused."
    if match.over or (seat is not None and seat in match.table.asks):
        return match.game.text.prompt(match.table)
    return f"Waiting for {', '.join(match.people[s] for s in match.waiting) or 'the clock'}."


def _undo(match: Match, seat: Seat | None) -> dict[str, Any] | None:
    terms = match.undo_terms(seat) if seat is not None else None
    if terms is None:
        return None
    return {"kind": terms.kind, "consent": list(terms.consent), "reason": terms.reason}
