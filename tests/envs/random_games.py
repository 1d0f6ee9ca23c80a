"""Random games with numbered actions, for the tests of environments."""

import random

from flattop.envs.spaces import Spaces
from flattop.games import catalog
from flattop.games import game as game_of
from flattop.kernel import CLOCK, Chance
from flattop.match import Observation

KEYS = catalog()


def observations(key, seats=None, seed=1, max_decisions=150, options=None):
    """Yield the spaces, the observation and the numbered options before every decision of a random game."""
    game, rnd = game_of(key), random.Random(seed)
    seats = seats or game.seats[seed % len(game.seats)]
    spaces, t = (
        Spaces(game, seats),
        game.table(seats, Chance(seed), {**game.untimed_settings, **(options or {})}),
    )
    for _ in range(max_decisions):
        if t.over:
            return
        seat = next(iter(t.asks))
        if seat == CLOCK:
            t.push(seat, next(iter(t.asks[seat])))
            continue
        obs = Observation(game, t, seat)
        numbered = spaces.options(obs)
        yield spaces, obs, numbered
        t.play(seat, rnd.choice(list(numbered.values())))
