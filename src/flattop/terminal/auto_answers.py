"""Auto-answers: which questions are answered for a person, and the texts that explain and change this."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from flattop.kernel import Seat
from flattop.match import AutoAnswers, Match
from flattop.match.auto_answers import hold_action

HOLDS = {"same": "all replies until yours change", "turn": "all replies of this turn"}


class Change(NamedTuple):
    """A change that a person can make: its label, and the settings after it."""

    label: str
    settings: AutoAnswers


def defaults(humans: int) -> AutoAnswers:
    """Return the initial settings.

    If several people share a screen, reply windows are not skipped: calling only those who can reply to the
    screen would reveal that they can.
    """
    return AutoAnswers(windows=humans == 1)


def changes(match: Match, seat: Seat) -> dict[str, Change]:
    """Return the changes that a seat can make now, by the word that selects them.  First letters differ."""
    now, game = match.auto_answers[seat], match.game
    label = "Ask me even where there is one answer" if now.forced else "Give the only answer for me"
    found = {"forced": Change(label, replace(now, forced=not now.forced))}
    if not game.holds:
        return found
    label = "Ask me for every reply" if now.windows else "Ask me for a reply only if I can act"
    found["windows"] = Change(label, replace(now, windows=not now.windows))
    if now.hold != "ask":
        found["ask"] = Change("Hold no longer", now.asking())
        return found
    found["turn"] = Change("Hold for this turn", now.holding(match, seat, "turn"))
    if seat in match.waiting and hold_action(game, match.table.asks[seat]):
        found["same"] = Change("Hold until something changes", now.holding(match, seat, "same"))
    return found


def summary(match: Match, seat: Seat) -> str:
    """Return a sentence that says what is answered for the seat now."""
    now, parts = match.auto_answers[seat], []
    if now.forced:
        parts.append("what has only one answer")
    if now.windows and match.game.holds:
        parts.append("replies where you can only hold")
    if now.hold != "ask":
        parts.append(HOLDS[now.hold])
    return f"Answered for you: {'; '.join(parts) or 'nothing'}."


def change_by_word(match: Match, seat: Seat, word: str, write: Callable[[str], object]) -> bool:
    """Make the change that a typed word selects, or list the changes.  Return whether one was made."""
    known = changes(match, seat)
    if word in known:
        match.auto_answers[seat] = known[word].settings
        write(summary(match, seat))
        return True
    if word:
        write(f"unknown auto-answer {word!r}; there are {', '.join(known)}.")
        return False
    write(summary(match, seat))
    for name, change in known.items():
        write(f"auto {name}: {change.label}.")
    return False
