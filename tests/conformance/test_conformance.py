"""Checks that every game must pass, at every seat count."""

import random

import pytest

from flattop.games import CATALOG, game

from . import checks
from .random_play import any_move, tables


def table(key, seats):
    """Only the smallest table of each game runs in the quick suite."""
    slow = [pytest.mark.slow] if seats > min(game(key).seats) else []
    return pytest.param(key, seats, marks=slow)


each_table = pytest.mark.parametrize(
    ("key", "seats"), [table(key, seats) for key in CATALOG for seats in game(key).seats]
)
each_game = pytest.mark.parametrize("key", list(CATALOG))


def each(functions):
    return pytest.mark.parametrize("check", functions, ids=lambda check: check.__name__)


@each_table
def test_random_games_end(key, seats, soak):
    checks.random_games_end(game(key), seats, soak(2_000, share=40))


@each_table
@each(checks.AT_EVERY_SEAT_COUNT)
def test_at_every_seat_count(check, key, seats):
    check(game(key), seats)


@each_game
@each(checks.OF_EVERY_GAME)
def test_of_every_game(check, key):
    check(game(key))


def test_random_play_reaches_anytime_plays():
    rnd, verbs = random.Random(1), set()
    for t, _, _ in tables(game("burger-boss"), 4, 1):
        asked = {action for options in t.asks.values() for action in options}
        move = any_move(t, rnd)
        if move[1] not in asked:
            verbs.add(move[1][0])
    assert verbs
