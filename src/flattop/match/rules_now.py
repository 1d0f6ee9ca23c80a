"""Rules at hand: those of the step that asks a seat, and those that close what is not open to it now."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, product
from typing import Any, NamedTuple

from flattop.kernel import Action, Noun, Seat, View, view
from flattop.match.match import Match

TRIED = 40  # plays of one verb that are looked at
TOLD = 8  # that are told in all
# another question, or a thing that is somewhere else: no rule that anybody would look up
NO_REASON = re.compile("not-now|not-your-turn|over|not-open|no-such|not-held|not-in-hand|not-there|own-hand")


class Closed(NamedTuple):
    """Something that is not open now, and the rule against it."""

    words: str
    sentence: str
    rule: str


class RulesNow(NamedTuple):
    rules: tuple[str, ...]
    closed: tuple[Closed, ...]


def rules_now(match: Match, seat: Seat | None) -> RulesNow:
    """What counts for a seat right now; whoever is not asked has nothing that counts more than the rest."""
    if seat is None or seat not in match.waiting:
        return RulesNow((), ())
    step = match.game.text.step(match.table, seat)
    return RulesNow(step.rules, tuple(islice(_closed(match, seat, step.verbs), TOLD)))


def _closed(match: Match, seat: Seat, verbs: tuple[str, ...]) -> Iterator[Closed]:
    """Each rule once, with the first play that it closes; only what the seat can see is tried."""
    t, text = match.table, match.game.text
    seen = view(t, match.game.zones, seat)
    told: set[str] = set()
    for verb in verbs or dict.fromkeys(action[0] for action in t.asks[seat]):
        for action in islice(_plays(match, seat, seen, str(verb)), TRIED):
            why = None if _is_open(match, seat, action) else t.why_not(seat, action)
            if why and why.rule and not NO_REASON.match(why.code) and why.rule not in told:
                told.add(why.rule)
                yield Closed(text.option(t, action, match.people), why.sentence, why.rule)


def _is_open(match: Match, seat: Seat, action: Action) -> bool:
    return action in match.table.asks[seat] or action in match.table.anytime(seat)


def _plays(match: Match, seat: Seat, seen: View, verb: str) -> Iterator[Action]:
    """The verb with everything in sight that it could be about."""
    kinds = [noun.split(":")[-1].strip("[]") for noun in match.game.text.verbs[verb].nouns]
    for nouns in product(*(list(_in_sight(match, seat, seen, kind)) for kind in kinds)):
        yield (verb, *nouns)


def _in_sight(match: Match, seat: Seat, seen: View, kind: str) -> Iterator[Noun]:
    """Nouns of a kind: named ones, seats, and what lies open to the seat in zones of that kind."""
    game = match.game
    named: dict[Any, None] = {}
    for name, zone in game.text.zones.items():
        if zone.kind == kind and name in seen:
            value = seen[name][seat] if game.zones[name].per_seat else seen[name]
            named |= dict.fromkeys(_flat(value))
    for action in match.table.asks[seat]:
        nouns = game.text.verbs[action[0]].nouns
        pairs = zip(nouns, action[1:], strict=True)
        named |= {noun: None for written, noun in pairs if written.split(":")[-1].strip("[]") == kind}
    words = game.text.kinds[kind].names if kind in game.text.kinds else {}
    if kind == "seat":
        named |= dict.fromkeys(range(match.table.seats))
    named |= dict.fromkeys(word for word in words if word.isidentifier())
    yield from named


def _flat(value: Any) -> Iterator[Noun]:
    """The things of a zone, without backs and gaps."""
    if isinstance(value, (list, tuple)):
        for inner in value:
            yield from _flat(inner)
    elif isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool) and value >= 0):
        yield value
