"""The house bot: fair, deterministic, and clearly better than random play."""

import pytest

from flattop.bots.policies.burger_go import (
    HouseBot,
    bun_worth,
    cheese_worth,
    meat_worth,
    salad_worth,
    sauce_worth,
)
from flattop.games.burger_up.schema import GO_SCORING as HOUSE
from flattop.kernel import Chance
from flattop.match.observation import Observation
from tests.games.bot_games import house_wins


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_it_wins_most_games_against_random_seats(go, seats):
    assert house_wins(go.game, seats, range(100, 160)) > 60 * 0.75


def test_it_lays_a_meat_on_an_open_sauce(go):
    t = go.ended(["I05a", "I07a"])
    t.hands[0] = [go.card("I04"), go.card("I07"), go.card("I63")]
    t.hands[1] = t.hands[1][:3]
    t = t.fork(0, Chance(2))
    assert HouseBot(Chance(1)).choose(Observation(go.game, t, 0)) == ("choose", go.card("I04"))
    t.play(0, ("choose", go.card("I04")))
    assert HouseBot(Chance(1)).choose(Observation(go.game, t, 0)) == ("show", go.face("I04a"))


def test_a_sauce_loses_its_worth_towards_the_end_of_a_round():
    hopes = [sauce_worth(0, cards, HOUSE) for cards in range(7)]
    assert hopes[0] == 0
    assert hopes == sorted(hopes)


def test_a_meat_is_worth_most_on_a_sauce_and_cheese_grows_with_the_row():
    assert meat_worth(1, 0, HOUSE) == 9 > meat_worth(1, 5, HOUSE) > meat_worth(0, 5, HOUSE) == 3
    steps = [cheese_worth(*step, HOUSE) for step in ((4, 3), (0, 6), (0, 0), (5, 1))]
    assert steps[0] == 5 > steps[1] > steps[2] == 1 > steps[3] == 0


def test_late_salads_are_evaluated_exactly():
    assert salad_worth([2, 2], 0, 0, HOUSE) == 3
    assert salad_worth([1, 3], 0, 0, HOUSE) == 0


def test_a_middle_bun_is_evaluated_exactly_at_the_end(go):
    t = go.with_buns(1, 1, rounds=1)
    t.hands = [[go.card("I01")], [go.card("I02")]]
    assert bun_worth(Observation(go.game, t, 0), [[], []], 0) == 6
    t.settings = {**t.settings, "two_player_penalty": "off"}
    assert bun_worth(Observation(go.game, t, 1), [["bun"], []], 1) == 0
