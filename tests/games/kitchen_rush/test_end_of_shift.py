"""End of shift: money, Reputation, strikes, Awards, clearing up, and the end of the game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flattop.games.kitchen_rush import scoring
from flattop.games.kitchen_rush.schema import Goal

from .scenes import ANN, BEN, CARD, GAME, Scenario


@pytest.mark.rule("KR-74")
def test_reputation_is_cut_to_its_side_of_the_board():
    six = Scenario(6).put(coins=40, reputation=12).make(ANN, "C1").do(ANN, "place ann1 dining", "serve C1")
    six.end()
    assert six.t.reputation == 12, "side A ends at 12"
    seven = Scenario(7).put(coins=40, reputation=12).make(ANN, "C1").do(ANN, "place ann1 dining", "serve C1")
    seven.end()
    assert seven.t.reputation == 13, "side B goes on to 24"
    assert not six.t.awards


@pytest.mark.rule("KR-87", "KR-R39")
def test_at_most_three_awards_are_held():
    k = Scenario(7).put(coins=40, reputation=24).end()
    assert len(k.t.awards) == 3
    assert len(k.t.awards_deck) == 5
    assert k.t.accounts[-3:] == [("award", card, 0, 0) for card in k.t.awards], (
        "an Award is neither coins nor stars"
    )
    k.put(reputation=0, coins=40).start().end()
    assert k.t.awards == []
    assert k.t.seen_awards == 3


@pytest.mark.rule("KR-86")
@pytest.mark.parametrize(("seats", "hats"), [(2, [3, 6, 9]), (3, [4, 8, 12]), (4, [5, 10, 15])])
def test_the_thresholds_have_as_many_hats_as_there_are_seats(seats, hats):
    for reputation in range(25):
        k = Scenario(7, seats=seats).put(coins=99, reputation=reputation).end()
        assert len(k.t.awards) == sum(hat <= reputation for hat in hats)


@pytest.mark.rule("KR-90")
def test_patrons_at_the_tables_stay_and_cost_nothing():
    k = Scenario(4, tables="F1 C1").end()
    assert k.at_tables()[:2] == ["F1", "C1"]
    assert k.t.coins == 2


@pytest.mark.rule("KR-95", "KR-R41")
def test_a_timer_on_strike_at_the_end_loses_whatever_else_was_won():
    k = Scenario(7).put(shift=4, coins=50, reputation=20)
    k.strike("ann2").end()
    assert (k.t.verdict, k.t.coins) == ("strike", 41)
    assert GAME.outcome(k.t).winners == ()


@pytest.mark.rule("KR-R37", "KR-R36")
def test_if_no_timer_can_be_paid_all_strike_and_the_game_is_lost():
    k = Scenario(7).put(coins=2).end()
    assert k.t.over
    assert k.t.verdict == "all on strike"
    assert k.t.coins == 2


@pytest.mark.rule("KR-R36", "KR-85")
def test_the_timekeeper_names_who_strikes_temps_too():
    k = Scenario(8, timekeeper=BEN).put(coins=13).end()
    assert k.asked() == [BEN]
    k.do(BEN, "strike white1")
    assert (k.t.coins, k.where("white1")) == (1, "strike")


@pytest.mark.rule("KR-R35")
def test_a_drink_the_purse_cannot_pay_is_skipped():
    k = Scenario(4).put(coins=1).give(ANN, "F1").give(ANN, "F2").give(BEN, "F3").end()
    assert k.t.coins == 0
    assert len(k.events_named("free_drink")) == 1
    assert len(k.events_named("no_drink")) == 2


@pytest.mark.rule("KR-R41", "KR-94")
def test_the_goal_is_tested_once_after_the_last_shift():
    k = Scenario(4).put(coins=60).end()
    assert (k.t.shift, k.t.over) == (2, False)
    k.start().end()
    assert k.t.verdict == "goal met"
    end = GAME.outcome(k.t)
    assert end.winners == (0, 1)
    assert end.reason == "the goal was met: coins 60, Reputation 0, right orders 0 + 0"


@pytest.mark.rule("KR-R41")
def test_scenario_1_wants_two_right_orders_by_every_seat():
    lazy = Scenario(1).make(ANN, "F1").make(ANN, "F2").make(ANN, "F3").make(BEN, "F4").end()
    assert lazy.t.verdict == "goal missed"
    good = Scenario(1).make(ANN, "F1").make(ANN, "F2").make(BEN, "F3").make(BEN, "F4").end()
    assert good.t.verdict == "goal met"


@pytest.mark.rule("KR-R38", "KR-89")
def test_waiting_patrons_cost_again_at_every_end():
    k = Scenario(4).put(coins=10).give(ANN, "R1").end().start().end()
    assert k.t.coins == 8


@pytest.mark.rule("KR-R38")
def test_every_coin_of_a_shift_is_explained():
    k = Scenario(6, tables="F1 -", started=False).put(coins=10).make(ANN, "C1").give(BEN, "R1").start()
    k.do(ANN, "place ann1 dining", "serve C1").do(
        BEN, "place ben1 reception", "admit", "place ben2 van", "done"
    ).end()
    assert k.t.till == {
        "opening": 10, "tips": 1, "drinks": 1, "shopping": -1,
        "earnings": 4, "free drinks": -1, "salaries": -12,
    }  # fmt: skip
    assert sum(k.t.till.values()) == k.t.coins == 2
    assert k.t.accounts == [
        ("paid", CARD["C1"], 4, 0), ("free_drink", CARD["R1"], -1, 0), ("stars", CARD["C1"], 0, 1),
        ("salaries", 4, -12, 0),
    ]  # fmt: skip


def test_the_standing_in_mid_game_says_how_far_the_goal_is():
    k = Scenario(6).put(coins=2, reputation=1)
    assert GAME.outcome(k.t).points == (50, 50)
    assert GAME.outcome(k.t).winners == ()
    assert k.t.goal == {"coins": (2, 4), "reputation": (1, 2)}


# -- pure functions


@given(st.integers(0, 24), st.integers(0, 20), st.integers(0, 20), st.integers(1, 24))
def test_reputation_never_leaves_the_board(old, won, lost, top):
    assert 0 <= scoring.new_reputation(min(old, top), won, lost, top) <= top


@given(st.integers(1, 10), st.integers(0, 60), st.integers(0, 1))
def test_as_many_timers_are_paid_as_the_purse_allows(timers, coins, free):
    paid = scoring.paid_timers(timers, coins, 3, free)
    assert 0 <= paid <= timers
    assert 3 * max(0, paid - free) <= coins
    assert paid == timers or 3 * (paid + 1 - free) > coins


@given(st.integers(0, 24), st.integers(0, 24))
def test_more_reputation_never_means_fewer_awards(a, b):
    hats = (3, 6, 9)
    low, high = sorted((a, b))
    assert 0 <= scoring.awards_due(low, hats, 3) <= scoring.awards_due(high, hats, 3) <= 3


@given(st.integers(0, 99), st.integers(0, 24), st.lists(st.integers(0, 9), min_size=2, max_size=4))
def test_the_goal_is_met_exactly_when_its_share_is_whole(coins, reputation, right):
    parts = scoring.goal_progress(Goal(basis="house", coins=8, reputation=5), coins, reputation, right)
    assert (scoring.share_of_goal(parts) == 1.0) == all(have >= need for have, need in parts.values())


@pytest.mark.rule("KR-79")
def test_free_drinks_by_kind_of_patron_and_scenario():
    spared = {(kind, s) for kind in ("friend", "regular", "challenging", "vip") for s in range(3, 9)
              if not scoring.free_drink(kind, s, 1)}  # fmt: skip
    assert spared == {("challenging", 6), ("challenging", 7), ("challenging", 8), ("vip", 7), ("vip", 8)}
