"""The easy bot: slips that look human, never a refusal; weaker than house, stronger than random."""

from collections import Counter

import pytest

from flattop.bots import bot
from flattop.bots.easy import Easy
from flattop.games import game
from flattop.kernel import Chance
from flattop.lab import Plan, simulate
from flattop.match import Match, Observation

TAKE = [("take", card, 0) for card in range(6)]


class Sure:
    """Means one thing, whatever it sees."""

    def __init__(self, action):
        self.action = action

    def choose(self, obs):
        return self.action


class Shown:
    """As much of a sight as a slip looks at."""

    def __init__(self, *options, key="burger-up"):
        self.options, self.game = options, game(key)


def answers(meant, *options):
    easy = Easy(Chance(1), Sure(meant))
    return Counter(easy.choose(Shown(*options)) for _ in range(300))


def test_a_slip_stays_among_options_of_one_kind():
    given = answers(TAKE[0], *TAKE, ("pass",), ("put", 1, 0), ("take", "all", 0))
    assert set(given) == {*TAKE}


def test_a_slip_goes_to_what_lies_nearest():
    far = ("take", 1, 1)
    assert far not in answers(TAKE[0], TAKE[0], TAKE[1], far)
    assert far in answers(TAKE[0], TAKE[0], far), "where nothing lies nearer"


@pytest.mark.parametrize("meant", [("pass",), ("take", 0, 0)])
def test_where_one_option_of_the_kind_is_open_there_is_no_slip(meant):
    assert set(answers(meant, ("pass",), ("take", 0, 0), ("serve", 0, 0))) == {meant}


def test_there_are_more_slips_where_there_is_more_to_choose_from():
    few, many = answers(TAKE[0], *TAKE[:2])[TAKE[0]], answers(TAKE[0], *TAKE)[TAKE[0]]
    assert 300 > few > many > 90


def test_the_same_sight_and_luck_give_the_same_move():
    match = Match(game("burger-go"), ["Ann", "Ben"], 7, undoable=False)
    for _ in range(10):
        seat = match.waiting[0]
        first, second = [bot("easy", "burger-go", Chance(seat)).choose(a_sight(match, seat)) for _ in "12"]
        assert first == second
        match.play(seat, first)


def a_sight(match, seat):
    return Observation(match.game, match.table, seat)


def test_house_beats_easy_and_easy_beats_random():
    for better, worse in (("house", "easy"), ("easy", "random")):
        result = simulate(Plan("burger-go", (better, worse), seed=5), 60)
        assert result.win_intervals[0][0] > 0.5, (better, worse)
