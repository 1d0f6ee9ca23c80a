"""One scene for each kind of Fortune card and for each ninja's ability."""

import pytest

from flattop.games.ninja_burger.skills import WAYS

from .scenes import (
    CARD,
    NINJA,
    PACK,
    A,
    B,
    C,
    asked,
    cut_ins,
    do,
    effective,
    ids,
    log,
    offered,
    passes,
    scene,
)

# a Mission whose first roll is made on the skill alone, and what Chippu Okane rolls it on
ROLL = {
    "combat": ("front_row_fries", 12),
    "stealth": ("shh", 11),
    "disguise": ("reception_line", 12),
    "climbing": ("outside_the_glass", 12),
    "service": ("thirty_portions", 12),
    "cooking": ("fryer_duty", 12),
}


def rolling(skill, **more):
    """Return a table before a roll on a skill, with all windows passed but the ninja's own."""
    t = scene(missions=ROLL[skill][0], **more)
    start_over(t)
    return t


def start_over(t):
    while type(t.stack[-1]).__name__ == "StartWindow":
        do(t, asked(t), "pass")


SWORDS = [
    ("official_katana", {"combat": 2}, 200),
    ("hush_slippers", {"stealth": 2}, 200),
    ("moustache_tin", {"disguise": 2}, 200),
    ("grapnel_spork", {"climbing": 2}, 200),
    ("badge_kevin", {"service": 2}, 200),
    ("folding_scooter", {"driving": 4}, 100),
    ("straw_snorkel", {"swimming": 4}, 100),
    ("pocket_bacon", {"animals": 4}, 100),
    ("borrowed_laptop", {"computers": 4}, 100),
    (
        "book_of_everything",
        {"cooking": 2, "other": 2, "swimming": 2, "animals": 2, "computers": 2, "science": 2},
        150,
    ),
    ("thermal_satchel", {"climbing": 1, "service": 1}, 150),
    ("formal_pyjamas", {"stealth": 1, "disguise": 1}, 150),
]


@pytest.mark.rule("NB-R22", "NB-67", "NB-70")
@pytest.mark.parametrize(("card", "bonuses", "price"), SWORDS, ids=[row[0] for row in SWORDS])
def test_a_permanent_item_helps_as_long_as_it_lies_there(card, bonuses, price):
    t = rolling("combat")
    for skill in PACK.skills.labels:
        t.items[A] = ()
        t.roll.skill = skill
        before = effective(t)
        t.items[A] = (CARD[card],)
        assert effective(t) - before == bonuses.get(skill, 0), skill
    assert PACK.price[CARD[card]] == price


@pytest.mark.rule("NB-72", "NB-71")
@pytest.mark.parametrize(
    ("card", "skill"),
    [("helicopter_tickets", "climbing"), ("mesquite_smoke_bomb", "stealth"), ("coupon_storm", "service")],
)
def test_tickets_smoke_and_coupons_succeed_before_or_after_the_dice(card, skill):
    t = rolling(skill, items=card)
    do(t, A, f"use_item {card}")
    assert log(t, "made") == [(A, 0)]
    assert log(t, "threw") == []
    assert ids(t.discards) == [card]
    t = rolling(skill, items=card, rolls=17)
    do(t, A, f"roll, use_item {card}")
    assert log(t, "made") == [(A, 0)]
    t = rolling("combat", items=card, rolls=17)
    assert offered(t, A) == ["roll"], "not on another skill"
    do(t, A, "roll")
    assert offered(t, A) == ["accept_failure"]
    assert PACK.price[CARD[card]] == 100


@pytest.mark.rule("NB-71", "NB-R38")
@pytest.mark.parametrize(
    ("card", "skill", "lent"),
    [
        ("throwing_pickles", "combat", True),
        ("bungee_apron", "climbing", False),
        ("loaner_uniform", "disguise", True),
    ],
)
def test_one_use_bonuses_of_four(card, skill, lent):
    t = rolling(skill, items=card, rolls=16)
    do(t, A, "roll, " + f"use_item {card}")
    assert log(t, "made") == [(A, 0)]
    t = rolling(skill, items=card)
    do(t, A, f"use_item {card}")
    assert effective(t) == 16
    t = rolling(skill, items={B: card})
    assert (asked(t) == B) is lent
    assert PACK.price[CARD[card]] == 50


@pytest.mark.rule("NB-53")
def test_the_cookie_throws_again():
    t = rolling("combat", items="second_cookie", rolls=(17, 12))
    assert offered(t, A) == ["roll"]
    do(t, A, "roll, reroll second_cookie")
    assert log(t, "made") == [(A, 0)]
    assert ids(t.discards) == ["second_cookie"]


@pytest.mark.rule("NB-R30", "NB-R38")
def test_the_headset_helps_once_in_each_mission_of_any_ninja():
    t = rolling("combat", items="headset", rolls=(13, 5))
    do(t, A, "roll, use_item headset")
    assert log(t, "made") == [(A, 0)]
    assert ids(t.items[A]) == ["headset"]
    do(t, A, "use disguise")
    assert offered(t, A) == ["roll"]
    do(t, A, "roll")
    assert asked(t) == A, "B's mission: the headset may be lent again"


def test_the_basket_spares_honor():
    t = rolling("combat", items="apology_basket", rolls=18)
    do(t, A, "roll, accept_failure, use_item apology_basket")
    assert t.honor[A] == 6


COURSES = [
    "course_combat",
    "course_stealth",
    "course_disguise",
    "course_climbing",
    "course_service",
    "course_other",
]


@pytest.mark.rule("NB-49", "NB-R23", "NB-R29")
@pytest.mark.parametrize("card", COURSES)
def test_a_course_raises_its_skill_to_twelve(card):
    skill = card.removeprefix("course_")
    low = {
        "combat": "ayumi_chosho",
        "stealth": "big_dosun",
        "disguise": "ren_dobutsu",
        "climbing": "granny_rojin",
        "service": "kage_usui",
        "other": "kage_usui",
    }
    t = scene("discard", ninjas={A: low[skill]}, hands=card)
    do(t, A, f"study {card}")
    assert t.hands[A] == []
    on_mission = scene(ninjas={A: low[skill]}, courses=card)
    on_mission.roll.skill = "cooking" if skill == "other" else skill
    assert PACK.ninjas[NINJA[low[skill]]].skills[skill] < 12
    assert effective(on_mission) == 12


MINUS_THREE = [
    ("little_kids_watching", "disguise"),
    ("crisp_packet_floor", "stealth"),
    ("fresh_paint", "climbing"),
    ("guard_black_belt", "combat"),
    ("order_changed", "service"),
]


@pytest.mark.rule("NB-74", "NB-75", "NB-R33")
@pytest.mark.parametrize(("card", "skill"), MINUS_THREE)
def test_times_that_make_one_roll_harder(card, skill):
    t = rolling(skill, hands={B: card})
    before = effective(t)
    do(t, B, f"play {card}")
    assert effective(t) == before - 3
    assert ids(t.discards) == [card]
    for other in set(ROLL) - {skill, "cooking"}:
        t = rolling(other, hands={B: card})
        assert f"play {card}" not in offered(t, B)


EXTRA_ROLLS = [
    ("roadworks", ["driving", "climbing"], [13, 12], "mile_twenty_two", "foxhole_rush"),
    ("dog_smells_beef", ["animals", "combat"], [10, 12], "foxhole_rush", "box_five_act_three"),
    ("rival_riders", ["combat", "stealth"], [12, 11], "box_five_act_three", None),
]


@pytest.mark.rule("NB-74", "NB-77")
@pytest.mark.parametrize(
    ("card", "skills", "values", "where", "nowhere"), EXTRA_ROLLS, ids=[row[0] for row in EXTRA_ROLLS]
)
def test_times_that_ask_for_a_roll_before_the_first(card, skills, values, where, nowhere):
    t = scene(ninjas="chippu_okane", missions=where, hands={B: card}, rolls=18)
    do(t, B, f"play {card}")
    assert offered(t, A) == [f"use {skill}" for skill in skills]
    for skill, value in zip(skills, values, strict=True):
        ahead = t.clone()
        do(ahead, A, f"use {skill}")
        assert effective(ahead) == value
    do(t, A, f"use {skills[0]}, roll, accept_failure")
    assert t.results[A] == 0
    if nowhere:
        t = scene(missions=nowhere, hands={B: card})
        assert f"play {card}" not in offered(t, B)


@pytest.mark.rule("NB-74", "NB-77")
@pytest.mark.parametrize(
    ("card", "skills"), [("missing_straw", ["service"]), ("food_blogger", ["stealth", "disguise"])]
)
def test_times_that_ask_for_a_roll_before_the_reward(card, skills):
    t = scene(ninjas="chippu_okane", missions="box_five_act_three", hands={B: card}, rolls=(9, 9, 18))
    for _ in range(2):
        passes(t)
        do(t, A, "roll")
        while t.roll and type(t.stack[-1]).__name__ == "AfterSuccess":
            do(t, asked(t), "pass")
    do(t, B, f"play {card}")
    if len(skills) > 1:
        assert offered(t, A) == [f"use {skill}" for skill in skills]
        do(t, A, "use disguise")
        assert effective(t) == 11
    else:
        assert t.roll.skill == skills[0]
    do(t, A, "roll, accept_failure")
    assert t.results[A] == (0 if card == "missing_straw" else 1)


@pytest.mark.rule("NB-74", "NB-75")
@pytest.mark.parametrize(
    ("card", "where", "nowhere"),
    [("sideways_rain", "mile_twenty_two", "cheat_day"), ("fire_drill", "cheat_day", "mile_twenty_two")],
)
def test_weather_and_drills_lower_every_roll(card, where, nowhere):
    t = scene(ninjas="chippu_okane", missions=where, hands={B: card}, rolls=5)
    plain = [value[1] for value in t.steps[1]]
    do(t, B, f"play {card}")
    assert ids(t.wide) == [card]
    assert [value[1] for value in t.steps[1]] == [value - 1 for value in plain]
    do(t, A, offered(t, A)[0])
    assert effective(t) == t.steps[0][0][1]
    t = scene(missions=nowhere, hands={B: card})
    assert f"play {card}" not in offered(t, B)


@pytest.mark.rule("NB-75", "NB-57")
def test_the_toll_collector_takes_a_hundred_in_the_city():
    t = scene(missions="mile_twenty_two", money=250, hands={B: "toll_troll"})
    do(t, B, "play toll_troll")
    assert t.money[A] == 150
    t = scene(missions="foxhole_rush", hands={B: "toll_troll"})
    assert "play toll_troll" not in offered(t, B)


@pytest.mark.rule("NB-75", "NB-56")
def test_a_frayed_strap_costs_an_item_of_ones_choice_before_a_climb():
    t = rolling("climbing", items="headset grapnel_spork", hands={B: "frayed_strap"})
    do(t, B, "play frayed_strap")
    assert offered(t, A) == ["lose grapnel_spork", "lose headset"]
    do(t, A, "lose grapnel_spork")
    assert effective(t) == 12
    assert type(t.stack[-1]).__name__ == "BeforeRoll"


@pytest.mark.rule("NB-R20", "NB-R24", "NB-R25")
def test_they_looked_twice_throws_a_made_roll_again():
    t = rolling("combat", hands={B: "look_twice"}, rolls=(9, 17))
    passes(t)
    do(t, A, "roll")
    assert offered(t, B) == ["play look_twice", "pass"]
    do(t, B, "play look_twice")
    assert t.failing
    assert log(t, "threw")[1][2] == 17


def test_they_did_not_look_at_an_automatic_success():
    t = rolling("combat", hands={A: "perfect_moment", B: "look_twice"})
    passes(t)
    do(t, A, "play perfect_moment")
    assert type(t.stack[-1]).__name__ != "AfterSuccess"


@pytest.mark.rule("NB-75", "NB-56")
def test_a_surprise_inspection_costs_two_cards():
    t = scene(
        missions="cheat_day",
        hands={A: "headset toll_troll roadworks", B: "surprise_inspection"},
        discards="not_on_my_shift",
    )
    do(t, B, "play surprise_inspection")
    assert offered(t, A) == ["discard headset", "discard roadworks", "discard toll_troll"]
    do(t, A, "discard headset, discard toll_troll")
    assert ids(t.hands[A]) == ["roadworks"]


@pytest.mark.rule("NB-53")
def test_second_wind():
    t = rolling("combat", hands="second_wind second_wind", rolls=(17, 17, 12))
    assert offered(t, A) == ["roll"], "not before the roll"
    do(t, A, "roll, reroll second_wind, reroll second_wind")
    assert log(t, "made") == [(A, 0)]


@pytest.mark.rule("NB-50", "NB-R26")
def test_i_meant_to_do_that():
    t = rolling("combat", hands="meant_to_do_that", rolls=14)
    do(t, A, "roll, play meant_to_do_that")
    assert offered(t, A) == [
        f"substitute {skill}" for skill in ("stealth", "disguise", "climbing", "service")
    ]


@pytest.mark.rule("NB-50")
def test_kill_with_kindness():
    t = rolling("combat", ninjas="big_dosun", hands="kill_with_kindness")
    do(t, A, "play kill_with_kindness")
    assert (t.roll.skill, effective(t)) == ("service", 13)
    t = rolling("stealth", hands="kill_with_kindness")
    assert offered(t, A) == ["roll"]


@pytest.mark.rule("NB-88")
def test_the_perfect_moment():
    t = rolling("stealth", hands="perfect_moment", rolls=18)
    do(t, A, "roll, play perfect_moment")
    assert log(t, "made") == [(A, 0)]


@pytest.mark.rule("NB-R28")
def test_one_deep_breath_stays_for_later_throws():
    t = rolling("combat", hands="deep_breath second_wind", rolls=(17, 15))
    do(t, A, "roll, play deep_breath")
    assert effective(t) == 15
    assert t.failing
    do(t, A, "reroll second_wind")
    assert log(t, "made") == [(A, 0)]


@pytest.mark.rule("NB-R32")
def test_not_on_my_shift():
    t = scene(missions="mile_twenty_two", money=100, hands={A: "not_on_my_shift", B: "toll_troll"})
    do(t, B, "play toll_troll")
    do(t, A, "cancel not_on_my_shift")
    assert t.money[A] == 100


def test_the_rota_first_look_review_and_finders():
    t = scene("talk", attending=(A, B), hands="rota_revision")
    do(t, A, "play rota_revision, swap_with 1")
    assert len(log(t, "swapped")) == 1
    t = scene("pay", honor=[9, 6, 6], hands="first_look", deck="")
    do(t, A, "play first_look")
    assert len(t.missions[A]) == 2
    t = scene(missions="box_five_act_three", hands="five_star_review", rolls=(9, 9))
    do(t, A, "roll, roll, play five_star_review")
    assert t.honor[A] == 8
    t = rolling("combat", items="headset", hands={B: "finders_keepers"}, rolls=18)
    passes(t)
    do(t, A, "roll, accept_failure")
    do(t, B, "play finders_keepers")
    do(t, A, "hand_over headset")
    assert ids(t.items[B]) == ["headset"]


def test_every_kind_of_card_has_its_scene():
    from pathlib import Path

    source = Path(__file__).read_text("utf-8")
    assert [card.id for card in PACK.fortune if card.id not in source] == []
    assert [ninja.id for ninja in PACK.ninjas if ninja.abilities and ninja.id not in source] == []
    assert len(PACK.fortune) == 53


# -- ninjas


@pytest.mark.rule("NB-13")
def test_yamori_kabe_never_fails_a_climb():
    t = scene(ninjas="yamori_kabe", missions="outside_the_glass")
    assert t.rolling["ways"] == WAYS
    assert t.steps[0] == [("climbing", 12, WAYS)]
    do(t, A, "roll")
    assert (log(t, "made"), log(t, "threw"), t.honor[A]) == ([(A, 0)], [], 6)


@pytest.mark.rule("NB-13", "NB-74")
def test_granny_rojin_has_no_witnesses():
    for card in ("little_kids_watching", "look_twice", "surprise_inspection", "food_blogger"):
        assert PACK.fortune[CARD[card]].category == "witness"
    t = scene(
        ninjas="granny_rojin",
        missions="box_five_act_three",
        hands={B: "little_kids_watching surprise_inspection food_blogger look_twice rival_riders"},
        rolls=(9, 9),
    )
    assert offered(t, B) == ["play rival_riders", "pass"]
    do(t, B, "pass")
    do(t, A, "roll")
    do(t, B, "pass")
    do(t, A, "roll")
    assert offered(t, B) == ["pass"], "asked, for all that others know, but with nothing to play"


@pytest.mark.rule("NB-13", "NB-53")
def test_the_futago_throw_again_once_per_mission():
    t = rolling("combat", ninjas="the_futago", rolls=(17, 17))
    do(t, A, "roll, reroll ability")
    assert offered(t, A) == ["accept_failure"]


@pytest.mark.rule("NB-13", "NB-R17")
def test_yotei_san_draws_two():
    t = scene("pay", ninjas="yotei_san", honor=[9, 6, 6], deck="")
    assert len(offered(t, A)) == 2


@pytest.mark.rule("NB-13", "NB-50")
@pytest.mark.parametrize(
    ("ninja", "skill", "to", "value"),
    [
        ("denki_mausu", "stealth", "computers", 14),
        ("hanako_dareka", "service", "disguise", 15),
        ("ren_dobutsu", "combat", "animals", 15),
    ],
)
def test_abilities_that_substitute_once_per_mission(ninja, skill, to, value):
    t = rolling(skill, ninjas=ninja, rolls=(9, 9, 18))
    assert offered(t, A) == ["use_ability", "roll"]
    do(t, A, "use_ability")
    assert (t.roll.skill, effective(t)) == (to, value)
    assert offered(t, A) == ["roll"]
    t = rolling("climbing", ninjas=ninja)
    assert offered(t, A) == ["roll"]
    t = rolling(skill, ninjas=ninja, rolls=18)
    do(t, A, "roll")
    assert "use_ability" not in offered(t, A), "only before the dice fall"


@pytest.mark.rule("NB-13", "NB-20")
def test_chippu_okane_takes_fifty_more():
    t = scene("pay", ninjas={A: "big_dosun", B: "chippu_okane", C: "kage_usui"}, honor=[9, 6, 6], deck="")
    assert t.money == [150, 150, 100]


@pytest.mark.rule("NB-13", "NB-R19")
def test_wasure_mono_and_hokori_takai_pay_for_failing():
    t = scene(ninjas="wasure_mono", missions="box_five_act_three", items="headset", rolls=18)
    do(t, A, "roll, accept_failure")
    assert t.items[A] == ()
    t = scene(ninjas="hokori_takai", missions="box_five_act_three", rolls=18)
    do(t, A, "roll, accept_failure")
    assert t.honor[A] == 3


@pytest.mark.rule("NB-13", "NB-R18")
def test_sensei_nemui_has_no_second_try():
    t = scene("pay", ninjas="sensei_nemui", honor=[9, 6, 6], deck="")
    for seat in range(3):
        do(t, seat, "stay_away")
    assert t.free_tries == (B, C)
    assert cut_ins(t, A)[0].startswith("deal")
