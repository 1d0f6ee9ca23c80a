"""Interesting Times, losses and penalties."""

import msgspec
import pytest

from flattop.games.ninja_burger.schema import Effect
from flattop.kernel import VACANT, Illegal

from .scenes import (
    CARD,
    A,
    B,
    C,
    D,
    asked,
    cut_ins,
    do,
    effective,
    handing_over,
    ids,
    log,
    offered,
    passes,
    scene,
)


@pytest.mark.rule("NB-E22", "NB-76", "NB-77", "NB-R19")
def test_the_missions_modifier_counts_for_extra_rolls():
    t = scene(
        ninjas="big_dosun", missions="previous_occupants", hands={B: "rival_riders", C: "fire_drill"}, rolls=9
    )
    do(t, B, "play rival_riders")
    do(t, C, "play fire_drill")
    assert offered(t, A) == ["use combat", "use stealth"]
    assert [a[:2] for a in t.steps[0]] == [("stealth", 8), ("science", 11)]
    do(t, A, "use combat")
    assert effective(t) == 13
    assert t.rolling["card"] == CARD["rival_riders"]
    do(t, A, "roll, use science")
    assert effective(t) == 11


@pytest.mark.rule("NB-E22")
def test_the_other_alternative_of_the_extra_roll_has_all_three_penalties():
    t = scene(
        ninjas="big_dosun", missions="previous_occupants", hands={B: "rival_riders", C: "fire_drill"}, rolls=4
    )
    do(t, B, "play rival_riders")
    do(t, C, "play fire_drill")
    do(t, A, "use stealth")
    assert effective(t) == 6
    do(t, A, "roll, use stealth")
    assert effective(t) == 8


@pytest.mark.rule("NB-E23", "NB-R18", "NB-R20")
def test_a_forced_reroll_is_saved_by_the_free_try_and_forced_again():
    t = scene(
        seats=4,
        ninjas="kage_usui",
        missions="box_five_act_three",
        free=(A,),
        hands={C: "look_twice", D: "look_twice"},
        rolls=(5, 11, 16, 9),
    )
    passes(t)
    do(t, A, "roll")
    passes(t)
    do(t, A, "roll")
    assert log(t, "made")[-1] == (A, 4)
    do(t, C, "play look_twice")
    assert t.failing
    do(t, A, "reroll free_try")
    assert log(t, "made")[-1] == (A, 6)
    assert offered(t, D) == ["play look_twice", "pass"]


@pytest.mark.rule("NB-E24", "NB-R32", "NB-E25")
def test_a_cancelled_card_has_no_effect():
    t = scene(
        ninjas="wakame_nami",
        missions="nap_time_nuggets",
        hands={A: "not_on_my_shift", B: "order_changed"},
        rolls=5,
    )
    passes(t)
    do(t, A, "roll")
    do(t, B, "pass")
    assert effective(t) == 13
    assert offered(t, B) == ["play order_changed", "pass"]
    do(t, B, "play order_changed")
    assert offered(t, A) == ["cancel not_on_my_shift", "let_it_happen"]
    do(t, A, "cancel not_on_my_shift")
    assert effective(t) == 13
    assert sorted(ids(t.discards)) == ["not_on_my_shift", "order_changed"]
    assert t.times_played == 1
    assert t.locked < 0


@pytest.mark.rule("NB-E9", "NB-69", "NB-R32", "NB-57", "NB-75")
def test_a_toll_is_paid_before_anything_can_be_bought():
    t = scene(
        missions="mile_twenty_two",
        money={A: 150, B: 50},
        hands={A: "bungee_apron second_wind", B: "toll_troll"},
        items={B: "official_katana"},
    )
    do(t, B, "play toll_troll")
    assert asked(t) == A
    assert offered(t, A) == ["let_it_happen"]
    assert cut_ins(t, A) == []
    assert [line for line in cut_ins(t, B) if line == "deal 0"] == []
    assert "deal 2" in cut_ins(t, B)
    with pytest.raises(Illegal) as refused:
        do(t, A, "buy bungee_apron")
    assert (refused.value.code, refused.value.rule) == ("locked", "NB-69")
    do(t, A, "let_it_happen")
    assert t.money[A] == 50
    assert "buy bungee_apron" in cut_ins(t, A)


@pytest.mark.rule("NB-E25", "NB-57")
def test_seat_that_cannot_pay_the_toll_pays_all_its_money():
    t = scene(missions="mile_twenty_two", money=50, hands={B: "toll_troll"})
    do(t, B, "play toll_troll")
    assert t.money[A] == 0
    assert log(t, "money_lost") == [(A, 50, 0)]


@pytest.mark.rule("NB-E29", "NB-R37")
def test_a_failed_extra_roll_may_cost_honor_and_not_the_mission():
    t = scene(seats=4, missions="box_five_act_three", hands={C: "food_blogger"}, rolls=(9, 9, 17))
    passes(t)
    do(t, A, "roll")
    passes(t)
    do(t, A, "roll")
    passes_until(t, C, "play food_blogger")
    do(t, C, "play food_blogger")
    do(t, A, "use stealth, roll, accept_failure")
    assert log(t, "honor_lost") == [(A, 1, 5)]
    assert (t.honor[A], t.money[A], t.results[A]) == (6, 50, 1)


@pytest.mark.rule("NB-69", "NB-R37")
def test_seat_whose_extra_roll_costs_an_item_cannot_sell_or_deal_first():
    t = scene(
        missions="box_five_act_three",
        money=200,
        hands={A: "bungee_apron", B: "food_blogger"},
        items={A: "moustache_tin grapnel_spork"},
        rolls=(9, 9, 17),
    )
    fortune = list(t.pack.fortune)
    blogger = fortune[CARD["food_blogger"]]
    loss = msgspec.convert({"op": "lose_item", "n": 1, "pick": "owner"}, Effect)
    effect = msgspec.structs.replace(blogger.effects[0], fail_effects=(loss,))
    fortune[CARD["food_blogger"]] = msgspec.structs.replace(blogger, effects=(effect,))
    t.pack = msgspec.structs.replace(t.pack, fortune=tuple(fortune))
    passes(t)
    do(t, A, "roll")
    passes(t)
    do(t, A, "roll")
    passes_until(t, B, "play food_blogger")
    do(t, B, "play food_blogger")
    do(t, A, "let_it_happen, use stealth, roll, accept_failure")
    assert sorted(offered(t, A)) == ["lose grapnel_spork", "lose moustache_tin"]
    assert cut_ins(t, A) == []
    assert "deal 0" not in cut_ins(t, B)
    with pytest.raises(Illegal) as refused:
        do(t, A, "buy bungee_apron")
    assert (refused.value.code, refused.value.rule) == ("locked", "NB-69")
    do(t, A, "lose moustache_tin")
    assert t.locked == VACANT
    assert t.results[A] == 1
    assert "buy bungee_apron" in cut_ins(t, A)


def passes_until(t, seat, line):
    while line not in offered(t, seat):
        do(t, asked(t), "pass")


@pytest.mark.rule("NB-77")
def test_a_failed_extra_roll_fails_the_mission():
    t = scene(missions="mile_twenty_two", hands={B: "dog_smells_beef"}, rolls=17)
    do(t, B, "play dog_smells_beef")
    do(t, A, "use combat, roll, accept_failure")
    assert t.results[A] == 0
    assert t.honor[A] == 4


@pytest.mark.rule("NB-R19")
def test_extra_rolls_of_the_start_are_made_in_the_order_played():
    t = scene(missions="mile_twenty_two", hands={B: "dog_smells_beef", C: "roadworks"})
    do(t, B, "play dog_smells_beef")
    do(t, C, "play roadworks")
    assert offered(t, A) == ["use animals", "use combat"]
    assert ids(t.extra) == ["roadworks"]


@pytest.mark.rule("NB-R19")
def test_the_reward_window_opens_afresh_after_an_extra_roll():
    t = scene(missions="box_five_act_three", hands={B: "missing_straw missing_straw"}, rolls=(9, 9, 9, 9))
    for _ in range(2):
        passes(t)
        do(t, A, "roll")
    passes_until(t, B, "play missing_straw")
    do(t, B, "play missing_straw")
    passes(t)
    do(t, A, "roll")
    passes_until(t, B, "play missing_straw")
    do(t, B, "play missing_straw")
    passes(t)
    do(t, A, "roll")
    passes(t)
    assert t.results[A] == 1


@pytest.mark.rule("NB-65", "NB-74", "NB-R31")
def test_no_times_on_an_errand_or_on_oneself():
    t = scene(
        missions="burger_suit_saturday",
        hands={B: "little_kids_watching surprise_inspection look_twice", A: "little_kids_watching"},
        rolls=9,
    )
    assert asked(t) == A
    assert offered(t, A) == ["roll"]
    with pytest.raises(Illegal) as refused:
        do(t, B, "play little_kids_watching")
    assert refused.value.rule in ("NB-65", "NB-R40")
    do(t, A, "roll")
    assert asked(t) == A, "nor after a made roll"


@pytest.mark.rule("NB-R31")
def test_any_number_of_times_unless_the_table_limits_them():
    hands = {B: "dog_smells_beef toll_troll", C: "roadworks rival_riders"}
    t = scene(missions="mile_twenty_two", hands=hands, max_times_per_mission=0)
    do(t, B, "play dog_smells_beef")
    do(t, C, "play roadworks")
    do(t, B, "play toll_troll")
    do(t, C, "play rival_riders")
    assert t.times_played == 4
    t = scene(missions="mile_twenty_two", hands=hands, max_times_per_mission=2)
    do(t, B, "play dog_smells_beef")
    do(t, C, "play roadworks")
    assert asked(t) == A
    assert t.times_played == 2


@pytest.mark.rule("NB-R31")
@pytest.mark.parametrize("most", [1, 3, 4, 5])
def test_the_limit_is_as_many_as_the_option_says(most):
    hands = {B: "dog_smells_beef toll_troll surprise_inspection", C: "roadworks rival_riders sideways_rain"}
    t = scene(missions="mile_twenty_two", hands=hands, max_times_per_mission=most)
    played = 0
    while type(t.stack[-1]).__name__ == "StartWindow":
        do(t, asked(t), offered(t)[0])
        played += 1
    assert (played, t.times_played) == (most, most)


@pytest.mark.rule("NB-R31")
def test_times_without_effect_may_be_played():
    t = scene(missions="outside_the_glass", hands={B: "frayed_strap surprise_inspection toll_troll"})
    do(t, B, "play surprise_inspection, play toll_troll, pass, play frayed_strap")
    assert asked(t) == A
    assert log(t, "lost_item") == []


@pytest.mark.rule("NB-R33")
def test_times_before_a_roll_fit_the_skill_in_use():
    t = scene(missions="front_row_fries", hands={B: "guard_black_belt fresh_paint"})
    do(t, B, "pass")
    assert offered(t, B) == ["play guard_black_belt", "pass"]


@pytest.mark.rule("NB-R36", "NB-R19", "NB-13")
def test_the_basket_spares_penalty_and_drawback_but_not_the_only_failure():
    t = scene(
        ninjas="hokori_takai",
        missions={A: "box_five_act_three", B: "cheat_day", C: "take_forty"},
        items="apology_basket",
        rolls=(18, 5, 5, 5, 5),
    )
    do(t, A, "roll, accept_failure")
    assert offered(t, A) == ["use_item apology_basket", "take_penalty"]
    do(t, A, "use_item apology_basket")
    assert t.honor[A] == 6
    assert ids(t.discards) == ["apology_basket"]
    do(t, B, "use stealth, roll, roll")
    do(t, C, "roll, roll")
    assert t.phase == 7
    assert t.honor[A] == 5


@pytest.mark.rule("NB-R36")
def test_the_basket_saves_nothing_but_honor():
    t = scene(missions="hall_b_line_two", items="apology_basket", money=200, rolls=18)
    do(t, A, "roll, accept_failure, use_item apology_basket")
    assert (t.honor[A], t.money[A]) == (6, 150)


def test_without_the_basket_a_proud_ninja_loses_one_more():
    t = scene(ninjas="hokori_takai", missions="box_five_act_three", items="apology_basket", rolls=18)
    do(t, A, "roll, accept_failure, take_penalty")
    assert t.honor[A] == 3
    assert ids(t.items[A]) == ["apology_basket"]


@pytest.mark.rule("NB-E40", "NB-56", "NB-57")
def test_nothing_to_lose_costs_nothing_and_a_forgetful_ninja_loses_two():
    t = scene(missions="foxhole_rush", rolls=18)
    do(t, A, "roll, accept_failure")
    assert t.honor[A] == 5
    t = scene(ninjas="wasure_mono", missions="foxhole_rush", items="badge_kevin moustache_tin", rolls=18)
    do(t, A, "roll, accept_failure")
    assert offered(t, A) == ["lose moustache_tin", "lose badge_kevin"]
    do(t, A, "lose badge_kevin")
    assert t.items[A] == ()
    assert ids(t.discards) == ["badge_kevin", "moustache_tin"]


@pytest.mark.rule("NB-56", "NB-57")
def test_discarding_means_the_hand_and_as_many_as_there_are():
    t = scene(missions="secret_password", hands="toll_troll headset", items="badge_kevin", rolls=18)
    do(t, A, "roll, accept_failure")
    assert offered(t, A) == ["discard headset", "discard toll_troll"]
    do(t, A, "discard headset")
    assert ids(t.hands[A]) == ["toll_troll"]
    assert ids(t.items[A]) == ["badge_kevin"]
    t = scene(missions="mile_twenty_two", hands={A: "toll_troll", B: "surprise_inspection"})
    do(t, B, "play surprise_inspection")
    do(t, A, "let_it_happen")
    assert t.hands[A] == []


@pytest.mark.rule("NB-R34", "NB-69")
def test_seat_with_an_accepted_failure_is_locked_until_the_drawback_is_done():
    t = scene(
        ninjas="wasure_mono",
        missions="secret_password",
        money=200,
        hands="badge_kevin toll_troll",
        items={A: "moustache_tin grapnel_spork", B: "headset"},
        rolls=18,
    )
    do(t, B, "pass")
    do(t, A, "roll, accept_failure")
    assert offered(t, A) == ["discard badge_kevin", "discard toll_troll"]
    assert cut_ins(t, A) == []
    assert "deal 0" not in cut_ins(t, B)
    do(t, A, "discard toll_troll")
    assert offered(t, A)[0].startswith("lose")
    assert cut_ins(t, A) == []
    do(t, A, "lose moustache_tin")
    assert t.locked < 0
    assert "deal 0" in cut_ins(t, B)


@pytest.mark.rule("NB-R39")
def test_finders_keepers_needs_an_item_and_no_consent():
    t = handing_over()
    assert offered(t, A) == ["hand_over moustache_tin", "hand_over badge_kevin"]
    do(t, A, "hand_over badge_kevin")
    assert ids(t.items[B]) == ["badge_kevin"]
    t = scene(missions=ERRAND, items="badge_kevin", hands={B: "finders_keepers"}, rolls=18)
    do(t, A, "roll, accept_failure")
    assert offered(t, B) == ["play finders_keepers", "pass"], "also on a failed Errand"
    t = scene(missions=ERRAND, hands={B: "finders_keepers"}, rolls=18)
    do(t, A, "roll, accept_failure")
    assert t.active == B, "nobody is asked where there is nothing to take"


ERRAND = "fryer_duty"


@pytest.mark.rule("NB-E38", "NB-66")
def test_a_review_after_a_delivery_and_not_after_an_errand():
    t = scene(missions="box_five_act_three", hands="five_star_review", rolls=(9, 9))
    do(t, A, "roll, roll")
    assert (t.honor[A], t.money[A]) == (7, 50)
    assert offered(t, A) == ["play five_star_review", "move_on"]
    do(t, A, "play five_star_review")
    assert t.honor[A] == 8
    t = scene(missions=ERRAND, hands="five_star_review", rolls=5, decks=[()], deck="toll_troll")
    do(t, A, "roll")
    assert t.active == B


def test_a_reward_from_the_discards_is_chosen_and_skipped_if_there_is_none():
    for discards, found in (
        ("toll_troll headset badge_kevin", ["take badge_kevin", "take headset"]),
        ("toll_troll", None),
    ):
        t = scene(missions="volcano_side_door", discards=discards, rolls=(5, 5, 5))
        do(t, A, "roll, use disguise, roll, roll")
        if found:
            assert offered(t, A) == found
            do(t, A, "take headset")
            assert ids(t.items[A]) == ["headset"]
            assert ids(t.discards) == ["toll_troll", "badge_kevin"]
        assert t.active == B
