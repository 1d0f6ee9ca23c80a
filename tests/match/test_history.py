"""The way back: any table of the past, from the few that are kept."""

import random
import tracemalloc

import pytest

from flattop.games import game
from flattop.kernel import Chance, ScriptedChance, seat_names
from flattop.match import Match, parse, replay, state_hash

LONG = {"ninja-burger": 4, "burger-boss": 3, "burger-go": 4, "hanaburger": 3}


def play_any(match, rnd):
    """One move of anybody, with the seat that made it."""
    seat = rnd.choice(list(match.table.asks))
    match.play(seat, rnd.choice(list(match.table.asks[seat])))
    return seat


@pytest.mark.parametrize(("key", "seats"), LONG.items())
def test_every_table_of_the_past_can_be_had_again(key, seats):
    """Undos on the way leave gaps in the luck; all tables before the moments that stand are as they were."""
    match, rnd, past = Match(game(key), seat_names(seats), 5), random.Random(1), []
    while not match.over and match.actions < 500:
        terms = [(s, match.undo_terms(s)) for s in range(seats) if rnd.random() < 0.04]
        for seat, agreed in [(s, one) for s, one in terms if one][:1]:
            at = match.history.last_of(seat)
            match.undo(seat, agreed.consent)
            past[at:] = [plain_before(match, i) for i in range(at, len(match.history))]
        before = state_hash(match.table)
        play_any(match, rnd)
        past.append(before)
    assert len(past) == len(match.history) > 40
    assert [plain_before(match, i) for i in range(len(past))] == past


def plain_before(match, i):
    return state_hash(match.history.before(i))


def test_undo_goes_back_to_the_first_move():
    match, rnd, past = Match(game("burger-boss"), seat_names(3), 5), random.Random(2), []
    while len(past) < 150:
        past.append(state_hash(match.table))
        play_any(match, rnd)
    while match.history:
        seat = match.history.moments[-1].seat
        at = match.history.last_of(seat)
        match.undo(seat, match.undo_terms(seat).consent)
        assert len(match.history) == at
    assert match.history.moments == []
    assert state_hash(replay(parse(match.record.text().encode(), "back")).table) == state_hash(match.table)


def held(match):
    """The bytes that belong to what can be taken back."""
    now, _ = tracemalloc.get_traced_memory()
    match.history = None
    return now - tracemalloc.get_traced_memory()[0]


def test_what_can_be_taken_back_takes_little_memory_however_long_a_game_is():
    sizes = []
    for actions in (200, 400):
        match, rnd = Match(game("ninja-burger"), seat_names(6), 3, logged=False), random.Random(3)
        tracemalloc.start()
        while not match.over and match.actions < actions:
            play_any(match, rnd)
        sizes.append(held(match))
        tracemalloc.stop()
        assert match.actions == actions
    assert sizes[1] < 400_000
    assert sizes[1] < 1.5 * sizes[0]


def test_luck_that_goes_back_to_a_mark_is_the_same_and_leaves_the_other_alone():
    for chance in (Chance(4), ScriptedChance((1, 2), (3, 4), decks=[[5, 6]])):
        chance.below(9)
        mark = chance.saved()
        drawn = chance.dice(2), chance.shuffled([4, 5, 6]), chance.below(100)
        old = chance.restored(mark)
        assert (old.dice(2), old.shuffled([4, 5, 6]), old.below(100)) == drawn
        assert old.draws == chance.draws
        assert chance.restored(mark).draws == mark.attributes["draws"]
