"""Set-up: number of seats, the deal, and the start."""

import pytest

from flattop.kernel import HIDDEN, BadOption, ScriptedChance, view


@pytest.mark.rule("BG-01")
@pytest.mark.parametrize("seats", [-1, 0, 1, 7, 12])
def test_a_table_for_fewer_than_two_or_more_than_six_is_refused(go, seats):
    with pytest.raises(BadOption, match=str(seats)):
        go.new(seats)


@pytest.mark.rule("BG-01", "BG-03", "BG-04")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_seat_is_dealt_seven_cards_and_the_rest_is_the_deck(go, seats):
    t = go.new(seats)
    assert [len(hand) for hand in t.hands] == [7] * seats
    assert len(t.deck) == 72 - 7 * seats


@pytest.mark.rule("BG-02")
def test_all_72_ingredient_cards_are_used_once_and_nothing_else(go):
    t = go.new(4)
    assert go.all_cards(t) == list(range(72))
    assert sum(t.pack.is_bun) == 6


@pytest.mark.rule("BG-03", "BG-04")
def test_a_hand_is_seen_by_its_holder_alone_and_the_deck_by_nobody(go):
    t = go.new(3)
    seen = view(t, go.game.zones, 1)
    assert seen["hands"] == [[HIDDEN] * 7, t.hands[1], [HIDDEN] * 7]
    assert seen["deck"] == [HIDDEN] * 51
    assert view(t, go.game.zones, None)["hands"] == [[HIDDEN] * 7] * 3


@pytest.mark.rule("BG-03")
def test_the_cards_are_shuffled(go):
    assert go.new(3, seed=1).hands != go.new(3, seed=2).hands


@pytest.mark.rule("BG-05")
def test_every_seat_starts_without_coins(go):
    assert go.new(5).coins == [0] * 5


@pytest.mark.rule("BG-R10")
def test_cards_are_dealt_one_at_a_time_from_the_first_seat_on(go):
    t = go.game.table(3, ScriptedChance(decks=[range(72)]))
    assert t.hands[0] == [0, 3, 6, 9, 12, 15, 18]
    assert t.hands[2] == [2, 5, 8, 11, 14, 17, 20]
    assert t.deck[0] == 21
