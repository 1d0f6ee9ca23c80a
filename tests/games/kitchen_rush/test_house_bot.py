"""The house team: it plans over open information, finishes what it begins, and keeps still when it must."""

import pytest

from flattop.bots import bot
from flattop.bots.policies.kitchen_rush.policy import HouseBot
from flattop.games.kitchen_rush.pieces import DINING, GREENHOUSE, OFFICE, STOVE, VAN
from flattop.kernel import PASS, WAIT, Chance
from flattop.lab import play
from flattop.match import Sight


def advice(kr, k, seat=0):
    return HouseBot(Chance(1)).choose(Sight(kr.game, k.t, seat))


def area(kr, k, seat=0):
    """Where the house would put a timer."""
    action = advice(kr, k, seat)
    return action[2] if action[0] == "place" else action


def test_it_cooks_what_is_ready_before_it_takes_more(kr):
    k = kr.Kitchen(2, tables="F1 F2").give(0, "F3", 2, "cheese pasta pasta")
    assert area(kr, k) == STOVE


def test_it_serves_stars_first(kr):
    assert area(kr, kr.Kitchen(6).make(0, "C1").give(0, "F3", 2, "cheese pasta pasta")) == DINING


def test_it_adds_the_last_pinch(kr):
    assert area(kr, kr.Kitchen(2).give(0, "R1", 1, "salad salad")) == GREENHOUSE


def test_it_shops_for_what_nobody_has(kr):
    k = kr.Kitchen(4, tables="F1 F2").give(0, "C2", 1)
    k.t.rooms[0][3] = k.t.rooms[1][3] = 0
    k.t.ask_afresh()
    assert area(kr, k) == VAN
    k.do(0, "place 0a van")
    assert advice(kr, k) == kr.action("stock cheese")


def test_it_pays_late_as_soon_as_it_can(kr):
    k = kr.Kitchen(7).put(coins=9)
    k.t.places[3] = -2
    k.t.ask_afresh()
    assert area(kr, k) == OFFICE


def test_it_takes_no_order_that_cannot_be_finished(kr):
    k = kr.Kitchen(2, tables="R22 F8").at(2390)
    assert advice(kr, k) == WAIT
    stepped = kr.Kitchen(2, tables="R22 F8", pace="stepped")
    stepped.put(now=2350)
    assert HouseBot(Chance(1)).choose(Sight(kr.game, stepped.t, next(iter(stepped.t.asks)))) == PASS


def test_it_takes_plates_as_soon_as_they_are_clean(kr):
    k = kr.Kitchen(3).give(0, "F1").put(cupboard=[0, 0, 0, 0])
    k.t.cupboard[0] = 1
    assert advice(kr, k) == kr.action("plate F1 1")


def test_only_one_seats_patrons_at_a_time(kr):
    k = kr.Kitchen(3, 3, tables="- - -")
    assert area(kr, k, 0) == kr.area["reception"]
    k.do(0, "place 0a reception")
    assert area(kr, k, 1) != kr.area["reception"]


def test_a_temp_strikes_before_a_timer_of_ones_own(kr):
    k = kr.Kitchen(8).put(coins=13).end()
    assert advice(kr, k) == kr.action("strike w1")


def rate(kr, scenario, seats, games, **options):
    won = 0
    for seed in range(games):
        bots = [bot("house", "kitchen-rush", Chance(seed * 7 + seat)) for seat in range(seats)]
        match = play(kr.game, bots, seed, {"scenario": scenario, **options})
        won += bool(match.outcome.winners)
    return won


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("scenario", [1, 2, 3])
def test_the_first_three_scenarios_are_beaten_nearly_always(kr, scenario, seats):
    assert rate(kr, scenario, seats, 4, pace="stepped") >= 3
    assert rate(kr, scenario, seats, 2) >= 1


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("scenario", [4, 5, 6, 7, 8])
def test_every_later_scenario_runs_to_its_end_and_can_be_won(kr, scenario, seats):
    assert rate(kr, scenario, seats, 2, pace="stepped") + rate(kr, scenario, seats, 1) >= 1


def test_random_teams_lose(kr):
    bots = [bot("random", "kitchen-rush", Chance(seat)) for seat in range(3)]
    assert not play(kr.game, bots, 1, {"scenario": 3}).outcome.winners
