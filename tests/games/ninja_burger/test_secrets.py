"""Views of other seats, and determinizations."""

import pytest

from flattop.kernel import HIDDEN, Chance, determinize

from .scenes import (
    CARD,
    GAME,
    MISSION,
    A,
    B,
    C,
    asked,
    do,
    log,
    new_table,
    offered,
    scene,
    seen,
    started,
    total_cards,
)


def determinizations(t, seat, seeds=30):
    """Return tables that look the same to the seat."""
    return [determinize(t, GAME.zones, seat, Chance(seed)) for seed in range(seeds)]


def test_determinization_draws_dealt_ninjas_from_the_unseen_ones():
    t = new_table(3)
    for world in determinizations(t, A):
        assert world.dealt[A] == t.dealt[A]
        assert sorted(n for pile in (*world.dealt, world.ninja_deck) for n in pile) == list(range(16))
    assert len({tuple(world.dealt[B]) for world in determinizations(t, A)}) > 10


def test_hands_and_deck_are_one_pool_and_open_cards_stay():
    t = scene(
        hands={A: "headset", B: "toll_troll roadworks"}, items={C: "badge_kevin"}, discards="look_twice"
    )
    for world in determinizations(t, A):
        assert total_cards(world) == total_cards(t)
        assert world.hands[A] == t.hands[A]
        assert (world.items, world.discards) == (t.items, t.discards)
    assert len({tuple(world.hands[B]) for world in determinizations(t, A)}) > 10


@pytest.mark.rule("NB-22", "NB-24")
def test_missions_are_hidden_until_they_are_turned_up():
    t = scene("mission", attending=(B,), missions={C: "fryer_duty"})
    assert seen(t, A)["missions"] == [t.missions[A], t.missions[B], [HIDDEN]]
    worlds = determinizations(t, A)
    assert {world.missions[B][0] for world in worlds} == {t.missions[B][0]}
    assert len({world.missions[C][0] for world in worlds}) > 10
    assert {world.missions[C][0] for world in determinizations(t, C)} == {MISSION["fryer_duty"]}


@pytest.mark.rule("NB-R12")
def test_secret_answer_is_neither_visible_nor_in_a_determinization():
    t = scene("pay", honor=[9, 6, 6], deck="")
    before = seen(t, B)
    do(t, A, "come")
    assert seen(t, B) == before
    assert all(world.stack[-1].answers == {} for world in determinizations(t, B))
    assert determinizations(t, A)[0].stack[-1].answers == {A: ("come",)}


@pytest.mark.rule("NB-R21")
def test_window_question_does_not_reveal_the_hand():
    useless = scene(missions="box_five_act_three", hands={B: "headset"})
    useful = scene(missions="box_five_act_three", hands={B: "rival_riders"})
    assert asked(useless) == asked(useful) == B
    assert seen(useless, A)["replying"] == seen(useful, A)["replying"]
    for t in (useless, useful):
        do(t, B, "pass")
    assert log(useless, "announced") == log(useful, "announced")
    assert {seat: list(options) for seat, options in useless.asks.items()}.keys() == useful.asks.keys()


def test_a_seat_is_not_asked_where_every_fitting_card_lies_open():
    gone = "fresh_paint fresh_paint frayed_strap"
    t = scene(missions="outside_the_glass", hands={B: "headset"}, discards=gone)
    do(t, B, "pass")
    assert asked(t) == A, "nothing that fits a climb can be in anybody's hand"
    t = scene(missions="outside_the_glass", hands={B: "headset"}, discards="fresh_paint frayed_strap")
    do(t, B, "pass")
    assert asked(t) == B


@pytest.mark.rule("NB-R32")
def test_question_about_cancelling_does_not_reveal_the_hand():
    for hand in ("not_on_my_shift", "headset"):
        t = scene(missions="mile_twenty_two", money=100, hands={A: hand, B: "toll_troll"})
        do(t, B, "play toll_troll")
        assert asked(t) == A
    t = scene(
        missions="mile_twenty_two",
        money=100,
        hands={A: "headset", B: "toll_troll"},
        discards="not_on_my_shift",
    )
    do(t, B, "play toll_troll")
    assert t.money[A] == 0, "the only card that cancels lies open: nobody is asked"


def test_seat_is_asked_before_drawing_a_mission_with_or_without_first_look():
    for hand, options in (("first_look", ["play first_look", "draw"]), ("headset", ["draw"])):
        t = scene("pay", honor=[9, 6, 6], hands=hand, deck="")
        assert offered(t, A) == options
    t = scene(
        "pay",
        honor=[9, 6, 6],
        hands="headset",
        deck="badge_kevin badge_kevin toll_troll",
        discards="first_look",
    )
    assert set(t.asks) == {A, B, C}


def test_a_reward_is_followed_by_the_same_question_for_everybody_with_cards():
    for hand in ("five_star_review", "headset"):
        t = scene(missions="box_five_act_three", hands=hand, rolls=(9, 9))
        do(t, A, "roll, roll")
        assert asked(t) == A
        assert offered(t, A)[-1] == "move_on"


def test_the_log_of_a_draw_names_the_card_to_its_owner_alone():
    t = started(3)
    t.events = []
    t.draw_mission(B)
    t.draw_fortune(C, 2, "pay")
    assert [whom for whom, event in t.events if event[0] in ("own_mission", "own_draw")] == [B, C, C]
    assert log(t, "drew") == [(C, 2, "pay")]


def test_terms_of_a_draft_are_forgotten_by_everybody_but_the_author():
    t = scene("discard", money=200, items={A: "headset", B: "badge_kevin"})
    t.play(A, ("deal", B))
    do(t, A, "put_item headset, put_money 150")
    for world in determinizations(t, C, 5):
        assert (world.stack[-1].gives, world.stack[-1].money) == ((), 0)
        assert asked(world) == A
    own = determinizations(t, A, 1)[0]
    assert own.stack[-1].gives == (CARD["headset"],)
    assert own.asks == t.asks


def test_hands_are_laid_open_at_the_end():
    t = scene("discard", honor=[12, 6, 6], active=C, hands={A: "headset", B: "toll_troll"})
    assert seen(t, C)["hands"][A] == [HIDDEN]
    do(t, C, "finish")
    assert t.over
    assert seen(t, C)["hands"] == t.hands


def test_newly_visible_cards_count_as_reveals():
    t = scene(missions="mile_twenty_two", hands={B: "toll_troll badge_kevin"}, money={B: 200})
    marks = [t.reveals]
    do(t, B, "play toll_troll")
    marks.append(t.reveals)
    t.play(B, ("buy", CARD["badge_kevin"]))
    marks.append(t.reveals)
    t.play(B, ("deal", C))
    do(t, B, "put_item badge_kevin, offer")
    marks.append(t.reveals)
    assert marks == sorted(set(marks))


@pytest.mark.rule("NB-R41", "NB-R42")
def test_third_seat_learns_no_terms_of_an_unfinished_deal():
    t = scene(missions="shh", ninjas="hokori_takai", money=300, items={B: "hush_slippers"}, rolls=13)
    do(t, A, "roll")
    t.play(A, ("deal", B))
    before, events = seen(t, C), len(t.events)
    do(t, A, "want_item hush_slippers, put_money 100")
    assert seen(t, C) == before
    assert len(t.events) == events
    assert "draft" in before
    assert before["draft"][A] == [HIDDEN, HIDDEN, HIDDEN]
    assert before["bargain"] == {"author": A, "partner": B, "offered": 0}
    do(t, A, "offer")
    assert seen(t, C)["bargain"]["money"] == 100
    do(t, B, "refuse")
    assert seen(t, C)["bargain"] == {}
    assert seen(t, C)["offers"] == [1, 0, 0]
    t.play(A, ("deal", B))
    do(t, A, "put_money 250, want_item hush_slippers, offer")
    do(t, B, "agree")
    assert seen(t, C)["money"] == [50, 250, 0]
    assert seen(t, C)["items"] == [[CARD["hush_slippers"]], [], []]
