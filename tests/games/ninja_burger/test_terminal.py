"""The table in the terminal: the path of rolls, the replies, the deal, and own cards."""

import pytest

from tests.games.screens import drawn

from .scenes import GAME, A, B, C, do, new_table, passes, scene


@pytest.mark.parametrize("roomy", [False, True])
def test_a_failed_throw_shows_dice_addends_and_the_gap(roomy):
    t = scene(
        ninjas="big_dosun",
        missions="shh",
        items={A: "hush_slippers", B: "headset"},
        courses="course_stealth",
        hands="second_wind",
        money=150,
        rolls=15,
    )
    passes(t)
    before = drawn(GAME, t, A, roomy=roomy)
    assert "= 13 or less" in before
    assert "83.8 %" in before.split("= 13 or less")[1]
    assert "9 Stealth  +3 course  −1 all rolls  +2 Hush Slippers" in before
    do(t, A, "roll")
    text = drawn(GAME, t, A, roomy=roomy)
    assert "15: 2 short" in text
    assert "1 ✕ Stealth 13" in text
    assert "2 · Service 13 83.8 %" in text
    assert "Second Wind" in text
    assert "Hush Slippers" in drawn(GAME, t, B, roomy=roomy)
    assert "Second Wind" not in drawn(GAME, t, B, roomy=roomy)


def test_made_rolls_and_replies_are_marked():
    t = scene(missions="castaway_combo", hands={B: "guard_black_belt", C: "headset"}, rolls=9)
    passes(t)
    do(t, A, "use driving")
    passes(t)
    do(t, A, "roll")
    passes(t)
    text = drawn(GAME, t, A)
    assert "1 ✓ Driving, made by 5" in text
    assert "2 ▶" in text
    do(t, A, "use combat")
    assert "replies  B▶ C… A…" in drawn(GAME, t, B)
    do(t, B, "pass")
    assert "replies  B✓ C▶ A…" in drawn(GAME, t, None)


def test_a_deal_shows_its_trays_to_whom_it_may_concern():
    t = scene("talk", attending=(A, B), money=200, items={B: "hush_slippers"})
    t.play(A, ("deal", B))
    do(t, A, "put_money 150, want_item hush_slippers, swap_missions")
    assert "gives $150, the Mission" in drawn(GAME, t, A)
    for seat in (B, C, None):
        assert "is drawing up a deal with" in drawn(GAME, t, seat)
        assert "$150," not in drawn(GAME, t, seat)
    do(t, A, "offer")
    for seat in (A, B, C, None):
        assert "gives $150, the Mission" in drawn(GAME, t, seat)
        assert "gives Hush Slippers, the Mission" in drawn(GAME, t, seat)


def test_the_endings_are_in_the_headline_and_as_bars():
    t = scene(honor=[9, 7, 6])
    assert "lead 2/5 · total 22 (12-30)" in drawn(GAME, t, A)
    assert "lead ●●○○○" in drawn(GAME, t, A, roomy=True)
    assert "not before round 3" in drawn(GAME, t, A, roomy=True)


def test_the_duel_and_the_choice_of_a_ninja():
    t = scene("discard", honor=[12, 12, 6], active=C, rolls=9)
    t.sharers = (A, B)
    do(t, C, "finish")
    do(t, A, "roll, stand")
    text = drawn(GAME, t, C)
    assert "The Challenge" in text
    assert "✓ by 3" in text
    dealt = new_table(3)
    text = drawn(GAME, dealt, A)
    assert all(GAME.pack(None).ninjas[ninja].name in text for ninja in dealt.dealt[A])
    assert "choose a ninja" in text


@pytest.mark.parametrize(("width", "roomy"), [(77, False), (79, True), (117, True)])
def test_everything_fits_with_six_seats_and_many_things(width, roomy):
    items = {seat: "headset badge_kevin hush_slippers" if seat == A else "" for seat in range(6)}
    t = scene(
        seats=6,
        missions="periscope_platter",
        items=items,
        courses="course_combat course_other",
        hands="second_wind deep_breath toll_troll look_twice roadworks rival_riders",
    )
    people = ["Anastasia the First", "Ben", "Cleo", "Dan", "Eve", "Fay"]
    for seat in (None, A, B):
        assert drawn(GAME, t, seat, width, roomy, people=people)
