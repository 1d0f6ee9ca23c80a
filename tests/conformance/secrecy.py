"""Secrecy by resampling: after a redeal of everything hidden from a seat, no byte sent to it may differ.

If a game hides nothing, all viewers see the same and there is nothing to redeal.
"""

import json
import random
from dataclasses import fields

from flattop.kernel import HIDDEN, Chance, Sees, canonical, determinize, json_copy, masked, view
from flattop.match import Match, Observation, snapshot

from .hidden_cards import all_see_the_same, closed_zones, hides_nothing, numbers
from .random_play import any_answer, finished, matches, people

STRANGE = (
    ("fly",), ("choose", 3), ("show", 7), ("die", 6), ("play", 2), ("add", 0), ("rest", 1),
    ("place", "bakery"),
)  # fmt: skip


def positions(game, count, first_seed=0):
    """Yield positions of random games at all seat counts, each with a viewer."""
    rnd, seed = random.Random(game.key), first_seed
    while count > 0:
        seed += 1
        seats = game.seats[seed % len(game.seats)]
        for match, _, _ in matches(game, seats, seed, logged=False):
            if rnd.random() < 0.25 and count > 0:
                count -= 1
                yield match, rnd.choice([None, *range(seats)])


def elsewhere(match, seat, chance):
    """Return a copy of the match on which everything hidden from the seat was dealt again."""
    other = object.__new__(Match)
    other.__dict__.update(match.__dict__)
    other.table = determinize(match.table, match.game.zones, seat, chance)
    decide_again(other.table, match.table, chance)
    other.table.chance = match.table.chance  # the number of draws is public
    return other


def decide_again(imagined, true, chance):
    """Give other secret answers for seats that have answered, because it is public that they have."""
    for seat in sorted(set(imagined.asks) - set(true.asks)):
        while seat in imagined.asks:
            options = list(imagined.asks[seat])
            imagined.push(seat, options[chance.below(len(options))])


def as_sent(match, seat):
    return json.dumps(snapshot(match, seat)).encode()


def refusals_sent(match, seat):
    """Return the refusals of actions that are not legal for the seat."""
    if seat is None:
        return b""
    t, words = match.table, []
    for action in STRANGE:
        if action not in t.asks.get(seat, ()) and (t.over or action not in t.anytime(seat)):
            refused = match.refusal(seat, action)
            words.append([refused.code, refused.sentence, refused.rule])
    return json.dumps(words).encode()


def leaks(game, count, sent):
    """Count the positions that look different to their viewer after a redeal."""
    return sum(
        sent(match, seat) != sent(elsewhere(match, seat, Chance(n)), seat)
        for n, (match, seat) in enumerate(positions(game, count))
    )


def no_byte_sent_to_a_seat_depends_on_hidden_information(game, count=1_250):
    assert leaks(game, count, as_sent) == 0
    if hides_nothing(game):
        assert all(all_see_the_same(game, match.table) for match, _ in positions(game, 100))


def no_refusal_depends_on_hidden_information(game, count=250):
    assert leaks(game, count, refusals_sent) == 0


def a_planted_leak_is_detected(game, count=300):
    """If hidden cards were sent, at least one position in five would differ."""
    for name in plants(game):
        hidden = caught = 0
        for n, (match, seat) in enumerate(positions(game, count)):
            other = elsewhere(match, seat, Chance(n))
            hidden += HIDDEN in numbers(view(match.table, game.zones, seat)[name])
            caught += planted(match, seat, name) != planted(other, seat, name)
        assert caught > hidden / 5 > 0, name
    if hides_nothing(game):
        for match, seat in positions(game, count):
            assert elsewhere(match, seat, Chance(1)).table == match.table


def plants(game):
    """Return the first hand hidden from a seat and the first deck hidden from all."""
    zones = game.zones
    hands = [n for n in closed_zones(game) if zones[n].per_seat and zones[n].sees is not Sees.NONE]
    decks = [name for name, zone in zones.items() if zone.sees is Sees.NONE]
    return hands[:1] + decks[:1]


def planted(match, seat, name):
    """Return the snapshot with all hands, or with the bottom card of a deck."""
    cards = getattr(match.table, name)
    return as_sent(match, seat) + str(cards if match.game.zones[name].per_seat else cards[:1]).encode()


def a_determinization_has_the_same_view_and_questions(game):
    for n, (match, seat) in enumerate(positions(game, 400, 900)):
        imagined = determinize(match.table, game.zones, seat, Chance(n))
        assert view(imagined, game.zones, seat) == view(match.table, game.zones, seat)
        if seat is not None:
            assert imagined.asks.get(seat) == match.table.asks.get(seat)
        if n % 10 == 0:
            pictures = [masked(t, game.zones, seat) for t in (match.table, imagined)]
            assert canonical(pictures[0]) == canonical(pictures[1])
            assert not pictures[0].asks
            assert pictures[0].chance is not match.table.chance


def a_determinization_can_be_played_to_its_end(game):
    rnd = random.Random(2)
    for n, (match, seat) in enumerate(positions(game, 60, 500)):
        imagined = determinize(match.table, game.zones, seat, Chance(n))
        while not imagined.over:
            imagined.push(*any_answer(imagined, rnd))


def the_log_names_only_cards_that_its_reader_has_seen(game):
    """A card named in the log is visible to the reader just before or after. Open games have equal logs."""
    kinds = kinds_of_closed_cards(game)
    for seed in range(4):
        rnd, seats = random.Random(seed), game.seats[seed % len(game.seats)]
        match = Match(game, people(seats), seed)
        while not match.over and match.actions < 250:
            who = rnd.choice(list(match.table.asks))
            before = match.table.clone()
            told = match.play(who, rnd.choice(list(match.table.asks[who])))
            assert not hides_nothing(game) or all(whom is None for whom, _ in told)
            for reader in (None, *range(seats)):
                seen = open_cards(game, before, kinds, reader) | open_cards(game, match.table, kinds, reader)
                for whom, event in told:
                    if whom is None or whom == reader:
                        assert set(cards_named(game, event, kinds)) <= seen, event


def cards_named(game, event, kinds):
    """Yield the cards that an event names, with their pools."""
    for name, noun in zip(game.text.events[event[0]].nouns, event[1:], strict=True):
        kind = name.partition(":")[2] or name
        if kind in kinds:
            yield from ((kinds[kind], card) for card in numbers(noun))


def open_cards(game, t, kinds, seat):
    """Return the cards that a seat sees in any zone, with their pools."""
    shown, words = view(t, game.zones, seat), game.text.zones
    listed = [(kinds[words[n].kind], shown[n]) for n in shown if n in words and words[n].kind in kinds]
    return {(pool, card) for pool, cards in listed for card in numbers(cards) if card != HIDDEN}


def kinds_of_closed_cards(game):
    """Return the kinds of nouns that are hidden cards, with their pools."""
    stored, words = {f.name for f in fields(game.table(game.seats[0], Chance(1)))}, game.text.zones
    return {words[n].kind: pool for n, pool in closed_zones(game).items() if n in stored and n in words}


def a_spectator_is_sent_only_what_every_seat_may_know(game):
    """No redeal for any seat may change a byte, or the length, of what a spectator is sent."""
    for n, (match, _) in enumerate(positions(game, 150, 300)):
        if match.over:
            continue
        sent = as_sent(match, None)
        for seat in range(match.table.seats):
            assert as_sent(elsewhere(match, seat, Chance(n)), None) == sent
        shown = snapshot(match, None)
        assert (shown["options"], shown["anytime"], shown["undo"]) == ([], [], None)


def a_spectator_sees_only_what_every_seat_sees(game):
    """A spectator sees only what all seats see, until the game is over."""
    match = Match(game, people(game.seats[-1]), 3)
    rnd = random.Random(3)
    while not match.over and match.actions < 400:
        match.play(*any_answer(match.table, rnd))
        mine = view(match.table, game.zones, None)
        for seat in range(match.table.seats) if match.actions % 7 == 0 else ():
            assert_contains_no_more(mine, view(match.table, game.zones, seat))
            assert [line for line in match.log(seat) if line in match.log(None)] == match.log(None)


def assert_contains_no_more(mine, theirs):
    if isinstance(mine, list):
        assert len(mine) == len(theirs)
        for one, other in zip(mine, theirs, strict=True):
            assert_contains_no_more(one, other)
    elif isinstance(mine, dict):
        assert mine.keys() == theirs.keys()
        for key in mine:
            assert_contains_no_more(mine[key], theirs[key])
    else:
        assert mine in (HIDDEN, theirs)


def all_hands_are_visible_after_the_end(game):
    t = finished(game, game.seats[-1], 5, logged=False).table
    for seat in (None, *range(t.seats)):
        shown = view(t, game.zones, seat)
        for name, zone in game.zones.items():
            assert zone.sees is Sees.NONE or shown[name] == json_copy(getattr(t, name))


def an_observation_gives_access_only_to_what_the_seat_may_know(game):
    match, seat = next(positions(game, 1))
    obs = Observation(match.game, match.table, seat or 0)
    assert all(getattr(obs, name) is not match.table for name in obs.__slots__)
    assert not hasattr(obs, "__dict__")
    assert dict(obs.view) == view(match.table, game.zones, obs.seat), "drawn up zone by zone"
    for name, zone in game.zones.items():
        if zone.per_seat and obs.view[name]:
            assert obs.own(name) == obs.view[name][obs.seat]


def a_drawing_is_the_same_on_every_determinization(game):
    for match, seat in positions(game, 3):
        obs = Observation(match.game, match.table, seat or 0)
        other = Observation(match.game, obs.imagine(Chance(2)), seat or 0)
        assert canonical(obs.picture()) == canonical(other.picture())


OF_EVERY_GAME = (  # and the two whose number of positions may be raised
    a_planted_leak_is_detected,
    a_determinization_has_the_same_view_and_questions,
    a_determinization_can_be_played_to_its_end,
    the_log_names_only_cards_that_its_reader_has_seen,
    a_spectator_is_sent_only_what_every_seat_may_know,
    a_spectator_sees_only_what_every_seat_sees,
    all_hands_are_visible_after_the_end,
    an_observation_gives_access_only_to_what_the_seat_may_know,
    a_drawing_is_the_same_on_every_determinization,
)
