"""Illegal actions: every refusal has a code, a sentence and a rule, and changes nothing."""

import pytest

from flattop.kernel import Illegal


@pytest.mark.rule("BF-R44")
@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (1, ("draw",), "not-yours-now"),
        (9, ("draw",), "not-yours-now"),
        (0, (), "not-yours-now"),
        (0, ("fly",), "not-yours-now"),
        (0, ("drop", 3), "not-yours-now"),
        (0, ("play", 3), "not-yours-now"),
        (0, ("play", "x", 0), "not-yours-now"),
        (0, ("play", 41, 0), "not-held"),
        (0, ("burn", 41), "not-held"),
        (0, ("sacrifice", 41), "not-held"),
        (0, ("sacrifice", 4), "not-red"),
        (0, ("draw", 1), "not-yours-now"),
        (0, ("strike", 4), "not-yours-now"),
        (0, ("strike", "x"), "not-yours-now"),
        (0, ("strike", 99), "not-yours-now"),
        (0, ("play", 4, 3), "price-changed"),
    ],
)
def test_an_action_that_is_not_open_is_refused_with_a_reason(bf, seat, action, code):
    t = bf.scene("5S 2C")
    before = t.clone()
    with pytest.raises(Illegal) as caught:
        t.play(seat, action)
    assert caught.value.code == code
    assert caught.value.sentence.endswith(".")
    assert caught.value.rule in {rule.id for rule in bf.game.rules}
    assert t == before


@pytest.mark.rule("BF-26", "BF-R43", "BF-R44")
def test_play_without_a_price_is_refused_with_the_missing_bribe(bf):
    t = bf.change(bf.scene("5S 2C"), small=[0, 0, 0])
    dead = next(card for card in t.hands[0] if ("play", card, 0) not in t.asks[0])
    assert "its Bribe is" in t.refusal(0, ("play", dead, -1)).sentence
    assert t.refusal(0, ("play", dead, 0)).code == "price-changed"
    assert t.refusal(0, ("play", 4, -1)).code == "price-changed"


@pytest.mark.rule("BF-R9", "BF-R44")
def test_a_column_must_exist(bf):
    t = bf.scene("5S", at="strategy_move")
    assert bf.refused(t, 0, "drop", 8).code == "no-column"
    assert bf.refused(t, 0, "drop", 0).code == "no-column"


@pytest.mark.rule("BF-R44")
def test_follow_up_questions_refuse_illegal_answers(bf):
    t = bf.scene("4H 9C", deck="3D 8D TC 2H QS JK")
    bf.act(t, "burn", "4H")
    assert bf.refused(t, 0, "scrap", "KS").code == "not-held"
    assert bf.refused(t, 0, "draw").code == "not-yours-now"
    t = bf.scene("JK 9C")
    bf.act(t, "sacrifice", "JK")
    assert t.refusal(0, ("mark", 99)).code == "not-yours-now"
    t = bf.change(bf.scene("TS 9C", red="TS"), orbs=[5, 0, 0])
    assert bf.refused(t, 0, "sacrifice", "TS").code == "orbs"


@pytest.mark.rule("BF-R40", "BF-R44")
def test_in_a_window_only_the_seat_that_is_asked_may_strike(bf):
    t = bf.scene("5S 2C", pile="9S", others=["2D 3D", "5C 3D"])
    bf.act(t, "play", "5S")
    assert bf.refused(t, 2, "strike", "5C").code == "not-yours-now"
    assert bf.refused(t, 1, "strike", "5C").code == "not-held"
