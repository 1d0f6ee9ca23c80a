"""Games between bots, printed as text."""

from __future__ import annotations

from collections.abc import Callable

from flattop.kernel import capital, listed, single_stops
from flattop.terminal.session import Session
from flattop.terminal.session_setup import closing_notes


def watch(session: Session, write: Callable[[str], object]) -> None:
    """Play a game to its end, and write the log of a spectator and the result."""
    match = session.match
    session.use_manual_clock()
    players = ", ".join(f"{player.name} ({player.rank_label})" for player in session.players)
    write(f"{match.title}: {players}")
    written = 0

    def write_new_events() -> None:
        nonlocal written
        events = match.log(None, written)
        for event in events:
            write(match.game.text.event(match.table, event, match.people))
        written += len(events)

    while not match.over:
        write_new_events()
        seat = session.bot_to_move
        if seat is not None:
            session.play_bot_move(session.choose_bot_move(seat))
        elif session.clock_runs:
            session.skip_time()
        else:
            raise AssertionError(f"{match.game.key} waits for no seat, but is not over")
    write_new_events()
    for line in [*session.notes, "", *result_lines(session), *closing_notes(session)]:
        write(line)


def result_lines(session: Session) -> list[str]:
    """Return the ranking, best first, and the reason of the result."""
    end, people = session.match.outcome, session.match.people
    lines = []
    for seat in sorted(range(len(people)), key=end.places.__getitem__):
        place = "★" if seat in end.winners else f"{end.places[seat]}."
        lines.append(f"{place} {people[seat]}: {end.points[seat]}")
    if session.match.game.mode == "solo":
        return [*lines, single_stops(f"{capital(end.reason)}.")]
    winners = listed([people[seat] for seat in end.winners])
    return [*lines, single_stops(f"{f'Won by {winners}' if winners else 'Nobody wins'}: {end.reason}.")]
