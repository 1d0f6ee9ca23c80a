"""A turn: secret choices, turning up, passing to the left, the last card."""

import pytest

from flattop.kernel import HIDDEN, Chance, determinize, view

THREE = [
    "I01a I04a I07a I10a I13a I16a I19a",
    "I02a I30b I08a I11a I14a I17a I20a",
    "I03a I06a I09a I12a I15a I18a I21a",
]


@pytest.mark.rule("BG-07")
def test_all_seats_choose_among_their_own_hands_at_the_same_time(go):
    t = go.new(3)
    assert t.asks == {seat: [("choose", card) for card in t.hands[seat]] for seat in range(3)}


@pytest.mark.rule("BG-07")
def test_seats_may_decide_in_any_order(go):
    t = go.dealt(THREE)
    for seat in (2, 0, 1):
        go.decide(t, seat, THREE[seat].split()[0])
    assert t.rows == [[go.face("I01a")], [go.face("I02a")], [go.face("I03a")]]


@pytest.mark.rule("BG-08")
def test_the_half_that_is_shown_is_played_and_the_other_counts_for_nothing(go):
    t = go.dealt(THREE)
    t.play(0, ("choose", go.card("I01")))
    assert list(t.asks[0]) == [("show", go.face("I01a")), ("show", go.face("I01b"))]
    t.play(0, ("show", go.face("I01b")))
    go.decide(t, 1, "I02a")
    go.decide(t, 2, "I03b")
    assert t.rows == [[go.face("I01b")], [go.face("I02a")], [go.face("I03b")]]
    assert [t.row_types(seat) for seat in range(3)] == [["meat"], ["salad"], ["salad"]]


@pytest.mark.rule("BG-08", "BG-R13", "BG-R15")
def test_a_half_once_chosen_cannot_be_changed(go):
    t = go.dealt(THREE)
    go.decide(t, 0, "I01a")
    assert go.refused(t, 0, ("show", go.face("I01b"))).code == "decided"
    assert go.refused(t, 0, ("choose", t.hands[0][1])).rule == "BG-R13"


@pytest.mark.rule("BG-09", "BG-R13", "BG-E12")
def test_cards_appear_only_when_the_last_seat_has_decided(go):
    t = go.dealt([THREE[0], "I30b I02a I08a I11a I14a I17a I20a", THREE[2]])
    go.decide(t, 0, "I01a")
    go.decide(t, 2, "I03a")
    assert t.rows == [[], [], []]
    seen = view(t, go.game.zones, 1)
    assert seen["choices"] == [[HIDDEN], [], [HIDDEN]]
    played = {go.card("I01"), go.card("I30"), go.card("I03")}
    hands = [[card for card in hand if card not in played] for hand in t.hands]
    t.play(1, ("choose", go.card("I30")))
    assert t.rows == [[], [], []]
    t.play(1, ("show", go.face("I30b")))
    assert t.rows == [[go.face("I01a")], [go.face("I30b")], [go.face("I03a")]]
    assert t.hands == [hands[2], hands[0], hands[1]]
    assert t.choices == [[], [], []]


@pytest.mark.rule("BG-R13", "BG-03")
def test_a_card_laid_down_is_seen_in_one_place(go):
    t = go.dealt(THREE)
    t.play(0, ("choose", go.card("I01")))
    assert [len(hand) for hand in view(t, go.game.zones, 1)["hands"]] == [7, 7, 7], "it is not decided yet"
    t.play(0, ("show", go.face("I01b")))
    for eyes in (None, 0, 1, 2):
        seen = view(t, go.game.zones, eyes)
        assert [len(hand) for hand in seen["hands"]] == [6, 7, 7]
        assert [len(laid) for laid in seen["choices"]] == [1, 0, 0]
    assert go.card("I01") not in view(t, go.game.zones, 0)["hands"][0]


@pytest.mark.rule("BG-R13")
def test_a_seat_sees_its_own_choice_and_spectators_see_none(go):
    t = go.dealt(THREE)
    go.decide(t, 0, "I01b")
    assert view(t, go.game.zones, 0)["choices"] == [[go.face("I01b")], [], []]
    assert view(t, go.game.zones, None)["choices"] == [[HIDDEN], [], []]
    assert t.events == []


@pytest.mark.rule("BG-R13")
def test_a_seat_that_has_chosen_its_card_but_no_half_looks_undecided_to_others(go):
    t = go.dealt(THREE)
    before = view(t, go.game.zones, 1)
    t.play(0, ("choose", go.card("I01")))
    assert view(t, go.game.zones, 1) == before
    assert t.events == []


@pytest.mark.rule("BG-R13")
def test_determinization_contains_no_choice_of_a_rival(go):
    t = go.dealt(THREE)
    go.decide(t, 0, "I01a")
    go.decide(t, 2, "I03a")
    t.play(1, ("choose", t.hands[1][0]))
    for copy in (t.fork(1, Chance(3)), determinize(t, go.game.zones, 1, Chance(3))):
        assert copy.stack[-1].answers == {}
        assert copy.asks[1] == t.asks[1]
        assert copy.asks[0] == [("choose", card) for card in copy.hands[0]]
        assert view(copy, go.game.zones, 1) == view(t, go.game.zones, 1)
        go.finish(copy)


@pytest.mark.rule("BG-10", "BG-11", "BG-E11")
def test_hands_move_one_seat_to_the_left_and_rows_stay(go):
    t = go.new(3)
    for _ in range(2):
        while t.card < 7:
            a, b, c = (hand[1:] for hand in t.hands)
            played = [hand[0] for hand in t.hands]
            rows = [row[:] for row in t.rows]
            go.play_turn(t, [2 * hand[0] for hand in t.hands])
            assert t.hands == [c, a, b]
            assert t.rows == [[*row, 2 * one] for row, one in zip(rows, played, strict=True)]
        go.play_turn(t, [2 * hand[0] for hand in t.hands])
    assert t.round == 3


@pytest.mark.rule("BG-12")
def test_a_round_is_seven_cards_and_nothing_is_passed_after_the_last(go):
    t = go.dealt(THREE)
    go.play_round(t, THREE)
    assert t.round == 2
    assert [event[0] for _, event in t.events].count("handed_on") == 6
    assert len(go.events_named(t, "shown")) == 21


@pytest.mark.rule("BG-12", "BG-R1", "BG-E13")
def test_of_the_last_card_only_the_half_is_asked_and_a_meat_lies_on_an_open_sauce(go):
    rows = [THREE[0], THREE[1], "I22b I06a I09a I12a I15a I18a I05b"]
    t = go.dealt(rows, rounds=1)
    for turn in range(6):
        go.play_turn(t, [go.faces(row)[turn] for row in rows])
    assert t.hands[2] == [go.card("I05")]
    assert list(t.asks[2]) == [("show", go.face("I05a")), ("show", go.face("I05b"))]
    assert go.refused(t, 2, ("choose", go.card("I05"))).rule == "BG-R1"
    t.play(2, ("show", go.face("I05b")))
    assert len(t.rows[2]) == 6, "it is turned up together with the others"
    go.decide(t, 0, "I19a")
    go.decide(t, 1, "I20a")
    assert t.rows[2] == go.faces(rows[2])
    assert t.beneath[2] == [-2] * 6 + [0]
    assert (2, go.face("I05b"), go.face("I22b")) in go.events_named(t, "sauced")


@pytest.mark.rule("BG-R12", "BG-E18")
def test_a_middle_bun_is_decided_at_once_and_its_half_is_not_asked(go):
    rows = ["I67a I04a I07a I10a I13a I16a I19a", *THREE[1:]]
    t = go.dealt(rows)
    t.play(0, ("choose", go.card("I67")))
    assert 0 not in t.asks
    assert view(t, go.game.zones, 1)["choices"][0] == [HIDDEN]
    assert go.refused(t, 0, ("show", go.face("I67a"))).code == "decided"
    go.decide(t, 1, "I02a")
    go.decide(t, 2, "I03a")
    assert t.rows[0] == [go.face("I67a")]


@pytest.mark.rule("BG-R12", "BG-12")
def test_a_middle_bun_as_the_last_card_is_the_one_sealed_answer_and_others_cannot_tell(go):
    rows = ["I01a I04a I07a I10a I13a I16a I67a", *THREE[1:]]
    t = go.dealt(rows, rounds=1)
    for turn in range(6):
        go.play_turn(t, [go.faces(row)[turn] for row in rows])
    assert set(t.asks) == {0, 1, 2}
    assert list(t.asks[0]) == [("choose", go.card("I67"))]
    assert view(t, go.game.zones, 1)["choices"] == [[], [], []]
    assert go.refused(t, 0, ("show", go.face("I67a"))).rule == "BG-R12"
    t.play(0, ("choose", go.card("I67")))
    assert view(t, go.game.zones, 1)["choices"] == [[HIDDEN], [], []]
    go.decide(t, 1, "I20a")
    go.decide(t, 2, "I21a")
    assert t.rows[0][-1] == go.face("I67a")


@pytest.mark.rule("BG-R15")
def test_wrong_input_is_refused_with_its_rule_and_changes_nothing(go):
    t = go.dealt(THREE)
    assert go.refused(t, 0, ("choose", t.hands[1][0])).code == "not-in-hand"
    assert go.refused(t, 0, ("show", 2 * t.hands[0][0])).rule == "BG-07"
    assert "999" in go.refused(t, 0, ("choose", 999)).sentence
    assert "'x'" in go.refused(t, 0, ("choose", "x")).sentence
    t.play(0, ("choose", go.card("I01")))
    assert go.refused(t, 0, ("choose", t.hands[0][1])).rule == "BG-R15"
    assert go.refused(t, 0, ("show", 2 * t.hands[0][1])).rule == "BG-08"
    for seat, action in ((0, ("dance",)), (0, ("choose",)), (7, ("choose", 1)), (-1, ("tick", 1))):
        assert go.refused(t, seat, action).code in ("not-open", "not-your-turn")


@pytest.mark.rule("BG-R15")
def test_nothing_can_be_played_when_the_game_is_over(go):
    assert go.refused(go.finish(go.new(2)), 0, ("choose", 1)).code == "over"


@pytest.mark.rule("BG-R15")
@pytest.mark.parametrize("number", [-1, -72, 72, 999])
def test_number_out_of_range_is_not_named_as_a_card(go, number):
    refusal = go.refused(go.new(3), 0, ("choose", number))
    assert (refusal.code, refusal.sentence) == ("not-in-hand", f"{number} is not a card in this hand.")
