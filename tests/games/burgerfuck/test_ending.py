"""Goals, the turn limit, places, and the outcome in mid-game."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flattop.games.burgerfuck.scoring import has_won, last_turn, places, standing
from flattop.kernel import Chance


@pytest.mark.rule("BF-R1")
def test_an_empty_hand_wins_when_the_play_has_resolved(bf):
    t = bf.scene("5S")
    bf.act(t, "play", "5S")
    assert t.over
    end = bf.game.outcome(t)
    assert end.winners == (0,)
    assert end.reason == "an empty hand"
    assert end.points[0] == 2


@pytest.mark.rule("BF-R1", "BF-R3")
def test_a_last_card_that_is_an_ace_or_red_resolves_first(bf):
    t = bf.scene("AH", red="AH", picks=(0,))
    bf.act(t, "play", "AH")
    assert not t.over
    bf.act(t, "reveal", 1)
    assert not t.over
    bf.act(t, "drop", 1)
    assert t.over
    assert bf.names(t.red_list) == "AH 2D JK"


@pytest.mark.rule("BF-R4", "BF-E33")
def test_at_the_turn_limit_equal_hands_and_tokens_are_decided_by_orbs(bf):
    t = bf.scene("2C 3C 4C", others=["2D 3D", "2D 3D"], turn=50, turn_limit=50)
    bf.change(t, orbs=[30, 11, 14])
    bf.act(t, "draw")
    bf.hold_all(t)
    assert t.over
    end = bf.game.outcome(t)
    assert end.winners == (2,)
    assert end.points == (0, 1, 2)
    assert bf.events_named(t, "ranked")[0][:2] == (2, 1)


@pytest.mark.rule("BF-R4")
def test_places_are_shared_only_by_seats_equal_in_every_criterion():
    assert places([3, 3, 5], [1, 1, 0], [9, 9, 30], False) == [1, 1, 3]
    assert places([3, 3, 5], [0, 1, 4], [30, 9, 9], False) == [2, 1, 3]
    assert places([3, 3, 5], [0, 1, 4], [30, 9, 9], True) == [3, 2, 1]


@pytest.mark.rule("BF-R4", "BF-R1")
def test_winner_is_placed_alone_before_tied_seats(bf):
    t = bf.scene("2C", others=["2D", "2D 3D"])
    bf.change(t, orbs=[9, 9, 30], large=[0, 0, 0])
    t.winner = 0
    assert standing(t) == [1, 2, 3]
    t.winner = 2
    assert standing(t) == [2, 2, 1]


@pytest.mark.rule("BF-R5")
@pytest.mark.parametrize(("large", "enough"), [(1, False), (2, True), (3, True)])
def test_more_large_tokens_than_needed_are_enough_too(bf, large, enough):
    t = bf.scene("2C", goal="either", large_goal=2)
    bf.change(t, large=[large, 0, 0])
    assert has_won(t, 0) is enough


@pytest.mark.rule("BF-R4")
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3), st.integers(0, 30)), min_size=2, max_size=6))
def test_places_follow_cards_then_tokens_then_orbs(seats):
    hands, large, orbs = (list(column) for column in zip(*seats, strict=True))
    found = places(hands, large, orbs, False)
    assert min(found) == 1
    for a, one in enumerate(seats):
        for b, two in enumerate(seats):
            ahead = (-one[0], one[1], one[2]) > (-two[0], two[1], two[2])
            assert (found[a] < found[b]) == ahead


@pytest.mark.rule("BF-R5")
@pytest.mark.parametrize("goal", ["large_tokens", "either"])
def test_large_tokens_win_after_a_strategy_move_where_they_are_the_goal(bf, goal):
    t = bf.scene("9C 8C", at="strategy_move", grid={1: "0 0 0"}, goal=goal, large_goal=1)
    bf.act(t, "drop", 1)
    assert t.over
    end = bf.game.outcome(t)
    assert end.winners == (0,)
    assert end.reason == "enough Large Tokens"


@pytest.mark.rule("BF-R5")
def test_large_tokens_win_after_a_red_pawn_too_but_not_under_the_usual_goal(bf):
    t = bf.scene("5S 8C", red="5S", grid={1: "0 0 0"}, goal="large_tokens", large_goal=1)
    bf.act(t, "play", "5S")
    bf.act(t, "drop", 1)
    assert t.over
    t = bf.scene("9C 8C", at="strategy_move", grid={1: "0 0 0"}, large_goal=1)
    bf.act(t, "drop", 1)
    assert not t.over


@pytest.mark.rule("BF-R5")
@pytest.mark.parametrize("goal", ["large_tokens", "none"])
def test_where_an_empty_hand_does_not_win_its_owner_draws_and_counts_for_spades(bf, goal):
    t = bf.scene("5S", goal=goal, others=["9S 2D 3D 4D", "2D 3D 4D 6D 8D"])
    bf.act(t, "play", "5S")
    assert not t.over
    bf.hold_all(t)
    bf.act(t, "drop", 1)
    bf.act(t, "burn", "9S")
    assert len(t.hands[0]) == 9
    t = bf.scene("", goal=goal)
    assert list(t.asks[0]) == [("draw",)]


@pytest.mark.rule("BF-R5")
def test_either_goal_wins_under_either(bf):
    t = bf.scene("5S", goal="either")
    bf.act(t, "play", "5S")
    assert t.over
    assert bf.game.outcome(t).reason == "an empty hand"


@pytest.mark.rule("BF-R1", "BF-R4")
def test_with_goal_none_no_seat_wins_before_the_turn_limit(bf):
    t = bf.finish(bf.new(3, 4, goal="none", turn_limit=60))
    assert t.turn == 60
    assert t.winner == -2
    assert bf.game.outcome(t).reason == "best placed at the turn limit"


@pytest.mark.rule("BF-R4")
def test_winner_by_tokens_is_placed_before_a_seat_with_fewer_cards(bf):
    t = bf.scene(
        "9C 8C 7C", at="strategy_move", grid={1: "0 0 0"}, goal="either", large_goal=1, others=["2D", "2D 3D"]
    )
    bf.act(t, "drop", 1)
    assert bf.game.outcome(t).points == (2, 1, 0)


@pytest.mark.rule("BF-R44")
def test_after_the_end_everything_is_refused(bf):
    t = bf.scene("5S")
    bf.act(t, "play", "5S")
    for seat in range(3):
        for wrong in (("draw",), ("strike", 3), ("hold",), ("drop", 0)):
            refusal = t.refusal(seat, wrong)
            assert (refusal.code, refusal.rule) == ("over", "BF-R44")


def test_in_mid_game_the_outcome_is_the_public_standing(bf):
    t = bf.scene("5S 2C", others=["2D 3D 4D", "2D 3D 4D 6D"])
    assert bf.game.outcome(t).points == (2, 1, 0)
    assert "turn 10" in bf.game.outcome(t).reason


@pytest.mark.rule("BF-R4")
@pytest.mark.parametrize(("limit", "last"), [(1000, 100), (300, 300)])
def test_a_game_that_nobody_can_win_ends_after_100_turns_unless_another_limit_is_given(bf, limit, last):
    assert last_turn(bf.game.settings(3, {"goal": "none", "turn_limit": limit})) == last
    assert last_turn(bf.game.settings(3, {"turn_limit": limit})) == limit
    t, rnd = bf.game.table(2, Chance(1), {"goal": "none", "turn_limit": limit}), Random(1)
    while not t.over:
        seat, options = next(iter(t.asks.items()))
        t.play(seat, rnd.choice(list(options)))
    assert t.turn == last
