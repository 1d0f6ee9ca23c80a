"""The end of the game: Middle Buns, most coins win, and all options."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flattop.games.burger_up.burger_go import scoring
from flattop.kernel import BadOption

COUNTS = st.lists(st.integers(0, 6), min_size=2, max_size=6)


@pytest.mark.rule("BG-25", "BG-26", "BG-27", "BG-R5", "BG-E14")
@pytest.mark.parametrize(
    ("buns", "coins"),
    [
        ([3, 1, 1, 0], [6, 0, 0, -6]),
        ([2, 2, 0, 0, 1], [3, 3, -3, -3, 0]),
        ([1, 0, 0, 0], [6, -2, -2, -2]),
        ([1, 0, 0, 0, 0], [6, -1, -1, -1, -1]),
        ([2, 2, 2], [0, 0, 0]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_most_middle_buns_gain_and_fewest_lose(go, buns, coins):
    t = go.with_buns(*buns)
    t.compare_buns()
    assert t.coins == coins


@pytest.mark.rule("BG-25")
def test_middle_buns_of_all_rounds_count_together(go):
    t = go.ended(["I67a I68a", "I69a", ""], kept=["", "I70 I71", "I72"])
    assert t.buns == [2, 3, 1]
    t.compare_buns()
    assert t.coins == [0, 6, -6]
    assert go.events_named(t, "most_buns") == [((1,), 3, 1, 6)]
    assert go.events_named(t, "fewest_buns") == [((2,), 1, 1, 6)]


@pytest.mark.rule("BG-25", "BG-R11")
def test_a_played_game_compares_middle_buns_once_after_the_last_coins(go):
    t = go.finish(go.new(4, seed=8))
    paid = [0] * 4
    for seat, coins, _ in go.events_named(t, "round_paid"):
        paid[seat] += coins
    assert t.coins == [a + b for a, b in zip(paid, scoring.bun_coins(t.buns), strict=True)]
    assert sum(t.buns) > 0


@pytest.mark.rule("BG-27")
def test_equal_middle_buns_are_told_and_change_nothing(go):
    t = go.with_buns(2, 2, coins=[5, 3])
    t.compare_buns()
    assert t.coins == [5, 3]
    assert go.events_named(t, "buns_level") == [(2,)]


@pytest.mark.rule("BG-R6", "BG-26", "BG-27")
@given(COUNTS)
def test_no_seat_both_gains_and_loses_and_equal_seats_get_the_same(buns):
    coins = scoring.bun_coins(buns)
    assert sum(c for c in coins if c > 0) <= 6
    assert sum(c for c in coins if c < 0) >= -6
    assert len(set(zip(buns, coins, strict=True))) == len(set(buns))
    if len(set(buns)) > 1:
        assert max(coins) > 0 > min(coins)
        assert coins[buns.index(max(buns))] > 0 > coins[buns.index(min(buns))]
    else:
        assert set(coins) == {0}


@pytest.mark.rule("BG-R7", "BG-E15")
@pytest.mark.parametrize(("setting", "coins"), [("on", [6, -6]), ("off", [6, 0])])
def test_the_penalty_of_two_seats_is_an_option(go, setting, coins):
    t = go.with_buns(4, 2, two_player_penalty=setting)
    t.compare_buns()
    assert t.coins == coins


@pytest.mark.rule("BG-R7")
def test_with_three_seats_the_penalty_stays_and_the_option_is_refused(go):
    with pytest.raises(
        BadOption, match="two_player_penalty=off: it does something only with 2 players, not with 3"
    ):
        go.with_buns(2, 1, 0, two_player_penalty="off")
    t = go.with_buns(2, 1, 0)
    t.compare_buns()
    assert t.coins == [6, 0, -6]


@pytest.mark.rule("BG-R8", "BG-E16")
@pytest.mark.parametrize(("setting", "left"), [("yes", -2), ("no", 0)])
def test_a_loss_goes_below_zero_or_stops_there(go, setting, left):
    t = go.with_buns(2, 1, 0, coins=[4, 4, 4], below_zero=setting)
    t.compare_buns()
    assert t.coins == [10, 4, left]


@pytest.mark.rule("BG-28")
def test_most_coins_win(go):
    t = go.with_buns(0, 3, 1, coins=[41, 40, 38])
    t.stack.clear()
    result = go.game.outcome(t)
    assert (result.points, result.winners, result.reason) == ((41, 40, 38), (0,), "most coins")


@pytest.mark.rule("BG-R9", "BG-E17")
@pytest.mark.parametrize(
    ("buns", "setting", "winners"),
    [
        ([2, 3, 1], "buns", (1,)),
        ([2, 2, 2], "buns", (0, 1)),
        ([2, 3, 1], "shared", (0, 1)),
        ([0, 1, 5], "buns", (1,)),
    ],
)
def test_equal_coins_go_by_middle_buns_or_are_shared(go, buns, setting, winners):
    t = go.with_buns(*buns, coins=[41, 41, 38], tie_break=setting)
    t.stack.clear()
    result = go.game.outcome(t)
    parted = "equal coins, most Middle Buns" if len(winners) == 1 else "equal coins share the victory"
    assert (result.winners, result.reason) == (winners, parted)


@pytest.mark.rule("BG-R9")
def test_the_ranking_is_told_with_shared_places(go):
    t = go.with_buns(2, 2, 1, 0, coins=[38, 41, 41, 38], tie_break="shared")
    t.tell_ranking()
    assert [(seat, place) for seat, place, _, _ in go.events_named(t, "ranked")] == [
        (1, 1),
        (2, 1),
        (0, 3),
        (3, 3),
    ]
    assert go.events_named(t, "won") == [((1, 2),)]
    assert go.game.outcome(t).places == (3, 1, 1, 3)


def test_before_the_end_the_outcome_is_the_standing_in_coins(go):
    t = go.new(3)
    t.coins = [3, 9, 1]
    result = go.game.outcome(t)
    assert (result.points, result.winners) == ((3, 9, 1), (1,))
    assert result.reason == "most coins so far, round 1 of 3"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("two_player_penalty", "maybe"),
        ("below_zero", 2),
        ("tie_break", "dice"),
        ("rounds", 4),
        ("rounds", 0),
        ("speed", 1),
    ],
)
def test_an_option_or_value_the_game_does_not_have_is_refused(go, key, value):
    with pytest.raises(BadOption, match=key):
        go.new(2, **{key: value})
