"""Observations and action numbers of every game."""

import numpy as np
import pytest

from flattop.envs.layout import BadLayout, layout
from flattop.envs.spaces import BOUND, NO_NUMBER, Spaces
from flattop.games import CATALOG
from flattop.games import game as game_of

from .random_games import KEYS, observations


@pytest.mark.parametrize("key", KEYS)
def test_every_option_has_a_unique_number(key):
    for seed in (1, 2, 3):
        for spaces, obs, options in observations(key, seed=seed):
            own = spaces.of_seat(obs.seat).actions
            numbers = [own.number(action) for action in obs.options]
            assert NO_NUMBER not in numbers
            assert len({*numbers}) == len(numbers)
            assert all(0 <= number < spaces.actions for number in options)
            assert set(obs.options) <= set(options.values())


@pytest.mark.parametrize("key", KEYS)
def test_observations_have_a_fixed_size_and_stay_within_bounds(key):
    for spaces, obs, options in observations(key, seed=4):
        seen = spaces.observation(obs)
        assert seen.shape == (spaces.size,)
        assert seen.dtype == np.float32
        assert abs(seen).max() < BOUND
        mask = spaces.mask(options)
        assert mask.shape == (spaces.actions,)
        assert sorted(options) == [*np.flatnonzero(mask)]


@pytest.mark.parametrize("key", KEYS)
def test_blocks_are_adjacent_and_belong_to_zones_of_the_game(key):
    game = game_of(key)
    for seats in game.seats:
        spaces, at = Spaces(game, seats), 0
        for block in spaces.blocks:
            assert block.first == at
            at += block.size
        assert at == spaces.size
        assert {block.zone for block in spaces.blocks} - {"seat"} <= game.zones.keys()


def test_seats_are_counted_from_the_observing_seat():
    for spaces, obs, _ in observations("burger-up", seats=3, max_decisions=40):
        seen = spaces.observation(obs)
        own = next(block for block in spaces.blocks if block.zone == "hands" and block.seat == 0)
        turn = next(block for block in spaces.blocks if block.zone == "turn")
        hand = seen[own.first : own.first + own.size - 1]
        assert [*np.repeat(np.arange(hand.size), hand.astype(int))] == sorted(obs.own("hands"))
        assert [*seen[turn.first : turn.first + 3]] == [1, 0, 0], "the seat that decides has the turn"


def test_cards_of_other_hands_are_only_counted():
    spaces, obs, _ = next(observations("burger-go", seats=2))
    theirs = next(block for block in spaces.blocks if block.zone == "hands" and block.seat == 1)
    assert [*spaces.observation(obs)[theirs.first : theirs.first + theirs.size]] == [0] * 72 + [7]


def test_game_without_a_layout_has_no_environment(monkeypatch):
    monkeypatch.setitem(CATALOG, "tiddlywinks", "tiddlywinks")
    with pytest.raises(BadLayout, match="tiddlywinks has no environment"):
        layout("tiddlywinks")
