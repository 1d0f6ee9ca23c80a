"""Refusals for which a game has no rule of its own: they name people and options as everybody does, unless it
is nonsense, and the rule of the step that waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.kernel import Action, Illegal, Seat, listed

if TYPE_CHECKING:
    from flattop.match.match import Match

NOT_OPEN = "That is none of the options now."
HUGE, LONG = 2**53, 200  # no number and no word of an action comes near


def refusal_text(match: Match, refused: Illegal, seat: Seat, action: Action) -> Illegal:
    """The refusal with the seat called by who sits there, the action by what it does."""
    if refused.rule:
        return refused
    sentence = _sentence(match, refused, seat, action)
    return Illegal(refused.code, sentence, rule_now(match, seat))


def nonsense(match: Match, seat: Seat) -> Illegal:
    """What no client of ours would say."""
    return Illegal("not-open", NOT_OPEN, rule_now(match, seat))


def rule_now(match: Match, seat: Seat) -> str:
    """The first rule of what the seat is asked, or, if it is not, of what everybody knows to be going on."""
    t = match.table
    asked = seat if type(seat) is int and seat in t.asks else None
    rules = match.game.text.step(t, asked).rules
    return rules[0] if rules else ""


def _sentence(match: Match, refused: Illegal, seat: Seat, action: Action) -> str:
    if refused.code == "not-your-turn" and seat in range(len(match.people)):
        waiting = listed([match.people[s] for s in match.waiting]) or "the clock"
        return f"The table waits for {waiting}, not for {match.people[seat]}."
    if refused.code == "not-open" and action and action[0] in match.game.text.verbs:
        return _not_open(match, action)
    return refused.sentence


def _not_open(match: Match, action: Action) -> str:
    if any(isinstance(noun, int) and noun < 0 for noun in action):
        return NOT_OPEN
    try:
        words = match.game.text.option(match.table, action, match.people)
    except Exception:  # the nouns are nonsense, so nothing can be called by its name
        return NOT_OPEN
    return f"“{words}” is none of the options now."


def is_noun(noun: object) -> bool:
    """A whole number or a short word; to the rules True and 1.0 would be as good as 1."""
    return (type(noun) is int and -HUGE < noun < HUGE) or (type(noun) is str and len(noun) < LONG)
