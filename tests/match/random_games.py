"""Matches with random actions, for tests of records."""

import random

from flattop.games import game
from flattop.match import Match


def played(seed=5, actions=None, undo_at=(), people=("Ann", "Ben"), rounds=1, **how):
    """Play Burger Go! at random, to its end or for some actions, with a few undos."""
    match = Match(game("burger-go"), people, seed, {"rounds": rounds}, **how)
    rnd = random.Random(3)
    while not match.over and (actions is None or match.actions < actions):
        seat = rnd.choice(list(match.table.asks))
        match.play(seat, rnd.choice(list(match.table.asks[seat])))
        if match.actions in undo_at and (terms := match.undo_terms(seat)):
            match.undo(seat, terms.consent)
    return match
