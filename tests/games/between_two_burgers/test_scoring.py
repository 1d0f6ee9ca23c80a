"""Scoring: the five parts of a burger, the lower of two burgers, and the winner."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flattop.games.burger_up.between_two import scoring
from flattop.kernel import places

TYPES = st.lists(st.sampled_from(scoring.PARTS), max_size=18)
COUNTS = st.lists(st.integers(0, 12), min_size=2, max_size=4)


@pytest.mark.rule("BT-20", "BT-01", "BT-E1")
def test_a_seat_scores_the_lower_of_its_two_burgers():
    assert scoring.own_scores([55, 19], [(0, 1)]) == [(19, 55)]


@pytest.mark.rule("BT-24", "BT-25", "BT-R7", "BT-E2")
def test_most_sauces_pay_four_each_and_the_second_three_or_four():
    assert scoring.sauce_points([6, 3]) == [24, 9]
    assert scoring.sauce_points([6, 3], second=4) == [24, 12]


@pytest.mark.rule("BT-24", "BT-25", "BT-R7", "BT-E2")
def test_the_table_reckons_sauces_by_its_option(bt):
    sauces = ["I02b I06b I22b I25b I26b I41b", "I05a I43b I61a"]
    assert [part[1] for part in bt.burgers(*sauces).parts] == [24, 9]
    assert [part[1] for part in bt.burgers(*sauces, sauce_second=4).parts] == [24, 12]


@pytest.mark.rule("BT-24", "BT-25", "BT-R6", "BT-E10")
def test_ties_for_most_sauces_all_count_and_a_second_follows_unless_it_is_ruled_out():
    assert scoring.sauce_points([5, 3, 3, 1]) == [20, 9, 9, 0]
    assert scoring.sauce_points([5, 5, 2]) == [20, 20, 6]
    assert scoring.sauce_points([5, 5, 2], ties="no_second") == [20, 20, 0]
    assert scoring.sauce_points([5, 3, 3, 1], ties="no_second") == [20, 9, 9, 0]
    assert scoring.sauce_points([0, 0, 0]) == [0, 0, 0]
    assert scoring.sauce_points([0, 0, 0], ties="no_second") == [0, 0, 0]
    assert scoring.sauce_points([2, 0]) == [8, 0], "no Sauces are second to nobody"


@pytest.mark.rule("BT-R6")
def test_the_table_reckons_ties_by_its_option(bt):
    level = ["I02b I06b", "I05a I43b", "I61a"]
    assert [part[1] for part in bt.burgers(*level).parts] == [8, 8, 3]
    assert [part[1] for part in bt.burgers(*level, sauce_ties="no_second").parts] == [8, 8, 0]


@pytest.mark.rule("BT-29", "BT-E3")
def test_middle_buns_pay_for_every_type_of_food_on_the_burger():
    kinds = ["bun", "salad", "cheese", "sauce", "bun", "salad", "sauce"]
    assert scoring.bun_points(kinds) == 6
    assert scoring.bun_points(["bun", "bun"]) == 0
    assert scoring.bun_points(["bun", "salad", "sauce", "meat", "cheese"]) == 4


@pytest.mark.rule("BT-22", "BT-23", "BT-E4")
def test_rows_of_salad_are_scored_one_by_one(bt):
    t = bt.burgers("I10a I08b I01a I12a I11b I07a", "")
    assert t.parts[0] == [20, 0, 2, 0, 0]
    assert t.totals == [22, 0]


@pytest.mark.rule("BT-23", "BT-R11", "BT-E5")
def test_a_middle_bun_ends_a_row_of_salad(bt):
    t = bt.burgers("I10a I67a I12a", "")
    assert t.parts[0] == [4, 0, 0, 0, 1]
    assert t.totals[0] == 5


@pytest.mark.rule("BT-22", "BT-R9")
def test_a_row_pays_by_its_length():
    assert [scoring.row_points(n) for n in range(13)] == [0, 2, 8, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]


@pytest.mark.rule("BT-28", "BT-E6")
def test_a_cheese_between_two_meats_gets_two_more(bt):
    assert bt.burgers("I01a I03a I05b", "").parts[0] == [0, 0, 4, 3, 0]


@pytest.mark.rule("BT-27", "BT-28", "BT-E7")
def test_each_cheese_counts_the_meats_directly_below_and_above(bt):
    assert bt.burgers("I03a I05b I62b I63a", "").parts[0] == [0, 0, 2, 8, 0]


@pytest.mark.rule("BT-R11", "BT-28")
def test_a_middle_bun_parts_a_cheese_from_a_meat():
    assert scoring.beside_meat(["meat", "bun", "cheese"]) == 0
    assert scoring.beside_meat(["meat", "cheese", "meat"]) == 2


@pytest.mark.rule("BT-26", "BT-R10", "BT-E8")
def test_copies_of_a_meat_add_nothing_unless_sets_are_counted(bt):
    stack = "I01a I50a I05b I38b"
    assert bt.burgers(stack, "").parts[0][2] == 4
    assert bt.burgers(stack, "", meat_sets="sets").parts[0][2] == 8


@pytest.mark.rule("BT-26", "BT-R10")
def test_different_meats_pay_two_four_nine_seventeen_and_no_more():
    names = ["Beef", "Bacon", "Veggie", "Chicken", "Fish"]
    assert [scoring.meat_points(names[:n]) for n in range(6)] == [0, 2, 4, 9, 17, 17]
    assert scoring.meat_points(names[:4] * 2, "sets") == 34
    assert scoring.meat_points([*names[:4], *names[:3]], "sets") == 26


@pytest.mark.rule("BT-27", "BT-R8", "BT-E9")
def test_a_seventh_cheese_begins_a_new_set_goes_on_or_adds_nothing(bt):
    stack = "I03a I06a I31b I35b I30b I34b I37b"
    for reading, total in (("sets", 22), ("triangle", 28), ("cap", 21)):
        assert bt.burgers(stack, "", cheese_over_six=reading).totals[0] == total


@pytest.mark.rule("BT-27", "BT-R8")
def test_cheese_and_egg_pay_by_their_number():
    ladder = [0, 1, 3, 6, 10, 15, 21, 22, 24, 27, 31, 36, 42]
    assert [scoring.cheese_points(n) for n in range(13)] == ladder
    assert [scoring.cheese_points(n, "triangle") for n in (7, 12)] == [28, 78]


@pytest.mark.rule("BT-21", "BT-31")
def test_faces_count_by_colour_and_perfect_marks_for_nothing(bt):
    assert bt.types("I04a I30b") == ["meat", "cheese"], "Veggie Patty, Fried Egg"
    t = bt.burgers("I04a I30b", "")
    assert t.parts[0] == [0, 0, 2, 2, 0]
    plain, perfect = bt.burgers("I01a I44a", ""), bt.burgers("I39a I44a", "")
    assert t.pack.faces[bt.face("I39a")].perfect
    assert plain.totals == perfect.totals


E11 = (
    "I10a I08b I01a I03a I05b I67a I62b I46a I24b I23b I12a I11b",
    "I02b I06b I25b I26b I04a I33b I63a I47a I16a I09a I13a I68a",
    "I14b I65a I43a I41a I54b I39b I64a I60b I22a I69a I70a I29b",
)


@pytest.mark.rule("BT-19", "BT-20", "BT-R12", "BT-E11")
def test_three_burgers_part_by_part(bt):
    t = bt.burgers(*E11)
    assert t.parts == [[16, 6, 9, 6, 4], [12, 16, 2, 5, 4], [2, 0, 17, 15, 8]]
    assert t.totals == [41, 39, 42]
    assert t.scores == [41, 39, 39]
    assert t.places == (1, 3, 2)
    t.stack = []
    end = bt.game.outcome(t)
    assert (end.points, end.winners, end.reason) == ((41, 39, 39), (0,), "the best lower burger")
    assert end.places == (1, 3, 2), "between equal lower burgers the other one decides"


@pytest.mark.rule("BT-30", "BT-19")
def test_at_the_end_every_burger_is_counted_in_the_log(bt):
    t = bt.burgers(*E11)
    t.events = []
    t.tell_result()
    assert bt.events_named(t, "counted")[1] == (1, 12, 16, 2, 5, 4, 39)
    assert bt.events_named(t, "ranked") == [(0, 1, 41, 42), (2, 2, 39, 42), (1, 3, 39, 41)]
    assert bt.events_named(t, "won") == [((0,),)]


@pytest.mark.rule("BT-R12", "BT-E16")
def test_seats_that_are_level_in_both_numbers_share_the_place():
    beside = [(seat, (seat - 1) % 4) for seat in range(4)]
    scores = scoring.own_scores([30, 45, 30, 20], beside)
    assert scores == [(20, 30), (30, 45), (30, 45), (20, 30)]
    assert places(scores) == (3, 1, 1, 3)


@pytest.mark.rule("BT-R3", "BT-E17")
def test_two_seats_share_one_score_and_the_victory(bt):
    assert scoring.own_scores([44, 37], bt.new(2).beside) == [(37, 44), (37, 44)]
    end = bt.game.outcome(bt.finish(bt.new(2)))
    assert end.points[0] == end.points[1]
    assert (end.winners, end.reason) == ((0, 1), "one common score")


@pytest.mark.rule("BT-R3", "BT-R12")
def test_in_a_duel_sauces_are_compared_over_all_four_burgers_and_one_seat_wins(bt):
    t = bt.burgers("I05a I06b", "I22b", "I25b", "", seats=2, two_players="duel")
    assert [part[1] for part in t.parts] == [8, 3, 3, 0]
    t.stack = []
    end = bt.game.outcome(t)
    assert (end.points, end.winners) == ((3, 0), (0,))


@pytest.mark.rule("BT-R12")
def test_equal_lower_burgers_are_parted_by_the_better_ones(bt):
    t = bt.burgers("I10a", "I12a", "I11b", "I07a I08b", seats=2, two_players="duel")
    t.stack = []
    end = bt.game.outcome(t)
    assert (end.points, end.winners) == ((2, 2), (1,))
    assert end.reason == "equal lower burgers, the better other burger"
    t.burgers[3] = t.burgers[3][:1]
    end = bt.game.outcome(t)
    assert (end.winners, end.reason) == ((0, 1), "level in both burgers"), (
        "four burgers are nobody's in common"
    )


@pytest.mark.rule("BT-R12")
def test_before_the_end_the_standing_is_what_the_burgers_give_now(bt):
    t = bt.burgers(*E11)
    end = bt.game.outcome(t)
    assert (end.points, end.winners) == ((41, 39, 39), (0,))
    assert "round 1 of 3" in end.reason


@given(TYPES)
def test_points_of_a_burger_are_never_negative_and_rows_score_the_same_reversed(types):
    assert scoring.salad_points(types) == scoring.salad_points(types[::-1]) >= 0
    assert scoring.beside_meat(types) == scoring.beside_meat(types[::-1]) <= 2 * types.count("cheese")
    assert 0 <= scoring.bun_points(types) <= 4 * types.count("bun")


@given(TYPES)
def test_one_more_salad_on_top_never_costs_a_point(types):
    assert scoring.salad_points([*types, "salad"]) > scoring.salad_points(types)


@given(COUNTS)
def test_more_sauces_are_never_paid_less(counts):
    points = scoring.sauce_points(counts)
    ranked = sorted(zip(counts, points, strict=True))
    assert [p for _, p in ranked] == sorted(points)
    assert sum(p > 0 for p in points) <= sum(c > 0 for c in counts)


@given(COUNTS, st.integers(2, 4))
def test_some_seat_is_first_and_no_score_exceeds_either_burger(counts, seats):
    totals = (counts * 2)[:seats]
    beside = [(seat, (seat - 1) % seats) for seat in range(seats)]
    scores = scoring.own_scores(totals, beside)
    assert 1 in places(scores)
    assert all(low <= high for low, high in scores)
