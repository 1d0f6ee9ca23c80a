"""Illegal actions: one sentence, the rule, and nothing changed."""

import pytest

from flattop.kernel import CLOCK, Illegal

BUILDING = ("flip", "grab I12", "place I12a", "put_back", "finish")


@pytest.mark.rule("TR-R17", "TR-06")
def test_every_action_before_go_is_refused(tr):
    for t in (tr.waiting(2), tr.at(tr.counting(2), -1)):
        for words in BUILDING:
            assert tr.no(t, 1, words) == "not-yet"


@pytest.mark.rule("TR-R17", "TR-12")
def test_every_action_after_finishing_is_refused(tr):
    t = tr.do(tr.put(tr.live(3), 1, "I24a"), 1, "finish")
    for words in BUILDING:
        assert tr.no(t, 1, words) == "finished"


@pytest.mark.rule("TR-R17", "TR-R7")
def test_every_action_after_time_is_up_is_refused(tr):
    t = tr.line_up(["I27a I61a I49b I21b I70a I33b", "I24a"], [0], "og_cheeseburger blt mad_max the_vegan")
    for words in BUILDING:
        assert tr.no(t, 1, words) == "time-up"


@pytest.mark.rule("TR-R17", "TR-09")
def test_full_hands_cannot_take_and_empty_hands_cannot_place(tr):
    t = tr.put(tr.lay_out(tr.live(2), "I12"), 0, held="I24")
    for words in ("flip", "grab I12", "grab I24", "finish"):
        assert tr.no(t, 0, words) == "hands-full"
    for words in ("place I24a", "put_back"):
        assert tr.no(t, 1, words) == "hands-empty"
    assert "Place" not in t.refusal(0, ("flip",)).sentence
    assert tr.pack.cards[tr.card("I24")].title in t.refusal(0, ("flip",)).sentence


@pytest.mark.rule("TR-R17", "TR-08")
def test_card_that_is_not_face_up_is_refused_as_gone(tr):
    t = tr.lay_out(tr.live(2), "I12")
    assert tr.no(t, 0, "grab I13") == "gone"
    for wrong in (("grab", 99), ("grab", -1), ("grab", "I12"), ("grab", None)):
        assert tr.no(t, 0, wrong) == "gone"


@pytest.mark.rule("TR-R17", "TR-R5")
def test_a_half_that_does_not_fit_or_is_not_in_the_hand_is_refused(tr):
    t = tr.put(tr.live(2), 0, "I50a", held="I34")
    assert tr.no(t, 0, "place I34a") == "no-fit"
    assert "asks for Cheese & Egg" in t.refusal(0, tr.action("place I34a")).sentence
    for wrong in (("place", tr.face("I12a")), ("place", "b"), ("place", 4000)):
        assert tr.no(t, 0, wrong) == "other-card"


@pytest.mark.rule("TR-R17", "TR-R16")
def test_in_turns_the_others_wait(tr):
    t = tr.turns(3)
    for seat in (1, 2):
        for words in BUILDING:
            assert tr.no(t, seat, words) == "not-your-turn"


@pytest.mark.rule("TR-R17", "TR-19")
def test_claims_have_their_phase(tr):
    t = tr.live(2)
    for words in ("claim", "pass"):
        assert tr.no(t, 0, words) == "cannot-claim"


@pytest.mark.rule("TR-R15")
def test_ready_is_said_once_and_before_the_round(tr):
    t = tr.waiting(3)
    tr.do(t, 0, "ready")
    assert tr.no(t, 0, "ready") == "ready"
    assert tr.no(tr.live(2), 0, "ready") == "not-now"
    assert tr.no(tr.turns(2), 0, "ready") == "not-now"


def test_nonsense_is_refused_too(tr):
    for t in (tr.live(2), tr.turns(2), tr.waiting(2)):
        for seat in (0, 1, 9, -5):
            for wrong in ((), ("fly",), ("flip", 1), ("grab",), ("place", 1, 2), (None,), ("tick", 3)):
                before = t.clone()
                with pytest.raises(Illegal) as refused:
                    t.play(seat, wrong)
                assert refused.value.sentence.endswith(".")
                assert t == before


def test_once_the_game_is_over_nothing_is_open(tr):
    t = tr.line_up(["I24a", "I25a"], [0, 1], "iron_giant skyscraper mad_max blt", rounds=1)
    assert t.over
    for seat in (CLOCK, 0, 1):
        with pytest.raises(Illegal) as refused:
            t.play(seat, ("flip",))
        assert refused.value.code == "over"
