"""Resplendent Contention: rolls, losers and draws."""

import pytest


@pytest.mark.rule("BF-32")
def test_only_a_face_card_on_a_face_card_contends(bf):
    for card, pile, contends in (
        ("KD", "QD", True),
        ("TD", "QD", False),
        ("KD", "TD", False),
        ("AD", "QD", False),
    ):
        t = bf.scene(f"{card} 2C", pile=pile)
        bf.act(t, "play", card)
        assert bool(bf.events_named(t, "contention")) == contends


@pytest.mark.rule("BF-33", "BF-34", "BF-36", "BF-E13")
def test_the_lower_roll_draws_a_card(bf):
    t = bf.scene("QD 2C", pile="KD", dice=(4, 17))
    bf.act(t, "play", "QD")
    assert bf.events_named(t, "contention") == [(0, 4, 1, 17)]
    assert [len(hand) for hand in t.hands] == [2, 5, 5]
    assert bf.verbs(t) <= {"hold", "strike"}  # nobody was asked to roll or to draw


@pytest.mark.rule("BF-35", "BF-37", "BF-R8", "BF-E12")
def test_the_table_contends_for_its_start_card_and_keeps_what_it_draws(bf):
    t = bf.scene("QD 2C", pile="KD", by=-1, turn=1, dice=(12, 12))
    before = len(t.deck)
    bf.act(t, "play", "QD")
    assert len(t.hands[0]) == 2
    assert len(t.table_hand) == 1
    assert len(t.deck) == before - 2


@pytest.mark.rule("BF-R8", "BF-R35")
def test_the_tables_card_is_out_of_play_for_good(bf):
    t = bf.scene("9C 2C", deck="", others=["4D", "4D 6D"], pile="2S 5H")
    bf.change(t, table_hand=bf.cards("KS"))
    bf.act(t, "draw")
    assert bf.names(t.table_hand) == "KS"
    assert bf.names(t.hands[0]) == "9C 2C 2S"
    t = bf.change(bf.scene("9S 9C 3S 2C", others=["4D 4D", "4D 6D"]), table_hand=bf.cards("KS"))
    bf.act(t, "burn", "9S")  # the Table's one card is not the smallest hand
    assert [len(hand) for hand in t.hands] == [5, 7, 6]
    assert len(t.table_hand) == 1


@pytest.mark.rule("BF-38", "BF-R23", "BF-E14")
@pytest.mark.parametrize(("dice", "cards"), [((8, 3), 2), ((6, 6), 3)])
def test_one_entity_on_both_sides_bears_every_loss(bf, dice, cards):
    t = bf.change(bf.scene("JH JC 2C", dice=dice), large=[1, 0, 0])
    bf.act(t, "play", "JH")
    bf.hold_all(t)
    bf.act(t, "play", "JC")
    assert len(t.hands[0]) == cards


@pytest.mark.rule("BF-R23")
def test_the_attacker_rolls_first_and_draws_first(bf):
    t = bf.scene("QD 2C", pile="KD", deck="7S 8S", dice=(6, 6))
    bf.act(t, "play", "QD")
    assert bf.names(t.hands[0][-1]) == "7S"
    assert bf.names(t.hands[1][-1]) == "8S"


@pytest.mark.rule("BF-R22")
def test_the_owner_of_the_covered_card_stays_the_defender_after_a_resurrection_and_under_a_lifted_ace(bf):
    t = bf.scene("AD QD 2C", pile="3S KD", by=2, deck="", picks=(0,), dice=(9, 2))
    t.large[0] = 1
    bf.act(t, "play", "AD")
    bf.act(t, "reveal", 1)
    bf.hold_all(t)
    assert bf.names(t.play_pile[-1]) == "KD"
    assert t.top_by == 2
    t.draw_cards(1, 1)  # an empty Deck: the pile under the King is reshuffled
    assert bf.names(t.play_pile) == "KD"
    bf.change(t, closing=[0] * 4, deck=bf.cards("7S"))
    bf.act(t, "play", "QD")
    assert bf.events_named(t, "contention") == [(0, 9, 2, 2)]
    assert len(t.hands[2]) == 6


@pytest.mark.rule("BF-R3", "BF-E15")
def test_a_last_face_card_wins_only_if_it_draws_nothing(bf):
    t = bf.scene("QD", pile="KD", by=2, dice=(2, 3))
    bf.act(t, "play", "QD")
    assert not t.over
    assert len(t.hands[0]) == 1
    t = bf.scene("QD", pile="KD", by=2, dice=(3, 2))
    bf.act(t, "play", "QD")
    assert t.over
    assert len(t.hands[2]) == 6
    assert bf.game.outcome(t).winners == (0,)
