"""The easy bot: it confuses similar options, never refuses, and is between random and house."""

from collections import Counter

import pytest

from flattop.bots import bot
from flattop.bots.easy import Easy
from flattop.games import game
from flattop.kernel import Chance
from flattop.lab import Plan, simulate
from flattop.match import Match, Observation

TAKE = [("take", card, 0) for card in range(6)]


class FixedBot:
    """Always chooses the same action."""

    def __init__(self, action):
        self.action = action

    def choose(self, obs):
        return self.action


class FakeObservation:
    """The part of an observation that the easy bot reads."""

    def __init__(self, *options, key="burger-up"):
        self.options, self.game = options, game(key)


def choices(intended, *options):
    easy = Easy(Chance(1), FixedBot(intended))
    return Counter(easy.choose(FakeObservation(*options)) for _ in range(300))


def test_mistake_has_the_same_verb_and_types():
    counts = choices(TAKE[0], *TAKE, ("pass",), ("put", 1, 0), ("take", "all", 0))
    assert set(counts) == {*TAKE}


def test_mistake_differs_in_as_few_nouns_as_possible():
    far = ("take", 1, 1)
    assert far not in choices(TAKE[0], TAKE[0], TAKE[1], far)
    assert far in choices(TAKE[0], TAKE[0], far), "if there is no closer one"


@pytest.mark.parametrize("intended", [("pass",), ("take", 0, 0)])
def test_no_mistake_without_a_similar_option(intended):
    assert set(choices(intended, ("pass",), ("take", 0, 0), ("serve", 0, 0))) == {intended}


def test_more_similar_options_mean_more_mistakes():
    few, many = choices(TAKE[0], *TAKE[:2])[TAKE[0]], choices(TAKE[0], *TAKE)[TAKE[0]]
    assert 300 > few > many > 90


def test_same_observation_and_chance_give_the_same_action():
    match = Match(game("burger-go"), ["Ann", "Ben"], 7, undoable=False)
    for _ in range(10):
        seat = match.waiting[0]
        first, second = [
            bot("easy", "burger-go", Chance(seat)).choose(observation(match, seat)) for _ in "12"
        ]
        assert first == second
        match.play(seat, first)


def observation(match, seat):
    return Observation(match.game, match.table, seat)


def test_house_beats_easy_and_easy_beats_random():
    for better, worse in (("house", "easy"), ("easy", "random")):
        result = simulate(Plan("burger-go", (better, worse), seed=5), 60)
        assert result.win_intervals[0][0] > 0.5, (better, worse)
