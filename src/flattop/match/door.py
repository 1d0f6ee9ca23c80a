"""The one door: everything that a seat, or a spectator, is ever sent of a match goes through here."""

from __future__ import annotations

from typing import Any

from flattop.kernel import Seat, bare, view
from flattop.match.match import Match

Sheet = dict[str, Any]


def sheet(match: Match, seat: Seat | None, *, since: int = 0) -> Sheet:
    """What a seat may know right now; of its log only what follows the first `since` lines."""
    t, game = match.table, match.game
    standing = match.outcome
    return {
        "seat": seat,
        "view": view(t, game.zones, seat),
        "options": _options(match, t.asks.get(seat, ()) if seat is not None else ()),
        "anytime": _options(match, t.anytime(seat) if seat is not None and not t.over else ()),
        "waiting": list(match.waiting),
        "prompt": _prompt(match, seat),
        "log": [[bare(event), game.text.event(t, event, match.people)] for event in match.log(seat)[since:]],
        "undo": _undo(match, seat),
        "over": t.over,
        "points": list(standing.points),
        "winners": list(standing.winners) if t.over else [],
        "reason": standing.reason if t.over else "",
    }


def _options(match: Match, options: Any) -> list[list[Any]]:
    """Each option with its words."""
    text, t = match.game.text, match.table
    return [[bare(action), text.option(t, action, match.people)] for action in options]


def _prompt(match: Match, seat: Seat | None) -> str:
    """The question for whoever is asked; for the others whom the table waits for, if not for time alone."""
    if not match.waiting or (seat is not None and seat in match.table.asks):
        return match.game.text.prompt(match.table)
    return f"Waiting for {', '.join(match.people[s] for s in match.waiting)}."


def _undo(match: Match, seat: Seat | None) -> dict[str, Any] | None:
    terms = match.undo_terms(seat) if seat is not None else None
    if terms is None:
        return None
    return {"kind": terms.kind, "consent": list(terms.consent), "reason": terms.reason}
