"""What an agent is given stays the same when all that is hidden from its seat is dealt anew."""

import pytest

from flattop.envs.spaces import Spaces
from flattop.games import game as game_of
from flattop.kernel import Chance
from flattop.match import Observation
from flattop.match.observation import QUERIES
from tests.conformance.secrecy import elsewhere, positions

from .walks import KEYS

POSITIONS = 60


def given(match, seat, spaces):
    """All that the agent of a seat gets, as bytes."""
    obs = Observation(match.game, match.table, seat)
    options = spaces.options(obs)
    return spaces.observation(obs).tobytes() + spaces.mask(options).tobytes() + str(options).encode()


@pytest.mark.parametrize("key", KEYS)
def test_no_number_depends_on_what_is_hidden(key):
    game = game_of(key)
    spaces = {seats: Spaces(game, seats) for seats in game.seats}
    for n, (match, seat) in enumerate(positions(game, POSITIONS)):
        if seat is not None and not match.over:
            own = spaces[match.table.seats]
            assert given(match, seat, own) == given(elsewhere(match, seat, Chance(n)), seat, own)


def test_a_sight_that_shows_the_table_itself_is_caught(monkeypatch):
    monkeypatch.setitem(QUERIES, "read_zones", lambda game, t, _, zones: [getattr(t, z) for z in zones.names])
    with pytest.raises(AssertionError):
        test_no_number_depends_on_what_is_hidden("burger-go")
