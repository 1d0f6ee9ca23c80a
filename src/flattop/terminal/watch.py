"""Watching bots: a whole game in words, without a screen."""

from __future__ import annotations

from collections.abc import Callable

from flattop.kernel import Outcome, capital, listed, single_stops
from flattop.terminal.session import Session
from flattop.terminal.session_setup import closing_notes

Say = Callable[[str], object]


def watch(session: Session, say: Say) -> None:
    """Play to the end, and say everything that a spectator hears."""
    match = session.match
    session.by_hand()
    seats = ", ".join(f"{chair.name} ({chair.shown})" for chair in session.chairs)
    say(f"{match.title}: {seats}")
    heard = 0
    while not match.over:
        heard = _tell(session, heard, say)
        seat = session.bot_to_move
        if seat is not None:
            session.settle(session.think(seat))
        elif session.running:
            session.leap()
        else:
            raise AssertionError(f"{match.game.key} asks nobody, and is not over")
    _tell(session, heard, say)
    for line in [*session.notes, "", *result(session), *closing_notes(session)]:
        say(line)


def _tell(session: Session, heard: int, say: Say) -> int:
    """The log from where it was left; only what is new is put into words."""
    match = session.match
    news = match.log(None, heard)
    for event in news:
        say(match.game.text.event(match.table, event, match.people))
    return heard + len(news)


def result(session: Session) -> list[str]:
    """The ranking, best first, and why."""
    end, people = session.match.outcome, session.match.people
    ranked = sorted(range(len(people)), key=end.places.__getitem__)
    lines = [f"{_place(end, seat)} {people[seat]}: {end.points[seat]}" for seat in ranked]
    if session.match.game.mode == "solo":
        return [*lines, single_stops(f"{capital(end.reason)}.")]
    return [*lines, single_stops(f"{_names([people[seat] for seat in end.winners])}: {end.reason}.")]


def _place(end: Outcome, seat: int) -> str:
    return "★" if seat in end.winners else f"{end.places[seat]}."


def _names(names: list[str]) -> str:
    return f"Won by {listed(names)}" if names else "Nobody wins"
