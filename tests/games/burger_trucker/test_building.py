"""The Build Phase: take, place, put back and finish, all seats at once."""

import random

import pytest

from flattop.kernel import CLOCK, VACANT


@pytest.mark.rule("TR-07", "TR-R2")
def test_all_unfinished_seats_and_the_clock_are_asked_at_once_and_may_act_as_often_as_they_like(tr):
    t = tr.live(4)
    assert sorted(t.asks) == [CLOCK, 0, 1, 2, 3]
    for seat in (2, 2, 0, 2):
        tr.do(t, seat, "flip", "put_back")
        assert sorted(t.asks) == [CLOCK, 0, 1, 2, 3]
    assert t.now == 0


@pytest.mark.rule("TR-08", "TR-R3")
def test_a_face_down_card_is_turned_over_and_any_open_one_may_be_taken(tr):
    t = tr.on_top(tr.lay_out(tr.live(2), "I12 I40 I05"), "I31")
    for one in ("I12", "I40", "I05"):
        assert tr.can(t, 0, f"grab {one}")
    assert tr.no(t, 0, "grab I31") == "gone"
    tr.do(t, 0, "flip")
    assert t.held[0] == tr.card("I31")
    assert len(t.pile) == 68
    tr.do(t, 1, "grab I40")
    assert t.face_up == tr.cards("I12 I05")
    assert t.held[1] == tr.card("I40")


@pytest.mark.rule("TR-09", "TR-R3", "TR-R4", "TR-E4")
def test_one_card_at_a_time_and_what_is_put_back_is_open_to_all(tr):
    t = tr.at(tr.on_top(tr.lay_out(tr.live(3), "I12"), "I08"), 40)
    tr.do(t, 1, "flip")
    assert t.held == [VACANT, tr.card("I08"), VACANT]
    assert len(t.pile) == 70
    assert tr.no(t, 1, "grab I12") == "hands-full"
    assert tr.no(t, 1, "flip") == "hands-full"
    assert tr.no(t, 0, "grab I08") == "gone"
    tr.do(t, 1, "put_back")
    assert t.face_up == tr.cards("I12 I08")
    tr.at(t, 43)
    assert tr.can(t, 1, "grab I08")
    tr.do(t, 2, "grab I08", "place I08b")
    assert t.burgers[2] == tr.faces("I08b")
    assert tr.pack.faces[tr.face("I08b")].name == "Lettuce"
    assert t.wanted[2] == "salad"


@pytest.mark.rule("TR-R3")
def test_a_card_put_back_never_turns_face_down_again(tr):
    t = tr.live(2)
    for _ in range(72):
        tr.do(t, 0, "flip", "put_back")
    assert t.pile == []
    assert sorted(t.face_up) == list(range(72))
    assert tr.no(t, 0, "flip") == "gone"
    assert tr.no(t, 1, "flip") == "gone"


@pytest.mark.rule("TR-R4")
def test_everybody_sees_the_card_in_a_hand(tr):
    from flattop.kernel import view

    t = tr.do(tr.on_top(tr.live(3), "I08"), 1, "flip")
    for eyes in (None, 0, 1, 2):
        assert view(t, tr.game.zones, eyes)["held"] == [VACANT, tr.card("I08"), VACANT]


@pytest.mark.rule("TR-R2", "TR-E5", "TR-R17")
def test_first_grab_gets_the_card_and_the_second_is_refused_as_gone(tr):
    t = tr.at(tr.lay_out(tr.live(3), "I50"), 120)
    assert tr.can(t, 0, "grab I50")
    assert tr.can(t, 2, "grab I50")
    tr.do(t, 2, "grab I50")
    assert t.held[2] == tr.card("I50")
    assert tr.no(t, 0, "grab I50") == "gone"
    assert t.held[0] == VACANT
    assert "seat 3 was first" in t.refusal(0, tr.action("grab I50")).sentence
    tr.do(t, 0, "flip")
    assert t.taken_at[0] == 120
    tr.do(t, 2, "place I50a")
    assert tr.no(t, 1, "grab I50") == "gone"
    assert "burger of seat 3" in t.refusal(1, tr.action("grab I50")).sentence


@pytest.mark.rule("TR-10", "TR-R5", "TR-E6")
def test_only_the_type_that_is_asked_for_fits_and_a_middle_bun_fits_on_all(tr):
    t = tr.put(tr.live(3), 0, "I50a", held="I34")
    assert t.wanted[0] == "cheese"
    assert tr.no(t, 0, "place I34a") == "no-fit"
    tr.do(t, 0, "place I34b")
    assert t.burgers[0] == tr.faces("I50a I34b")
    assert t.wanted[0] == "salad"


@pytest.mark.rule("TR-10", "TR-E6")
def test_a_middle_bun_goes_on_beef_and_everything_on_the_bun(tr):
    t = tr.put(tr.live(2), 0, "I50a", held="I67")
    assert t.wanted[0] == "cheese"
    assert not tr.can(t, 0, "place I67b"), "both halves are alike"
    assert tr.no(t, 0, "place I67b") == "no-fit"
    tr.do(t, 0, "place I67a")
    assert t.wanted[0] == "any"
    for one, halves in (("I34", "I34a I34b"), ("I08", "I08a I08b"), ("I68", "I68a")):
        there = tr.do(tr.on_top(t.clone(), one), 0, "flip")
        placings = [action[1] for action in there.asks[0] if action[0] == "place"]
        assert placings == tr.faces(halves)


@pytest.mark.rule("TR-10")
def test_on_a_bare_bun_either_half_of_any_card_fits(tr):
    for one in range(66):
        t = tr.live(2)
        t.pile.remove(one)
        t.held[0] = one
        t.ask_afresh()
        assert list(t.asks[0]) == [("place", 2 * one), ("place", 2 * one + 1), ("put_back",)]


@pytest.mark.rule("TR-R5")
def test_with_matching_off_any_face_fits(tr):
    t = tr.put(tr.live(2, matching="off"), 0, "I50a", held="I34")
    assert t.wanted[0] == "any"
    tr.do(t, 0, "place I34a")
    assert t.burgers[0] == tr.faces("I50a I34a")


@pytest.mark.rule("TR-11")
def test_a_placed_card_stays_where_and_as_it_is(tr):
    rnd, t = random.Random(3), tr.live(3)
    before = [list(stack) for stack in t.burgers]
    while t.phase == "build":
        seat = rnd.choice(list(t.asks))
        options = list(t.asks[seat]) if seat != CLOCK else [("tick", 1)]
        t.play(seat, rnd.choice(options))
        if t.phase == "build":
            assert all(stack[: len(old)] == old for old, stack in zip(before, t.burgers, strict=True))
            before = [list(stack) for stack in t.burgers]


@pytest.mark.rule("TR-09")
def test_a_card_in_hand_can_only_be_placed_or_put_back(tr):
    t = tr.do(tr.lay_out(tr.live(2), "I12"), 0, "flip")
    assert {action[0] for action in t.asks[0]} <= {"place", "put_back"}
    assert ("put_back",) in t.asks[0]


@pytest.mark.rule("TR-12", "TR-R6", "TR-E7")
def test_finishing_takes_empty_hands_and_an_ingredient_and_is_final(tr):
    t = tr.put(tr.live(2), 0, "I67a", held="I24")
    assert tr.no(t, 0, "finish") == "hands-full"
    before = tr.put(tr.live(2), 0, "I67a")
    assert tr.no(before, 0, "finish") == "empty-burger"
    assert tr.no(tr.live(2), 0, "finish") == "empty-burger"
    tr.do(t, 0, "place I24a", "finish")
    assert t.places[0] == 1
    assert 0 not in t.asks
    for words in ("flip", "put_back", "finish", "place I24a"):
        assert tr.no(t, 0, words) == "finished"


@pytest.mark.rule("TR-R6")
def test_a_burger_that_meets_no_order_may_be_finished(tr):
    t = tr.put(tr.live(2, decks=[[], tr.orders("iron_giant skyscraper")]), 0, "I24a")
    assert {states[0] for states in t.prospects[0]} == {"possible"}
    tr.do(t, 0, "finish")
    assert t.places[0] == 1


@pytest.mark.rule("TR-13", "TR-E1")
@pytest.mark.parametrize(("seats", "coins"), [(2, [3, 2]), (3, [3, 2, 1]), (4, [3, 2, 1, 0])])
def test_speed_coins_go_by_the_order_of_finishing(tr, seats, coins):
    t = tr.live(seats)
    for seat, burger in enumerate(["I24a", "I25a", "I26a", "I27a"][:seats]):
        tr.put(t, seat, burger)
    order = [2, 0, 1, 3] if seats == 4 else list(reversed(range(seats)))
    for place, seat in enumerate(order[:-1]):
        assert t.next_speed == coins[place]
        tr.do(t, seat, "finish")
        assert t.speed[seat] == coins[place]
        assert t.coins == [0] * seats, "kept apart from coins of earlier rounds"
    tr.do(t, order[-1], "finish")
    assert [account.speed for account in t.accounts[0]] == [coins[order.index(s)] for s in range(seats)]
    assert [event[2] for event in tr.events_named(t, "finished")] == coins


@pytest.mark.rule("TR-R2", "TR-13")
def test_two_finishes_in_one_tick_are_never_level(tr):
    t = tr.at(tr.put(tr.put(tr.live(3), 0, "I24a"), 1, "I25a"), 77)
    tr.do(t, 1, "finish")
    tr.do(t, 0, "finish")
    assert t.places == [2, 1, 0]
    assert t.now == 77


@pytest.mark.rule("TR-14")
def test_the_score_phase_starts_when_the_last_seat_has_finished(tr):
    t = tr.live(2, [[], tr.orders("og_cheeseburger blt")])
    tr.put(t, 0, "I27a I61a I49b I21b I70a I33b")
    tr.put(t, 1, "I24a")
    tr.do(t, 1, "finish")
    assert t.phase == "build"
    assert t.line == []
    tr.do(t, 0, "finish")
    assert t.phase == "score"
    assert len(t.line) == 4
    assert CLOCK not in t.asks


@pytest.mark.rule("TR-E19", "TR-R17")
def test_with_a_reach_of_five_a_card_is_laid_down_five_ticks_after_it_was_taken(tr):
    t = tr.at(tr.on_top(tr.live(2, reach=5), "I24"), 200)
    tr.do(t, 0, "flip")
    assert 0 not in t.asks
    assert list(t.asks[CLOCK])[-1] == ("tick", 5), "the clock stops by itself when the card is free"
    tr.at(t, 204)
    assert tr.no(t, 0, "place I24a") == "not-yet"
    assert tr.no(t, 0, "put_back") == "not-yet"
    tr.at(t, 205)
    tr.do(t, 0, "place I24a")
    assert t.burgers[0] == tr.faces("I24a")


def test_all_cards_are_somewhere_at_every_moment_of_a_round(tr):
    for pace in ("real", "turns"):
        rnd, t = random.Random(pace), tr.waiting(4, pace=pace)
        while not t.over:
            seat = rnd.choice(list(t.asks))
            options = [("tick", 3)] if seat == CLOCK else list(t.asks[seat])
            t.play(seat, rnd.choice(options))
            assert tr.everything(t) == (list(range(72)), list(range(21)))
