"""Games of bots for tests, and win counts of the house bot."""

from flattop.bots import bot
from flattop.bots.random import Random
from flattop.kernel import Chance
from flattop.match import Observation


def bot_game(game, bots, seed, watch=lambda t, seat, action: None, **options):
    """Play a table to its end with these bots; `watch` sees each decision."""
    t = game.table(len(bots), Chance(seed), options)
    while not t.over:
        seat = next(iter(t.asks))
        action = bots[seat].choose(Observation(game, t, seat))
        watch(t, seat, action)
        t.play(seat, action)
    return t


def house_team(game, seats):
    return [bot("house", game.key, Chance(seat)) for seat in range(seats)]


def house_wins(game, seats, seeds, rival=Random, **options):
    """Count the games that one house bot wins alone against rivals of one kind, in each seat."""
    won = 0
    for seed in seeds:
        bots = [rival(Chance(seed + seat)) for seat in range(seats)]
        bots[seed % seats] = bot("house", game.key, Chance(seed))
        won += game.outcome(bot_game(game, bots, seed, **options)).winners == (seed % seats,)
    return won
