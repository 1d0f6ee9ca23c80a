"""Specials: drawing, keeping, and the rest points and windows at which they are played."""

import pytest

from flattop.games.burger_boss.schema import DISCOUNT, DOUBLE, FIRST, SPECIALS, STEAL, TIP
from flattop.kernel import Illegal

from .scenes import CLAIRE, DAVID, asked, cut_ins, do, give, log, offered, scene, seen, turns

ONE_DIE_EACH = {0: (1,), 1: (1,), 2: (1,)}


# -- drawing and keeping


@pytest.mark.rule("BB-55", "BB-82", "BB-R34")
def test_a_special_is_kept_as_long_as_one_likes_and_discarded_when_played():
    t = scene(dice={0: (1,), 1: (1,)}, hands={0: "TIP DOUBLE"})
    do(t, 0, "die 1, place idle")
    do(t, 1, "die 1, place idle")
    do(t, 0, "pass")  # the closing window
    assert t.round == 6
    assert t.hands[0] == [TIP, DOUBLE]
    t = scene("opening", hands={0: "TIP DOUBLE"}, dice=ONE_DIE_EACH)
    do(t, 0, "use TIP")
    assert (t.hands[0], t.discard) == ([DOUBLE], (TIP,))


@pytest.mark.rule("BB-R34", "BB-46")
def test_an_empty_deck_is_made_of_the_discards():
    t = scene(dice={0: (1,), 1: (1,)}, decks=[[TIP, STEAL]])
    t.specials, t.discard = [], (STEAL, TIP)
    do(t, 0, "die 1, place specials")
    assert t.discard == ()
    assert len(t.specials) == len(t.hands[0]) == 1
    assert log(t, "reshuffled") == [(2,)]


@pytest.mark.rule("BB-R34")
def test_a_special_drawn_in_a_turn_is_playable_from_the_next_rest_point_on():
    t = scene(dice={0: (1,), 1: (1,)})
    t.specials.append(TIP)
    assert cut_ins(t, 0) == []
    do(t, 0, "die 1, place specials")
    assert asked(t) == 1
    assert cut_ins(t, 0) == ["use TIP"]
    assert t.hands[0] == [TIP]


@pytest.mark.rule("BB-R34")
def test_there_is_no_hand_limit_and_unplayed_specials_pay_nothing():
    t = scene(
        "sales",
        queue={"S1": "CHE"},
        deck=[],
        grills={0: [("BBPC", 1)]},
        money={0: 0, 1: 7},
        missions={1: "M1"},
    )
    give(t, 1, "TIP", "TIP", "TIP", "FIRST", "FIRST", "STEAL", "DOUBLE")
    do(t, 0, "sell 0, to S1")
    assert t.over
    assert t.money[1] == 7


# -- rest points and windows


@pytest.mark.rule("BB-E26", "BB-R29")
def test_the_opening_window_of_the_example():
    t = scene("opening", dice=ONE_DIE_EACH, hands={CLAIRE: "DISCOUNT", DAVID: "FIRST"})
    assert (asked(t), offered(t)) == (CLAIRE, ["pass"])
    do(t, CLAIRE, "pass")
    assert asked(t) == DAVID  # Maria holds nothing
    do(t, DAVID, "use FIRST")
    assert (asked(t), offered(t)) == (CLAIRE, ["pass"])
    do(t, CLAIRE, "pass")
    assert offered(t, DAVID) == ["die 1"]  # David's hand is empty: the window has closed


@pytest.mark.rule("BB-R29", "BB-R27")
def test_the_windows_open_after_the_order_is_arranged_and_after_the_last_die():
    t = scene("turn_order", rolls=((1, 1), (2, 2), (3, 3)), hands={1: "TIP"})
    for seat in range(3):
        do(t, seat, "work")
    assert (asked(t), offered(t)) == (1, ["pass", "use TIP"])
    do(t, 1, "pass")
    turns(t)
    assert (asked(t), offered(t)) == (1, ["pass", "use TIP"])
    assert not any(t.working)
    do(t, 1, "pass")
    assert t.round == 6


@pytest.mark.rule("BB-R29")
def test_without_any_special_no_window_opens():
    t = scene("turn_order", rolls=((1, 1), (2, 2), (3, 3)))
    for seat in range(3):
        do(t, seat, "work")
    assert offered(t) == ["die 1"]


@pytest.mark.rule("BB-R29")
def test_a_window_keeps_the_order_it_opened_with():
    t = scene("opening", dice=ONE_DIE_EACH, hands={0: "TIP", 1: "TIP", 2: "FIRST TIP"})
    do(t, 0, "pass")
    do(t, 1, "pass")
    do(t, 2, "use FIRST")
    assert asked(t) == 0
    do(t, 0, "pass")
    assert asked(t) == 1


@pytest.mark.rule("BB-R27", "BB-R28")
def test_at_the_start_of_a_turn_anyone_may_play_even_without_dice_until_the_die_is_named():
    t = scene(dice={0: (1,), 1: (1,)}, cold={0: "B"}, hands={0: "TIP DOUBLE", 2: "STEAL TIP FIRST DISCOUNT"})
    assert cut_ins(t, 0) == ["use TIP"]
    assert cut_ins(t, 2) == ["use STEAL", "use TIP", "use FIRST"]
    assert cut_ins(t, 1) == []
    do(t, 0, "die 1")
    assert cut_ins(t, 0) == cut_ins(t, 2) == []


@pytest.mark.rule("BB-R27")
@pytest.mark.parametrize("lines", ["die 1", "die 1, place supermarket", "die 1, place kitchen", "use STEAL"])
def test_no_special_while_a_die_or_another_special_is_under_way(lines):
    t = scene(dice={0: (1,)}, cold={0: "BP", 1: "C"}, money={0: 6}, hands={0: "STEAL TIP", 1: "TIP"})
    do(t, 0, lines)
    for seat in (0, 1):
        assert cut_ins(t, seat) == []
        with pytest.raises(Illegal):
            do(t, seat, "use TIP")


@pytest.mark.rule("BB-R28", "BB-R27")
def test_in_a_sales_turn_the_seller_alone_plays_and_not_first():
    grills = {0: [("BBP", 1)], 1: [("BBP", 1)]}
    hands = {0: "TIP STEAL FIRST", 1: "TIP FIRST"}
    t = scene(
        "sales", order=(1, 0, 2), queue={"R1": "HAM", "R2": "HAM"}, grills=grills, hands=hands, cold={2: "C"}
    )
    do(t, 1, "stop")
    assert offered(t, 0) == ["sell 0", "stop", "use STEAL", "use TIP"]
    assert cut_ins(t, 1) == []
    do(t, 0, "use STEAL, victim 2, grab C")
    assert offered(t, 0) == ["sell 0", "stop", "use TIP"]


def test_by_option_only_the_seat_on_turn_may_cut_in():
    hands = {0: "TIP", 1: "TIP"}
    on = scene(dice={0: (1,)}, hands=hands, off_turn_specials="on")
    assert (cut_ins(on, 0), cut_ins(on, 1)) == (["use TIP"], ["use TIP"])
    off = scene(dice={0: (1,)}, hands=hands, off_turn_specials="off")
    assert (cut_ins(off, 0), cut_ins(off, 1)) == (["use TIP"], [])


@pytest.mark.rule("BB-R28")
def test_the_log_names_card_target_and_result():
    t = scene(dice={0: (2,)}, cold={1: "C"}, hands={0: "STEAL DOUBLE"})
    do(t, 0, "use STEAL, victim 1, grab C, die 2, place butchers, add DOUBLE")
    public = [event for whom, event in t.events if whom is None]
    assert ("used", 0, STEAL) in public
    assert ("stole", 0, 1, 2) in public
    assert ("added", 0, DOUBLE) in public
    assert ("brought", 0, 4, 1) in public


def test_every_kind_has_its_scene():
    assert [SPECIALS[kind] for kind in (DOUBLE, DISCOUNT, STEAL, TIP, FIRST)] == list(SPECIALS)
    t = scene("opening", dice=ONE_DIE_EACH, hands={0: "DOUBLE DISCOUNT STEAL TIP FIRST"})
    assert seen(t, 0)["hands"][0] == [0, 1, 2, 3, 4]
