"""Auto-answers: answers that are given for a seat where it has nothing to choose, or has asked for that.

An auto-answer follows from the options of its seat alone and is played like any other answer.  A driver
calls `answer`, waits as long as for any other answer, and calls `give` to play it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from flattop.kernel import Action, Game, Options, Seat, Table

if TYPE_CHECKING:
    from flattop.match.match import Match

Hold = Literal["ask", "same", "turn"]
HoldKey = tuple[tuple[int | str, ...], ...]  # the options, or the turn, for which a seat holds


@dataclass(frozen=True, slots=True)
class AutoAnswers:
    """The auto-answers of one seat. To hold is to let a reply window pass."""

    forced: bool = True  # give the only answer
    windows: bool = True  # hold in a reply window where that is the only option
    hold: Hold = "ask"  # "same": hold until the replies change; "turn": hold for this turn
    key: HoldKey = ()

    def holding(self, match: Match, seat: Seat, hold: Hold) -> AutoAnswers:
        """Return the same auto-answers, holding from now on."""
        return replace(self, hold=hold, key=_hold_key(match, seat, hold))

    def asking(self) -> AutoAnswers:
        """Return the same auto-answers without holding."""
        return replace(self, hold="ask", key=())


NO_AUTO_ANSWERS = AutoAnswers(forced=False, windows=False)


def answer(match: Match, seat: Seat) -> Action | None:
    """Return the auto-answer of a seat; None if the seat must decide itself or is not asked."""
    auto_answers, game, t = match.auto_answers.get(seat), match.game, match.table
    if auto_answers is None or not match.is_asked(seat):
        return None
    if match.is_live and not (game.reflex is not None and game.reflex(t, seat)):
        return None  # while time runs, waiting is a choice too
    options = t.asks[seat]
    if hold := hold_action(game, options):
        can_only_hold = auto_answers.windows and is_forced(game, t, seat)
        is_holding = auto_answers.hold != "ask" and not _is_hold_over(match, seat, auto_answers)
        return hold if can_only_hold or is_holding else None
    return next(iter(options)) if auto_answers.forced and is_forced(game, t, seat) else None


def is_forced(game: Game, t: Table, seat: Seat) -> bool:
    """True if the seat has only one answer and loses nothing by giving it.

    Any answer may take away the any-time plays of the seat, unless the game declares that they stay possible.
    """
    options = t.asks.get(seat, ())
    if len(options) != 1 or getattr(options, "takes_more", False):
        return False
    (action,) = options
    if action[0] in game.own_hand:
        return False
    if action[0] in game.keeps_anytime or not t.anytime(seat):
        return True
    if action[0] in game.holds:
        return game.hold_ends_plays is None or not game.hold_ends_plays(t, seat)
    return game.can_wait is not None and game.can_wait(t, seat)


def give(match: Match, seat: Seat, action: Action, play: Callable[[], object]) -> None:
    """Play an auto-answer and report it to the seat alone; holding is reported once in a turn."""
    label, turn = match.game.text.option(match.table, action, match.people), _turn(match)
    play()
    if match.history is not None:
        match.history.mark_forced(seat)
    if action[0] not in match.game.holds:
        match.tell([(seat, ("done_for_you", label))])
    elif match.held_in.get(seat) != turn:
        match.held_in[seat] = turn
        match.tell([(seat, ("held_for_you",))])


def end_holds(match: Match, seat: Seat, options: Options, action: Action) -> None:
    """Update holds after an action: a seat that replies stops holding, and holds of others may be over."""
    if seat in match.auto_answers and hold_action(match.game, options) not in (None, action):
        match.auto_answers[seat] = match.auto_answers[seat].asking()
    for other, auto_answers in match.auto_answers.items():
        if auto_answers.hold != "ask" and _is_hold_over(match, other, auto_answers):
            match.auto_answers[other] = auto_answers.asking()


def hold_action(game: Game, options: Options) -> Action | None:
    """Return the option that lets a reply window pass; None if this is no reply window."""
    if not game.holds:
        return None
    return next((action for action in options if action[0] in game.holds), None)


def _is_hold_over(match: Match, seat: Seat, auto_answers: AutoAnswers) -> bool:
    """True if there is another turn, or if the seat has other replies in a reply window."""
    if auto_answers.hold == "same" and hold_action(match.game, match.table.asks.get(seat, ())) is None:
        return False
    return _hold_key(match, seat, auto_answers.hold) != auto_answers.key


def _hold_key(match: Match, seat: Seat, hold: Hold) -> HoldKey:
    if hold == "turn":
        return (_turn(match),)
    return tuple(match.table.asks.get(seat, ())) if hold == "same" else ()


def _turn(match: Match) -> tuple[int, ...]:
    return match.game.turn(match.table) if match.game.turn else ()
