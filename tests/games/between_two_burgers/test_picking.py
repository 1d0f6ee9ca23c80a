"""Steps 1, 2 and 4: secret pairs, turned up together; hands passed; the last card thrown away."""

import random
from itertools import chain

import pytest

from flattop.kernel import HIDDEN, Chance, determinize, view

HANDS = ("I01 I02 I03 I04 I06", "I07 I08 I09 I10 I11", "I05 I12 I30 I67 I71")


@pytest.mark.rule("BT-05", "BT-09")
def test_all_seats_pick_two_different_cards_of_their_own_hand_at_the_same_time(bt):
    t = bt.dealt(*HANDS)
    assert t.asks == {seat: [("choose", card) for card in t.hands[seat]] for seat in range(3)}
    t.play(1, ("choose", bt.card("I09")))
    assert t.asks[1] == [("choose", card) for card in bt.cards("I07 I08 I10 I11")]
    assert set(t.asks) == {0, 1, 2}


@pytest.mark.rule("BT-09", "BT-R17", "BT-E18")
def test_the_same_card_twice_and_a_third_card_are_refused(bt):
    t = bt.dealt(*HANDS)
    t.play(2, ("choose", bt.card("I12")))
    assert bt.refused(t, 2, ("choose", bt.card("I12"))).code == "same-card"
    t.play(2, ("choose", bt.card("I67")))
    assert t.picks[2] == bt.cards("I12 I67")
    assert 2 not in t.asks
    assert bt.refused(t, 2, ("choose", bt.card("I05"))).code == "decided"


@pytest.mark.rule("BT-09", "BT-10")
def test_others_see_how_many_are_picked_and_not_which(bt):
    t = bt.dealt(*HANDS)
    t.play(2, ("choose", bt.card("I12")))
    assert view(t, bt.game.zones, 0)["picks"] == [[], [], [HIDDEN]]
    assert view(t, bt.game.zones, 2)["picks"] == [[], [], bt.cards("I12")]
    t.play(2, ("choose", bt.card("I67")))
    assert view(t, bt.game.zones, 0)["picks"] == [[], [], [HIDDEN] * 2]
    assert view(t, bt.game.zones, None)["picks"] == [[], [], [HIDDEN] * 2]
    assert t.events == []


@pytest.mark.rule("BT-09", "BT-08")
def test_a_picked_card_is_seen_in_one_place(bt):
    t = bt.dealt(*HANDS)
    t.play(2, ("choose", bt.card("I12")))
    for eyes in (None, 0, 1, 2):
        seen = view(t, bt.game.zones, eyes)
        assert [len(hand) for hand in seen["hands"]] == [5, 5, 4]
        assert [len(picks) for picks in seen["picks"]] == [0, 0, 1]
    assert bt.card("I12") not in view(t, bt.game.zones, 2)["hands"][2]
    assert view(t, bt.game.zones, 0)["hands"][2] == [HIDDEN] * 4


@pytest.mark.rule("BT-09", "BT-R2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_view_accounts_for_every_card_at_every_decision(bt, seats):
    t, rnd = bt.new(seats), random.Random(seats)
    while not t.over:
        for eyes in (None, *range(seats)):
            seen = view(t, bt.game.zones, eyes)
            piles = [seen["pile"], seen["discards"], *seen["hands"], *seen["picks"], *seen["revealed"]]
            assert sum(map(len, [*piles, *seen["burgers"]])) == 72
        seat = rnd.choice(list(t.asks))
        t.play(seat, rnd.choice(list(t.asks[seat])))


@pytest.mark.rule("BT-09")
def test_determinization_contains_no_pick_of_a_rival(bt):
    t = bt.dealt(*HANDS)
    bt.pick(t, 0, "I01 I03")
    t.play(2, ("choose", bt.card("I12")))
    t.play(1, ("choose", bt.card("I09")))
    for copy in (t.fork(1, Chance(3)), determinize(t, bt.game.zones, 1, Chance(3))):
        assert 0 not in copy.stack[-1].answers
        assert set(copy.stack[-1].halfway) == {1}
        assert copy.asks[1] == t.asks[1]
        assert copy.asks[0] == [("choose", card) for card in copy.hands[0]]
        assert view(copy, bt.game.zones, 1) == view(t, bt.game.zones, 1)
        bt.finish(copy)


@pytest.mark.rule("BT-10")
def test_all_pairs_are_turned_up_when_the_last_seat_has_picked(bt):
    t = bt.dealt(*HANDS)
    bt.pick(t, 2, "I30 I12")
    bt.pick(t, 0, "I01 I06")
    assert t.revealed == [[], [], []]
    bt.pick(t, 1, "I11 I07")
    assert t.revealed == [bt.cards("I01 I06"), bt.cards("I07 I11"), bt.cards("I12 I30")]
    assert t.hands == [bt.cards("I02 I03 I04"), bt.cards("I08 I09 I10"), bt.cards("I05 I67 I71")]
    assert t.picks == [[], [], []]
    for seat in (None, 0, 1, 2):
        assert view(t, bt.game.zones, seat)["revealed"] == t.revealed
    assert len(bt.events_named(t, "turned_up")) == 3


@pytest.mark.rule("BT-15", "BT-E14")
def test_hands_go_left_in_rounds_one_and_three_and_right_in_round_two(bt):
    t = bt.new(4)
    for turned in ("left", "right", "left"):
        assert t.direction == turned
        bt.pick_any(t)
        a, b, c, d = (hand[:] for hand in t.hands)
        bt.place_any(t)
        assert t.hands == ([d, a, b, c] if turned == "left" else [b, c, d, a])
        assert bt.events_named(t, "handed_on")[-1] == (turned,)
        bt.play_turn(t)
    assert t.over


@pytest.mark.rule("BT-R15")
def test_with_two_seats_both_directions_lead_to_the_same_neighbour(bt):
    t = bt.new(2)
    for _ in range(3):
        bt.pick_any(t)
        a, b = (hand[:] for hand in t.hands)
        bt.place_any(t)
        assert t.hands == [b, a]
        bt.play_turn(t)


@pytest.mark.rule("BT-16", "BT-R14", "BT-R2", "BT-E15")
def test_the_last_cards_go_unseen_into_the_next_shuffle(bt):
    t = bt.new(4)
    pile = t.pile[:]
    bt.play_turn(t)
    bt.pick_any(t)
    assert t.pile == pile, "nothing is drawn during a round"
    last = [hand[0] for hand in t.hands]
    assert [len(hand) for hand in t.hands] == [1] * 4
    t.events = []
    bt.place_any(t)
    assert t.round == 2
    assert [len(stack) for stack in t.burgers] == [4] * 4
    assert sorted([*t.pile, *chain(*t.hands)]) == sorted(pile + last), "56 cards were shuffled"
    assert len(t.pile) == 36
    assert t.discards == []
    assert [name for _, (name, *_) in t.events if name in ("handed_on", "thrown_away")] == ["thrown_away"]
    assert bt.events_named(t, "thrown_away") == [(1,)], "the round, and no card"


@pytest.mark.rule("BT-16", "BT-08")
def test_cards_thrown_away_at_the_very_end_are_seen_by_nobody(bt):
    t = bt.finish(bt.new(3))
    assert len(t.discards) == 3
    for seat in (None, 0, 1, 2):
        assert view(t, bt.game.zones, seat)["discards"] == [HIDDEN] * 3


@pytest.mark.rule("BT-05", "BT-18", "BT-R1", "BT-17")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_rounds_of_two_turns_make_burgers_of_twelve_that_only_grow(bt, seats):
    t = bt.new(seats)
    for turn in range(6):
        assert (t.round, t.turn) == (turn // 2 + 1, turn)
        before = [stack[:] for stack in t.burgers]
        bt.play_turn(t)
        assert [stack[:-2] for stack in t.burgers] == before
        assert bt.all_cards(t) == list(range(72))
    assert t.over
    assert [len(stack) for stack in t.burgers] == [12] * seats


@pytest.mark.rule("BT-R17")
def test_wrong_picks_are_refused_with_their_rule(bt):
    t = bt.dealt(*HANDS)
    assert bt.refused(t, 0, ("choose", bt.card("I07"))).code == "not-in-hand"
    assert "999" in bt.refused(t, 0, ("choose", 999)).sentence
    assert "'x'" in bt.refused(t, 0, ("choose", "x")).sentence
    assert bt.refused(t, 0, ("left", bt.card("I01"))).rule == "BT-10"
    assert bt.refused(t, 0, ("show", bt.face("I01a"))).rule == "BT-10"
    for seat, action in ((0, ("dance",)), (0, ("choose",)), (7, ("choose", 1)), (-1, ("tick", 1)), (0, ())):
        assert bt.refused(t, seat, action).code in ("not-open", "not-your-turn")


@pytest.mark.rule("BT-R17")
def test_nothing_can_be_played_when_the_game_is_over(bt):
    t = bt.finish(bt.new(2))
    assert bt.refused(t, 0, ("choose", 1)).code == "over"
    assert not t.anytime(0)


@pytest.mark.rule("BT-R17")
@pytest.mark.parametrize("number", [-1, -72, 72, 999])
def test_number_out_of_range_is_not_named_as_a_card(bt, number):
    refusal = bt.refused(bt.new(3), 0, ("choose", number))
    assert (refusal.code, refusal.sentence) == ("not-in-hand", f"{number} is not a card in this hand.")
