"""The Spatula: two uses, to move a part of a burger or to scrape it off."""

import pytest

from flattop.games.burger_up.base import GAME
from flattop.games.burger_up.burger import split_at_card
from flattop.games.burger_up.cards import load
from flattop.games.burger_up.scoring import spatula_condition, spatula_points

from .scenes import actions, card, cards, lay, names, new, offered, play, refused

PACK = load()


def building(**laid):
    return play(lay(new(GAME, 2), **laid), "done")


def two_burgers(**laid):
    return building(burgers={0: ["I03a I04b I05b", "I14a"]}, **laid)


@pytest.mark.rule("BU-22")
def test_it_is_pristine_then_dirty_then_gone():
    assert [spatula_condition(PACK, uses) for uses in (2, 1, 0)] == ["pristine", "dirty", "gone"]
    assert [spatula_points(PACK, uses) for uses in (2, 1, 0)] == [4, 2, 0]
    t = play(two_burgers(), "scrape I05")
    assert t.spatulas[0] == "dirty"
    play(t, "scrape I14")
    assert t.spatulas == ["gone", "pristine"]


@pytest.mark.rule("BU-E13", "BU-24", "BU-25")
def test_shift_moves_a_block_whose_lowest_face_fits():
    t = two_burgers()
    refusal = refused(t, "shift I04 2")
    assert (refusal.code, refusal.rule) == ("no-fit", "BU-25")
    play(t, "shift I05 2")
    assert [names(t), names(t, which=1)] == ["I03a I04b", "I14a I05b"]
    assert t.spatulas[0] == "dirty"
    assert t.placements_left == 3


@pytest.mark.rule("BU-E14", "BU-26", "BU-27", "BU-28")
def test_scrape_throws_the_block_away_and_both_uses_may_happen_in_one_turn():
    t = play(two_burgers(), "shift I05 2", "scrape I04")
    assert [names(t), names(t, which=1)] == ["I03a", "I14a I05b"]
    assert t.discard == [card("I04")]
    assert t.wanted[0][0] == "salad"  # the top is Cheddar again
    assert card("I04") not in t.hands[0]
    assert t.spatulas[0] == "gone"
    assert offered(t, "shift") == offered(t, "scrape") == set()
    assert refused(t, "scrape I03").rule == "BU-22"


@pytest.mark.rule("BU-24", "BU-25")
def test_the_rest_of_the_block_is_not_checked_and_keeps_order_and_halves():
    t = building(burgers={0: ["I03a I67a I01a", "I14a"]})
    play(t, "shift I67 2")
    assert [names(t), names(t, which=1)] == ["I03a", "I14a I67a I01a"]
    assert split_at_card((5, 9, 40), 4) == ((5,), (9, 40))


@pytest.mark.rule("BU-23")
def test_it_is_used_before_between_and_after_placements_of_the_own_build_phase_only():
    t = two_burgers(hands={0: "I67 I68 I69 I70"})
    play(t, "scrape I05", "place I67a 1", "scrape I67", "place I68a 1", "place I69a 1")
    assert t.discard == cards("I05 I67")
    t = two_burgers()
    play(t, "done")
    assert refused(t, "scrape I05").code == "wrong-phase"
    t = play(lay(new(GAME, 2), burgers={0: ["I03a"]}, hands={0: "I67", 1: "I68"}), "done", "place I67a 1")
    assert refused(t, "scrape I03", seat=1).code == "not-your-turn"


@pytest.mark.rule("BU-24")
def test_only_cards_in_own_burgers_can_be_lifted():
    t = building(burgers={0: ["I03a"], 1: ["I14a"]})
    assert refused(t, "scrape I14").code == "not-in-burger"
    assert refused(t, "shift I03 1").code == "no-other-burger"
    assert offered(t, "scrape") == actions("scrape I03")


@pytest.mark.rule("BU-R15")
def test_a_whole_burger_may_go_onto_an_empty_bottom_bun():
    t = play(building(burgers={0: ["I03a I04b", ""]}), "shift I03 2")
    assert t.burgers[0][0] == ()
    assert names(t, which=1) == "I03a I04b"
    assert t.uses == [1, 2]


@pytest.mark.rule("BU-28")
def test_nothing_else_takes_cards_off_an_unfinished_burger():
    t = two_burgers(uses=[0, 2])
    assert {option[0] for option in offered(t)} <= {"place", "done"}
