"""Descriptions are complete: every value in every zone, and every field of every card in sight."""

import json
import random
from collections import defaultdict
from functools import cache, partial
from itertools import islice
from types import SimpleNamespace

import pytest

from flattop.games import CATALOG, game
from flattop.kernel import HIDDEN, Sees, Zone
from flattop.kernel.text.game_text import Text
from flattop.kernel.text.schema import ZoneText
from flattop.match import snapshot
from flattop.terminal.lookup import Lookup
from tests.conformance.random_play import skilled
from tests.conformance.secrecy import leaks

POSITIONS, MOVES = 6, 500
IN_OTHER_WORDS = {"plates", "sand"}  # words for what `boards` and `timers` hold, which are told themselves
OF_THE_FILE = {"id", "key", "basis", "note", "ours", "cost_basis", "name_basis", "needs_basis"}
FOR_THE_RULES = {  # by kind of card: what other fields of it say in words
    "order": {"checks"}, "ninja": {"abilities"}, "special": {"key"}, "award": {"effect", "value"},
    "mission": {"test", "ingredient", "amount", "order", "size", "price"}, "customer": {"order"},
    "card": {"effects", "suit"}, "office": {"effect"}, "area": {"from_scenario", "spaces"},
    "face": {"type"}, "end": {"type"},  # that of its ingredient, which is told with it
    "restaurant": {"plain"}, "dish": {"card", "part", "pieces", "pinches"},
}  # fmt: skip
SAID_BY_NAME = {("timers", "timer")}


@cache
def positions(key):
    """Some positions of a game: people, deck, and the snapshot of a seat that must decide."""
    own, rnd, every = game(key), random.Random(key), []
    given = {"kitchen-rush": {"scenario": 8}, "hanaburger": {"hint_detail": "end"}}.get(key, {})
    for n, (match, seat, _) in enumerate(skilled(own, own.seats[-1], 3, given, undoable=False)):
        if seat is not None and seat >= 0 and rnd.random() < 0.1:
            every.append((match.people, match.table.pack, json.loads(json.dumps(snapshot(match, seat)))))
        if n > MOVES:
            break
    return rnd.sample(every, min(POSITIONS, len(every)))


def told(own, people, pack, seen, words):
    """The output of the command `look`."""
    return "\n".join(Lookup(own.describer(pack, people, seen["view"], seen["seat"]), seen).find(words))


def leaves(value, path=()):
    """Every value in a zone, with its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from leaves(inner, (*path, i))
    else:
        yield path, value


def shape(path):
    """The path without indexes, except the last one of a row.  Values with one shape are of one kind."""
    last = path[-1:] if len(path) > 1 else ()
    return (*(step for step in path[:-1] if isinstance(step, str)), *last)


def changed(value, path, leaf):
    """The zone with another value at the path."""
    if not path:
        return leaf
    new = value.copy()
    new[path[0]] = changed(value[path[0]], path[1:], leaf)
    return new


def things_seen(every):
    """All values in each zone, by the shape of their path."""
    seen = defaultdict(dict)
    for _, _, one in every:
        for zone, value in one["view"].items():
            for path, leaf in leaves(value):
                if leaf != HIDDEN:
                    seen[zone, *shape(path)][repr(leaf)] = leaf
    return {where: list(things.values()) for where, things in seen.items()}


def alternatives(own, people, pack, zone, things, leaf):
    """Other values that are possible there.  Copies of one card count as the same value."""
    kind = own.text.zones[zone].kind
    describer = own.describer(pack, people, {}, None)

    def read(thing):
        known = kind in own.text.namers and describer.formatter.has_card(kind, thing)
        return (describer.formatter.noun(thing, kind), describer.card(kind, thing)) if known else thing

    return (other for other in things if other != HIDDEN and read(other) != read(leaf))


def untold_places(own, people, pack, seen, things):
    """Places of the view where another value would give the same description."""
    for zone, value in seen["view"].items():
        words, tried = zone.replace("_", " "), set()
        before = told(own, people, pack, seen, words)
        for path, leaf in leaves(value):
            where = (zone, *shape(path))
            if zone in IN_OTHER_WORDS or where in tried | SAID_BY_NAME or leaf == HIDDEN:
                continue
            tried.add(where)
            for other in islice(alternatives(own, people, pack, zone, things[where], leaf), 1):
                view = seen["view"] | {zone: changed(value, path, other)}
                try:
                    again = told(own, people, pack, seen | {"view": view}, words)
                except IndexError:
                    continue  # no such thing can lie there
                if again == before:
                    yield where, leaf, other


@pytest.mark.parametrize("key", CATALOG)
def test_every_visible_value_changes_the_description(key):
    own, every = game(key), positions(key)
    things = things_seen(every)
    assert not [place for one in every for place in untold_places(own, *one, things)]


class Bent:
    """A wrapper that changes one attribute."""

    def __init__(self, inner, **others):
        self.__dict__.update(others, _inner=inner)

    def __getattr__(self, name):
        return getattr(self._inner, name)


def with_another(entries, noun, field):
    """The list with one field of one entry changed to that of another card; None if all are equal."""
    mine = entries[noun]
    other = next((e for e in entries if getattr(e, field, ...) not in (..., getattr(mine, field))), None)
    bent = list(entries)
    bent[noun] = Bent(mine, **{field: getattr(other, field, None)}, __struct_fields__=fields_of(mine))
    return bent if other is not None else None


def fields_of(entry):
    return getattr(entry, "__struct_fields__", getattr(entry, "_fields", ()))


def read_card(own, people, pack, seen, kind, noun):
    return own.describer(pack, people, seen["view"], seen["seat"]).named_card(kind, noun)


def untold_fields(own, people, pack, seen, kind, noun):
    """Fields of a card that could change without a change of its description."""
    for name in own.descriptions.card[kind].of:
        entries = getattr(pack, name)
        for field in {*fields_of(entries[noun])} - OF_THE_FILE - FOR_THE_RULES.get(kind, set()):
            bent = with_another(entries, noun, field)
            deck = Bent(pack, **{name: bent})
            if bent and read_card(own, people, deck, seen, kind, noun) == read_card(
                own, people, pack, seen, kind, noun
            ):
                yield kind, noun, field


@pytest.mark.parametrize("key", CATALOG)
def test_every_field_of_a_card_in_sight_is_described(key):
    own, tried = game(key), set()
    for people, pack, seen in positions(key):
        in_sight = own.describer(pack, people, seen["view"], seen["seat"]).cards_in_sight()
        cards = {card for card in in_sight if not own.descriptions.card[card[0]].match} - tried
        tried |= cards
        assert not [field for card in cards for field in untold_fields(own, people, pack, seen, *card)]
    assert tried


@pytest.mark.parametrize("key", CATALOG)
def test_every_open_card_is_named_in_the_description_of_its_zone(key):
    own = game(key)
    for people, pack, seen in positions(key):
        view, text = seen["view"], own.text
        for zone, value in view.items():
            kind = text.zones[zone].kind
            message = told(own, people, pack, seen, zone.replace("_", " "))
            assert message, zone
            for _, leaf in leaves(value):
                if kind in text.namers and isinstance(leaf, int) and leaf >= 0:
                    assert text.noun(kind, leaf, pack, people) in message, (zone, leaf)


@pytest.mark.parametrize("key", CATALOG)
def test_public_zones_are_never_described_as_hidden(key):
    """A negative number there is an ordinary value, such as "no plate yet"."""
    own = game(key)
    for people, pack, seen in positions(key):
        describer = own.describer(pack, people, seen["view"], seen["seat"])
        for name in (name for name, zone in own.zones.items() if zone.sees is Sees.ALL):
            message = " ".join(sentence.words for sentence in describer.zone(name))
            assert not [sign for sign in ("hidden from you", "face down", "about -1") if sign in message], (
                name
            )


@pytest.mark.parametrize("key", CATALOG)
def test_every_option_has_a_description(key):
    own = game(key)
    assert {*own.text.verbs} - {"wait", "tick", "pass"} <= {*own.descriptions.verb}
    assert {*own.descriptions.zone} <= {*own.zones}
    for people, pack, seen in positions(key):
        lines = Lookup(own.describer(pack, people, seen["view"], seen["seat"]), seen).options()
        assert len(lines) == len(seen["options"] + seen["anytime"])
        assert all(line.startswith(f"{number}. ") for number, line in enumerate(lines, 1))


@pytest.mark.parametrize("key", CATALOG)
def test_descriptions_do_not_depend_on_hidden_cards(key):
    def sent(match, seat):
        seen = snapshot(match, seat)
        lookup = Lookup(match.game.describer(match.table.pack, match.people, seen["view"], seat), seen)
        return lookup.table + lookup.options() + lookup.find("cards")

    assert leaks(game(key), 25, sent) == 0


@pytest.mark.parametrize(
    ("key", "zone", "view", "words"),
    [
        ("burger-go", "rows", {"rows": [[]], "tally": [[0, 0, 0, -2]]}, "and -2 for Middle Buns."),
        ("ninja-burger", "honor", {"honor": [-2], "money": [3]}, "Ann: Honor -2, $3."),
        ("hanaburger", "final", {"final": -2}, "so no final turns have begun."),
    ],
)
def test_minus_two_is_an_amount_or_an_empty_place(key, zone, view, words):
    own = game(key)
    told = own.describer(own.pack(None), ("Ann",), view, 0).zone(zone)
    assert told[0].words.endswith(words)


def test_hidden_cards_without_names_are_face_down():
    """Games without a drawing are shown by `state`, and -1 means nothing to a player."""
    zones = {"secret": Zone(Sees.OWNER, per_seat=True)}
    text = SimpleNamespace(
        zones={"secret": ZoneText("Cards", "")}, namers={}, noun=lambda kind, raw, *_: str(raw)
    )
    text._value_text = partial(Text._value_text, text)
    lines = Text.state(text, {"secret": [[-1, -1], [3, 4]]}, zones, None, ["Ann", "Ben"])
    assert lines == ["Cards, Ann: 2 face down", "Cards, Ben: 3, 4"]
