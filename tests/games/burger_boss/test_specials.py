"""Manager's Specials: the effect of each kind."""

import pytest

from flattop.games.burger_boss.schema import DISCOUNT, DOUBLE, FIRST, TIP
from flattop.games.burger_boss.specials import draw

from .scenes import CLAIRE, DAVID, MARIA, asked, cold, cut_ins, do, log, offered, places, scene, turns

ONE_DIE_EACH = {0: (1,), 1: (1,), 2: (1,)}


# -- DOUBLE


@pytest.mark.rule("BB-E16", "BB-56", "BB-R30")
@pytest.mark.parametrize(
    ("value", "card", "brought"),
    [(2, "butchers", "PPPP"), (4, "butchers", "PP"), (5, "bakery", "BBBB"), (6, "fruit_veg", "LL")],
)
def test_double_brings_twice_the_ingredients(value, card, brought):
    t = scene(dice={0: (value,), 1: (1,)}, hands={0: "DOUBLE DOUBLE"})
    do(t, 0, f"die {value}, place {card}")
    assert offered(t, 0) == ["add DOUBLE", "plain"]
    do(t, 0, "add DOUBLE")
    assert cold(t, 0) == brought  # once only: the second card was not offered
    assert (t.hands[0], t.discard) == ([DOUBLE], (DOUBLE,))
    assert asked(t) == 1


@pytest.mark.rule("BB-E16", "BB-56", "BB-R30")
@pytest.mark.parametrize("card", ["cheese_shop", "supermarket", "specials", "workers"])
def test_double_fits_nowhere_else(card):
    t = scene(dice={0: (5,), 1: (1,)}, hands={0: "DOUBLE"}, money={0: 5})
    do(t, 0, f"die 5, place {card}")
    assert "add DOUBLE" not in offered(t)
    assert t.hands[0][0] == DOUBLE


@pytest.mark.rule("BB-R30", "BB-R16")
def test_double_counts_before_supply_and_storage():
    t = scene(dice={0: (5,), 1: (1,)}, hands={0: "DOUBLE"}, supply={"B": 3}, cold={0: "PP"})
    do(t, 0, "die 5, place bakery, add DOUBLE")
    assert cold(t, 0) == "BBPP"
    assert offered(t, 0) == ["swap P", "refuse"]
    do(t, 0, "swap P")
    assert (cold(t, 0), t.stock[0]) == ("BBBP", 0)


@pytest.mark.rule("BB-R28", "BB-R30")
def test_double_is_for_that_placement_only_and_may_be_kept():
    t = scene(dice={0: (1, 2)}, hands={0: "DOUBLE"})
    do(t, 0, "die 1, place bakery, plain")
    assert (cold(t, 0), t.hands[0]) == ("B", [DOUBLE])
    assert cut_ins(t, 0) == []  # not by itself


# -- DISCOUNT


@pytest.mark.rule("BB-E15", "BB-57", "BB-R30")
def test_discount_at_the_supermarket():
    t = scene(dice={0: (5,), 1: (1,)}, hands={0: "DISCOUNT"}, money={0: 4})
    do(t, 0, "die 5, place supermarket, add DISCOUNT, take B")
    assert t.money[0] == 4  # one token is free
    do(t, 0, "take B, take P")
    assert (t.money[0], cold(t, 0), asked(t)) == (0, "BBP", 1)


@pytest.mark.rule("BB-E15", "BB-57")
def test_discount_on_a_second_worker():
    t = scene(dice={0: (5,), 1: (1,)}, workers={0: 3}, hands={0: "DISCOUNT"}, money={0: 8})
    do(t, 0, "die 5, place workers")
    assert offered(t, 0) == ["add DISCOUNT"]
    do(t, 0, "add DISCOUNT")
    assert (t.money[0], t.hired[0]) == (0, 1)
    assert log(t, "hired") == [(0, 8)]


@pytest.mark.rule("BB-E15", "BB-57", "BB-R30")
def test_two_discounts_on_an_expansion_where_plain_is_never_offered():
    t = scene(dice={0: (5,), 1: (1,)}, hands={0: "DISCOUNT DISCOUNT"}, money={0: 1})
    do(t, 0, "die 5, place expansion")
    assert offered(t, 0) == ["add DISCOUNT"]
    do(t, 0, "add DISCOUNT")
    assert offered(t, 0) == ["add DISCOUNT"]
    do(t, 0, "add DISCOUNT")
    assert (t.money[0], t.kitchens[0], t.discard) == (0, 2, (DISCOUNT, DISCOUNT))


@pytest.mark.rule("BB-R30")
def test_discount_never_goes_below_nothing_and_not_onto_a_price_of_nothing():
    t = scene(dice={0: (5, 5), 1: (1,)}, hands={0: "DISCOUNT"}, money={0: 0})
    do(t, 0, "die 5, place workers")
    assert (t.hired[0], t.hands[0]) == (1, [DISCOUNT])  # a pair is free: nothing to take off
    t = scene(dice={0: (5,), 1: (1,)}, hands={0: "DISCOUNT DISCOUNT DISCOUNT"}, money={0: 5})
    do(t, 0, "die 5, place expansion, add DISCOUNT, add DISCOUNT, add DISCOUNT")
    assert (t.money[0], t.kitchens[0]) == (5, 2)


@pytest.mark.rule("BB-R30")
def test_three_discounts_make_three_tokens_free_and_no_fourth_is_asked_for():
    t = scene(dice={0: (5,), 1: (1,)}, hands={0: "DISCOUNT DISCOUNT DISCOUNT"}, money={0: 0})
    t.hands[0].append(DISCOUNT)
    do(t, 0, "die 5, place supermarket")
    assert offered(t, 0) == ["add DISCOUNT"]
    do(t, 0, "add DISCOUNT, add DISCOUNT, add DISCOUNT, take C, take T, take L")
    assert (t.money[0], cold(t, 0), t.hands[0]) == (0, "CTL", [DISCOUNT])


@pytest.mark.rule("BB-R16", "BB-R30")
def test_discounts_in_hand_count_when_asking_whether_a_seat_can_pay():
    t = scene(dice={0: (5,)}, hands={0: "DISCOUNT"}, money={0: 3})
    do(t, 0, "die 5")
    assert {"workers", "expansion", "supermarket"} <= places(t, 0)
    t = scene(dice={0: (5,)}, hands={0: "DISCOUNT"}, money={0: 2})
    do(t, 0, "die 5")
    assert not {"workers", "expansion"} & places(t, 0)


# -- STEAL


@pytest.mark.rule("BB-E22", "BB-58", "BB-R28", "BB-R31")
def test_a_theft_at_the_start_of_anothers_turn():
    shane = 0
    t = scene(
        order=(DAVID, MARIA, shane),
        dice={DAVID: (3,)},
        cold={MARIA: "BBB", DAVID: "CP"},
        grills={shane: [("BBP", 1)]},
        hands={MARIA: "STEAL"},
    )
    assert asked(t) == DAVID
    do(t, MARIA, "use STEAL")
    assert offered(t, MARIA) == [f"victim {DAVID}"]
    do(t, MARIA, f"victim {DAVID}")
    assert offered(t, MARIA) == ["grab P", "grab C"]
    do(t, MARIA, "grab C")
    assert (cold(t, MARIA), cold(t, DAVID)) == ("BBBC", "P")
    assert offered(t, DAVID) == ["die 3"]


@pytest.mark.rule("BB-R31", "BB-R19")
def test_a_thief_with_a_full_store_swaps_or_the_token_goes_to_the_supply():
    def theft():
        t = scene(dice={0: (3,)}, cold={0: "BBBP", 1: "C"}, hands={0: "STEAL"})
        do(t, 0, "use STEAL, victim 1, grab C")
        assert offered(t, 0) == ["swap B", "swap P", "refuse"]
        return t

    t = theft()
    do(t, 0, "swap P")
    assert (cold(t, 0), cold(t, 1), t.stock[1], t.stock[2]) == ("BBBC", "", 15, 9)
    t = theft()
    do(t, 0, "refuse")
    assert (cold(t, 0), cold(t, 1), t.stock[2]) == ("BBBP", "", 10)


@pytest.mark.rule("BB-R31", "BB-58")
def test_without_anything_in_a_rivals_cold_there_is_nothing_to_steal():
    t = scene(dice={0: (3,)}, cold={0: "BB"}, grills={1: [("BBP", 1)]}, hands={0: "STEAL"})
    assert cut_ins(t, 0) == []


# -- TIP


@pytest.mark.rule("BB-E23", "BB-59", "BB-R32", "BB-R27")
def test_a_tip_between_two_sales_counts_for_both():
    t = scene(
        "sales",
        queue={"R1": "HAM", "L1": "DBL"},
        grills={0: [("BBP", 1), ("BBPP", 1)]},
        hands={0: "TIP"},
        money={0: 0},
    )
    do(t, 0, "sell 0, to R1")
    assert t.money[0] == 6
    do(t, 0, "use TIP")
    assert t.money[0] == 8
    do(t, 0, "sell 1, to L1")
    assert t.money[0] == 18


@pytest.mark.rule("BB-R32")
def test_tips_add_up_and_belong_to_their_seat_and_round_alone():
    t = scene(
        "sales",
        queue={"R1": "HAM", "R2": "HAM", "L1": "DDL"},
        grills={0: [("BBP", 1)], 1: [("BBP", 1)], 2: [("C", 3)]},
        hands={0: "TIP TIP"},
        money={0: 0, 1: 0, 2: 0},
    )
    do(t, 0, "use TIP, use TIP, sell 0, to R1")
    do(t, 1, "sell 0, to R2")
    assert t.money[:2] == [5 + 1 + 4, 5 + 1]
    assert t.money[2] == 1  # recycling earns no tip
    assert t.tips == [0, 0, 0]


# -- FIRST


@pytest.mark.rule("BB-E4", "BB-60")
def test_a_queue_jumper_before_placing_leads_in_placing_and_selling():
    claire, maria = 0, 1
    t = scene(
        "opening",
        2,
        dice={claire: (1, 1), maria: (6, 6)},
        hands={maria: "FIRST"},
        queue={"R1": "HAM"},
        grills={claire: [("BBP", 1)], maria: [("BBP", 1)]},
    )
    assert t.order == (claire, maria)
    do(t, maria, "use FIRST")
    assert t.order == (maria, claire)
    assert turns(t) == [maria, claire, maria, claire]
    assert asked(t) == maria  # and sells first


@pytest.mark.rule("BB-E24", "BB-R33")
def test_a_queue_jumper_in_mid_lap_takes_the_next_turn():
    t = scene(dice=dict.fromkeys(range(3), (1, 1)), hands={DAVID: "FIRST"})
    do(t, CLAIRE, "die 1, place idle")
    assert asked(t) == MARIA
    do(t, DAVID, "use FIRST")
    assert t.order == (DAVID, CLAIRE, MARIA)
    assert turns(t) == [DAVID, MARIA, DAVID, CLAIRE, MARIA]


@pytest.mark.rule("BB-E25", "BB-R33")
def test_a_queue_jumper_who_had_a_turn_gains_from_the_next_lap_on():
    t = scene(dice=dict.fromkeys(range(3), (1, 1)), hands={MARIA: "FIRST"})
    do(t, CLAIRE, "die 1, place idle")
    do(t, MARIA, "die 1, place idle")
    do(t, MARIA, "use FIRST")
    assert t.order == (MARIA, CLAIRE, DAVID)
    assert turns(t) == [DAVID, MARIA, CLAIRE, DAVID]


@pytest.mark.rule("BB-R33")
def test_a_later_queue_jumper_goes_above_an_earlier_one_and_the_leader_cannot_play_it():
    t = scene("opening", dice=ONE_DIE_EACH, hands={1: "FIRST", 2: "FIRST"})
    do(t, 1, "use FIRST")
    do(t, 2, "use FIRST")
    assert t.order == (2, 1, 0)
    t = scene("opening", dice=ONE_DIE_EACH, hands={0: "FIRST"})
    assert offered(t, 0) == ["pass"]


@pytest.mark.rule("BB-46", "BB-R34")
def test_the_discards_wait_until_the_deck_has_run_out():
    t = scene(dice={0: (1,)})
    t.specials, t.discard, t.hands[0] = [TIP, DISCOUNT, DOUBLE], (FIRST,), []
    draw(t, 0, 2)
    assert (t.hands[0], t.specials, t.discard) == ([DOUBLE, DISCOUNT], [TIP], (FIRST,))
    draw(t, 0, 2)
    assert (t.hands[0], t.specials, t.discard) == ([DOUBLE, DISCOUNT, TIP, FIRST], [], ())
    draw(t, 0, 1)
    assert len(t.hands[0]) == 4, "with both empty nothing is drawn"
