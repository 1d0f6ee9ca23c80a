"""Secrecy by resampling: deal all that is hidden from a seat anew, and no byte sent to it may differ."""

import json
import random
from dataclasses import fields

import pytest

from flattop.games import CATALOG, game
from flattop.kernel import HIDDEN, Chance, Illegal, Sees, guess, view
from flattop.match import Match, Sight, sheet

from .random_play import any_answer, matches, people

each_game = pytest.mark.parametrize("key", list(CATALOG))


def positions(key, count, first_seed=0):
    """Positions of random games at all seat counts, a few from each game, each with an audience."""
    found, rnd = game(key), random.Random(key)
    seed = first_seed
    while count > 0:
        seed += 1
        seats = found.seats[seed % len(found.seats)]
        for match, _, _ in matches(key, seats, seed, logged=False):
            if rnd.random() < 0.25 and count > 0:
                count -= 1
                yield match, rnd.choice([None, *range(seats)]), rnd


def elsewhere(match, seat, chance):
    """The same match in another world: what is hidden from the seat has been dealt anew."""
    other = object.__new__(Match)
    other.__dict__.update(match.__dict__)
    other.table = guess(match.table, match.game.zones, seat, chance)
    decide_again(other.table, match.table, chance)
    other.table.chance = match.table.chance  # how much luck was drawn is open to all
    return other


def decide_again(imagined, true, chance):
    """Who has decided is open to all: in the other world they have decided too, on something else."""
    for seat in sorted(set(imagined.asks) - set(true.asks)):
        while seat in imagined.asks:
            options = list(imagined.asks[seat])
            imagined.push(seat, options[chance.below(len(options))])


def as_sent(match, seat):
    return json.dumps(sheet(match, seat)).encode()


def refusals_sent(match, seat):
    """What the seat would be told for actions that are not its own."""
    if seat is None:
        return b""
    t, words = match.table, []
    for action in (
        ("fly",),
        ("choose", 3),
        ("show", 7),
        ("die", 6),
        ("play", 2),
        ("add", 0),
        ("rest", 1),
        ("place", "bakery"),
    ):
        if action not in t.asks.get(seat, ()) and (t.over or action not in t.anytime(seat)):
            refused = t.refusal(seat, action)
            words.append([refused.code, refused.sentence, refused.rule])
    return json.dumps(words).encode()


def leaks(key, count, sent):
    """How many positions look different to their audience in another world."""
    found = 0
    for n, (match, seat, _) in enumerate(positions(key, count)):
        other = elsewhere(match, seat, Chance(n))
        found += sent(match, seat) != sent(other, seat)
    return found


@each_game
def test_no_byte_that_a_seat_is_sent_depends_on_what_is_hidden_from_it(key, soak):
    assert leaks(key, soak(5_000, share=4), as_sent) == 0


@each_game
def test_no_refusal_depends_on_what_is_hidden(key, soak):
    assert leaks(key, soak(2_000), refusals_sent) == 0


def with_a_rivals_hand(match, seat):
    t, zones = match.table, match.game.zones
    closed = next(
        name
        for name, zone in zones.items()
        if zone.sees in (Sees.OWNER, Sees.OTHERS) and zone.per_seat and not zone.fresh
    )
    return as_sent(match, seat) + str(getattr(t, closed)).encode()


def with_the_length_of_a_rivals_options(match, seat):
    return as_sent(match, seat) + str([len(list(options)) for options in match.table.asks.values()]).encode()


def with_the_bottom_of_a_deck(match, seat):
    t, zones = match.table, match.game.zones
    deck = next(name for name, zone in zones.items() if zone.sees is Sees.NONE)
    return as_sent(match, seat) + str(getattr(t, deck)[:1]).encode()


@each_game
@pytest.mark.parametrize("planted", [with_a_rivals_hand, with_the_bottom_of_a_deck])
def test_a_planted_leak_is_caught(key, planted):
    if planted is with_a_rivals_hand and not has_hands(key):
        planted = with_the_bottom_of_a_deck  # all that is hidden is face down
    assert leaks(key, 300, planted) > 50


def has_hands(key):
    return any(zone.per_seat and zone.sees in (Sees.OWNER, Sees.OTHERS) for zone in game(key).zones.values())


def test_a_leak_by_length_alone_is_caught():
    assert leaks("burger-boss", 300, with_the_length_of_a_rivals_options) > 5


@each_game
def test_an_imagined_table_looks_the_same_and_asks_the_same(key):
    for n, (match, seat, _) in enumerate(positions(key, 400, 900)):
        imagined = guess(match.table, match.game.zones, seat, Chance(n))
        assert view(imagined, match.game.zones, seat) == view(match.table, match.game.zones, seat)
        if seat is not None:
            assert imagined.asks.get(seat) == match.table.asks.get(seat)


@each_game
def test_an_imagined_table_can_be_played_to_its_end(key):
    rnd = random.Random(2)
    for n, (match, seat, _) in enumerate(positions(key, 60, 500)):
        imagined = guess(match.table, match.game.zones, seat, Chance(n))
        while not imagined.over:
            imagined.push(*any_answer(imagined, rnd))


@each_game
def test_the_log_speaks_only_of_cards_that_its_reader_has_seen(key):
    """A told card must lie open to the reader just before or just after."""
    found = game(key)
    kinds = {found.text.zones[name].kind: found.zones[name].pool or name for name in closed_zones(found)}
    for seed in range(4):
        seats = found.seats[seed % len(found.seats)]
        rnd = random.Random(seed)
        match = Match(found, people(seats), seed)
        while not match.over and match.actions < 250:
            who = rnd.choice(list(match.table.asks))
            before = match.table.clone()
            told = match.play(who, rnd.choice(list(match.table.asks[who])))
            for reader in (None, *range(seats)):
                seen = open_cards(before, found, reader) | open_cards(match.table, found, reader)
                for whom, event in told:
                    if whom is None or whom == reader:
                        for kind, card in card_nouns(found, event, kinds):
                            assert (kinds[kind], card) in seen, (event, reader)


def card_nouns(found, event, kinds):
    for name, noun in zip(found.text.events[event[0]].nouns, event[1:], strict=True):
        kind = name.partition(":")[2] or name
        if kind in kinds:
            yield from ((kind, card) for card in (noun if isinstance(noun, (list, tuple)) else [noun]))


def open_cards(t, found, seat):
    """Cards that a seat sees in any zone, open ones included, by the pool of their kind."""
    shown, seen = view(t, found.zones, seat), set()
    pools = {found.text.zones[name].kind: found.zones[name].pool or name for name in closed_zones(found)}
    for name in found.zones:
        kind = found.text.zones[name].kind if name in found.text.zones else ""
        if kind in pools:
            seen |= {(pools[kind], card) for card in flat(shown[name]) if card != HIDDEN}
    return seen


def closed_zones(found):
    """Zones with cards that somebody may not see, as far as they are stored and not derived."""
    stored = {f.name for f in fields(found.table(found.seats[0], Chance(1)))}
    return [
        n
        for n, z in found.zones.items()
        if n in stored & set(found.text.zones) and z.sees is not Sees.ALL and not z.fresh
    ]


def flat(value):
    if isinstance(value, dict):
        value = list(value.values())
    return [c for inner in value for c in flat(inner)] if isinstance(value, list) else [value]


@each_game
def test_a_sight_leads_nowhere_but_to_what_the_seat_may_know(key):
    match, seat, _ = next(iter(positions(key, 1)))
    sight = Sight(match.game, match.table, seat or 0)
    assert all(getattr(sight, name) is not match.table for name in sight.__slots__)
    assert not hasattr(sight, "__dict__")


def test_a_wrong_action_raises_for_everyone_alike():
    match, _, _ = next(iter(positions("burger-go", 1)))
    with pytest.raises(Illegal):
        match.play(0, ("fly",))
