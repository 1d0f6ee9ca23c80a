"""Step 3: one card to the left, one to the right, the choice of halves, and wishes."""

import pytest

from flattop.kernel import VACANT, view


@pytest.mark.rule("BT-11", "BT-13", "BT-R4", "BT-R5", "BT-E12")
def test_seats_place_one_after_the_other_and_burgers_grow_in_that_order(bt):
    t = bt.revealed("I10 I41", "I03 I67", "I24 I51")
    assert t.asks == {0: [("left", bt.card("I10")), ("left", bt.card("I41"))]}
    bt.left(t, 0, "I10", "I10a")
    assert list(t.asks[0]) == [("show", bt.face("I41a")), ("show", bt.face("I41b"))]
    t.play(0, ("show", bt.face("I41b")))
    assert t.burgers == [bt.faces("I10a"), [], bt.faces("I41b")]
    t.play(1, ("left", bt.card("I67")))
    assert list(t.asks[1]) == [("show", bt.face("I03a")), ("show", bt.face("I03b"))], "no half of a bun"
    t.play(1, ("show", bt.face("I03a")))
    assert t.burgers == [bt.faces("I10a I03a"), bt.faces("I67a"), bt.faces("I41b")]
    bt.left(t, 2, "I51", "I51b", "I24a")
    assert t.burgers == [bt.faces("I10a I03a"), bt.faces("I67a I24a"), bt.faces("I41b I51b")]
    assert t.turn == 1


@pytest.mark.rule("BT-R4", "BT-E13")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_another_seat_places_first_in_every_turn(bt, seats):
    t = bt.new(seats)
    for turn in range(6):
        bt.pick_any(t)
        begun = []
        while t.turn == turn and not t.over:
            seat = next(iter(t.asks))
            if not t.revealed[seat]:
                break
            begun += [seat] if seat not in begun else []
            t.play(seat, next(iter(t.asks[seat])))
        wanted = [(turn + step) % seats for step in range(seats)]
        assert begun == [seat for seat in wanted if seat in begun]
        assert begun[0] in wanted[:2], "only two Middle Buns let a seat be passed over"


@pytest.mark.rule("BT-12")
def test_any_face_may_lie_on_any_other(bt):
    t = bt.revealed("I01 I44", "I50 I38")
    t.burgers = [bt.faces("I03a"), bt.faces("I67a")]  # Cheddar asks for Salad
    bt.left(t, 0, "I01", "I01a", "I44a")
    assert t.burgers == [bt.faces("I03a I01a"), bt.faces("I67a I44a")]


@pytest.mark.rule("BT-13", "BT-R5")
def test_only_the_half_in_sight_counts(bt):
    t = bt.revealed("I05 I12", "I01 I02")
    bt.left(t, 0, "I05", "I05b", "I12a")
    assert t.parts == [[0, 0, 2, 0, 0], [2, 0, 0, 0, 0]], "Bacon without its Ketchup, Tomato"


@pytest.mark.rule("BT-R5", "BT-R16")
def test_a_middle_bun_for_the_right_lies_together_with_the_card_for_the_left(bt):
    t = bt.revealed("I05 I67", "I01 I02")
    bt.left(t, 0, "I05")
    assert t.burgers == [[], []]
    t.play(0, ("show", bt.face("I05a")))
    assert t.burgers == [bt.faces("I05a"), bt.faces("I67a")]
    assert set(t.asks) == {1}


@pytest.mark.rule("BT-R16", "BT-E20")
@pytest.mark.parametrize("placing", ["rotating", "free"])
def test_two_middle_buns_are_laid_without_a_question_the_lower_card_to_the_left(bt, placing):
    t = bt.revealed("I71 I67", "I01 I02", "I03 I04", placing=placing)
    assert t.burgers == [bt.faces("I67a"), [], bt.faces("I71a")]
    assert 0 not in t.asks
    t = bt.revealed("I01 I02", "I71 I67", "I03 I04")
    assert t.burgers == [[], [], []], "their seat is not on yet"
    bt.left(t, 0, "I01", "I01a", "I02a")
    assert t.burgers == [bt.faces("I01a I71a"), bt.faces("I67a"), bt.faces("I02a")]
    assert set(t.asks) == {2}


@pytest.mark.rule("BT-R4")
def test_placing_at_will_lets_every_seat_place_at_any_moment(bt):
    t = bt.revealed("I10 I41", "I03 I67", "I24 I51", placing="free")
    assert set(t.asks) == {0, 1, 2}
    t.play(2, ("left", bt.card("I51")))
    t.play(1, ("left", bt.card("I03")))
    t.play(1, ("show", bt.face("I03a")))
    assert t.burgers == [bt.faces("I67a"), bt.faces("I03a"), []]
    t.play(0, ("left", bt.card("I10")))
    t.play(0, ("show", bt.face("I10a")))
    t.play(2, ("show", bt.face("I51b")))
    t.play(0, ("show", bt.face("I41b")))
    assert t.burgers == [bt.faces("I67a I10a"), bt.faces("I03a"), bt.faces("I51b I41b")]
    assert t.placing == [2]
    t.play(2, ("show", bt.face("I24a")))
    assert t.burgers[1] == bt.faces("I03a I24a")
    assert t.turn == 1


@pytest.mark.rule("BT-11", "BT-R17")
def test_both_cards_go_to_the_two_sides_and_nothing_else_is_open(bt):
    t = bt.revealed("I10 I41", "I03 I67", "I24 I51")
    assert bt.refused(t, 1, ("left", bt.card("I03"))).rule == "BT-R4"
    assert bt.refused(t, 0, ("left", bt.card("I24"))).rule == "BT-11"
    assert bt.refused(t, 0, ("show", bt.face("I10a"))).code == "side-first"
    assert bt.refused(t, 0, ("choose", t.hands[0][0])).rule == "BT-11"
    t.play(0, ("left", bt.card("I10")))
    assert bt.refused(t, 0, ("left", bt.card("I41"))).code == "side-chosen"
    assert bt.refused(t, 0, ("show", bt.face("I41a"))).code == "other-card"
    t.play(0, ("show", bt.face("I10a")))
    assert bt.refused(t, 0, ("show", bt.face("I10b"))).code == "other-card", "what lies, lies"
    t.play(0, ("show", bt.face("I41a")))
    assert bt.refused(t, 0, ("left", bt.card("I10"))).code == "placed"


@pytest.mark.rule("BT-30", "BT-11")
def test_the_log_names_what_was_laid_where_and_the_points_that_burger_has_now(bt):
    t = bt.revealed("I10 I41", "I03 I67", "I24 I51")
    bt.left(t, 0, "I10", "I10a", "I41b")
    assert bt.events_named(t, "laid") == [(0, bt.face("I10a"), 0, 2), (0, bt.face("I41b"), 2, 4)]
    shown = view(t, bt.game.zones, 1)
    assert shown["parts"][2] == [0, 4, 0, 0, 0]
    assert shown["totals"] == [2, 0, 4]
    assert shown["scores"] == [2, 0, 0]


# -- wishes


@pytest.mark.rule("BT-14", "BT-R13", "BT-E19")
def test_a_wish_is_for_a_shared_burger_and_a_neighbours_unplaced_card_and_binds_nobody(bt):
    t = bt.revealed("I10 I41", "I03 I67", "I24 I51")
    cheddar = bt.face("I03a")
    t.play(0, ("wish", 0, cheddar))
    for seat in (None, 0, 1, 2):
        assert view(t, bt.game.zones, seat)["wishes"] == [[cheddar, VACANT], [VACANT] * 2, [VACANT] * 2]
    assert bt.events_named(t, "wished") == [(0, cheddar, 0)]
    assert set(t.asks) == {0}, "the seat on is asked as before"
    assert bt.refused(t, 0, ("wish", 1, cheddar)).code == "not-shared"
    assert bt.refused(t, 0, ("wish", 0, bt.face("I24a"))).code == "not-open-card"
    bt.left(t, 0, "I10", "I10a", "I41a")
    bt.left(t, 1, "I03", "I03b")
    assert t.burgers[0][-1] == bt.face("I67a")
    assert bt.refused(t, 0, ("wish", 0, bt.face("I03b"))).rule == "BT-R13"


@pytest.mark.rule("BT-R13")
def test_a_newer_wish_replaces_an_older_one_for_the_same_burger_and_one_may_take_it_back(bt):
    t = bt.revealed("I10 I41", "I03 I67", "I24 I51")
    t.play(0, ("wish", 0, bt.face("I03a")))
    t.play(0, ("wish", 2, bt.face("I51b")))
    t.play(0, ("wish", 0, bt.face("I67a")))
    assert t.wishes[0] == bt.faces("I67a I51b")
    t.play(0, ("unwish", 0))
    assert t.wishes[0] == [VACANT, bt.face("I51b")]
    assert bt.refused(t, 0, ("unwish", 0)).code == "no-wish"
    assert ("wish", 0, bt.face("I67b")) not in t.anytime(0), "halves of a bun are alike"


@pytest.mark.rule("BT-R13", "BT-14")
def test_wishes_are_open_in_step_three_alone_and_end_with_it(bt):
    t = bt.revealed("I10 I41", "I03 I67")
    t.play(1, ("wish", 0, bt.face("I10b")))
    bt.place_any(t)
    assert t.wishes == [[VACANT] * 2] * 2
    assert not t.anytime(0)
    assert bt.refused(t, 0, ("wish", 0, 3)).code == "no-talk-now"


@pytest.mark.rule("BT-R13", "BT-R3")
def test_with_talk_off_and_in_a_duel_there_are_no_wishes(bt):
    t = bt.revealed("I10 I41", "I03 I67", table_talk="off")
    assert not t.anytime(0)
    assert bt.refused(t, 0, ("wish", 0, bt.face("I03a"))).code == "no-talk"
    t = bt.revealed("I10 I41", "I03 I67", two_players="duel")
    assert not t.anytime(0)
    assert bt.refused(t, 0, ("wish", 0, bt.face("I03a"))).code == "not-shared"


@pytest.mark.rule("BT-14", "BT-R15")
def test_two_seats_may_wish_for_both_burgers_that_they_share(bt):
    t = bt.revealed("I10 I41", "I03 I67")
    open_to_one = {action[1] for action in t.anytime(1)}
    assert open_to_one == {0, 1}
    assert len(t.anytime(0)) == 2 * 3
