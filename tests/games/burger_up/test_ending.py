"""The end: the last round, the limit of idle rounds, points and victory."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flattop.games.burger_up.base import GAME
from flattop.games.burger_up.scoring import bonuses, points
from flattop.kernel import VACANT

from .scenes import PACK, events_named, lay, new, offered, pending, play

CHEESEBURGER = "I50a I03a I07a"


def table(seats=2, **laid):
    return lay(new(GAME, seats), **laid)


def last_order(seat, orders=""):
    return table(
        burgers={seat: [CHEESEBURGER]},
        pending="og_cheeseburger:1 blt:2 iron_giant:1",
        orders=orders,
        coins=[0, 0],
    )


def turn(t):
    """Play a turn in which nothing is done."""
    return play(t, "done", "done", "done", "done")


@pytest.mark.rule("BU-R10", "BU-37")
def test_no_coin_event_when_no_order_is_left():
    t = table(
        burgers={0: [CHEESEBURGER]}, pending="og_cheeseburger:1 – –", orders="", last_round=True, round=9
    )
    play(t, "done", "done", "serve 1 og_cheeseburger")
    assert t.order_coins == [0, 0, 0]
    assert events_named(t, "coins_laid") == []


@pytest.mark.rule("BU-E17", "BU-43", "BU-44", "BU-R10", "BU-R11")
def test_a_gap_that_stays_makes_the_last_round():
    t = play(last_order(0), "done", "done", "serve 1 og_cheeseburger")
    assert t.coins[0] == 2
    assert pending(t) == "– blt:3 iron_giant:2"
    assert t.last_round
    assert t.phase == "clean_up"  # it still cleans up
    play(t, "done")
    assert t.turn == 1
    turn(t)
    assert t.over
    assert t.round == 1


@pytest.mark.rule("BU-E18", "BU-43")
def test_drawing_the_last_order_ends_nothing():
    t = turn(last_order(1, orders="mad_max"))
    play(t, "done", "done", "serve 1 og_cheeseburger", "done")
    assert pending(t) == "mad_max:1 blt:3 iron_giant:2"
    assert t.order_deck == []
    assert not t.last_round
    assert (t.round, t.turn) == (2, 0)


@pytest.mark.rule("BU-E19", "BU-R11", "BU-44")
def test_if_the_last_seat_of_the_round_brings_the_end_nobody_has_a_further_turn():
    t = turn(last_order(1))
    play(t, "done", "done", "serve 1 og_cheeseburger")
    assert not t.over
    play(t, "done")
    assert t.over


@pytest.mark.rule("BU-45", "BU-R10")
def test_in_the_last_round_orders_can_still_be_completed():
    t = table(
        burgers={0: [CHEESEBURGER], 1: ["I47a I56a"]},
        pending="og_cheeseburger:1 vegetarian_cowboy:2 blt:1",
        orders="",
    )
    play(t, "done", "done", "serve 1 og_cheeseburger", "done", "done", "done", "serve 1 vegetarian_cowboy")
    assert t.coins[1] == 2 + 1 + 3 + 1
    assert pending(t) == "– – blt:3"


@pytest.mark.rule("BU-R18")
def test_in_the_last_round_turns_are_played_even_without_orders():
    t = table(burgers={0: [CHEESEBURGER]}, pending="og_cheeseburger:1 – –", orders="")
    play(t, "done", "done", "serve 1 og_cheeseburger", "done")
    assert t.pending == [VACANT] * 3
    assert (t.turn, t.phase) == (1, "market")


@pytest.mark.rule("BU-46", "BU-47", "BU-E20")
def test_points_are_coins_spatula_and_the_bonus_for_most_orders():
    assert points(PACK, [23, 26], [2, 1], [5, 5]) == [27, 28]
    assert points(PACK, [23, 26], [2, 1], [6, 5]) == [32, 28]
    assert points(PACK, [0, 0], [0, 0], [0, 1]) == [0, 5]


@pytest.mark.rule("BU-47")
@given(st.lists(st.integers(0, 9), min_size=2, max_size=6))
def test_the_bonus_goes_to_one_seat_or_to_nobody(completed):
    given_out = bonuses(PACK, completed)
    alone = completed.count(max(completed)) == 1
    assert sum(given_out) == (5 if alone else 0)
    assert not alone or given_out[completed.index(max(completed))] == 5


@pytest.mark.rule("BU-48", "BU-49")
def test_only_what_was_earned_counts_and_the_highest_total_wins():
    t = table(burgers={0: [CHEESEBURGER], 1: [""]}, coins=[10, 11], uses=[0, 0], upgraded=[True, False])
    t.order_coins = [9, 9, 9]
    assert t.points == [10, 11]
    assert GAME.outcome(t).winners == (1,)


@pytest.mark.rule("BU-E21", "BU-R12")
def test_equal_totals_share_the_victory():
    t = table(3, coins=[25, 30, 30], uses=[0, 0, 0])
    end = GAME.outcome(t)
    assert end.points == (25, 30, 30)
    assert end.winners == (1, 2)
    assert end.places == (3, 1, 1)


@pytest.mark.rule("BU-E24", "BU-R13")
def test_ten_rounds_without_an_order_end_the_game():
    t = table()
    t.round, t.served = 21, 1
    turn(turn(t))
    assert (t.round, t.idle) == (22, 0)
    while t.round < 31:
        turn(turn(t))
    assert (t.idle, t.over) == (9, False)
    assert events_named(t, "stalled") == []
    other = t.clone()
    turn(turn(t))
    assert t.over
    assert t.round == 31
    assert events_named(t, "stalled") == [(10,)]
    assert "no order" in GAME.outcome(t).reason
    lay(other, burgers={0: [CHEESEBURGER]}, pending="og_cheeseburger:1 blt:1 mad_max:1")
    play(other, "done", "done", "serve 1 og_cheeseburger", "done")
    turn(other)
    assert not other.over
    assert other.idle == 0


@pytest.mark.rule("BU-R13")
def test_game_stops_after_the_number_of_idle_rounds_of_the_option():
    t = new(GAME, 2, idle_rounds=5)
    while not t.over:
        turn(t)
    assert t.round == 5


def test_the_log_tells_every_point_and_who_has_won():
    t = lay(new(GAME, 2, idle_rounds=5), coins=[3, 4])
    t.completed[0] = (t.order_deck.pop(),)
    while not t.over:
        turn(t)
    assert events_named(t, "scored") == [(0, 3, 4, 5, 12), (1, 4, 4, 0, 8)]
    assert events_named(t, "won") == [((0,),)]


def test_the_standing_in_mid_game_is_public():
    t = table(coins=[3, 4])
    before = GAME.outcome(t)
    assert before.points == (7, 8)
    lay(t, coins=[3, 4])
    assert GAME.outcome(t) == before
    assert offered(t)
