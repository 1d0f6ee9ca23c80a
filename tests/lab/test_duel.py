"""Duels: the same deals for both, each seat in turn."""

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from flattop.bots.random import Random
from flattop.bots.stats import interval
from flattop.cli import main
from flattop.lab.duel import Duel, Score, Standing, Timed, Times, fight, score
from flattop.lab.simulate import played


def test_a_bot_against_itself_wins_its_fair_share_exactly():
    standing = fight(Duel("burger-go", "random", "random", 3, seed=5), 6)
    assert standing.fair == pytest.approx(1 / 3)
    mean, low, high = standing.wins
    assert mean == pytest.approx(1 / 3)
    assert low < mean < high
    assert standing.deals == 6


def test_points_are_those_ahead_of_the_best_other_in_every_seat():
    duel = Duel("burger-go", "random", "random", 3, seed=5)
    points = played(duel.plan(("random",) * 3), 0).outcome.points
    ahead = [own - max(points[:seat] + points[seat + 1 :]) for seat, own in enumerate(points)]
    assert score(duel, 0).points == pytest.approx(sum(ahead) / 3)


def test_who_has_one_option_is_not_timed():
    timed = Timed(SimpleNamespace(choose=lambda obs: obs.options[0]), [])
    assert [timed.choose(SimpleNamespace(options=options)) for options in ("a", "bc")] == ["a", "b"]
    assert len(timed.times) == 1


def test_each_seat_is_taken_once_on_every_deal():
    made = []

    def counted(chance):
        made.append(chance)
        return Random(chance)

    fight(Duel("burger-go", counted, "house", 3), 2)
    assert len(made) == 3 + 2 * 3  # the check before the first deal, then one in each seat of each deal


def test_the_standing_is_the_same_whatever_the_number_of_workers():
    duel = Duel("burger-go", "random", "house", 2, seed=1)
    one, two = fight(duel, 4), fight(duel, 4, workers=2)
    assert (one.deals, one.wins, one.points) == (two.deals, two.wins, two.points)


def test_teams_play_the_same_deals_one_after_the_other():
    standing = fight(Duel("solo-up", "house", "house", 1), 2)
    assert standing.gain == (0, 0, 0)
    worse = fight(Duel("solo-up", "random", "house", 1), 3)
    assert worse.gain[0] < 0


def test_two_have_one_score_between_two_burgers_unless_they_fight_a_duel():
    both = Duel("between-two-burgers", "random", "random", 2)
    assert both.is_shared
    assert not replace(both, given={"two_players": "duel"}).is_shared
    assert not replace(both, seats=3).is_shared


def test_an_interval_holds_its_mean_and_is_open_while_there_is_one_deal():
    assert interval([0.0, 1.0, 0.0, 1.0]) == pytest.approx((0.5, -0.4187, 1.4187), abs=1e-3)
    assert interval([0.5])[2] == float("inf")
    report = Standing(Duel("burger-go", "house", "house", 2), [Score(0.5, 0)]).as_json()
    assert json.loads(json.dumps(report))["points"] == [0, None, None]


def test_times_are_counted_in_small_steps_however_many_there_are():
    times = Times()
    times.add([n / 1000 for n in range(1, 101)])
    assert times.mean == pytest.approx(0.0505)
    assert times.most(0.95) == pytest.approx(0.095, rel=0.02)
    assert Times().most(0.95) == 0


def test_a_few_deals_won_by_one_side_do_not_close_the_interval():
    mean, low, high = Standing(Duel("burger-go", "house", "house", 2), [Score(1.0, 5)] * 6).wins
    assert (mean, high) == (1, 1)
    assert 0.5 < low < 0.8


def test_the_command_says_who_wins_and_refuses_what_it_cannot_do(capsys):
    assert main(["duel", "burger-go", "--bots", "house,random", "--deals", "3"]) == 0
    out = capsys.readouterr().out
    assert "house wins" in out
    assert "50.0% would be fair" in out
    assert main(["duel", "burger-go", "--bots", "house"]) == 2
    assert "--bots takes two" in capsys.readouterr().err
    assert main(["duel", "burger-go", "--bots", "house,random", "--seats", "1"]) == 2
    assert "Burger Go! has no table for 1" in capsys.readouterr().err
