"""Skill rolls: chosen, modified, thrown, saved."""

import pytest

from flattop.games.ninja_burger.skills import addends, is_made
from flattop.kernel import Illegal

from .scenes import (
    CARD,
    NINJA,
    PACK,
    A,
    B,
    C,
    D,
    asked,
    cut_ins,
    dice,
    do,
    effective,
    ids,
    log,
    mission_of,
    offered,
    passes,
    scene,
)


@pytest.mark.rule("NB-E1", "NB-49", "NB-11")
def test_a_course_counts_before_a_bonus():
    t = scene(
        ninjas="ayumi_chosho", missions="front_row_fries", courses="course_combat", items="official_katana"
    )
    assert PACK.ninjas[NINJA["ayumi_chosho"]].skills["combat"] == 9
    assert effective(t) == 14
    assert sum(amount for _, _, amount in addends(t, t.roll)) == 14
    assert [source for source, _, _ in addends(t, t.roll)] == ["skill", "course", "item"]


@pytest.mark.rule("NB-E2", "NB-43", "NB-45")
def test_a_printed_penalty_lowers_the_skill():
    t = scene(ninjas="kenta_makuri", missions="summit_special", rolls=10)
    assert effective(t) == 10
    do(t, A, "roll")
    assert t.roll.number == 1
    t = scene(ninjas="kenta_makuri", missions="summit_special", rolls=11)
    do(t, A, "roll")
    assert t.failing


@pytest.mark.rule("NB-E3", "NB-43", "NB-45")
def test_a_printed_bonus_raises_it():
    t = scene(ninjas="kenta_makuri", missions="vow_of_silence", items="thermal_satchel", rolls=14)
    assert effective(t) == 14
    do(t, A, "roll")
    assert t.roll.number == 1
    t = scene(ninjas="kenta_makuri", missions="vow_of_silence", items="thermal_satchel", rolls=15)
    do(t, A, "roll")
    assert t.failing


@pytest.mark.rule("NB-E5", "NB-42", "NB-R27", "NB-40")
def test_sharks_are_fought_or_befriended():
    t = scene(ninjas="big_dosun", missions="castaway_combo", rolls=(5, 16))
    do(t, A, "use swimming, roll")
    assert offered(t) == ["use combat", "use animals"]
    do(t, A, "use animals")
    assert effective(t) == 12
    assert "use combat" not in offered(t)
    do(t, A, "roll")
    assert t.failing
    assert "use combat" not in offered(t)


@pytest.mark.rule("NB-12")
def test_a_skill_that_is_not_listed_is_other_stuff():
    t = scene(ninjas="kage_usui", missions="castaway_combo")
    do(t, A, "use swimming")
    assert effective(t) == 9 + 3


@pytest.mark.rule("NB-E6", "NB-72", "NB-68", "NB-71", "NB-R28")
def test_tickets_bought_after_the_throw_save_a_climb():
    t = scene(
        ninjas="kenta_makuri", missions="outside_the_glass", money=100, hands="helicopter_tickets", rolls=14
    )
    do(t, A, "roll")
    assert t.failing
    do(t, A, "buy helicopter_tickets")
    assert t.money[A] == 0
    assert t.failing
    do(t, A, "use_item helicopter_tickets")
    assert ids(t.discards) == ["helicopter_tickets"]
    assert t.items[A] == ()
    assert log(t, "made") == [(A, 0)]
    assert t.roll.number == 1


@pytest.mark.rule("NB-E7", "NB-50", "NB-51", "NB-R26", "NB-46")
def test_kids_that_watch_a_disguise_do_not_see_stealth():
    t = scene(
        ninjas="kage_usui",
        missions="row_nine_desk_nine",
        hands={A: "meant_to_do_that", B: "little_kids_watching"},
        rolls=16,
    )
    passes_start(t)
    assert effective(t) == 14
    do(t, B, "play little_kids_watching")
    let(t, A)
    assert effective(t) == 11
    do(t, A, "play meant_to_do_that, substitute stealth")
    assert effective(t) == 16
    assert t.roll.cards == ()
    passes(t)
    do(t, A, "roll")
    assert log(t, "made") == [(A, 0)]
    assert CARD["little_kids_watching"] in t.discards


def passes_start(t):
    """Pass the window at the start of the mission."""
    while asked(t) is not None and t.stack[-1].at == "offer" and type(t.stack[-1]).__name__ == "StartWindow":
        do(t, asked(t), "pass")


def let(t, seat):
    """Let Interesting Times happen, if the target is asked."""
    if offered(t, seat)[-1:] == ["let_it_happen"]:
        do(t, seat, "let_it_happen")


@pytest.mark.rule("NB-E8", "NB-55", "NB-69", "NB-R34", "NB-R35")
def test_slippers_are_no_use_in_a_fight_and_too_dear_after_the_penalty():
    t = scene(missions="plank_and_patty", money=200, hands="hush_slippers", rolls=(5, 17))
    do(t, A, "use climbing, roll, use combat, roll")
    with pytest.raises(Illegal) as refused:
        do(t, A, "buy hush_slippers")
    assert refused.value.rule == "NB-R35"
    do(t, A, "accept_failure")
    assert (t.honor[A], t.money[A]) == (5, 100)
    assert "buy hush_slippers" not in cut_ins(t, A)


@pytest.mark.rule("NB-E20", "NB-R45", "NB-R46", "NB-73")
def test_a_rival_buys_an_apron_and_sells_it_on():
    t = scene(
        ninjas="granny_rojin",
        missions="vow_of_silence",
        money={A: 150, B: 50},
        hands={B: "bungee_apron"},
        rolls=12,
    )
    passes(t)
    assert effective(t) == 10
    do(t, A, "roll, ask_help")
    assert asked(t) == B
    do(t, B, "buy bungee_apron, deal 0, put_item bungee_apron, want_money 150, offer")
    do(t, A, "agree")
    assert (t.money[A], t.money[B]) == (0, 150)
    do(t, A, "use_item bungee_apron")
    assert log(t, "made") == [(A, 2)]
    assert ids(t.discards) == ["bungee_apron"]


@pytest.mark.rule("NB-E21", "NB-44", "NB-41", "NB-R24")
def test_the_honor_of_a_brilliant_success_is_kept():
    t = scene(missions="cheat_day", hands={B: "look_twice"}, rolls=(4, 18))
    passes_start(t)
    do(t, A, "use stealth")
    passes(t)
    do(t, A, "roll")
    assert t.honor[A] == 7
    assert type(t.stack[-1]).__name__ == "BeforeRoll", "nobody is asked after a brilliant success"
    passes(t)
    do(t, A, "roll, accept_failure")
    assert t.honor[A] == 7 - 2
    assert t.results[A] == 0


@pytest.mark.rule("NB-E26", "NB-R22", "NB-R23")
def test_items_add_up_on_other_stuff():
    items = {A: "folding_scooter book_of_everything"}
    t = scene(ninjas="kage_usui", missions="castaway_combo", items=items)
    do(t, A, "use driving")
    assert effective(t) == 17
    t = scene(ninjas="kage_usui", missions="castaway_combo", items=items, courses="course_other")
    do(t, A, "use driving")
    assert effective(t) == 20
    t = scene(ninjas="kenta_makuri", missions="castaway_combo", items=items)
    do(t, A, "use driving")
    assert effective(t) == 21


@pytest.mark.rule("NB-R23")
def test_a_course_never_lowers_a_skill():
    t = scene(ninjas="big_dosun", missions="front_row_fries", courses="course_combat")
    assert effective(t) == 15


@pytest.mark.rule("NB-E27", "NB-R28", "NB-71")
def test_pickles_that_do_not_suffice_are_gone():
    t = scene(ninjas="ayumi_chosho", missions="cheat_day", items="throwing_pickles", rolls=(5, 15))
    do(t, A, "use stealth, roll, roll")
    assert effective(t) == 10
    do(t, A, "use_item throwing_pickles")
    assert effective(t) == 14
    assert t.failing
    assert ids(t.discards) == ["throwing_pickles"]
    do(t, A, "accept_failure")
    assert t.honor[A] == 4


@pytest.mark.rule("NB-E28", "NB-R33", "NB-R20")
def test_ninja_that_never_fails_a_climb_may_still_lose_an_item():
    t = scene(
        ninjas="yamori_kabe", missions="outside_the_glass", items="badge_kevin", hands={B: "frayed_strap"}
    )
    passes_start(t)
    draws = t.chance.draws
    do(t, B, "play frayed_strap")
    assert t.items[A] == ()
    do(t, A, "roll")
    assert t.chance.draws == draws
    assert log(t, "made") == [(A, 0)]
    assert log(t, "threw") == []


@pytest.mark.rule("NB-13", "NB-R20", "NB-R26")
def test_failed_throw_that_becomes_a_climb_is_made_by_a_ninja_that_never_fails_one():
    t = scene(ninjas="yamori_kabe", missions="front_row_fries", hands="meant_to_do_that", rolls=18)
    do(t, A, "roll")
    assert t.failing
    do(t, A, "play meant_to_do_that, substitute climbing")
    assert log(t, "made") == [(A, 0)], "by 0, whatever the dice show"
    assert t.roll.number == 1


@pytest.mark.rule("NB-13", "NB-R26")
def test_for_other_ninjas_the_same_dice_stand():
    t = scene(ninjas="ayumi_chosho", missions="front_row_fries", hands="meant_to_do_that", rolls=18)
    do(t, A, "roll, play meant_to_do_that, substitute climbing")
    assert t.failing


@pytest.mark.rule("NB-R20", "NB-R38")
@pytest.mark.parametrize("meanwhile", ["lend", "buy", "deal"])
def test_help_that_comes_during_a_substitution_is_compared_at_once(meanwhile):
    t = scene(
        ninjas="ayumi_chosho",
        missions="front_row_fries",
        money=500,
        hands="meant_to_do_that official_katana",
        items={B: "headset official_katana"},
        rolls=9 + 1,
    )
    passes(t)
    assert effective(t) == 9
    do(t, A, "roll, play meant_to_do_that")
    assert "substitute climbing" in offered(t, A)
    if meanwhile == "lend":
        t.play(B, ("lend", CARD["headset"]))
    elif meanwhile == "buy":
        t.play(A, ("buy", CARD["official_katana"]))
    else:
        t.play(B, ("deal", A))
        do(t, B, "put_item official_katana, offer")
        do(t, A, "agree")
    assert log(t, "made"), "the same dice are enough now"
    assert log(t, "substituted") == []
    assert t.roll.number == 1


@pytest.mark.rule("NB-53", "NB-R25", "NB-R18", "NB-29")
def test_several_second_tries_follow_each_other_and_keep_what_lies_on_the_roll():
    t = scene(
        ninjas="the_futago",
        missions="front_row_fries",
        free=(A,),
        items="second_cookie throwing_pickles",
        hands="second_wind",
        rolls=(18, 18, 18, 18, 15),
    )
    do(t, A, "use_item throwing_pickles, roll")
    assert offered(t)[:4] == [
        "reroll free_try",
        "reroll ability",
        "reroll second_wind",
        "reroll second_cookie",
    ]
    do(t, A, "reroll free_try, reroll ability, reroll second_wind")
    assert offered(t) == ["reroll second_cookie", "accept_failure"]
    do(t, A, "reroll second_cookie")
    assert log(t, "made") == [(A, 0)]
    assert t.free_tries == ()
    assert t.tired == (A,)
    assert sorted(ids(t.discards)) == ["second_cookie", "second_wind", "throwing_pickles"]


@pytest.mark.rule("NB-R18", "NB-E14")
def test_a_free_try_is_used_once_and_lost_if_unused():
    t = scene(missions="box_five_act_three", free=(A, B), rolls=(14, 9, 14))
    do(t, A, "roll, reroll free_try")
    assert t.roll.number == 1
    do(t, A, "roll")
    assert offered(t) == ["accept_failure"]
    do(t, A, "accept_failure")
    assert t.free_tries == (B,)


@pytest.mark.rule("NB-R18", "NB-60", "NB-59")
def test_the_free_try_works_on_an_errand():
    t = scene(missions="leash_the_leopard", free=(A,), rolls=(18, 3))
    do(t, A, "use combat, roll, reroll free_try")
    assert t.money[A] == 50
    assert t.results[A] == 1


@pytest.mark.rule("NB-R24")
def test_eighteen_cannot_fail_and_a_natural_four_always_succeeds():
    assert all(is_made(total, 18) for total in range(3, 19))
    assert is_made(4, -5)
    assert not is_made(5, 4)
    items = {A: "official_katana official_katana"}
    t = scene(ninjas="big_dosun", missions="front_row_fries", items=items, rolls=18)
    do(t, A, "roll")
    assert t.roll.number == 1


@pytest.mark.rule("NB-R26", "NB-84")
def test_one_substitution_may_follow_another_and_the_same_dice_stand():
    t = scene(
        ninjas="kage_usui", missions="front_row_fries", hands="kill_with_kindness meant_to_do_that", rolls=15
    )
    do(t, A, "roll")
    assert effective(t) == 11
    do(t, A, "play kill_with_kindness")
    assert t.roll.skill == "service"
    assert t.failing
    do(t, A, "play meant_to_do_that")
    assert "substitute service" not in offered(t)
    do(t, A, "substitute stealth")
    assert log(t, "made") == [(A, 0)]
    assert len(log(t, "threw")) == 1


@pytest.mark.rule("NB-R26")
def test_card_for_any_skill_stays_after_a_substitution():
    t = scene(missions="front_row_fries", hands="kill_with_kindness deep_breath", items="throwing_pickles")
    do(t, A, "play deep_breath, use_item throwing_pickles, play kill_with_kindness")
    assert ids(t.roll.cards) == ["deep_breath"]
    assert effective(t) == 12 + 3


@pytest.mark.rule("NB-R26")
def test_rivals_may_play_times_that_fit_the_new_skill():
    t = scene(missions="front_row_fries", hands={A: "kill_with_kindness", B: "order_changed"})
    passes(t)
    assert "play order_changed" not in offered(t, B)
    do(t, A, "play kill_with_kindness")
    assert offered(t, B) == ["play order_changed", "pass"]


@pytest.mark.rule("NB-52", "NB-R26")
def test_fast_talk_lets_an_excuse_into_the_log():
    t = scene(missions="front_row_fries", hands="kill_with_kindness meant_to_do_that", fast_talk="yes")
    do(t, A, "play kill_with_kindness")
    assert offered(t) == ["substitute service"]
    assert ("substitute", "service", "A smile disarms.") in t.asks[A]
    assert ("substitute", "service", "x" * 141) not in t.asks[A]
    assert ("substitute", "service", "two\nlines") not in t.asks[A]
    assert ("substitute", "climbing", "") not in t.asks[A]
    assert ("substitute",) not in t.asks[A]
    t.play(A, ("substitute", "service", "A smile disarms."))
    assert log(t, "substituted") == [(A, "combat", "service", ", saying: A smile disarms.")]
    do(t, A, "play meant_to_do_that, substitute stealth")
    assert log(t, "substituted")[1][3] == ""


@pytest.mark.rule("NB-52")
def test_without_fast_talk_a_given_substitution_needs_no_word():
    t = scene(missions="front_row_fries", hands="kill_with_kindness", fast_talk="no")
    do(t, A, "play kill_with_kindness")
    assert t.roll.skill == "service"


@pytest.mark.rule("NB-R30", "NB-R38", "NB-47")
def test_once_per_mission_uses_come_back_after_every_turn_and_are_not_restored_by_a_sale():
    t = scene(
        missions={A: "front_row_fries", B: "objection_with_onions"},
        items={B: "headset"},
        money=50,
        rolls=(13, 18),
    )
    assert asked(t) == B, "an owner of a lendable item may help before the dice fall"
    do(t, B, "pass")
    do(t, A, "roll, ask_help")
    do(t, B, "lend headset")
    assert log(t, "made") == [(A, 0)]
    assert t.used == (CARD["headset"],)
    assert t.items[B] == (CARD["headset"],)
    do(t, A, "use disguise")
    t.play(B, ("deal", A))
    do(t, B, "put_item headset, offer")
    do(t, A, "agree")
    assert "use_item headset" not in offered(t, A)
    do(t, A, "roll")
    assert "use_item headset" not in offered(t, A)
    do(t, A, "accept_failure")
    assert t.used == ()
    assert asked(t) == A, "the new owner may help B before his roll"
    assert "lend headset" in offered(t, A)


@pytest.mark.rule("NB-R30")
def test_an_ability_comes_back_after_the_turn():
    t = scene(ninjas="the_futago", missions="front_row_fries", rolls=(18, 18))
    do(t, A, "roll, reroll ability")
    assert offered(t) == ["accept_failure"]
    do(t, A, "accept_failure")
    assert t.tired == ()


@pytest.mark.rule("NB-R21", "NB-R20")
def test_a_window_goes_round_until_all_in_a_row_have_passed():
    t = scene(
        seats=4,
        missions="box_five_act_three",
        hands={B: "little_kids_watching", C: "little_kids_watching", D: "toll_troll"},
    )
    for seat in (B, C, D):
        do(t, seat, "pass")
    assert type(t.stack[-1]).__name__ == "BeforeRoll"
    assert asked(t) == B
    do(t, B, "pass")
    do(t, C, "play little_kids_watching")
    assert asked(t) == D, "after a play the next seat in the order is asked"
    do(t, D, "pass")
    assert asked(t) == A
    do(t, A, "roll")
    assert asked(t) == B, "B passed before the play and is asked once more"
    assert offered(t, B) == ["play little_kids_watching", "pass"]


@pytest.mark.rule("NB-R21")
def test_a_purchase_clears_the_passes_and_a_refused_offer_does_not():
    t = scene(
        seats=3,
        missions="box_five_act_three",
        hands={B: "little_kids_watching badge_kevin", C: "look_twice"},
        money={B: 200, C: 50},
    )
    passes_start(t)
    do(t, B, "pass")
    assert t.stack[-1].passes == 1
    bargains = [("put_money 50, offer", "refuse", 1), ("drop", "", 1), ("put_money 50, offer", "agree", 0)]
    for said, answer, passed in bargains:
        t.play(C, ("deal", B))
        do(t, C, said)
        if answer:
            do(t, B, answer)
        assert t.stack[-1].passes == passed
    do(t, C, "pass")
    t.play(B, ("buy", CARD["badge_kevin"]))
    assert t.stack[-1].passes == 0


@pytest.mark.rule("NB-R20")
def test_an_automatic_success_before_the_dice_ends_the_window():
    t = scene(missions="box_five_act_three", hands="perfect_moment")
    draws = t.chance.draws
    do(t, A, "play perfect_moment")
    assert t.roll.number == 1
    assert t.chance.draws == draws
    assert log(t, "made") == [(A, 0)]
    assert t.honor[A] == 6


@pytest.mark.rule("NB-R19", "NB-40", "NB-54", "NB-58", "NB-31", "NB-R11")
def test_a_mission_from_turning_it_up_to_the_next_ninja():
    t = scene(missions={A: "box_five_act_three", B: "cheat_day"}, rolls=(9, 9))
    assert log(t, "attempts") == [(A, t.missions[A][0])]
    assert t.face_up == (A,)
    do(t, A, "roll, roll")
    assert (t.honor[A], t.money[A]) == (7, 50)
    assert mission_of(t, A) == ""
    assert len(t.mission_discards) == 1
    assert t.active == B
    assert asked(t) == B


@pytest.mark.rule("NB-41")
def test_a_failure_leaves_the_later_rolls_unmade():
    t = scene(missions="castaway_combo", rolls=17)
    do(t, A, "use driving, roll, accept_failure")
    assert t.active == B
    assert t.results[A] == 0
    assert len(log(t, "threw")) == 1


@pytest.mark.rule("NB-R43")
def test_each_failed_throw_starts_the_count_of_deals_anew():
    t = scene(
        missions="front_row_fries", items={B: "official_katana throwing_pickles"}, free=(A,), rolls=(18, 18)
    )
    do(t, B, "pass")
    do(t, A, "roll")
    for _ in range(3):
        t.play(A, ("deal", B))
        do(t, A, "want_item official_katana, offer")
        do(t, B, "refuse")
    assert not [line for line in cut_ins(t, A) if line.startswith("deal")]
    do(t, A, "reroll free_try")
    assert "deal 1" in cut_ins(t, A)


def test_dice_are_logged_with_the_effective_skill():
    t = scene(missions="front_row_fries", rolls=13)
    assert log(t, "announced") == [(A, "combat", 12, 1)]
    do(t, A, "roll")
    assert log(t, "threw") == [(A, (6, 6, 1), 13, 12)]
    assert log(t, "failed") == [(A, 1)]
    dice(t, 5)
