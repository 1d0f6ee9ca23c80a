"""The first two phases of a turn: buying and placing."""

import pytest

from flattop.games.burger_up.base import GAME
from flattop.kernel import VACANT

from .scenes import actions, card, cards, face, lay, names, new, offered, play, refused


def table(seats=2, **laid):
    return lay(new(GAME, seats), **laid)


def building(**laid):
    return play(table(**laid), "done")


@pytest.mark.rule("BU-11", "BU-12")
def test_a_turn_has_four_phases_and_each_may_be_left_unused():
    t, phases = table(), []
    for _ in range(4):
        phases.append(t.phase)
        play(t, "done")
    assert phases == ["market", "build", "burger_up", "clean_up"]
    assert (t.turn, t.phase) == (1, "market")


@pytest.mark.rule("BU-12")
def test_an_ended_phase_does_not_come_back():
    t = building(market="I06 I20 I41")
    assert offered(t, "buy") == set()
    assert refused(t, "buy I06").rule == "BU-12"


@pytest.mark.rule("BU-13", "BU-14", "BU-E2")
def test_buying_costs_a_dollar_and_leaves_a_gap():
    t = table(market="I06 I20 I41", coins=[2, 2])
    assert offered(t) == actions("buy I06", "buy I20", "buy I41", "done")
    play(t, "buy I20", "buy I41")
    assert t.coins[0] == 0
    assert len(t.hands[0]) == 6
    assert t.hands[0][-2:] == cards("I20 I41")
    assert t.market == cards("I06 – –")
    assert refused(t, "buy I06").code == "no-coin"
    play(t, "done")
    assert t.phase == "build"
    assert t.market == cards("I06 – –")


@pytest.mark.rule("BU-14", "BU-15")
def test_a_turn_buys_three_cards_at_most_and_the_hand_has_no_limit_yet():
    t = play(table(market="I06 I20 I41", coins=[9, 9]), "buy I06", "buy I20", "buy I41")
    assert offered(t) == {("done",)}
    assert t.market == [VACANT] * 3
    assert len(t.hands[0]) == 7
    play(t, "done")
    assert len(t.hands[0]) == 7


@pytest.mark.rule("BU-16", "BU-18", "BU-E3", "BU-R8")
def test_faces_fit_on_matching_types():
    t = building(burgers={0: ["I03a", ""]}, hands={0: "I01 I04 I06 I67"})
    assert {a for a in offered(t, "place") if a[2] == 0} == actions("place I04b 1", "place I67a 1")
    second = ["I01a", "I01b", "I04a", "I04b", "I06a", "I06b", "I67a"]
    assert {a for a in offered(t, "place") if a[2] == 1} == actions(*(f"place {one} 2" for one in second))
    assert offered(t, "shift") == actions("shift I03 2")
    assert offered(t, "scrape") == actions("scrape I03")
    assert len(offered(t)) == 12


@pytest.mark.rule("BU-E4", "BU-19", "BU-16")
def test_after_a_middle_bun_anything_goes():
    t = building(burgers={0: ["I03a", ""]}, hands={0: "I01 I04 I06 I67"})
    play(t, "place I67a 1", "place I01a 1")
    assert names(t) == "I03a I67a I01a"
    assert t.heights[0][0] == 2
    assert t.placements_left == 1
    assert refused(t, "place I04b 1").rule == "BU-18"
    play(t, "place I04a 1")
    assert offered(t, "place") == set()
    assert t.hands[0] == [card("I06")]
    assert refused(t, "place I06a 2").rule == "BU-16"


@pytest.mark.rule("BU-E5", "BU-16", "BU-35")
@pytest.mark.parametrize(("upgraded", "most"), [(False, 3), (True, 4)])
def test_three_placements_or_four_if_upgraded(upgraded, most):
    t = table(hands={0: "I67 I68 I69 I70 I71"})
    t.upgraded[0] = upgraded
    t = play_turn_of(t)
    for number in range(most):
        play(t, f"place I{67 + number}a {number % 2 + 1}")
    assert offered(t, "place") == set()
    assert len(t.hands[0]) == 5 - most


def play_turn_of(t):
    """Begin the turn again, so that an upgrade counts."""
    t.stack = t.stack[:1]
    t.stack[0].turns, t.stack[0].at = 0, "next_turn"
    t.ask_afresh()
    return play(t, "done")


@pytest.mark.rule("BU-17")
def test_the_chosen_half_counts_and_the_other_is_nothing_any_more():
    t = play(building(hands={0: "I05 I06 I07 I08"}), "place I05a 1")
    assert t.burgers[0][0] == (face("I05a"),)
    assert t.pays[0][0] == 1  # the Perfect Bacon is covered
    assert t.wanted[0][0] == "meat"


@pytest.mark.rule("BU-20")
def test_only_cards_of_the_own_hand_and_only_on_own_burgers():
    t = table(hands={0: "I01 I04", 1: "I10 I11"}, market="I06 I20 I41")
    play(t, "buy I06", "done", "place I06a 1")
    assert names(t) == "I06a"
    assert refused(t, "place I10a 1").rule == "BU-20"
    assert refused(t, "place I20a 1").rule == "BU-20"
    assert refused(t, "place I01a 3").code == "no-such-burger"
    assert t.burgers[1] == [(), ()]


@pytest.mark.rule("BU-21", "BU-R3")
def test_a_placed_card_stands_at_once():
    t = play(building(hands={0: "I01 I04 I06 I67"}), "place I01a 1")
    assert names(t) == "I01a"
    assert card("I01") not in t.hands[0]
    assert offered(t, "place") == {a for a in offered(t, "place") if a[1] // 2 != card("I01")}
    assert {a[0] for a in offered(t)} == {"place", "shift", "scrape", "done"}  # no way back but the Spatula


@pytest.mark.rule("BU-E23", "BU-50")
def test_action_of_another_phase_is_refused():
    t = building(
        burgers={0: ["I47a I56a"]}, pending="vegetarian_cowboy:1 blt:1 mad_max:1", market="I06 I20 I41"
    )
    assert refused(t, "serve 1 vegetarian_cowboy").code == "wrong-phase"
    play(t, "done")
    assert refused(t, "buy I06").code == "wrong-phase"
    hand = t.hands[0][0]
    assert refused(t, ("place", 2 * hand, 0)).code == "wrong-phase"
    play(t, "serve 1 vegetarian_cowboy")
    assert t.phase == "clean_up"
    assert refused(t, "serve 1 blt").rule == "BU-29"
