"""Habits at a terminal: the words for them, and what each of them changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flattop.kernel import Seat
from flattop.match import Habits, Match
from flattop.match.habits import hold_of

Change = tuple[str, Habits]  # what it is called, and the habits afterwards


def usual(persons: int) -> Habits:
    """Everything on; where several share a screen, to be called to it tells that one could reply."""
    return Habits(windows=persons == 1)


def changes(match: Match, seat: Seat) -> dict[str, Change]:
    """What a seat may wish now, by a word of one letter or more."""
    habits, game = match.habits[seat], match.game
    wishes: dict[str, Change] = {"forced": _forced(habits)}
    if game.holds:
        wishes["windows"] = _windows(habits)
        wishes |= _holds(match, seat, habits)
    return wishes


def _forced(habits: Habits) -> Change:
    words = "Ask me even where there is one answer" if habits.forced else "Give the only answer for me"
    return words, replace(habits, forced=not habits.forced)


def _windows(habits: Habits) -> Change:
    words = "Ask me for every reply" if habits.windows else "Ask me for a reply only if I can act"
    return words, replace(habits, windows=not habits.windows)


def _holds(match: Match, seat: Seat, habits: Habits) -> dict[str, Change]:
    if habits.hold != "ask":
        return {"ask": ("Hold no longer", habits.asking())}
    wishes = {"turn": ("Hold for this turn", habits.holding(match, seat, "turn"))}
    if seat in match.waiting and hold_of(match.game, match.table.asks[seat]):
        wishes["same"] = ("Hold until something changes", habits.holding(match, seat, "same"))
    return wishes


def told(match: Match, seat: Seat) -> str:
    """What is answered for the seat now, in a sentence."""
    habits = match.habits[seat]
    given = [words for on, words in _told(match, habits) if on]
    return f"Answered for you: {'; '.join(given) or 'nothing'}."


def _told(match: Match, habits: Habits) -> list[tuple[bool, str]]:
    holds = {"ask": "", "same": "all replies until yours change", "turn": "all replies of this turn"}
    return [
        (habits.forced, "what has only one answer"),
        (habits.windows and bool(match.game.holds), "replies where you can only hold"),
        (habits.hold != "ask", holds[habits.hold]),
    ]


Say = Callable[[str], object]


def wish(match: Match, seat: Seat, word: str, say: Say) -> bool:
    """Carry out a typed wish; whether anything has changed."""
    wishes = changes(match, seat)
    if word in wishes:
        match.habits[seat] = wishes[word][1]
    elif word:
        say(f"{word!r} is no habit now; there are {', '.join(wishes)}.")
        return False
    say(told(match, seat))
    for name, (words, _) in changes(match, seat).items() if not word else ():
        say(f"habits {name}: {words}.")
    return bool(word)
