"""Undo history: every earlier table can be restored from the few that are saved."""

import random
import tracemalloc

import pytest

from flattop.games import game
from flattop.kernel import Chance, ScriptedChance, seat_names
from flattop.match import Match, parse, replay, state_hash

LONG = {"ninja-burger": 4, "burger-boss": 3, "burger-go": 4, "hanaburger": 3}


def play_any(match, rnd):
    """Play a random action of a random seat and return the seat."""
    seat = rnd.choice(list(match.table.asks))
    match.play(seat, rnd.choice(list(match.table.asks[seat])))
    return seat


@pytest.mark.parametrize(("key", "seats"), LONG.items())
def test_every_earlier_table_can_be_restored(key, seats):
    """Undos on the way change the random stream; all other earlier tables must be restored exactly."""
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
    """Return the bytes that the history uses."""
    now, _ = tracemalloc.get_traced_memory()
    match.history = None
    return now - tracemalloc.get_traced_memory()[0]


def test_history_uses_little_memory_in_long_games():
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


def test_restored_chance_continues_the_same_stream():
    for chance in (Chance(4), ScriptedChance((1, 2), (3, 4), decks=[[5, 6]])):
        chance.below(9)
        state = chance.saved()
        drawn = chance.dice(2), chance.shuffled([4, 5, 6]), chance.below(100)
        old = chance.restored(state)
        assert (old.dice(2), old.shuffled([4, 5, 6]), old.below(100)) == drawn
        assert old.draws == chance.draws
        assert chance.restored(state).draws == state.attributes["draws"]
