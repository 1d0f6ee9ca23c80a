"""Refusals: messages for illegal actions, and the rules that apply to a seat's decision."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, product
from typing import TYPE_CHECKING, Any, NamedTuple

from flattop.kernel import Action, Illegal, Noun, Seat, View, listed, view

if TYPE_CHECKING:
    from flattop.match.match import Match

NOT_OPEN = "That is none of the options now."
MOST_NUMBER, MOST_LENGTH = 2**53, 200  # no noun of a legal action comes near
MOST_TRIED = 40  # plays of one verb that `rules_now` tries
MOST_SHOWN = 8  # refused plays that `rules_now` returns

# codes of refusals without a rule worth reading: another question, or a thing in another place
NOT_A_RULE = re.compile("not-now|not-your-turn|over|not-open|no-such|not-held|not-in-hand|not-there|own-hand")
SEAT = re.compile(r"\b[Ss]eat (\d+)\b")  # in sentences of the rules, which know no names


# -- messages


def explained(match: Match, refused: Illegal, seat: Seat, action: Action) -> Illegal:
    """Return a refusal with the names of people and options, and with the rule of the waiting step.

    In a refusal by a rule of the game only seats are replaced by names.
    """
    sentence = _with_names(match, refused.sentence)
    if refused.rule:
        return Illegal(refused.code, sentence, refused.rule)
    if refused.code == "not-your-turn" and seat in range(len(match.people)):
        waiting = listed([match.people[other] for other in match.waiting]) or "the clock"
        sentence = f"The table waits for {waiting}, not for {match.people[seat]}."
    elif refused.code == "not-open" and action and action[0] in match.game.text.verbs:
        sentence = NOT_OPEN
        if not any(isinstance(noun, int) and noun < 0 for noun in action):
            with suppress(Exception):  # invalid nouns have no names
                label = match.game.text.option(match.table, action, match.people)
                sentence = f"“{label}” is none of the options now."
    return Illegal(refused.code, sentence, _rule_now(match, seat))


def _with_names(match: Match, sentence: str) -> str:
    """Replace seats, which a sentence numbers from 1, by the names of the people."""
    names = dict(enumerate(match.people, 1))
    return SEAT.sub(lambda found: names.get(int(found[1]), found[0]), sentence)


def malformed(match: Match, seat: Seat) -> Illegal:
    """Return the refusal of an action that no rule could name."""
    return Illegal("not-open", NOT_OPEN, _rule_now(match, seat))


def is_noun(noun: object) -> bool:
    """True for a whole number or a short string; True and 1.0 are refused, though they equal 1."""
    if type(noun) is int:
        return -MOST_NUMBER < noun < MOST_NUMBER
    return type(noun) is str and len(noun) < MOST_LENGTH


def _rule_now(match: Match, seat: Seat) -> str:
    """Return the first rule of the waiting step, for the seat if it is asked, else for all."""
    t = match.table
    asked = seat if type(seat) is int and seat in t.asks else None
    rules = match.game.text.step(t, asked).rules
    return rules[0] if rules else ""


# -- rules that apply now


class RefusedPlay(NamedTuple):
    """A play that is not legal now, with the reason and the rule."""

    words: str
    sentence: str
    rule: str


class RulesNow(NamedTuple):
    rules: tuple[str, ...]
    closed: tuple[RefusedPlay, ...]


def rules_now(match: Match, seat: Seat | None) -> RulesNow:
    """Return the rules of the step that asks a seat, and plays that are refused by a rule."""
    if seat is None or seat not in match.waiting:
        return RulesNow((), ())
    step = match.game.text.step(match.table, seat)
    return RulesNow(step.rules, tuple(islice(_refused_plays(match, seat, step.verbs), MOST_SHOWN)))


def _refused_plays(match: Match, seat: Seat, verbs: tuple[str, ...]) -> Iterator[RefusedPlay]:
    """Yield the first refused play for each rule; only plays with nouns that the seat sees are tried."""
    t, text = match.table, match.game.text
    seen = view(t, match.game.zones, seat)
    rules: set[str] = set()
    for verb in verbs or dict.fromkeys(action[0] for action in t.asks[seat]):
        kinds = [_kind(declaration) for declaration in text.verbs[verb].nouns]
        nouns = product(*(_visible_nouns(match, seat, seen, kind) for kind in kinds))
        for words in islice(nouns, MOST_TRIED):
            action: Action = (str(verb), *words)
            is_legal = action in t.asks[seat] or action in t.anytime(seat)
            why = None if is_legal else t.why_not(seat, action)
            if why and why.rule and not NOT_A_RULE.match(why.code) and why.rule not in rules:
                rules.add(why.rule)
                sentence = _with_names(match, why.sentence)
                yield RefusedPlay(text.option(t, action, match.people), sentence, why.rule)


def _visible_nouns(match: Match, seat: Seat, seen: View, kind: str) -> list[Noun]:
    """Return the nouns of a kind: in zones of that kind, in the seat's options, seats, and named ones."""
    game = match.game
    nouns: dict[Any, None] = {}
    for name, zone in game.text.zones.items():
        if zone.kind == kind and name in seen:
            value = seen[name][seat] if game.zones[name].per_seat else seen[name]
            nouns |= dict.fromkeys(_flat(value))
    for action in match.table.asks[seat]:
        pairs = zip(game.text.verbs[action[0]].nouns, action[1:], strict=True)
        nouns |= {noun: None for declaration, noun in pairs if _kind(declaration) == kind}
    names = game.text.kinds[kind].names if kind in game.text.kinds else {}
    if kind == "seat":
        nouns |= dict.fromkeys(range(match.table.seats))
    nouns |= dict.fromkeys(name for name in names if name.isidentifier())
    return list(nouns)


def _kind(declaration: str) -> str:
    """Return the kind of a noun that is declared as `name:kind`."""
    return declaration.split(":")[-1].strip("[]")


def _flat(value: Any) -> Iterator[Noun]:
    """Yield the items of a zone without hidden cards and empty places."""
    if isinstance(value, (list, tuple)):
        for inner in value:
            yield from _flat(inner)
    elif isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool) and value >= 0):
        yield value
