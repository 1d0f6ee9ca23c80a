"""Cards Time: Plays, Bribes, extra Plays and passing."""

import pytest

from flattop.games.burgerfuck.cards import JOKER, load
from flattop.kernel import Chance


@pytest.mark.rule("BF-25", "BF-26")
def test_a_card_that_matches_in_suit_or_rank_becomes_the_top_card(bf):
    t = bf.scene("5S 9H 9C")
    assert bf.options(t, "play") == ["5S", "9H"]
    bf.act(t, "play", "9H")
    assert bf.names(t.play_pile) == "5H 9H"
    assert t.top_by == 0
    assert bf.names(t.hands[0]) == "5S 9C"


@pytest.mark.rule("BF-27", "BF-28", "BF-R18", "BF-E1")
def test_a_bribe_is_the_difference_in_value(bf):
    t = bf.change(bf.scene("9S 2C"), small=[4, 0, 0])
    bf.act(t, "play", "9S")
    assert t.small == [0, 0, 0]
    assert bf.names(t.play_pile[-1]) == "9S"
    assert t.top_by == 0
    t = bf.change(bf.scene("9S 2C"), small=[3, 0, 0])
    refusal = bf.refused(t, 0, "play", "9S")
    assert (refusal.code, refusal.rule) == ("no-match", "BF-26")
    assert "4 Small Tokens" in refusal.sentence
    assert "you have 3" in refusal.sentence


@pytest.mark.rule("BF-R18")
def test_a_matching_card_never_costs_a_bribe(bf):
    t = bf.change(bf.scene("KH 2C"), small=[9, 0, 0])
    bf.act(t, "play", "KH")
    assert t.small == [9, 0, 0]


@pytest.mark.rule("BF-R17", "BF-E10")
def test_ten_and_faces_are_worth_the_same_unless_the_table_ranks_them(bf):
    hand = "TS KS 9S"
    assert bf.options(bf.scene(hand, pile="QH"), "play") == ["TS", "KS"]
    assert bf.options(bf.scene(hand, pile="QH", bribe_min=1), "play") == []
    ranked = bf.change(bf.scene(hand, pile="QH", bribe_values="ranked"), small=[9, 0, 0])
    assert {bf.names(a[1]): a[2] for a in ranked.asks[0] if a[0] == "play"} == {"TS": 2, "KS": 1, "9S": 3}


@pytest.mark.rule("BF-R17")
def test_burning_keeps_its_values_however_bribes_are_read(bf):
    t = bf.scene("KD 2C", bribe_values="ranked")
    bf.act(t, "burn", "KD")
    assert t.orbs[0] == 20


@pytest.mark.rule("BF-29", "BF-30", "BF-43", "BF-R19", "BF-E11")
def test_a_joker_goes_on_anything_and_anything_on_a_joker(bf):
    t = bf.scene("JK 2C", pile="7D", others=["9S TC AH KD", "9S TC AH KD"])
    bf.act(t, "play", "JK")
    bf.act(t, "drop", 4)
    assert t.grid == bf.columns({4: "0"})
    assert t.stack[-1].at == "strategy_move"  # nobody can strike a Joker
    bf.act(t, "drop", 1)
    assert bf.options(t, "play") == ["9S", "AH", "KD", "TC"]
    assert all(action[2] == 0 for action in t.asks[1] if action[0] == "play")


@pytest.mark.rule("BF-R19")
def test_a_joker_is_banned_by_no_concert_and_contends_with_nobody(bf):
    t = bf.change(bf.scene("JK 2C", pile="KD"), closing=[11, 11, 11, 11])
    assert bf.options(t, "play") == ["JK"]
    bf.act(t, "play", "JK")
    assert bf.events_named(t, "contention") == []


@pytest.mark.rule("BF-24", "BF-R14", "BF-R15", "BF-58")
def test_each_large_token_allows_one_play_more_and_stays(bf):
    t = bf.change(bf.scene("5S 9S 9C 9D 2D"), large=[2, 0, 0])
    bf.act(t, "play", "5S")
    bf.hold_all(t)
    assert bf.verbs(t, 0) == {"play", "end"}
    bf.act(t, "play", "9S")
    bf.hold_all(t)
    bf.act(t, "play", "9C")
    bf.hold_all(t)
    assert t.large == [2, 0, 0]
    assert t.marker == 1
    assert t.turn == 11


@pytest.mark.rule("BF-R14")
def test_an_extra_play_may_be_bribed_or_declined(bf):
    t = bf.change(bf.scene("5S 7C 2D"), large=[1, 0, 0], small=[2, 0, 0])
    bf.act(t, "play", "5S")
    bf.hold_all(t)
    assert bf.action(t, "play", "7C") in t.asks[0]
    bf.act(t, "end")
    assert t.marker == 1


@pytest.mark.rule("BF-R15")
def test_a_hand_in_which_nothing_fits_can_only_end_the_turn(bf):
    t = bf.change(bf.scene("5S 7C 2D"), large=[1, 0, 0])
    bf.act(t, "play", "5S")
    bf.hold_all(t)
    assert list(t.asks[0]) == [("end",)]
    bf.act(t, "end")
    assert t.turn == 11


@pytest.mark.rule("BF-R14", "BF-E29")
def test_a_draw_leaves_no_extra_play_unless_the_table_plays_otherwise(bf):
    t = bf.change(bf.scene("5S 2C"), large=[1, 0, 0])
    bf.act(t, "draw")
    bf.hold_all(t)
    assert t.marker == 1
    t = bf.change(bf.scene("5S 2C", extra_plays="after_any"), large=[1, 0, 0])
    bf.act(t, "draw")
    bf.hold_all(t)
    assert "play" in bf.verbs(t, 0)
    bf.act(t, "play", "5S")
    bf.hold_all(t)
    assert t.marker == 1


@pytest.mark.rule("BF-R14")
def test_after_any_means_a_burn_too_but_not_a_pass(bf):
    t = bf.change(bf.scene("5S 2D 2C", extra_plays="after_any", free_pass="on"), large=[1, 0, 0])
    passed = t.clone()
    bf.act(t, "burn", "2D")
    bf.hold_all(t)
    assert "end" in bf.verbs(t, 0)
    passed.play(0, ("pass",))
    bf.hold_all(passed)
    assert passed.marker == 1


@pytest.mark.rule("BF-43", "BF-R20", "BF-E19")
def test_a_red_pawn_that_makes_a_line_gives_an_extra_play_at_once(bf):
    t = bf.scene("8H 3H 2C", pile="8C", red="8H", at="strategy_move", grid={1: "0", 2: "0", 3: "0"})
    bf.act(t, "drop", 7)
    bf.act(t, "play", "8H")
    bf.act(t, "drop", 4)
    assert t.large == [1, 0, 0]
    assert t.grid == [()] * 7
    bf.hold_all(t)
    bf.act(t, "play", "3H")
    bf.hold_all(t)
    assert bf.names(t.hands[0]) == "2C"
    assert t.marker == 1


@pytest.mark.rule("BF-R13", "BF-R16")
def test_passing_is_open_only_where_nothing_else_is(bf):
    t = bf.scene("5S 2C")
    assert "pass" not in bf.verbs(t)
    refusal = bf.refused(t, 0, "pass")
    assert (refusal.code, refusal.rule) == ("not-yours-now", "BF-R13")
    assert "pass" in bf.verbs(bf.scene("5S 2C", free_pass="on"))
    stuck = bf.change(bf.scene("9C", deck=""), orbs=[0, 30, 30])
    assert list(stuck.asks[0]) == [("pass",)]
    stuck.play(0, ("pass",))
    bf.hold_all(stuck)
    assert stuck.marker == 1


@pytest.mark.rule("BF-R16")
def test_draw_is_open_while_any_card_can_be_drawn_or_resurrected(bf):
    for deck, pile, disposal, can in (("", "5H", "", False), ("2S", "5H", "", True), ("", "9C 5H", "", True)):
        t = bf.change(bf.scene("7S 2C", deck=deck, pile=pile), card_disposal=bf.cards(disposal))
        assert ("draw" in bf.verbs(t)) == can
    t = bf.change(bf.scene("7S 2C", deck=""), card_disposal=bf.cards("KS"))
    assert "draw" in bf.verbs(t)


def test_two_copies_in_hand_are_one_option(bf):
    assert bf.options(bf.scene("5S 5S 9C"), "play") == ["5S"]


@pytest.mark.rule("BF-27", "BF-R17")
def test_bribes_are_symmetric_and_never_more_than_the_values_allow():
    pack = load()
    for (values, least), table in pack.bribes.items():
        for top in range(53):
            for card in range(53):
                assert table[top][card] == table[card][top]
                matches = JOKER in (top, card) or top // 13 == card // 13 or top % 13 == card % 13
                assert table[top][card] <= (12 if values == "ranked" else 9)
                assert table[top][card] >= (0 if matches else least)
                assert not (matches and table[top][card])


@pytest.mark.rule("BF-31", "BF-R20")
def test_effects_of_a_play_happen_in_the_order_of_the_book(bf):
    t = bf.scene("KD 2C", pile="QD", red="KD", dice=(5, 9))
    bf.act(t, "play", "KD")
    order = [event[0] for _, event in t.events if event[0] != "got"]
    assert order == ["played", "contention", "drew", "red_enacted"]
    t = bf.scene("AH 2C", red="AH", picks=(0,))
    bf.act(t, "play", "AH")
    bf.act(t, "reveal", 1)
    bf.act(t, "drop", 1)
    order = [event[0] for _, event in t.events]
    assert order == ["played", "concert", "revealed", "reddened", "red_enacted", "dropped"]
    assert t.beat == 6


@pytest.mark.rule("BF-R35")
def test_no_event_for_a_draw_of_no_cards(bf):
    t = bf.game.table(3, Chance(1))
    t.events = []
    assert t.draw_cards(0, 0) == 0
    assert t.events == []
    t.deck, t.play_pile, t.card_disposal = [], t.play_pile[-1:], []
    assert t.draw_cards(0, 2) == 0
    assert t.events == [(None, ("drew", 0, 0, "draw"))], "what cannot be drawn is told, and lost"
