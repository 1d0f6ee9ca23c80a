"""Set-up: number of seats, burgers between neighbours, and the deal."""

import pytest

from flattop.kernel import HIDDEN, BadOption, view


@pytest.mark.rule("BT-03")
@pytest.mark.parametrize("seats", [0, 1, 5, 6])
def test_other_numbers_than_two_to_four_are_refused(bt, seats):
    with pytest.raises(BadOption, match=str(seats)):
        bt.new(seats)


@pytest.mark.rule("BT-02")
def test_all_72_ingredient_cards_are_used_and_nothing_else(bt):
    t = bt.new(4)
    assert bt.all_cards(t) == list(range(72))
    assert sum(t.pack.is_bun) == 6
    assert not {"orders", "market", "coins", "spatulas"} & set(bt.game.zones)


@pytest.mark.rule("BT-01", "BT-04", "BT-R15")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_two_neighbours_share_one_burger(bt, seats):
    t = bt.new(seats)
    assert t.burgers == [[]] * seats
    for seat in range(seats):
        assert t.beside[seat] == (seat, (seat - 1) % seats), "left and right"
        assert t.partner(seat, seat) == (seat + 1) % seats
    assert sorted(burger for two in t.beside for burger in two) == sorted([*range(seats)] * 2)


@pytest.mark.rule("BT-06", "BT-07", "BT-R2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_five_cards_are_dealt_one_at_a_time_and_the_rest_is_the_pile(bt, seats):
    t = bt.new(seats)
    assert [len(hand) for hand in t.hands] == [5] * seats
    assert len(t.pile) == 72 - 5 * seats
    assert bt.new(seats, 2).hands != t.hands
    hands = ["I01 I02 I03 I04 I05", "I06 I07 I08 I09 I10"]
    assert bt.dealt(*hands).hands == [bt.cards(hand) for hand in hands]


@pytest.mark.rule("BT-08")
def test_a_hand_is_seen_by_its_holder_alone_and_the_pile_by_nobody(bt):
    t = bt.new(3)
    seen = view(t, bt.game.zones, 1)
    assert seen["hands"] == [[HIDDEN] * 5, t.hands[1], [HIDDEN] * 5]
    assert seen["pile"] == [HIDDEN] * 57
    assert view(t, bt.game.zones, None)["hands"] == [[HIDDEN] * 5] * 3


@pytest.mark.rule("BT-R1")
def test_three_turns_deal_seven_cards_to_two_or_three_seats_and_are_refused_for_four(bt):
    for seats in (2, 3):
        t = bt.new(seats, turns_per_round=3)
        assert [len(hand) for hand in t.hands] == [7] * seats
        t = bt.finish(t)
        assert [len(stack) for stack in t.burgers] == [18] * seats
        assert t.turn == 9
    with pytest.raises(BadOption, match="28 of 24"):
        bt.new(4, turns_per_round=3)
    with pytest.raises(BadOption, match="the values are"):
        bt.new(3, turns_per_round=5)


@pytest.mark.rule("BT-R3")
def test_in_a_duel_each_of_two_seats_has_two_burgers_of_its_own(bt):
    t = bt.new(2, two_players="duel")
    assert t.beside == ((0, 1), (2, 3))
    assert t.burgers == [[]] * 4
    assert t.partner(0, 0) is None
    t = bt.finish(t)
    assert [len(stack) for stack in t.burgers] == [6] * 4
    t = bt.finish(bt.new(2, two_players="duel", turns_per_round=3))
    assert [len(stack) for stack in t.burgers] == [9] * 4


@pytest.mark.rule("BT-04", "BT-08")
def test_a_zone_has_one_part_per_seat_or_belongs_to_the_table(bt):
    own = {name for name, zone in bt.game.zones.items() if zone.per_seat}
    assert own == {"beside", "scores", "revealed", "sent_left", "wishes", "hands", "picks"}
    t = bt.new(2, two_players="duel")
    assert all(len(getattr(t, name)) == 2 for name in own), "burgers are four in a duel, and nobody's alone"
