"""Pay, order, the bonus, discards, endings and amends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flattop.games.ninja_burger import scoring
from flattop.games.ninja_burger.turn_order import take_order
from flattop.kernel import Illegal

from .scenes import CARD, GAME, NINJA, PACK, A, B, C, D, asked, cut_ins, do, ids, log, offered, scene

SETTINGS = GAME.settings(4)


# -- order


@pytest.mark.rule("NB-17", "NB-R4")
def test_the_highest_honor_opens_and_it_goes_clockwise():
    t = scene("pay", 4, honor=[6, 6, 9, 6], deck="")
    assert t.order == (2, 3, 0, 1)
    assert t.throws == ()


@pytest.mark.rule("NB-R4", "NB-19")
def test_sharers_of_the_lead_throw_once_a_round():
    t = scene("pay", 4, honor=[8, 6, 8, 6], rolls=(7, 11, 12, 5, 6, 13), deck="")
    assert t.order[0] == C
    take_order(t)
    assert t.order[0] == C, "the same sharers, the same throw"
    t.honor = [8, 6, 8, 8]
    take_order(t)
    assert t.order[0] == A, "other sharers throw anew"
    t.honor = [9, 6, 8, 8]
    take_order(t)
    assert t.order[0] == A
    assert t.sharers == ()


@pytest.mark.rule("NB-R4")
def test_tied_throws_are_thrown_again():
    t = scene("pay", honor=[8, 8, 6], rolls=(10, 10, 9, 12), deck="")
    assert t.order[0] == B


@pytest.mark.rule("NB-R5")
def test_honor_won_in_phase_five_does_not_reorder_it():
    t = scene(honor=[6, 6, 6], missions={A: "box_five_act_three", B: "manager_is_hungry"}, rolls=(9, 9, 9, 9))
    do(t, A, "roll, roll")
    do(t, B, "roll, roll")
    assert t.honor[B] > t.honor[A] > t.honor[C]
    assert t.order == (A, B, C)
    assert asked(t) == C


# -- pay


@pytest.mark.rule("NB-20", "NB-E12")
def test_pay_with_one_leader_with_two_and_with_all_equal():
    assert scoring.pay([8, 6, 6], PACK.rules) == [150, 100, 100]
    assert scoring.pay([8, 8, 6], PACK.rules) == [100, 100, 100]
    assert scoring.pay([6, 6, 6], PACK.rules) == [100, 100, 100]
    plain = {A: "big_dosun", B: "kage_usui", C: "kenta_makuri"}
    t = scene("pay", ninjas=plain, honor=[8, 6, 6], deck="")
    assert t.money == [150, 100, 100]


@pytest.mark.rule("NB-21", "NB-16")
def test_everybody_draws_a_card_with_the_pay_and_the_phases_follow_each_other():
    t = scene("pay", honor=[8, 6, 6])
    assert [len(hand) for hand in t.hands] == [1, 1, 1]
    assert log(t, "phase")[:2] == [(1,), (2,)]


# -- the bonus


@pytest.mark.rule("NB-32", "NB-33", "NB-34", "NB-E30", "NB-R6")
@pytest.mark.parametrize(
    ("results", "bonuses"),
    [
        ([1, 0, 0, 0], [1, 0, 0, 0]),
        ([1, 1, 1, 0], [0, 0, 0, -1]),
        ([1, 1, 1, 1], [1, 1, 1, 1]),
        ([1, 1, 0, 0], [0] * 4),
        ([0] * 4, [0] * 4),
    ],
)
def test_the_only_success_the_only_failure_or_none(results, bonuses):
    assert scoring.bonuses(results) == bonuses


@given(st.lists(st.integers(0, 1), min_size=3, max_size=6))
def test_at_most_one_of_the_three_rules_applies(results):
    found = scoring.bonuses(results)
    assert len(found) == len(results)
    assert sum(map(abs, found)) in (0, 1, len(results))
    assert all(result for result, bonus in zip(results, found, strict=True) if bonus > 0)


@pytest.mark.rule("NB-34", "NB-R6", "NB-59")
def test_if_nobody_fails_all_gain_before_phase_eight_looks():
    t = scene(
        honor=[9, 9, 9],
        missions={A: "box_five_act_three", B: "leash_the_leopard", C: "cheat_day"},
        rolls=(9, 9, 5, 5, 5),
    )
    do(t, A, "roll, roll")
    do(t, B, "use combat, roll")
    do(t, C, "use stealth, roll, roll")
    assert t.honor == [11, 10, 11]
    assert log(t, "bonus") == [("all",)]
    assert t.phase == 7
    for seat in t.order:
        do(t, seat, "finish")
    assert t.ending == "high", "30 or more for three seats, thanks to the bonus"


# -- discard


@pytest.mark.rule("NB-E31", "NB-35", "NB-68")
def test_a_hand_of_seven_is_bought_and_discarded_down():
    hand = "helicopter_tickets toll_troll headset roadworks second_wind look_twice rival_riders"
    t = scene("discard", hands=hand, money=100)
    assert "finish" not in offered(t, A)
    do(t, A, "buy helicopter_tickets")
    assert len(t.hands[A]) == 6
    assert "finish" not in offered(t, A)
    do(t, A, "discard headset")
    assert len(t.hands[A]) == 5
    assert "discard toll_troll" in offered(t, A), "also below the limit"
    do(t, A, "finish")
    assert asked(t) == B


@pytest.mark.rule("NB-35", "NB-R29", "NB-66")
def test_courses_may_be_taken_in_phase_seven_and_other_cards_not():
    t = scene("discard", hands="course_combat second_wind")
    assert cut_ins(t, A)[0] == "study course_combat"
    with pytest.raises(Illegal):
        do(t, A, "play second_wind")
    do(t, A, "study course_combat")
    assert ids(t.courses[A]) == ["course_combat"]


# -- endings


def ends(seats=4, **given):
    return scoring.thresholds(PACK.rules, seats, GAME.settings(seats, given))


@pytest.mark.rule("NB-E32", "NB-03", "NB-04", "NB-36")
def test_a_lead_of_five_then_the_total():
    assert scoring.ending([11, 6, 5, 6], 2, ends()) == "lead"
    assert scoring.ending([12, 11, 9, 8], 2, ends()) == "high"
    assert scoring.ending([12, 11, 9, 7], 2, ends()) == ""
    assert scoring.ending([20, 15, 9, 7], 2, ends()) == "lead", "the lead is looked at first"


@pytest.mark.rule("NB-E33", "NB-05", "NB-R7")
def test_the_low_ending_from_round_three_on():
    assert scoring.ending([5, 4, 3, 3], 2, ends()) == ""
    assert scoring.ending([5, 4, 3, 3], 3, ends()) == "low"
    assert scoring.ending([5, 4, 4, 3], 3, ends()) == ""


@given(st.lists(st.integers(-5, 20), min_size=3, max_size=6), st.integers(1, 20))
def test_endings_agree_with_their_definitions(honor, number):
    found = scoring.ending(honor, number, ends(len(honor)))
    first, second = sorted(honor, reverse=True)[:2]
    assert (found == "lead") == (first - second >= 5)
    if found == "":
        assert sum(honor) < 10 * len(honor)
        assert number < 3 or sum(honor) >= 4 * len(honor)


def test_the_length_option():
    assert (ends(length="long").lead, ends(length="long").high) == (6, 48)
    assert scoring.ending([11, 6, 5, 6], 2, ends(length="long")) == ""
    assert scoring.ending([12, 6, 5, 6], 2, ends(length="long")) == "lead"
    assert (ends(length="standard").lead, ends(length="standard").high) == (5, 40)


def test_the_round_limit_opens_the_position():
    assert scoring.ending([7, 6, 6, 6], 7, ends(round_limit=8)) == ""
    assert scoring.ending([7, 6, 6, 6], 8, ends(round_limit=8)) == "limit"
    assert GAME.settings(4, {"round_limit": "37"})["round_limit"] == 37
    from flattop.kernel import BadOption

    with pytest.raises(BadOption, match="from 1 to 99"):
        GAME.settings(4, {"round_limit": 100})
    t = last_discard(honor=[7, 6, 6], round=4, round_limit=4)
    assert t.winners == (A,)
    assert "last round" in GAME.outcome(t).reason


def last_discard(honor, **more):
    """End phase 7; phase 8 then checks the Honor."""
    t = scene("discard", len(honor), honor=honor, active=len(honor) - 1, **more)
    do(t, len(honor) - 1, "finish")
    return t


@pytest.mark.rule("NB-06", "NB-03")
def test_a_sole_highest_honor_wins_at_once():
    t = last_discard([12, 11, 9, 8])
    assert t.over
    assert GAME.outcome(t).winners == (A,)
    assert GAME.outcome(t).reason == "total Honor of 40 or more: the manager is promoted"
    t = last_discard([6, 11, 5, 6])
    assert GAME.outcome(t).winners == (B,)
    assert "franchise" in GAME.outcome(t).reason
    t = last_discard([5, 4, 3, 3], round=3)
    assert GAME.outcome(t).winners == (A,)
    assert "below 16" in GAME.outcome(t).reason


@pytest.mark.rule("NB-37", "NB-E32")
def test_otherwise_a_new_round_begins():
    t = last_discard([12, 11, 9, 7])
    assert t.round == 3
    assert not t.over


@pytest.mark.rule("NB-E36", "NB-38", "NB-39", "NB-R8", "NB-R9")
def test_a_ninja_without_honor_goes_and_a_new_one_comes():
    t = last_discard(
        [8, 7, 6, 0],
        round=4,
        money={D: 350},
        items={D: "headset"},
        courses={D: "course_combat"},
        hands={D: "toll_troll roadworks"},
        ninjas={A: "big_dosun", B: "kenta_makuri", C: "ayumi_chosho", D: "kage_usui"},
    )
    assert t.round == 5
    assert t.honor == [8, 7, 6, 6]
    assert log(t, "money_gained")[-1] == (D, 100, 100), "all the money he has is the pay of the new round"
    assert (t.items[D], t.courses[D]) == ((), ())
    assert t.ninjas[D] != NINJA["kage_usui"]
    assert t.ninja_discards == (NINJA["kage_usui"],)
    assert {"headset", "course_combat", "toll_troll", "roadworks"} <= set(ids(t.discards))
    assert len(t.hands[D]) == 4, "three new cards and the one of the pay"


@pytest.mark.rule("NB-R8")
def test_several_make_amends_in_phase_order_and_the_checks_come_first():
    t = scene("discard", 4, honor=[0, 9, -1, 8], active=A, order=(1, 2, 3, 0))
    do(t, A, "finish")
    assert [nouns[0] for nouns in log(t, "bowed_out")] == [C, A]
    t = last_discard([0, 9, 3, 0], round=5)
    assert t.over, "below 16 in all: no new ninja comes before the checks"
    assert log(t, "bowed_out") == []


@pytest.mark.rule("NB-R9")
def test_by_option_the_new_ninja_is_chosen_from_three():
    t = last_discard([9, 9, 0], replacement_ninja_cards=3)
    assert asked(t) == C
    assert len(offered(t, C)) == 3
    chosen, *others = t.dealt[C]
    do(t, C, offered(t, C)[0])
    assert t.ninjas[C] == chosen
    assert set(others) <= set(t.ninja_discards)
    t = last_discard([9, 9, 0], replacement_ninja_cards=1)
    assert t.round == 3


@pytest.mark.rule("NB-R1")
def test_honor_may_go_below_zero_unless_the_table_stops_it():
    for option, left in (("none", -2), ("zero", 0)):
        t = scene(honor=[1, 6, 6], missions="enemy_break_room", rolls=18, honor_floor=option)
        do(t, A, "roll, accept_failure")
        assert t.honor[A] == left
    assert scoring.ending([9, 9, -7], 3, ends(3)) == "low", "below zero counts in the total"


@pytest.mark.rule("NB-14")
def test_honor_comes_from_the_bank_and_never_from_a_rival():
    t = scene("talk", attending=(A, B), money={A: 50, B: 50}, items="headset")
    t.play(A, ("deal", B))
    verbs = {action[0] for action in t.asks[A]}
    assert verbs == {"put_item", "put_money", "want_money", "swap_missions", "drop"}
    do(t, A, "put_money 50, offer")
    do(t, B, "agree")
    assert t.honor == [6, 6, 6]


# -- decks


@pytest.mark.rule("NB-E37", "NB-82", "NB-R10")
def test_the_discards_are_shuffled_when_a_card_is_needed():
    t = scene("meeting", attending=(A, B), deck="headset", discards="toll_troll roadworks")
    assert ids(t.hands[A]) == ["headset"]
    assert ids(t.hands[B])[0] in ("toll_troll", "roadworks")
    assert t.discards == ()
    assert len(t.deck) == 1


@pytest.mark.rule("NB-R10")
def test_if_there_are_no_discards_either_nothing_is_drawn():
    t = scene("meeting", attending=(A, B), deck="headset")
    assert [len(hand) for hand in t.hands] == [1, 0, 0]
    assert log(t, "drew") == [(A, 1, "meeting"), (B, 0, "meeting")]


@pytest.mark.rule("NB-82")
def test_missions_and_ninjas_come_back_too():
    t = scene()
    t.mission_deck, t.mission_discards = [], (3, 4)
    t.missions[B] = []
    t.draw_mission(B)
    assert t.missions[B][0] in (3, 4)
    t.ninja_deck, t.ninja_discards = [], (7,)
    assert t.draw_ninja() == 7


@pytest.mark.rule("NB-R11")
def test_times_and_tricks_are_discarded_when_played():
    t = scene(missions="mile_twenty_two", hands={B: "toll_troll"})
    do(t, B, "play toll_troll")
    assert t.discards == (CARD["toll_troll"],)


def test_the_standing_in_mid_game_is_the_honor():
    t = scene(honor=[8, 8, 4])
    assert GAME.outcome(t).points == (8, 8, 4)
    assert GAME.outcome(t).winners == (A, B)
