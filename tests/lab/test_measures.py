"""Confidence intervals, and the measurements of `flattop bench`."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flattop.games import CATALOG, game
from flattop.kernel import Chance
from flattop.lab import Figures, mean_margin, measure, wilson
from flattop.lab.bench_worker import dealer, play_out


def test_the_wilson_interval_matches_published_values():
    low, high = wilson(0.5, 10)
    assert (round(low, 4), round(high, 4)) == (0.2366, 0.7634)
    low, high = wilson(0.0, 10)
    assert (low, round(high, 4)) == (0.0, 0.2775)


@given(st.integers(1, 10_000), st.floats(0, 1))
def test_the_wilson_interval_contains_the_share_and_stays_within_0_and_1(games, share):
    low, high = wilson(share, games)
    assert 0 <= low <= share + 1e-12
    assert share - 1e-12 <= high <= 1
    assert low < high


@given(st.integers(1, 1000), st.floats(0, 1))
def test_the_wilson_interval_narrows_with_more_games_and_is_symmetric(games, share):
    low, high = wilson(share, games)
    narrow = wilson(share, games * 4)
    assert narrow[1] - narrow[0] < high - low
    mirrored = wilson(1 - share, games)
    assert mirrored == pytest.approx((1 - high, 1 - low))


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=50))
def test_the_margin_of_a_mean_follows_from_the_sample_deviation(values):
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
    margin = mean_margin(sum(values), sum(value * value for value in values), len(values))
    assert margin == pytest.approx(1.959964 * deviation / math.sqrt(len(values)), abs=1e-4)


def test_the_margin_of_one_game_is_infinite():
    assert mean_margin(5, 25, 1) == math.inf


@pytest.mark.parametrize("key", CATALOG)
def test_every_game_can_be_measured(key):
    figures = measure(game(key), 0.01, runs=1)
    assert isinstance(figures, Figures)
    assert figures.decisions_per_s > figures.games_per_s > 0
    assert 0 < figures.clone_us < 10_000


def test_random_play_counts_every_decision():
    whole, half = (dealer(game("burger-go"))(Chance(1)) for _ in range(2))
    length = play_out(whole, random.Random(1).random)
    assert whole.over
    assert play_out(half, random.Random(1).random, length // 2) == length // 2
    assert play_out(half, random.Random(1).random) > 0
    assert half.over
