"""Clean Up: Market, discards, draws, and reshuffling."""

import pytest

from flattop.games.burger_up.base import GAME
from flattop.kernel import VACANT, Chance, ScriptedChance

from .scenes import actions, cards, events_named, lay, new, offered, play, refused


def table(**laid):
    return lay(new(GAME, 2), **laid)


def cleaning(**laid):
    return play(table(**laid), "done", "done", "done")


@pytest.mark.rule("BU-39")
def test_the_market_is_filled_first_place_first_before_anything_is_thrown_away():
    t = cleaning(market="– I20 –", deck="I30 I31 I32 I33 I34")
    assert t.market == cards("I30 I20 I31")
    assert t.discard == []


@pytest.mark.rule("BU-40", "BU-41", "BU-E15")
def test_six_cards_must_become_four_and_may_become_less():
    t = cleaning(hands={0: "I01 I02 I03 I04 I05 I06"})
    assert refused(t, "done").rule == "BU-40"
    play(t, "toss I01")
    assert refused(t, "done").rule == "BU-40"
    play(t, "toss I02")
    assert ("done",) in offered(t)
    play(t, "toss I03", "done")
    assert len(t.hands[0]) == 4
    assert t.discard == cards("I01 I02 I03")
    assert t.turn == 1


@pytest.mark.rule("BU-40")
def test_the_whole_hand_may_be_thrown_away():
    t = cleaning(hands={0: "I01 I02"})
    assert offered(t) == actions("toss I01", "toss I02", "done")
    play(t, "toss I01", "toss I02")
    assert offered(t) == actions("done")
    assert refused(t, "toss I01").rule == "BU-40"


@pytest.mark.rule("BU-E16", "BU-42")
def test_the_discard_pile_becomes_the_deck():
    t = play(
        table(deck="I70", discard="I10 I11 I12 I13 I14", market="– I20 –", hands={0: "I01 I02"}),
        "done",
        "done",
    )
    t.chance = Chance(3)
    play(t, "done")
    assert t.market[0] == cards("I70")[0]
    assert t.market[2] in cards("I10 I11 I12 I13 I14")
    assert (len(t.deck), t.discard) == (4, [])
    assert events_named(t, "reshuffled") == [(5,)]
    play(t, "done")
    assert (len(t.hands[0]), len(t.deck)) == (4, 2)


@pytest.mark.rule("BU-42")
def test_with_both_piles_empty_gaps_stay_and_hands_stay_short():
    t = cleaning(deck="", discard="", market="– I20 –", hands={0: "I01 I02"})
    assert t.market == cards("– I20 –")
    play(t, "done")
    assert t.hands[0] == cards("I01 I02")
    assert t.market.count(VACANT) == 2


@pytest.mark.rule("BU-R19")
def test_cards_thrown_away_can_be_drawn_back_but_do_not_fill_the_market():
    t = cleaning(deck="", discard="", market="– I20 –", hands={0: "I01 I02"})
    t.chance = ScriptedChance(decks=[cards("I02 I01")])
    play(t, "toss I01", "toss I02", "done")
    assert t.market == cards("– I20 –")
    assert t.hands[0] == cards("I02 I01")


def test_drawn_cards_are_shown_to_their_seat_alone():
    t = play(cleaning(hands={0: "I01 I02"}, deck="I30 I31 I32"), "done")
    assert (0, ("drawn", tuple(cards("I30 I31")))) in t.events
    assert (None, ("drew", 0, 2)) in t.events


@pytest.mark.rule("BU-39")
def test_the_log_names_the_cards_that_fill_the_market_and_no_others():
    t = play(lay(new(GAME, 2), hands={0: "I01"}, market="I06 – I20", deck="I30 I31 I32 I33"), *["done"] * 3)
    assert events_named(t, "market_filled") == [(tuple(cards("I30")),)]
    t = play(lay(new(GAME, 2), hands={0: "I01"}, market="I06 I07 I20"), *["done"] * 3)
    assert events_named(t, "market_filled") == []
