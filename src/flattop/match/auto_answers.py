"""Habits: what a seat lets be answered for it, so that nobody is asked where there is nothing to choose.

A habit knows the seat's own question and nothing else, and what it names is played like any other answer.
Whoever drives a match asks `answer`, waits as long as for anybody, and lets `give` play it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from flattop.kernel import Action, Game, Options, Seat, Table

if TYPE_CHECKING:
    from flattop.match.match import Match

Hold = Literal["ask", "same", "turn"]
Mark = tuple[tuple[int | str, ...], ...]  # the replies that were open, or the turn, when a seat began to hold


@dataclass(frozen=True, slots=True)
class AutoAnswers:
    """What one seat wishes; without any it is asked about everything."""

    forced: bool = True  # the only answer there is
    windows: bool = True  # a reply window in which it can only hold: it is asked only if it can act
    hold: Hold = "ask"  # hold though it could act: until its replies change, or for this turn
    mark: Mark = ()

    def holding(self, match: Match, seat: Seat, hold: Hold) -> AutoAnswers:
        """The same habits, holding from now on."""
        return replace(self, hold=hold, mark=_mark(match, seat, hold))

    def asking(self) -> AutoAnswers:
        """The same habits, asked again about every reply."""
        return replace(self, hold="ask", mark=())


NO_AUTO_ANSWERS = AutoAnswers(forced=False, windows=False)


def answer(match: Match, seat: Seat) -> Action | None:
    """What the seat's habits answer for it now; None if the seat is to decide, or is not asked."""
    auto_answers, t = match.auto_answers.get(seat), match.table
    if auto_answers is None or not match.is_asked(seat):
        return None
    if match.is_live and not _is_reflex(match.game, t, seat):
        return None  # to wait is an answer too while time runs
    if hold := hold_of(match.game, t.asks[seat]):
        empty = auto_answers.windows and len(t.asks[seat]) == 1
        return hold if empty or _is_holding(match, seat, auto_answers) else None
    return next(iter(t.asks[seat])) if auto_answers.forced and is_forced(match.game, t, seat) else None


def is_forced(game: Game, t: Table, seat: Seat) -> bool:
    """Whether the seat has but one answer; a window takes no any-time play away, any other answer may."""
    options = t.asks.get(seat, ())
    return len(options) == 1 and (hold_of(game, options) is not None or not _is_torn(game, t, seat))


def give(match: Match, seat: Seat, action: Action, play: Callable[[], object]) -> None:
    """Play what the habits have answered, and tell the seat alone; of holding once in a turn."""
    label, turn = match.game.text.option(match.table, action, match.people), _turn(match)
    play()
    if match.history is not None:
        match.history.given(seat)
    if action[0] not in match.game.holds:
        match.tell([(seat, ("done_for_you", label))])
    elif match.held_in.get(seat) != turn:
        match.held_in[seat] = turn
        match.tell([(seat, ("held_for_you",))])


def look_again(match: Match, seat: Seat, options: Options, action: Action) -> None:
    """Something was played: a reply by hand ends the holding of its seat, and time that of the others."""
    if seat in match.auto_answers and hold_of(match.game, options) not in (None, action):
        match.auto_answers[seat] = match.auto_answers[seat].asking()
    for other, auto_answers in match.auto_answers.items():
        if auto_answers.hold != "ask" and _is_past(match, other, auto_answers):
            match.auto_answers[other] = auto_answers.asking()


def hold_of(game: Game, options: Options) -> Action | None:
    """How a reply window is let go by; None if the question is another."""
    if not game.holds:
        return None
    return next((action for action in options if action[0] in game.holds), None)


def _is_torn(game: Game, t: Table, seat: Seat) -> bool:
    """Whether the seat might rather play something else first, though it is not asked about it."""
    return bool(t.anytime(seat)) and not (game.can_wait is not None and game.can_wait(t, seat))


def _is_reflex(game: Game, t: Table, seat: Seat) -> bool:
    return game.reflex is not None and game.reflex(t, seat)


def _is_holding(match: Match, seat: Seat, auto_answers: AutoAnswers) -> bool:
    return auto_answers.hold != "ask" and not _is_past(match, seat, auto_answers)


def _is_past(match: Match, seat: Seat, auto_answers: AutoAnswers) -> bool:
    """Whether what the seat holds for is over: another turn, or other replies in a window of its own."""
    if auto_answers.hold == "same" and hold_of(match.game, match.table.asks.get(seat, ())) is None:
        return False
    return _mark(match, seat, auto_answers.hold) != auto_answers.mark


def _mark(match: Match, seat: Seat, hold: Hold) -> Mark:
    if hold == "turn":
        return (_turn(match),)
    return tuple(match.table.asks.get(seat, ())) if hold == "same" else ()


def _turn(match: Match) -> tuple[int, ...]:
    return match.game.turn(match.table) if match.game.turn else ()
