"""Observations do not change when everything hidden from the seat is resampled."""

import pytest

from flattop.envs.spaces import Spaces
from flattop.games import game as game_of
from flattop.kernel import Chance
from flattop.match import Observation
from flattop.match.observation import QUERIES
from tests.conformance.secrecy import elsewhere, positions

from .random_games import KEYS

POSITIONS = 60


def agent_input(match, seat, spaces):
    """Everything that the agent of a seat gets, as bytes."""
    obs = Observation(match.game, match.table, seat)
    options = spaces.options(obs)
    return spaces.observation(obs).tobytes() + spaces.mask(options).tobytes() + str(options).encode()


@pytest.mark.parametrize("key", KEYS)
def test_observation_does_not_depend_on_hidden_information(key):
    game = game_of(key)
    spaces = {seats: Spaces(game, seats) for seats in game.seats}
    for n, (match, seat) in enumerate(positions(game, POSITIONS)):
        if seat is not None and not match.over:
            own = spaces[match.table.seats]
            assert agent_input(match, seat, own) == agent_input(elsewhere(match, seat, Chance(n)), seat, own)


def test_observation_that_reads_the_whole_table_is_detected(monkeypatch):
    monkeypatch.setitem(
        QUERIES, "read_zones", lambda game, t, seat, zones: [getattr(t, z) for z in zones.names]
    )
    with pytest.raises(AssertionError):
        test_observation_does_not_depend_on_hidden_information("burger-go")
