"""Secrets: a seat is never sent its own cards, and hints reveal nothing else."""

import json
import random

import pytest

from flattop.kernel import HIDDEN, Chance, determinize, view
from flattop.match import Match, snapshot

PEOPLE = ("Ann", "Ben", "Cleo")


def random_match(hb, seed, **options):
    """Yield a recorded match before each move."""
    rnd, match = random.Random(seed), Match(hb.game, PEOPLE, seed, options)
    while not match.over:
        yield match
        seat = next(iter(match.table.asks))
        match.play(seat, rnd.choice(list(match.table.asks[seat])))
    yield match


@pytest.mark.rule("HB-07", "HB-R17")
def test_no_line_of_a_holders_log_names_a_card_that_is_in_its_hand_now(hb):
    """Other seats see a drawn card; its holder sees it once it is placed or discarded."""
    for seed in range(12):
        for match in random_match(hb, seed):
            t = match.table
            for seat in range(3):
                own = set(t.hands[seat])
                for name, *nouns in match.log(seat):
                    kinds = match.game.text.events[name].nouns
                    for kind, noun in zip(kinds, nouns, strict=True):
                        if kind.endswith("card"):
                            assert noun not in own, (name, nouns)


@pytest.mark.rule("HB-07", "HB-R17", "HB-E16")
@pytest.mark.parametrize("options", [{}, {"memory": "count"}, {"hint_detail": "end"}, {"placing": "blind"}])
def test_everything_sent_to_a_holder_is_the_same_in_every_world_that_obeys_the_hints(hb, options):
    worlds = 0
    for seed in range(5):
        for n, match in enumerate(random_match(hb, seed, **options)):
            if n % 4:
                continue
            for seat in range(3):
                other = object.__new__(Match)
                other.__dict__.update(match.__dict__)
                other.table = determinize(match.table, hb.game.zones, seat, Chance(n))
                other.table.chance = match.table.chance
                assert json.dumps(snapshot(other, seat)) == json.dumps(snapshot(match, seat))
                worlds += other.table.hands[seat] != match.table.hands[seat]
    assert worlds > 100


@pytest.mark.rule("HB-R17", "HB-E16")
def test_the_clues_of_a_hand_are_sent_to_the_hinting_seat_alone(hb):
    match = Match(hb.game, PEOPLE, 3, {"first": 0})
    match.play(0, ("hint", 1))
    assert {option[0][0] for option in snapshot(match, 0)["options"]} == {"tell"}
    for seat in (None, 1, 2):
        assert snapshot(match, seat)["options"] == []
    frames = match.table.stack
    assert all("tell" not in repr(frame) for frame in frames), "no frame keeps them"


@pytest.mark.rule("HB-07")
def test_the_own_hand_stays_closed_until_the_game_is_over(hb):
    for match in random_match(hb, 2):
        for seat in range(3) if not match.over else ():
            assert set(view(match.table, hb.game.zones, seat)["hands"][seat]) <= {HIDDEN}
    for seat in (None, 0, 1, 2):
        assert view(match.table, hb.game.zones, seat)["hands"] == match.table.hands
