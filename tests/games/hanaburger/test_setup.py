"""Set-up: the team, its tokens, the orders, and hands that only other seats see."""

import pytest

from flattop.kernel import HIDDEN, VACANT, BadOption, view


@pytest.mark.rule("HB-01")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_other_numbers_than_two_to_four_are_refused(hb, seats):
    with pytest.raises(BadOption, match=str(seats)):
        hb.new(seats)


@pytest.mark.rule("HB-02", "HB-03", "HB-04", "HB-05", "HB-06", "HB-E17")
def test_three_seats_begin_with_nine_cards_in_hands_and_all_tokens(hb):
    t = hb.new(3)
    assert [len(hand) for hand in t.hands] == [3, 3, 3]
    assert (len(t.deck), len(t.order_deck)) == (63, 19)
    assert (t.hints, t.mistakes, t.coins) == (4, 8, 0)
    assert t.burgers == [[], []]
    assert sorted([*t.orders, *t.order_deck]) == list(range(21))
    assert hb.all_cards(t) == list(range(72))


@pytest.mark.rule("HB-06")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everyone_gets_three_cards_whatever_the_number_of_seats(hb, seats):
    t = hb.new(seats)
    assert [len(hand) for hand in t.hands] == [3] * seats
    assert len(t.deck) == 72 - 3 * seats
    assert hb.new(seats, 2).hands != t.hands


@pytest.mark.rule("HB-03", "HB-07", "HB-E16")
def test_a_hand_is_seen_by_all_but_its_holder_and_decks_by_nobody(hb):
    t = hb.new(3)
    seen = view(t, hb.game.zones, 1)
    assert seen["hands"] == [t.hands[0], [HIDDEN] * 3, t.hands[2]]
    assert seen["deck"] == [HIDDEN] * 63
    assert seen["order_deck"] == [HIDDEN] * 19
    assert seen["orders"] == t.orders


@pytest.mark.rule("HB-07")
def test_watchers_see_no_hand_until_the_end_and_then_everybody_sees_all(hb):
    """A seated player could spectate in a second window."""
    t = hb.new(3)
    assert view(t, hb.game.zones, None)["hands"] == [[HIDDEN] * 3] * 3
    assert view(t, hb.game.zones, None)["turned"] == [[HIDDEN] * 3] * 3
    assert view(t, hb.game.zones, None)["deck"] == [HIDDEN] * 63
    t = hb.finish(t)
    for seat in (None, 0, 1, 2):
        assert view(t, hb.game.zones, seat)["hands"] == t.hands


@pytest.mark.rule("HB-05")
def test_mistake_tokens_are_not_money(hb):
    t = hb.finish(hb.new(3, 7))
    assert t.coins == sum(event[3] + event[4] for event in hb.events_named(t, "served"))


@pytest.mark.rule("HB-R16")
def test_first_seat_is_random_or_named(hb):
    assert {hb.new(3, seed).active for seed in range(20)} == {0, 1, 2}
    assert [hb.new(3, first=seat).active for seat in (0, 1, 2)] == [0, 1, 2]
    assert hb.new(4, first=3).active == hb.new(4, first="4").active == hb.new(4, first="fourth").active == 3
    for wrong in (3, "me", -1, "fourth", "4", "0"):
        with pytest.raises(BadOption, match="the seats of this table are 1 to 3"):
            hb.new(3, first=wrong)


@pytest.mark.rule("HB-04", "HB-05")
def test_tokens_may_be_more_or_fewer(hb):
    t = hb.new(2, hint_tokens=2, mistake_tokens=3)
    assert (t.hints, t.mistakes) == (2, 3)


@pytest.mark.rule("HB-R10")
def test_coins_lie_on_orders_only_by_the_option(hb):
    assert hb.new(3).order_coins == [0, 0]
    assert hb.new(3, order_coins="on").order_coins == [1, 1]


@pytest.mark.rule("HB-08", "HB-29")
def test_a_new_table_knows_of_no_final_turns_and_shows_no_card(hb):
    t = hb.new(2)
    assert (t.final, t.shown, t.hinting, t.chosen) == (VACANT,) * 4
