"""Random play through an environment's numbers, for the tests of environments."""

import random

from flattop.envs.spaces import Spaces
from flattop.games import catalog
from flattop.games import game as game_of
from flattop.kernel import CLOCK, Chance
from flattop.match import Observation

KEYS = catalog()


def observations(key, seats=None, seed=1, most=150, given=None):
    """Spaces and a sight before every decision of a random game, options by number."""
    game, rnd = game_of(key), random.Random(seed)
    seats = seats or game.seats[seed % len(game.seats)]
    spaces, t = (
        Spaces(game, seats),
        game.table(seats, Chance(seed), {**game.untimed_settings, **(given or {})}),
    )
    for _ in range(most):
        if t.over:
            return
        seat = next(iter(t.asks))
        if seat == CLOCK:
            t.push(seat, next(iter(t.asks[seat])))
            continue
        obs = Observation(game, t, seat)
        options = spaces.options(obs)
        yield spaces, obs, options
        t.play(seat, rnd.choice(list(options.values())))
