"""Observations of fixed size and actions by number, for every game."""

from importlib import import_module

import numpy as np
import pytest

from flattop.envs.actions import NONE
from flattop.envs.layout import BadLayout, layout
from flattop.envs.render.modes import module_name
from flattop.envs.spaces import BOUND, Spaces
from flattop.games import game as game_of
from flattop.kernel import ZoneReader, json_copy
from flattop.match.observation import read_zones

from .walks import KEYS, observations


@pytest.mark.parametrize("key", KEYS)
def test_every_option_has_a_number_of_its_own(key):
    for seed in (1, 2, 3):
        for spaces, obs, options in observations(key, seed=seed):
            own = spaces.place(obs.seat).actions
            numbers = [own.number(action) for action in obs.options]
            assert NONE not in numbers
            assert len({*numbers}) == len(numbers)
            assert all(0 <= number < spaces.actions for number in options)
            assert set(obs.options) <= set(options.values())


@pytest.mark.parametrize("key", KEYS)
def test_observations_are_of_one_size_and_within_their_bound(key):
    for spaces, obs, options in observations(key, seed=4):
        seen = spaces.observation(obs)
        assert seen.shape == (spaces.size,)
        assert seen.dtype == np.float32
        assert abs(seen).max() < BOUND
        mask = spaces.mask(options)
        assert mask.shape == (spaces.actions,)
        assert sorted(options) == [*np.flatnonzero(mask)]


@pytest.mark.parametrize("key", KEYS)
def test_blocks_lie_side_by_side_and_name_zones_of_the_game(key):
    game = game_of(key)
    for seats in game.seats:
        spaces, at = Spaces(game, seats), 0
        for block in spaces.blocks:
            assert block.first == at
            at += block.size
        assert at == spaces.size
        assert {block.zone for block in spaces.blocks} - {"seat"} <= game.zones.keys()


def test_the_own_things_come_first_and_seats_are_counted_from_the_own():
    for spaces, obs, _ in observations("burger-up", seats=3, most=40):
        seen = spaces.observation(obs)
        mine = next(block for block in spaces.blocks if block.zone == "hands" and block.seat == 0)
        turn = next(block for block in spaces.blocks if block.zone == "turn")
        hand = seen[mine.first : mine.first + mine.size - 1]
        assert [*np.repeat(np.arange(hand.size), hand.astype(int))] == sorted(obs.own("hands"))
        assert [*seen[turn.first : turn.first + 3]] == [1, 0, 0], "it is one's own turn when one is asked"


def test_cards_of_others_are_only_counted():
    spaces, obs, _ = next(observations("burger-go", seats=2))
    theirs = next(block for block in spaces.blocks if block.zone == "hands" and block.seat == 1)
    assert [*spaces.observation(obs)[theirs.first : theirs.first + theirs.size]] == [0] * 72 + [7]


def test_a_game_without_a_layout_has_no_environment():
    with pytest.raises(BadLayout, match="tiddlywinks has no environment"):
        layout("tiddlywinks")


@pytest.mark.parametrize("key", KEYS)
def test_a_glance_shows_what_the_view_does(key, monkeypatch):
    """It is not copied; what it says is the same, and so are the numbers made of it."""
    for spaces, obs, _ in observations(key, seed=5, most=60):
        whole, view, seen = (
            ZoneReader(obs.game.zones, [*obs.game.zones]),
            obs.view,
            spaces.observation(obs),
        )
        assert [json_copy(value) for value in read_zones(obs, whole)] == [view[name] for name in whole.names]
        with monkeypatch.context() as copied:
            copied.setattr("flattop.envs.spaces.read_zones", lambda obs, z: [obs.view[n] for n in z.names])
            np.testing.assert_array_equal(spaces.observation(obs), seen)


@pytest.mark.parametrize("key", ["burger-go", "solo-up"])
def test_once_it_is_over_a_glance_shows_what_is_then_open(key):
    env = import_module(f"flattop.envs.{module_name(key)}").raw_env()
    env.reset(seed=2)
    while not env.play.over:
        env.step(min(env.play.options(env.play.asked[0])))
    whole, obs = ZoneReader(env.play.game.zones, [*env.play.game.zones]), env.play.obs(0)
    assert [json_copy(value) for value in read_zones(obs, whole)] == [obs.view[name] for name in whole.names]
