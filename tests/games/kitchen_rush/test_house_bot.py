"""The house team: it plans from public information, finishes its actions, and waits when it must."""

from collections import Counter

import pytest

from flattop.bots import bot
from flattop.bots.policies.kitchen_rush.policy import HouseBot
from flattop.games.kitchen_rush.free_acts import CALL_IT
from flattop.games.kitchen_rush.pieces import DINING, GREENHOUSE, OFFICE, STOVE, VAN
from flattop.kernel import PASS, WAIT, Chance
from flattop.lab import play
from flattop.match import Match, Observation
from flattop.match.game_loop import turns

from .scenes import ANN, AREA, BEN, GAME, SHIFT, Scenario, action


def advice(k, seat=0):
    return HouseBot(Chance(1)).choose(Observation(GAME, k.t, seat))


def area(k, seat=0):
    """Return the area where the house bot would put a timer."""
    action = advice(k, seat)
    return action[2] if action[0] == "place" else action


def test_it_cooks_what_is_ready_before_it_takes_more():
    k = Scenario(2, tables="F1 F2").give(ANN, "F3", "cheese pasta pasta", size=2)
    assert area(k) == STOVE


def test_it_serves_stars_first():
    assert area(Scenario(6).make(ANN, "C1").give(ANN, "F3", "cheese pasta pasta", size=2)) == DINING


def test_it_adds_the_last_pinch():
    assert area(Scenario(2).give(ANN, "R1", "salad salad", size=1)) == GREENHOUSE


def test_it_shops_for_missing_ingredients():
    k = Scenario(4, tables="F1 F2").give(ANN, "C2", size=1)
    k.put(rooms=[[0] * 6] * 3)
    assert area(k) == VAN
    k.do(ANN, "place ann1 van")
    assert advice(k) == action("stock cheese")


def test_it_pays_late_as_soon_as_it_can():
    k = Scenario(7).put(coins=9).strike("ben2")
    assert area(k) == OFFICE


def test_it_takes_no_order_that_cannot_be_finished():
    k = Scenario(2, tables="R22 F8").at(SHIFT - 10)
    assert advice(k) == CALL_IT
    stepped = Scenario(2, tables="R22 F8", pace="stepped")
    stepped.put(now=SHIFT - 50)
    assert HouseBot(Chance(1)).choose(Observation(GAME, stepped.t, next(iter(stepped.t.asks)))) == PASS


def test_it_goes_to_the_dining_room_only_for_an_order_that_is_left_to_it():
    k = Scenario(2, tables="F1").at(SHIFT - 1100)
    assert [area(k, seat) for seat in (0, 1)] == [DINING, DINING]
    k.do(ANN, "place ann1 dining")
    assert advice(k) == action("order 1"), "the way there is made: it does not count again"
    assert area(k, 1) != DINING, "Ann will take the only order"


def test_it_calls_it_only_after_seats_that_could_still_work():
    k = Scenario(2, tables="R22 F8").at(SHIFT - 10).give(BEN, "F3", "cheese pasta pasta", size=2)
    assert area(k, BEN) == STOVE
    assert advice(k) == WAIT, "Ben could still cook"
    k.do(BEN, "call_it")
    assert advice(k) == CALL_IT
    k.do(ANN, "call_it")
    assert k.t.phase != "running"


def test_a_house_team_ends_a_shift_early():
    called = Counter()
    bots = [bot("house", "kitchen-rush", Chance(seat)) for seat in range(2)]
    match = Match(GAME, ["Ann", "Ben"], 1, {"scenario": 1})
    for _, played in turns(match, bots):
        called[played[0]] += 1
    assert called["call_it"] >= 2
    assert match.table.now < match.table.limit
    assert match.outcome.winners


def test_it_takes_plates_as_soon_as_they_are_clean():
    k = Scenario(3).give(ANN, "F1").put(cupboard=[0, 0, 0, 0])
    k.t.cupboard[0] = 1
    assert advice(k) == action("plate F1 1")


def test_only_one_seat_at_a_time_seats_patrons():
    k = Scenario(3, seats=3, tables="- - -")
    assert area(k, 0) == AREA["reception"]
    k.do(ANN, "place ann1 reception")
    assert area(k, 1) != AREA["reception"]


def test_a_temp_strikes_before_an_own_timer():
    k = Scenario(8).put(coins=13).end()
    assert advice(k) == action("strike white1")


def rate(scenario, seats, games, **options):
    won = 0
    for seed in range(games):
        bots = [bot("house", "kitchen-rush", Chance(seed * 7 + seat)) for seat in range(seats)]
        match = play(GAME, bots, seed, {"scenario": scenario, **options})
        won += bool(match.outcome.winners)
    return won


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("scenario", [1, 2, 3])
def test_the_first_three_scenarios_are_beaten_nearly_always(scenario, seats):
    assert rate(scenario, seats, 4, pace="stepped") >= 3
    assert rate(scenario, seats, 2) >= 1


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("scenario", [4, 5, 6, 7, 8])
def test_every_later_scenario_runs_to_its_end_and_can_be_won(scenario, seats):
    assert rate(scenario, seats, 2, pace="stepped") + rate(scenario, seats, 1) >= 1


def test_random_teams_lose():
    bots = [bot("random", "kitchen-rush", Chance(seat)) for seat in range(3)]
    assert not play(GAME, bots, 1, {"scenario": 3}).outcome.winners
