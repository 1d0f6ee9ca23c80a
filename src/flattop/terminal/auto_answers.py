"""Habits at a terminal: the words for them, and what each of them changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flattop.kernel import Seat
from flattop.match import AutoAnswers, Match
from flattop.match.auto_answers import hold_action

Change = tuple[str, AutoAnswers]  # what it is called, and the habits afterwards


def usual(persons: int) -> AutoAnswers:
    """Everything on; where several share a screen, to be called to it tells that one could reply."""
    return AutoAnswers(windows=persons == 1)


def changes(match: Match, seat: Seat) -> dict[str, Change]:
    """What a seat may wish now, by a word of one letter or more."""
    auto_answers, game = match.auto_answers[seat], match.game
    wishes: dict[str, Change] = {"forced": _forced(auto_answers)}
    if game.holds:
        wishes["windows"] = _windows(auto_answers)
        wishes |= _holds(match, seat, auto_answers)
    return wishes


def _forced(auto_answers: AutoAnswers) -> Change:
    words = "Ask me even where there is one answer" if auto_answers.forced else "Give the only answer for me"
    return words, replace(auto_answers, forced=not auto_answers.forced)


def _windows(auto_answers: AutoAnswers) -> Change:
    words = "Ask me for every reply" if auto_answers.windows else "Ask me for a reply only if I can act"
    return words, replace(auto_answers, windows=not auto_answers.windows)


def _holds(match: Match, seat: Seat, auto_answers: AutoAnswers) -> dict[str, Change]:
    if auto_answers.hold != "ask":
        return {"ask": ("Hold no longer", auto_answers.asking())}
    wishes = {"turn": ("Hold for this turn", auto_answers.holding(match, seat, "turn"))}
    if seat in match.waiting and hold_action(match.game, match.table.asks[seat]):
        wishes["same"] = ("Hold until something changes", auto_answers.holding(match, seat, "same"))
    return wishes


def told(match: Match, seat: Seat) -> str:
    """What is answered for the seat now, in a sentence."""
    auto_answers = match.auto_answers[seat]
    given = [words for on, words in _told(match, auto_answers) if on]
    return f"Answered for you: {'; '.join(given) or 'nothing'}."


def _told(match: Match, auto_answers: AutoAnswers) -> list[tuple[bool, str]]:
    holds = {"ask": "", "same": "all replies until yours change", "turn": "all replies of this turn"}
    return [
        (auto_answers.forced, "what has only one answer"),
        (auto_answers.windows and bool(match.game.holds), "replies where you can only hold"),
        (auto_answers.hold != "ask", holds[auto_answers.hold]),
    ]


Say = Callable[[str], object]


def wish(match: Match, seat: Seat, word: str, say: Say) -> bool:
    """Carry out a typed wish; whether anything has changed."""
    wishes = changes(match, seat)
    if word in wishes:
        match.auto_answers[seat] = wishes[word][1]
    elif word:
        say(f"{word!r} is no habit now; there are {', '.join(wishes)}.")
        return False
    say(told(match, seat))
    for name, (words, _) in changes(match, seat).items() if not word else ():
        say(f"habits {name}: {words}.")
    return bool(word)
