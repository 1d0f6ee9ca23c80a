"""Analysis of records: a planted blunder is found, random events are not decisions, runs are reproducible."""

import json
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flattop.bots import bot
from flattop.games import CATALOG, game
from flattop.kernel import CLOCK, Chance, Outcome, determinize
from flattop.lab import Budget, chances, play, turns
from flattop.lab.analysis.chances import smoothed, spread
from flattop.lab.analysis.playouts import Playouts
from flattop.lab.analysis.report import Objective, objective_of
from flattop.lab.analysis.timeline import timeline
from flattop.lab.stats import Sample
from flattop.match import Match, parse


class Careless:
    """A house bot that makes one other choice, in its decision number `at`."""

    def __init__(self, chance, at):
        self.house, self.left = bot("house", "burger-go", chance), at

    def choose(self, obs):
        self.left -= 1
        usual = self.house.choose(obs)
        if self.left:
            return usual
        return next(action for action in obs.options if action != usual)


def record_of(match):
    return parse(match.record.text().encode(), "game")


def quick(seed=1, **given):
    """One round of Burger Go! between two house bots."""
    bots = [bot("house", "burger-go", Chance(seat)) for seat in range(2)]
    return play(game("burger-go"), bots, seed, {"rounds": 1, **given})


def blundered(seed, at):
    """The first seat errs in its decision number `at`."""
    bots = [Careless(Chance(0), at), bot("house", "burger-go", Chance(1))]
    return play(game("burger-go"), bots, seed, {"rounds": 1})


@pytest.mark.parametrize(("seed", "at", "number"), [(2, 6, 10), (3, 4, 6), (5, 4, 6)])
def test_a_planted_blunder_is_found_with_its_swing_and_a_better_choice(seed, at, number):
    match = blundered(seed, at)
    first, *_ = chances(record_of(match), budget=Budget(1000, 120)).decisions
    assert (first.decision.number, first.decision.seat) == (number, 0)
    assert f'{{"play":[0,"{first.decision.action[0]}"' in match.record.lines[number]
    assert first.interval[0] <= first.size <= first.interval[1] < 0
    assert first.after < first.before
    assert first.instead not in (None, first.words)
    assert first.why.startswith("On average the house bot's choice ")
    assert first.as_json()["why"] == first.why


@pytest.mark.parametrize("seed", range(3))
def test_a_symmetric_game_begins_with_fair_shares_and_without_a_mistake(seed):
    match = play(game("burger-go"), [bot("house", "burger-go", Chance(seat)) for seat in range(3)], seed)
    report = chances(record_of(match), budget=Budget(1000, 120))
    assert report.curve[0].chances == pytest.approx([1 / 3] * 3, abs=0.1)
    assert min([one.decision.number for one in report.decisions], default=9) > 3


def test_a_choice_is_judged_by_what_the_player_could_know():
    match = play(game("burger-go"), [bot("random", "burger-go", Chance(seat)) for seat in range(3)], 1)
    decision = timeline(record_of(match)).decisions[0]
    other = determinize(decision.before, match.game.zones, decision.seat, Chance(1))
    assert other.hands != decision.before.hands
    playouts = Playouts(match, lambda more: None)
    playouts.allow(100, 60)
    for number in range(4):
        actual = playouts.pair(decision, "search", number)
        assert playouts.pair(replace(decision, before=other), "search", number) == actual


def test_a_point_with_few_playouts_stays_near_the_fair_share_until_the_game_goes_on():
    won = {0: [[1.0] * 4], 50: [[1.0] * 4], 100: [[1.0] * 4]}
    means = [smoothed(won, at, 0, 0.25, at / 100)[0] for at in won]
    assert means == sorted(means)
    assert means[0] < 0.5 < 0.8 < means[-1]
    for at in won:
        mean, (low, high) = smoothed(won, at, 0, 0.25, at / 100)
        assert 0 <= low < mean < high <= 1


def test_the_curve_jumps_where_the_blunder_was():
    report = chances(record_of(blundered(2, 6)), budget=Budget(600, 120))
    by_number = {point.at: point for point in report.curve}
    assert by_number[10].chances[0] < 0.5 < by_number[9].chances[0]
    assert report.curve[-1].at == report.actions
    assert report.curve[-1].chances[0] == 0.0


def test_two_runs_are_equal_and_stay_within_their_budget():
    record, progress = record_of(blundered(1, 4)), []
    one = chances(record, budget=Budget(200, 120), progress=progress.append)
    assert one.as_json() == chances(record, budget=Budget(200, 120)).as_json()
    assert one.whole
    assert sum(progress) == one.playouts <= 200
    assert one.as_json() != chances(record, budget=Budget(120, 120)).as_json()


def test_an_analysis_without_time_is_marked_as_incomplete():
    report = chances(record_of(quick()), budget=Budget(100_000, 0.0))
    assert (report.whole, report.playouts, report.decisions) == (False, 0, [])
    assert [point.at for point in report.curve] == [report.actions]


def test_the_number_of_curve_points_is_limited():
    numbers = [SimpleNamespace(number=n) for n in range(1, 1001)]
    some = spread(numbers, 20)
    assert len(some) == 20
    assert some[0].number == 1
    assert {b.number - a.number for a, b in pairwise(some)} == {50}
    assert spread(numbers[:7], 20) == numbers[:7]


# -- the timeline of a record


def test_actions_without_an_alternative_are_not_decisions():
    match = play(game("burger-boss"), [bot("house", "burger-boss", Chance(seat)) for seat in range(2)], 1)
    whole = timeline(record_of(match))
    assert 0 < len(whole.decisions) < match.actions
    for decision in whole.decisions:
        options = list(decision.before.asks.get(decision.seat, ()))
        assert len(options) > 1 or decision.action in decision.before.anytime(decision.seat)


def test_a_step_that_deals_cards_is_random_and_a_secret_answer_is_not():
    whole = timeline(record_of(quick(rounds=2)))
    random = [decision for decision in whole.decisions if decision.after]
    assert 0 < len(random) < len(whole.decisions)
    assert all(len(decision.after.deck) < len(decision.before.deck) for decision in random)


def test_a_decision_that_was_taken_back_is_replaced_by_the_next_one():
    match = Match(game("burger-go"), ["Ann", "Bob"], 1, {"rounds": 1})
    first, second = list(match.table.asks[0])[:2]
    match.play(0, first)
    match.play(1, next(iter(match.table.asks[1])))  # a secret answer, so Ann may still undo
    match.undo(0)
    match.play(0, second)
    decisions = timeline(record_of(match)).decisions
    assert [(one.number, one.seat, one.action) for one in decisions if one.seat == 0] == [(4, 0, second)]
    assert [one.number for one in decisions if one.seat == 1] == [2]
    assert 0 in next(one for one in decisions if one.seat == 1).before.asks


def test_an_undo_by_consent_also_drops_the_decisions_after_it():
    match = Match(game("burger-boss"), ["Ann", "Bob"], 1)
    while len({decision.seat for decision in timeline(record_of(match)).decisions}) < 2:
        seat = next(iter(match.table.asks))
        match.play(seat, next(iter(match.table.asks[seat])))
    before = timeline(record_of(match)).decisions
    first = next(one for one in before if one.seat == match.history.moments[-1].seat)
    while match.undo_terms(first.seat) and len(match.history) >= first.number:
        match.undo(first.seat, match.undo_terms(first.seat).consent)
    after = timeline(record_of(match)).decisions
    assert [one.number for one in after] == [one.number for one in before if one.number < first.number]


def test_a_record_that_was_reseeded_can_be_analysed():
    match = Match(game("burger-go"), ["Ann", "Bob"], 1, {"rounds": 1})
    bots = [bot("house", "burger-go", Chance(seat)) for seat in range(2)]
    for number, _ in enumerate(turns(match, bots)):
        if number == 5:
            match.reseed(9)
    whole = timeline(record_of(match))
    assert [decision.number for decision in whole.decisions][:8] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert whole.match.over


def test_the_clock_makes_no_decisions_and_a_seat_may_always_wait():
    whole = timeline(record_of(live()))
    assert whole.decisions
    assert CLOCK not in {decision.seat for decision in whole.decisions}
    assert any(len(list(one.before.asks.get(one.seat, ()))) < 2 for one in whole.decisions)


def live():
    return play(game("kitchen-rush"), [bot("house", "kitchen-rush", Chance(seat)) for seat in range(2)], 3)


# -- objectives


def test_rivals_play_to_win_and_split_a_shared_win():
    objective = objective_of(True, [])
    assert (objective.words, objective.shared) == ("chance to win", False)
    assert [objective.value(Outcome((3, 3, 1), (0, 1), ""), seat) for seat in range(3)] == [0.5, 0.5, 0.0]


def test_a_team_plays_to_succeed_if_that_is_in_doubt():
    won, lost = Outcome((7, 7), (0, 1), ""), Outcome((2, 2), (), "")
    objective = objective_of(False, [won, lost])
    assert (objective.words, objective.shared) == ("chance to succeed", True)
    assert (objective.value(won, 1), objective.value(lost, 1)) == (1.0, 0.0)


@pytest.mark.parametrize("mode", ["cooperative", "solo"])
def test_a_team_that_always_succeeds_or_fails_plays_for_points(mode):
    ends = [Outcome((points,), () if mode == "solo" else (0,), "") for points in (10, 40)]
    objective = objective_of(False, ends)
    assert objective.as_json()["best"] == 40
    assert "share of the best" in objective.words
    assert [objective.value(Outcome((points,), (), ""), 0) for points in (-1, 10, 50)] == [0.0, 0.25, 1.0]


@given(st.lists(st.sampled_from([-1.0, -0.5, 0.0, 0.5, 1.0]), min_size=1, max_size=60))
def test_an_interval_stays_within_bounds_and_is_wide_for_few_values(values):
    sample = Sample()
    for value in values:
        sample.add(value)
    low, high = sample.interval(-1.0)
    assert -1.0 <= low < high <= 1.0
    wide = sample.interval(-1.0, claims=6)
    assert wide[0] < low or low == -1.0
    assert high < wide[1] or high == 1.0
    if len(values) < 4:
        assert low <= 0 <= high


def test_every_kind_of_objective_has_words():
    assert {Objective(kind, False).words for kind in ("win", "succeed", "score")} >= {"chance to win"}


# -- every game


@pytest.mark.parametrize("key", CATALOG)
def test_every_game_can_be_analysed(key):
    one, seats = game(key), game(key).seats[0]
    bots = [bot("random" if seat else "house", key, Chance(seat)) for seat in range(seats)]
    match = play(one, bots, 1)
    result = chances(record_of(match), budget=Budget(8, 120, points=3))
    report = json.loads(json.dumps(result.as_json()))
    assert report["actions"] == match.actions
    assert 0 < report["playouts"] <= 8
    for point in report["curve"]:
        assert all(0 <= share <= 1 for share in point["chances"])
        if one.has_rivals(seats, match.settings):
            assert sum(point["chances"]) == pytest.approx(1, abs=0.001)
        else:
            assert len(set(point["chances"])) == 1
    ended = [result.objective.value(match.outcome, seat) for seat in range(seats)]
    assert report["curve"][-1]["chances"] == pytest.approx(ended, abs=0.001)
