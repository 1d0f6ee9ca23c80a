"""Pieces, set-up and options."""

import pytest

from flattop.kernel import HIDDEN, VACANT, BadOption, Chance

from .scenes import GAME, PACK, asked, do, new_table, offered, scene, seen, total_tokens


@pytest.mark.rule("BB-01", "BB-08")
def test_everyone_begins_with_two_of_its_four_dice_one_kitchen_and_three_dollars():
    t = new_table(5)
    assert PACK.counts.dice == 4 * len(PACK.restaurants)
    assert t.workers == [2] * 5
    assert [len(dice) for dice in t.working] == [2] * 5
    assert all(1 <= value <= 6 for dice in t.working for value in dice)
    assert t.kitchens == [1] * 5
    assert t.money == [3] * 5


@pytest.mark.rule("BB-02", "BB-15")
def test_sixty_five_tokens_lie_in_the_supply():
    t = new_table(4)
    assert t.supply == {"bun": 20, "patty": 15, "cheese": 10, "tomato": 10, "lettuce": 10}
    assert sum(total_tokens(t)) == 65


@pytest.mark.rule("BB-03")
def test_the_box_holds_what_the_book_counts():
    assert len(PACK.customers) == 30
    assert len(PACK.special_cards) == 14
    assert len(PACK.missions) == 8
    assert len(PACK.restaurants) == 5
    assert len(PACK.sizes) == 3
    assert PACK.counts.expansions == 10
    assert len({space.card for space in PACK.spaces} - {"kitchen"}) == 8


@pytest.mark.rule("BB-04")
def test_money_is_whole_dollars_and_change_is_free():
    t = scene(dice={0: (1,)}, money={0: 7})
    do(t, 0, "die 1, place supermarket, take B, done")
    assert t.money[0] == 5
    assert all(type(money) is int for money in t.money)


@pytest.mark.rule("BB-07", "BB-R38")
def test_restaurants_are_chosen_in_seat_order_and_no_two_alike():
    t = new_table(3, restaurants="choose")
    assert offered(t, 0) == [f"restaurant {i}" for i in range(5)]
    do(t, 0, "restaurant 3")
    assert asked(t) == 1
    assert "restaurant 3" not in offered(t, 1)
    do(t, 1, "restaurant 0")
    do(t, 2, "restaurant 4")
    assert t.restaurants == (3, 0, 4)
    assert len({PACK.restaurants[sign].colour for sign in t.restaurants}) == 3


def test_restaurants_can_be_handed_out_in_the_order_of_the_deck_file():
    t = new_table(4, restaurants="seat_order")
    assert t.restaurants == (0, 1, 2, 3)
    assert t.round == 1


def test_plain_signs_change_names_only():
    named = new_table(2, signs="book")
    plain = new_table(2, signs="plain")
    words = [GAME.text.noun("restaurant", 0, t.pack, ()) for t in (named, plain)]
    assert words == ["Hipster Hamburgers", "Blue Diner"]
    assert plain == named


@pytest.mark.rule("BB-09")
def test_a_kitchen_has_four_cold_slots_and_one_empty_grill():
    t = new_table(3)
    assert t.room(0) == 4
    assert t.cold == [[], [], []]
    assert t.grills == [[[]], [[]], [[]]]


@pytest.mark.rule("BB-10")
def test_each_seat_alone_sees_its_mission_and_nobody_the_unused_ones():
    t = new_table(3, decks=[[5, 2, 7]])
    assert t.missions == [[5], [2], [7]]
    assert seen(t, 1)["missions"] == [[HIDDEN], [2], [HIDDEN]]
    assert seen(t, None)["missions"] == [[HIDDEN]] * 3
    assert seen(t, 1)["unused"] == [HIDDEN] * 5


def test_without_missions_none_is_dealt():
    t = new_table(3, missions="off")
    assert t.missions == [[], [], []]
    assert len(t.unused) == 8


@pytest.mark.rule("BB-11")
def test_ingredients_wait_in_cold_and_are_cooked_on_a_grill():
    t = scene(dice={0: (1, 4)})
    do(t, 0, "die 1, place bakery")
    assert (t.cold[0], t.grills[0]) == ([0], [[]])
    do(t, 0, "die 4, place kitchen, token B")
    assert (t.cold[0], t.grills[0]) == ([], [[0]])


@pytest.mark.rule("BB-12", "BB-R1")
def test_six_spaces_lie_below_three_sizes_from_regular_to_super_size():
    assert [(size.name, size.bonus) for size in PACK.sizes] == [
        ("Regular", 1),
        ("Large", 2),
        ("Super-size", 3),
    ]
    assert PACK.bonus == (1, 1, 2, 2, 3, 3)
    assert len(new_table().queue) == 6


@pytest.mark.rule("BB-13", "BB-R6")
def test_everyone_sees_the_next_customer_and_no_one_the_others():
    t = new_table(3)
    for seat in (None, 0, 1, 2):
        deck = seen(t, seat)["deck"]
        assert deck[-1] == t.deck[-1]
        assert set(deck[:-1]) == {HIDDEN}


def test_the_next_customer_can_be_hidden():
    t = new_table(3, next_customer="hidden")
    assert set(seen(t, 0)["deck"]) == {HIDDEN}


@pytest.mark.rule("BB-13", "BB-14")
def test_customers_and_specials_are_shuffled_and_the_specials_lie_face_down():
    decks = {(tuple(t.deck), tuple(t.specials)) for t in (GAME.table(3, Chance(seed)) for seed in range(9))}
    assert len(decks) == 9
    t = new_table(3)
    assert sorted(t.specials) == sorted(PACK.special_cards)
    assert set(seen(t, 0)["specials"]) == {HIDDEN}


@pytest.mark.rule("BB-R37", "BB-R39")
@pytest.mark.parametrize("seats", [0, 1, 6])
def test_fewer_than_two_or_more_than_five_seats_are_refused(seats):
    with pytest.raises(BadOption, match=f"no table for {seats}"):
        GAME.table(seats, Chance(1))


@pytest.mark.rule("BB-R37")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_to_five_seats_play(seats):
    assert len(new_table(seats).money) == seats


@pytest.mark.rule("BB-R39")
@pytest.mark.parametrize(
    "given",
    [{"deal": "three"}, {"close_up_from": 5}, {"grill_track": 1}, {"grill_track": 6}, {"colour": "red"}]
    + [{"ate_last": word} for word in ("9", "1,1", "x", "", "0")],
)
def test_an_unknown_option_or_value_is_refused_before_anything_is_dealt(given):
    chance = Chance(1)
    with pytest.raises(BadOption):
        GAME.table(3, chance, given)
    assert chance.draws == 0


def test_ate_last_accepts_several_notations_and_parses_back_unchanged():
    for written in ("3,1", "3 1", "[3, 1]"):
        value = GAME.settings(3, {"ate_last": written})["ate_last"]
        assert value == "3,1"
        assert GAME.settings(3, {"ate_last": value})["ate_last"] == "3,1"


def test_the_restaurants_start_unchosen():
    assert new_table(2, restaurants="choose").restaurants == (VACANT, VACANT)
