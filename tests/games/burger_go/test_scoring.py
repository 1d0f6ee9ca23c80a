"""Scoring at the end of a round: Salad, Cheese & Egg, Meat & Patty with Sauce."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flattop.games.burger_up.burger_go import scoring
from flattop.games.burger_up.schema import GO_SCORING as HOUSE

TYPES = st.sampled_from(["salad", "sauce", "meat", "cheese", "bun"])
ROWS = st.lists(TYPES, max_size=7)
COUNTS = st.lists(st.integers(0, 7), min_size=2, max_size=6)


def row(words):
    return [word.replace("egg", "cheese") for word in words.lower().split()]


@pytest.mark.rule("BG-13", "BG-16", "BG-E8")
def test_the_round_of_the_example_pays_every_type_by_colour(go):
    t = go.dealt(go.book_round)
    go.play_round(t, go.book_round)
    assert t.coins == [4, 19, 13, 15]
    assert go.events_named(t, "most_salads") == [((3,), 3, 1, 6)]
    assert go.events_named(t, "second_salads") == [((0,), 2, 1, 3)]
    assert go.events_named(t, "cheese_paid") == [(0, 1, 1), (1, 4, 10), (2, 1, 1)]
    assert go.events_named(t, "meat_paid") == [(1, 1, 0, 9), (2, 1, 1, 12), (3, 1, 0, 9)]
    assert go.events_named(t, "round_paid") == [(0, 4, 4), (1, 19, 19), (2, 13, 13), (3, 15, 15)]


@pytest.mark.rule("BG-16")
def test_veggie_patties_are_brown_and_eggs_are_yellow(go):
    t = go.ended(["I54a I04a", "I54b I30b"])
    assert [t.row_types(0), t.row_types(1)] == [["meat", "meat"], ["cheese", "cheese"]]


@pytest.mark.rule("BG-17", "BG-18", "BG-19", "BG-R5", "BG-E2", "BG-E5")
@pytest.mark.parametrize(
    ("salads", "coins"),
    [
        ([4, 2, 2, 0], [6, 1, 1, 0]),
        ([3, 3, 2], [3, 3, 0]),
        ([3, 3, 3, 3, 1], [1, 1, 1, 1, 0]),
        ([6, 3, 3, 3, 3], [6, 0, 0, 0, 0]),
        ([1, 5, 2], [0, 6, 3]),
    ],
)
def test_most_salads_share_six_and_second_most_share_three(salads, coins):
    assert scoring.salad_coins(salads, HOUSE) == coins


@pytest.mark.rule("BG-E4", "BG-R3", "BG-R4")
@pytest.mark.parametrize(
    ("salads", "coins"), [([5, 1], [6, 3]), ([5, 0], [6, 0]), ([0, 0], [0, 0]), ([2, 2], [3, 3])]
)
def test_two_seats_have_a_second_place_but_none_with_no_salads(salads, coins):
    assert scoring.salad_coins(salads, HOUSE) == coins


@pytest.mark.rule("BG-R5")
def test_shares_of_gains_and_losses_are_rounded_to_whole_coins_downwards():
    assert [scoring.share(6, n) for n in range(1, 7)] == [6, 3, 2, 1, 1, 1]
    assert [scoring.share(3, n) for n in range(1, 6)] == [3, 1, 1, 0, 0]
    assert [scoring.share(-6, n) for n in range(1, 6)] == [-6, -3, -2, -1, -1]


@pytest.mark.rule("BG-20", "BG-E1")
def test_cheese_and_egg_climb_the_ladder_up_to_five():
    assert [scoring.cheese_coins(cards, HOUSE) for cards in range(8)] == [0, 1, 3, 6, 10, 15, 15, 15]


@pytest.mark.rule("BG-21", "BG-22", "BG-23", "BG-E3")
@pytest.mark.parametrize(
    ("cards", "coins"), [("Sauce Meat", 9), ("Meat Sauce", 3), ("Sauce", 0), ("Sauce Sauce Meat", 9)]
)
def test_a_meat_pays_nine_on_an_earlier_sauce_and_three_alone(cards, coins):
    assert scoring.row_coins(row(cards), HOUSE) == coins


@pytest.mark.rule("BG-23", "BG-R2", "BG-E6", "BG-E7")
@pytest.mark.parametrize(
    ("cards", "coins", "beneath"),
    [
        ("Sauce Meat Meat Sauce Sauce Meat Cheese", 22, [-2, 0, -2, -2, -2, 3, -2]),
        ("Meat Sauce Egg Meat", 13, [-2, -2, -2, 1]),
        ("Sauce Sauce Meat Meat Meat", 21, [-2, -2, 0, 1, -2]),
    ],
)
def test_each_meat_lies_on_the_oldest_open_sauce(cards, coins, beneath):
    assert scoring.row_coins(row(cards), HOUSE) == coins
    assert scoring.beneath(row(cards)) == beneath


@pytest.mark.rule("BG-E6", "BG-E7")
def test_the_examples_of_meat_and_sauce_pay_on_the_table_too(go):
    t = go.ended(["I05a I01a I44a I22b I06b I50a I03a", "I01b I02b I30b I45a"])
    t.pay_rows()
    assert t.coins == [22, 13]


@pytest.mark.rule("BG-24")
def test_middle_buns_pay_nothing_when_a_round_ends(go):
    t = go.ended(["I67a I68a I69a", "I70a"])
    t.pay_rows()
    assert t.coins == [0, 0]


@pytest.mark.rule("BG-R14")
def test_a_perfect_face_pays_no_more_than_a_plain_one(go):
    t = go.ended(["I05b", "I15b"])
    assert t.pack.faces[go.face("I05b")].perfect
    t.pay_rows()
    assert t.coins == [3, 3]


@pytest.mark.rule("BG-R14")
def test_the_bank_pays_more_than_the_box_holds(go):
    t = go.ended(["I05a I01a", "I22b I44a"], coins=[999, 999])
    t.pay_rows()
    assert t.coins == [1008, 1008]


@pytest.mark.rule("BG-18", "BG-19", "BG-R3", "BG-R5")
@given(COUNTS)
def test_salad_coins_never_exceed_the_prizes_and_follow_the_count(salads):
    coins = scoring.salad_coins(salads, HOUSE)
    assert sum(coins) <= 9
    assert all(paid == 0 for number, paid in zip(salads, coins, strict=True) if number == 0)
    ranked = sorted(zip(salads, coins, strict=True))
    assert [paid for _, paid in ranked] == sorted(coins)


@given(COUNTS, st.randoms(use_true_random=False))
def test_salad_coins_do_not_depend_on_the_order_of_seats(salads, rng):
    mixed = salads[:]
    rng.shuffle(mixed)
    assert dict(zip(salads, scoring.salad_coins(salads, HOUSE), strict=True)) == dict(
        zip(mixed, scoring.salad_coins(mixed, HOUSE), strict=True)
    )


@pytest.mark.rule("BG-21", "BG-23", "BG-R2")
@given(ROWS)
def test_coins_for_meat_match_the_sauces_beneath(cards):
    under = scoring.beneath(cards)
    sauced = [place for place in under if place >= 0]
    assert scoring.meat_coins(cards, HOUSE) == 3 * cards.count("meat") + 6 * len(sauced)
    assert sauced == sorted(set(sauced)), "each Sauce takes one, the oldest first"
    assert all(cards[place] == "sauce" and cards[i] == "meat" for i, place in enumerate(under) if place >= 0)
    assert all(place < i for i, place in enumerate(under) if place >= 0)
    assert scoring.open_sauces(cards) == cards.count("sauce") - len(sauced)


@pytest.mark.rule("BG-R2")
@given(ROWS, TYPES)
def test_meat_on_a_sauce_never_moves(cards, later):
    assert scoring.beneath([*cards, later])[:-1] == scoring.beneath(cards)


@given(ROWS, TYPES)
def test_one_more_card_never_costs_coins_of_the_row(cards, later):
    assert scoring.row_coins([*cards, later], HOUSE) >= scoring.row_coins(cards, HOUSE)
