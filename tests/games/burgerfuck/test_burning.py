"""Drawing, Deck Resurrection, burning and Sacrifice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flattop.games.burgerfuck.scoring import shares


def counts(t):
    return [len(hand) for hand in t.hands]


@pytest.mark.rule("BF-44", "BF-63", "BF-64", "BF-65", "BF-66")
def test_a_draw_from_an_empty_deck_resurrects_it_first(bf):
    t = bf.scene("9C 2C", deck="", pile="2S 3S 5H")
    bf.change(t, card_disposal=bf.cards("KS"))
    bf.act(t, "draw")
    assert bf.names(t.play_pile) == "5H"
    assert t.top_by == 1
    assert t.card_disposal == []
    assert len(t.deck) == 2
    assert sorted(t.deck + t.hands[0][-1:]) == sorted(bf.cards("2S 3S KS"))
    assert bf.events_named(t, "resurrected") == [(3,)]


@pytest.mark.rule("BF-44")
def test_a_draw_takes_the_top_card(bf):
    t = bf.scene("9C 2C", deck="7S 8S")
    bf.act(t, "draw")
    assert bf.names(t.hands[0]) == "9C 2C 7S"


@pytest.mark.rule("BF-R35")
def test_the_deck_is_renewed_at_the_next_draw_not_when_it_runs_out(bf):
    t = bf.scene("9C 2C", deck="7S", pile="2S 5H")
    bf.act(t, "draw")
    assert t.deck == []
    assert bf.names(t.play_pile) == "2S 5H"


@pytest.mark.rule("BF-45", "BF-47", "BF-48", "BF-52", "BF-E22")
@pytest.mark.parametrize(("card", "orbs", "each"), [("7C", 7, 3), ("KC", 10, 5), ("AC", 1, 0)])
def test_clubs_make_everyone_else_draw_half(bf, card, orbs, each):
    t = bf.scene(f"{card} 2S", pile="QH")
    bf.act(t, "burn", card)
    assert counts(t) == [3, 5 + each, 5 + each]
    assert t.orbs == [30 - orbs, 30, 30]
    assert t.orb_disposal == orbs
    assert bf.names(t.card_disposal) == card
    assert bf.names(t.play_pile) == "QH"
    assert t.stage == [-2] * 4


@pytest.mark.rule("BF-49", "BF-54", "BF-E24")
@pytest.mark.parametrize(("card", "orbs", "small"), [("7D", 7, 4), ("AD", 1, 1), ("QD", 10, 5)])
def test_diamonds_give_half_in_small_tokens(bf, card, orbs, small):
    t = bf.scene(f"{card} 2S")
    bf.act(t, "burn", card)
    assert t.small == [small, 0, 0]
    assert t.orbs[0] == 30 - orbs


@pytest.mark.rule("BF-53", "BF-R32", "BF-E23")
def test_hearts_draw_and_scrap_as_many_of_the_whole_hand(bf):
    t = bf.scene("4H 9C", deck="3D 8D TC 2H QS JK")
    bf.act(t, "burn", "4H")
    assert t.orbs[0] == 26
    for card in ("9C", "3D", "8D", "2H"):
        bf.act(t, "scrap", card)
    assert bf.names(t.hands[0]) == "TC QS JK"
    assert bf.names(t.card_disposal) == "4H 9C 3D 8D 2H"
    bf.hold_all(t)
    assert t.marker == 1


@pytest.mark.rule("BF-R32")
def test_hearts_scrap_only_as_many_as_were_drawn(bf):
    t = bf.scene("9H 9C", deck="3D 8D TC", pile="5H", others=["4D", "4D"])
    bf.act(t, "burn", "9H")
    assert bf.names(t.hands[0]) == "9C 3D 8D TC 9H"  # the burned card itself came back by Resurrection
    bf.act(t, "scrap", "9C")
    bf.act(t, "scrap", "3D")
    assert t.stack[-1].at != "choose_scrap"


@pytest.mark.rule("BF-50", "BF-R31", "BF-E17")
def test_spades_hit_the_burner_who_has_fewest_cards_after_drawing(bf):
    t = bf.scene("7S 9S", pile="6D", others="4H 4H 8H 8H")
    bf.change(t, closing=[11, 0, 0, 0], small=[9, 0, 0])
    assert bf.options(t, "play") == []
    bf.act(t, "burn", "7S")
    assert t.orbs[0] == 23
    assert counts(t) == [10, 4, 4]


@pytest.mark.rule("BF-51", "BF-R31", "BF-E21")
def test_tied_hands_divide_the_cards_beginning_with_the_next_to_play(bf):
    t = bf.scene("2D 3D 4D", seats=4, others=["9S 2H 3H 4H", "2D 3D 4D 6D 7D 8D", "2D 3D 4D"])
    bf.change(t, marker=1)
    bf.act(t, "burn", "9S", seat=1)
    assert counts(t) == [7, 5, 6, 8]
    assert t.orbs[1] == 21


@pytest.mark.rule("BF-51")
@given(st.integers(0, 40), st.integers(1, 6))
def test_shares_are_even_complete_and_favour_the_first(cards, takers):
    found = shares(cards, takers)
    assert sum(found) == cards
    assert found == sorted(found, reverse=True)
    assert max(found) - min(found) <= 1


@pytest.mark.rule("BF-46", "BF-E26")
def test_without_enough_orbs_nothing_burns_but_a_red_card_may_be_sacrificed(bf):
    t = bf.change(bf.scene("TS 2C"), orbs=[9, 30, 30])
    refusal = bf.refused(t, 0, "burn", "TS")
    assert (refusal.code, refusal.rule) == ("orbs", "BF-46")
    t = bf.change(bf.scene("TS 2C", red="TS"), orbs=[9, 30, 30])
    assert bf.options(t, "sacrifice") == ["TS"]
    bf.act(t, "sacrifice", "TS")
    assert t.orbs[0] == 3


@pytest.mark.rule("BF-R34")
def test_orbs_never_come_back_and_having_none_ends_nothing(bf):
    t = bf.change(bf.scene("5S 2C", deck=""), orbs=[0, 30, 30], card_disposal=bf.cards("KS"))
    assert bf.verbs(t) == {"play", "draw"}
    bf.act(t, "draw")
    bf.hold_all(t)
    assert not t.over
    assert t.orbs == [0, 30, 30]
    assert t.orb_disposal == 30


@pytest.mark.rule("BF-55", "BF-56", "BF-57", "BF-R19", "BF-R33", "BF-E25")
def test_a_sacrificed_joker_puts_two_cards_on_the_red_list(bf):
    t = bf.scene("JK 2S")
    refusal = bf.refused(t, 0, "burn", "JK")
    assert (refusal.code, refusal.rule) == ("joker-burn", "BF-R19")
    bf.act(t, "sacrifice", "JK")
    assert t.orbs[0] == 24
    assert counts(t)[0] == 3
    assert bf.names(t.card_disposal) == "JK"
    bf.act(t, "mark", "QD")
    assert bf.refused(t, 0, "mark", "QD").code == "already-red"
    bf.act(t, "mark", "3C")
    assert bf.names(t.red_list) == "QD 3C JK"
    assert t.grid == [()] * 7


@pytest.mark.rule("BF-55")
def test_a_red_card_may_be_burned_all_the_same_and_either_is_the_burn_of_the_turn(bf):
    t = bf.change(bf.scene("7D 2S", red="7D"), large=[1, 0, 0])
    assert bf.options(t, "burn") == ["2S", "7D"]
    burned = t.clone()
    bf.act(burned, "burn", "7D")
    assert burned.small[0] == 4
    bf.act(t, "sacrifice", "7D")
    assert t.small[0] == 0
    bf.act(t, "mark", "2S")
    bf.act(t, "mark", "3S")
    for one in (t, burned):
        bf.hold_all(one)
        assert one.marker == 1  # no extra Play after a Burn
        assert one.grid == [()] * 7  # BF-R33: neither places a pawn


@pytest.mark.rule("BF-R33")
def test_a_sacrifice_names_fewer_where_fewer_are_left(bf):
    t = bf.scene("JK 2S")
    t.red = frozenset(range(1, 53))
    bf.act(t, "sacrifice", "JK")
    assert bf.options(t, "mark") == ["AS"]
    bf.act(t, "mark", "AS")
    assert t.stack[-1].at == "answer"
    t = bf.scene("JK 2S")
    t.red = frozenset(range(53))
    bf.act(t, "sacrifice", "JK")
    assert t.stack[-1].at == "answer"


@pytest.mark.rule("BF-R30", "BF-E27")
def test_a_resurrection_during_the_two_draws_does_not_take_the_burned_card(bf):
    t = bf.scene("6D QS", deck="8D", pile="2C 9C 9H", by=2)
    bf.change(t, card_disposal=bf.cards("KS 5D"))
    bf.act(t, "burn", "6D")
    assert len(t.deck) == 3
    assert bf.names(t.play_pile) == "9H"
    assert t.top_by == 2
    assert bf.names(t.card_disposal) == "6D"
    assert counts(t)[0] == 3
    assert t.small[0] == 3
    assert t.orbs[0] == 24


@pytest.mark.rule("BF-R30", "BF-R35", "BF-E28")
def test_draws_are_lost_where_nothing_is_left_and_the_effect_reshuffles_the_burned_card(bf):
    t = bf.scene("KC 2S", deck="", pile="9H", others=["4D 4S", "4D 4C"])
    assert "draw" not in bf.verbs(t)
    assert bf.refused(t, 0, "draw").code == "no-cards"
    bf.act(t, "burn", "KC")
    assert counts(t) == [1, 3, 2]
    assert bf.names(t.hands[1][-1]) == "KC"
    assert t.deck == t.card_disposal == []
    assert t.orbs[0] == 20


@pytest.mark.rule("BF-R3")
def test_a_burn_that_leaves_no_card_wins(bf):
    t = bf.scene("2D", deck="", pile="9H", others=["4D 4S", "4D 4C"])
    bf.act(t, "burn", "2D")
    assert t.over
    assert bf.game.outcome(t).winners == (0,)


@pytest.mark.rule("BF-R35")
def test_there_is_no_hand_limit(bf):
    t = bf.scene(" ".join(["9C"] * 60))
    bf.act(t, "draw")
    assert counts(t)[0] == 61
