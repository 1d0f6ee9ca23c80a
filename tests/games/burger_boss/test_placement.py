"""Worker placement: turns, game cards, and a full cold storage."""

import pytest

from .scenes import CLAIRE, MARIA, asked, cold, do, log, offered, places, scene, total_tokens, turns

EVERYWHERE = {
    "bakery",
    "butchers",
    "cheese_shop",
    "fruit_veg",
    "specials",
    "supermarket",
    "workers",
    "expansion",
}


@pytest.mark.rule("BB-E3", "BB-36")
def test_turns_go_down_the_card_lap_by_lap_past_seats_without_dice():
    t = scene(seats=5, dice=dict.fromkeys(range(5), (1, 1)))
    assert turns(t) == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4]
    dice = {0: (3, 3), 1: (2,), 2: (1, 4), 3: (1, 5), 4: (5, 5)}
    t = scene(seats=5, order=(1, 2, 3, 0, 4), dice=dice)
    assert turns(t) == [1, 2, 3, 0, 4, 2, 3, 0, 4]


@pytest.mark.rule("BB-36")
def test_a_turn_offers_each_value_once():
    t = scene(dice={0: (2, 2, 5)})
    assert offered(t, 0) == ["die 2", "die 5"]


@pytest.mark.rule("BB-37", "BB-42", "BB-43")
def test_the_value_decides_where_a_die_may_go():
    for value, closed in ((1, {"butchers"}), (6, {"bakery"}), (4, set())):
        t = scene(dice={0: (value,)}, money={0: 20}, cold={0: "B"})
        do(t, 0, f"die {value}")
        assert places(t, 0) == (EVERYWHERE | {"kitchen", "idle"}) - closed


@pytest.mark.rule("BB-38", "BB-40")
def test_the_effect_comes_before_the_next_turn_and_goes_to_cold():
    t = scene(dice={0: (4,), 1: (2,)})
    do(t, 0, "die 4, place bakery")
    assert cold(t, 0) == "BB"
    assert asked(t) == 1


SHOPS = {  # what each gives for which dice
    "bakery": {"B": (1, 2, 3), "BB": (4, 5)},
    "butchers": {"PP": (2, 3), "P": (4, 5, 6)},
    "fruit_veg": {"T": (1, 2, 3), "L": (4, 5, 6)},
}


@pytest.mark.rule("BB-42", "BB-43", "BB-45")
@pytest.mark.parametrize("card", SHOPS)
def test_each_shop_gives_its_ingredients_for_the_die(card):
    for brought, values in SHOPS[card].items():
        for value in values:
            t = scene(dice={0: (value,)})
            do(t, 0, f"die {value}, place {card}")
            assert cold(t, 0) == brought


@pytest.mark.rule("BB-E19", "BB-44", "BB-R15")
def test_the_cheese_shop_takes_no_die_lower_than_the_last():
    t = scene(dice={0: (2, 3), 1: (2, 6), 2: (4, 5)})
    do(t, 0, "die 2, place cheese_shop")
    do(t, 1, "die 2, place cheese_shop")
    do(t, 2, "die 4, place cheese_shop")
    assert [cold(t, seat) for seat in range(3)] == ["C", "C", "C"]
    do(t, 0, "die 3")
    assert "cheese_shop" not in places(t, 0)
    do(t, 0, "place idle")
    do(t, 1, "die 6, place idle")
    do(t, 2, "die 5")
    assert "cheese_shop" in places(t, 2)
    do(t, 2, "place cheese_shop")
    assert t.game_cards["cheese_shop"] == []  # the round is over, and any value may start anew


@pytest.mark.rule("BB-44", "BB-R14")
def test_the_cheese_shop_has_no_limit_of_places():
    dice = dict.fromkeys(range(3), (5, 5, 5))
    t = scene(dice=dice)
    for _ in range(3):
        for seat in range(3):
            do(t, seat, "die 5, place cheese_shop")
    assert [cold(t, seat) for seat in range(3)] == ["CCC", "CCC", "CCC"]


@pytest.mark.rule("BB-46", "BB-R14")
def test_any_die_draws_a_special_and_three_dice_fill_the_card():
    t = scene(dice={0: (1, 2), 1: (6, 6), 2: (3, 3)})
    for seat, value in ((0, 1), (1, 6), (2, 3)):
        do(t, seat, f"die {value}, place specials")
        assert len(t.hands[seat]) == 1
    do(t, 0, "die 2")
    assert "specials" not in places(t, 0)
    assert len(t.specials) == 11


@pytest.mark.rule("BB-E29", "BB-39", "BB-R14")
def test_every_printed_number_takes_one_die_a_round():
    t = scene(dice={CLAIRE: (4,), MARIA: (4, 4, 5)}, kitchens={MARIA: 3})
    do(t, CLAIRE, "die 4, place bakery")
    do(t, MARIA, "die 4")
    assert "bakery" not in places(t, MARIA)
    do(t, MARIA, "place butchers, die 5, place bakery")
    assert cold(t, MARIA) == "BBP"
    do(t, MARIA, "die 4")
    assert not {"bakery", "butchers"} & places(t, MARIA)
    do(t, MARIA, "place idle")
    assert all(dice == [] for dice in t.game_cards.values())  # free again next round


@pytest.mark.rule("BB-R14", "BB-39")
def test_the_supermarket_takes_three_dice_and_the_purchase_cards_two_over_all_seats():
    t = scene(seats=4, dice=dict.fromkeys(range(4), (1, 2)), money=dict.fromkeys(range(4), 30))
    for seat in range(3):
        do(t, seat, "die 1, place supermarket, take B, done")
    do(t, 3, "die 1")
    assert "supermarket" not in places(t, 3)
    do(t, 3, "place workers")
    do(t, 0, "die 2, place workers")
    do(t, 1, "die 2")
    assert "workers" not in places(t, 1)
    assert "expansion" in places(t, 1)


@pytest.mark.rule("BB-E30", "BB-47", "BB-R18")
def test_shopping_with_three_one_and_seven_dollars():
    t = scene(dice={0: (1,), 1: (1,)}, money={0: 3})
    do(t, 0, "die 1, place supermarket")
    assert offered(t, 0) == ["take B", "take P", "take C", "take T", "take L"]
    do(t, 0, "take C")
    assert (t.money[0], cold(t, 0), asked(t)) == (1, "C", 1)
    t = scene(dice={0: (1,)}, money={0: 1})
    do(t, 0, "die 1")
    assert "supermarket" not in places(t, 0)
    t = scene(dice={0: (1,), 1: (1,)}, money={0: 7})
    do(t, 0, "die 1, place supermarket, take B")
    assert t.money[0] == 5
    assert "done" in offered(t, 0)
    do(t, 0, "take B")
    assert t.money[0] == 3
    assert "done" in offered(t, 0)
    do(t, 0, "take P")
    assert (t.money[0], cold(t, 0), asked(t)) == (1, "BBP", 1)


@pytest.mark.rule("BB-R18", "BB-47")
def test_a_kind_that_is_not_in_the_supply_cannot_be_bought():
    t = scene(dice={0: (1,)}, money={0: 6}, supply={"T": 0, "L": 1})
    do(t, 0, "die 1, place supermarket, take L")
    assert offered(t, 0) == ["take B", "take P", "take C", "done"]


@pytest.mark.rule("BB-54", "BB-53")
def test_one_worker_works_all_slots_and_grills():
    t = scene(dice={0: (1,)}, cold={0: "BBBBPPCC"}, kitchens={0: 3})
    do(t, 0, "die 1, place kitchen, token B, grill 0, token P, grill 1, token C, grill 2, token C, grill 0")
    assert [len(dish) for dish in t.grills[0]] == [2, 1, 1]
    assert t.working[0] == ()


@pytest.mark.rule("BB-E36", "BB-R13")
def test_a_die_may_be_left_idle_but_never_kept():
    t = scene(dice={0: (6,), 1: (2,)})
    do(t, 0, "die 6")
    assert "pass" not in offered(t, 0)
    do(t, 0, "place idle")
    assert (t.working[0], cold(t, 0), asked(t)) == ((), "", 1)
    assert all(dice == [] for dice in t.game_cards.values())


@pytest.mark.rule("BB-E20", "BB-41", "BB-R19")
def test_two_buns_at_a_full_store():
    t = scene(dice={0: (5,), 1: (1,)}, cold={0: "BBPT"})
    before = t.stock[:]
    do(t, 0, "die 5, place bakery")
    assert offered(t, 0) == ["swap P", "swap T", "refuse"]
    do(t, 0, "swap T")
    assert cold(t, 0) == "BBBP"
    assert t.stock[3] == before[3] + 1
    assert offered(t, 0) == ["swap P", "refuse"]
    do(t, 0, "refuse")
    assert cold(t, 0) == "BBBP"
    assert t.stock[0] == before[0] - 1
    assert asked(t) == 1


@pytest.mark.rule("BB-R19")
def test_a_store_full_of_the_new_kind_refuses_without_asking():
    t = scene(dice={0: (5,), 1: (1,)}, cold={0: "BBBB"})
    do(t, 0, "die 5, place bakery")
    assert (cold(t, 0), asked(t)) == ("BBBB", 1)
    assert log(t, "refused") == [(0, 0), (0, 0)]


@pytest.mark.rule("BB-R19", "BB-R18")
def test_a_bought_token_that_is_refused_is_not_refunded():
    t = scene(dice={0: (5,)}, cold={0: "BBPT"}, money={0: 6})
    do(t, 0, "die 5, place supermarket, take C, refuse")
    assert (t.money[0], cold(t, 0)) == (4, "BBPT")
    do(t, 0, "take L, swap T, done")
    assert (t.money[0], cold(t, 0)) == (2, "BBPL")


@pytest.mark.rule("BB-E21", "BB-R16")
def test_a_short_supply_gives_what_it_has_and_an_empty_one_closes_the_card():
    t = scene(dice={0: (3,), 1: (2,)}, supply={"P": 1})
    do(t, 0, "die 3, place butchers")
    assert cold(t, 0) == "P"
    do(t, 1, "die 2")
    assert "butchers" not in places(t, 1)


@pytest.mark.rule("BB-R16")
def test_how_many_arrive_is_fixed_before_the_first_is_stored():
    t = scene(dice={0: (3,), 1: (1,)}, supply={"P": 1}, cold={0: "BBBT"})
    do(t, 0, "die 3, place butchers, refuse")
    assert (asked(t), t.stock[1]) == (1, 1)  # the refused one does not come again


@pytest.mark.rule("BB-R16")
def test_placement_without_effect_is_not_offered():
    t = scene(dice={0: (3,)}, supply=dict.fromkeys("BPCTL", 0), money={0: 4})
    t.specials = []
    do(t, 0, "die 3")
    assert places(t, 0) == {"idle"}
    t = scene(dice={0: (3,)}, cold={0: "BBBB"}, money={0: 4})
    t.specials, t.discard = [], (1,)
    do(t, 0, "die 3")
    assert {"butchers", "specials", "supermarket"} <= places(t, 0)  # a full store is no obstacle


@pytest.mark.rule("BB-02", "BB-40")
def test_tokens_are_never_made_or_lost():
    t = scene(dice={0: (4, 2), 1: (3, 6)}, cold={0: "PPT"})
    do(t, 0, "die 4, place bakery, swap P")
    do(t, 1, "die 3, place butchers")
    do(t, 0, "die 2, place kitchen, token B, done")
    assert total_tokens(t) == (20, 15, 10, 10, 10)
