"""Set-up: the table before the first turn."""

import pytest

from flattop.games.burger_up.base import GAME
from flattop.games.burger_up.cards import load
from flattop.kernel import BadOption, Chance, ScriptedChance, view

from .scenes import all_cards, all_orders, new


@pytest.mark.rule("BU-05", "BU-E1")
@pytest.mark.parametrize("seats", [0, 1, 5, 6])
def test_only_two_to_four_can_play(seats):
    with pytest.raises(BadOption):
        GAME.table(seats, Chance(1))


@pytest.mark.rule("BU-06", "BU-07", "BU-08", "BU-E1", "BU-R17")
@pytest.mark.parametrize(
    ("seats", "orders", "deck", "order_deck", "left_out"),
    [
        (2, "v2", 61, 9, 9),
        (3, "v2", 57, 11, 7),
        (4, "v2", 53, 15, 3),
        (2, "v1", 61, 12, 6),
        (4, "v1", 53, 18, 0),
    ],
)
def test_decks_market_and_pending_orders(seats, orders, deck, order_deck, left_out):
    t = new(GAME, seats, orders=orders)
    assert [len(t.deck), len(t.order_deck), len(t.left_out)] == [deck, order_deck, left_out]
    assert len(t.pending) == len(t.market) == 3
    assert t.order_coins == [1, 1, 1]
    assert t.discard == []
    assert all_cards(t) == list(range(72))
    assert all_orders(t) == list(range(21))


@pytest.mark.rule("BU-06", "BU-08")
def test_both_decks_are_shuffled():
    t = GAME.table(2, ScriptedChance(decks=[range(20, -1, -1), range(71, -1, -1)]), {"first": 0})
    assert t.pending == [20, 19, 18]
    assert t.order_deck == list(range(17, 8, -1))
    assert t.left_out == list(range(8, -1, -1))
    assert t.market == [71, 70, 69]
    assert t.hands[0] == [68, 67, 66, 65]
    assert new(GAME, 2, seed=1).deck != new(GAME, 2, seed=2).deck


@pytest.mark.rule("BU-09")
def test_every_seat_has_two_dollars_a_clean_spatula_two_bottom_buns_and_four_cards():
    t = new(GAME, 3)
    assert t.coins == [2, 2, 2]
    assert t.spatulas == ["pristine"] * 3
    assert t.burgers == [[(), ()]] * 3
    assert [len(hand) for hand in t.hands] == [4, 4, 4]
    assert t.completed == [()] * 3
    assert t.upgraded == [False] * 3


@pytest.mark.rule("BU-10")
def test_turns_go_clockwise_from_the_first_seat_round_after_round():
    t = new(GAME, 3, first=2)
    order = []
    while t.round < 3:
        order.append((t.round, t.turn))
        for _ in range(4):
            t.play(t.turn, ("done",))
    assert order == [(1, 2), (1, 0), (1, 1), (2, 2), (2, 0), (2, 1)]


@pytest.mark.rule("BU-R1")
def test_the_first_seat_is_drawn_by_lot_or_named_by_an_option():
    assert {GAME.table(3, Chance(seed)).first for seed in range(30)} == {0, 1, 2}
    assert {GAME.table(3, Chance(seed), {"first": 1}).first for seed in range(5)} == {1}
    assert GAME.table(4, Chance(1), {"first": 3}).first == 3  # as a record has it
    assert GAME.table(4, Chance(1), {"first": "3"}).first == 2  # as people write it
    assert GAME.table(4, Chance(1), {"first": "second"}).first == 1
    with pytest.raises(BadOption, match="the seats of this table are 1 to 2"):
        GAME.table(2, Chance(1), {"first": 2})


def test_idle_rounds_option_accepts_five_to_fifty():
    assert GAME.settings(2, {"idle_rounds": 17})["idle_rounds"] == 17
    assert GAME.options["idle_rounds"].default == load().numbers["idle_rounds"].value
    for wrong in (4, 51, "many"):
        with pytest.raises(BadOption, match="5 to 50"):
            GAME.settings(2, {"idle_rounds": wrong})


@pytest.mark.rule("BU-R16")
def test_decks_are_hidden_and_the_discard_pile_is_public():
    t = new(GAME, 2)
    t.discard = [t.deck.pop(0)]
    for seat in (None, 0, 1):
        seen = view(t, GAME.zones, seat)
        assert set(seen["left_out"]) == set(seen["order_deck"]) == set(seen["deck"]) == {-1}
        assert seen["discard"] == t.discard
        assert [seen["hands"][owner] == t.hands[owner] for owner in (0, 1)] == [seat == 0, seat == 1]


@pytest.mark.rule("BU-R16")
def test_left_out_orders_stay_unseen_after_the_end():
    t = new(GAME, 2, idle_rounds=5)
    while not t.over:
        t.play(t.turn, ("done",))
    assert set(view(t, GAME.zones, 0)["left_out"]) == {-1}
