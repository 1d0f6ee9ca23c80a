"""Duels: both bots play the same deals, in each seat."""

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from flattop.bots.random import Random
from flattop.bots.stats import interval
from flattop.cli import main
from flattop.lab.duel import DealScore, Duel, DuelResult, TimedBot, TimeHistogram, play_deal, run_duel
from flattop.lab.simulate import play_game


def test_a_bot_against_itself_wins_its_fair_share_exactly():
    result = run_duel(Duel("burger-go", "random", "random", 3, seed=5), 6)
    assert result.fair == pytest.approx(1 / 3)
    mean, low, high = result.wins
    assert mean == pytest.approx(1 / 3)
    assert low < mean < high
    assert result.deals == 6


def test_points_are_the_lead_over_the_best_other_seat_averaged_over_seats():
    duel = Duel("burger-go", "random", "random", 3, seed=5)
    points = play_game(duel.plan(("random",) * 3), 0).outcome.points
    ahead = [own - max(points[:seat] + points[seat + 1 :]) for seat, own in enumerate(points)]
    assert play_deal(duel, 0).points == pytest.approx(sum(ahead) / 3)


def test_decisions_with_one_option_are_not_timed():
    timed = TimedBot(SimpleNamespace(choose=lambda obs: obs.options[0]), [])
    assert [timed.choose(SimpleNamespace(options=options)) for options in ("a", "bc")] == ["a", "b"]
    assert len(timed.times) == 1


def test_each_seat_is_taken_once_on_every_deal():
    created = []

    def counted(chance):
        created.append(chance)
        return Random(chance)

    run_duel(Duel("burger-go", counted, "house", 3), 2)
    assert len(created) == 3 + 2 * 3  # for the check before the first deal, then for each seat of each deal


def test_the_result_does_not_depend_on_the_number_of_workers():
    duel = Duel("burger-go", "random", "house", 2, seed=1)
    one, two = run_duel(duel, 4), run_duel(duel, 4, workers=2)
    assert (one.deals, one.wins, one.points) == (two.deals, two.wins, two.points)


def test_teams_play_the_same_deals():
    result = run_duel(Duel("solo-up", "house", "house", 1), 2)
    assert result.gain == (0, 0, 0)
    worse = run_duel(Duel("solo-up", "random", "house", 1), 3)
    assert worse.gain[0] < 0


def test_two_seats_of_between_two_burgers_cooperate_except_in_its_duel_mode():
    both = Duel("between-two-burgers", "random", "random", 2)
    assert both.is_cooperative
    assert not replace(both, options={"two_players": "duel"}).is_cooperative
    assert not replace(both, seats=3).is_cooperative


def test_an_interval_contains_the_mean_and_is_infinite_after_one_deal():
    assert interval([0.0, 1.0, 0.0, 1.0]) == pytest.approx((0.5, -0.4187, 1.4187), abs=1e-3)
    assert interval([0.5])[2] == float("inf")
    report = DuelResult(Duel("burger-go", "house", "house", 2), [DealScore(0.5, 0)]).as_json()
    assert json.loads(json.dumps(report))["points"] == [0, None, None]


def test_time_quantiles_are_exact_to_two_percent():
    times = TimeHistogram()
    times.add([n / 1000 for n in range(1, 101)])
    assert times.mean == pytest.approx(0.0505)
    assert times.quantile(0.95) == pytest.approx(0.095, rel=0.02)
    assert TimeHistogram().quantile(0.95) == 0


def test_the_interval_is_not_empty_when_one_bot_wins_every_deal():
    mean, low, high = DuelResult(Duel("burger-go", "house", "house", 2), [DealScore(1.0, 5)] * 6).wins
    assert (mean, high) == (1, 1)
    assert 0.5 < low < 0.8


def test_the_command_reports_wins_and_rejects_bad_arguments(capsys):
    assert main(["duel", "burger-go", "--bots", "house,random", "--deals", "3"]) == 0
    out = capsys.readouterr().out
    assert "house wins" in out
    assert "50.0% would be fair" in out
    assert main(["duel", "burger-go", "--bots", "house"]) == 2
    assert "--bots takes two" in capsys.readouterr().err
    assert main(["duel", "burger-go", "--bots", "house,random", "--seats", "1"]) == 2
    assert "Burger Go! has no table for 1" in capsys.readouterr().err
