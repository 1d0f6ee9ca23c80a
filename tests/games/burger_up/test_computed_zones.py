"""Views at each step, and computed zones."""

import pytest

from flattop.games.burger_up.base import GAME
from flattop.kernel import Chance, view

from .scenes import COLOSSAL, all_cards, all_orders, lay, new, play, play_on


def seen(t, seat=0):
    return view(t, GAME.zones, seat)


def test_each_burger_shows_the_next_type_its_size_and_its_pay():
    t = lay(new(GAME, 2), burgers={0: ["I03a I04b I05b", ""], 1: [COLOSSAL, "I67a"]})
    shown = seen(t)
    assert shown["wanted"] == [["sauce", "any"], ["cheese", "any"]]
    assert shown["heights"] == [[3, 0], [10, 0]]
    assert shown["sizes"] == [["sandwich", ""], ["colossal", ""]]
    assert shown["pays"] == [[2, 0], [10, 0]]  # a Sandwich with Perfect Bacon


def test_each_order_shows_met_possible_and_impossible_needs_for_each_burger():
    t = lay(
        new(GAME, 2), burgers={0: ["I47a I56a", "I05b"]}, pending="vegetarian_cowboy:1 breakfast_to_go:1 –"
    )
    shown = seen(t)
    assert shown["asked"] == [
        ["1 or more", "BBQ Sauce", "Veggie Patty", "no Meat"],
        ["3 at most", "Bacon", "Fried Egg"],
        [],
    ]
    assert shown["prospects"][0] == [
        [["met", "met", "met", "met", "met"], ["impossible", "met", "possible", "possible"], []],
        [
            ["impossible", "met", "possible", "possible", "impossible"],
            ["possible", "met", "met", "possible"],
            [],
        ],
    ]
    assert shown["prospects"][1][0][0] == ["possible", "possible", "possible", "possible", "met"]


def test_phase_placements_and_hand_limit_are_open_to_all():
    t = lay(new(GAME, 2), hands={0: "I67 I68 I69 I70"})
    assert [seen(t, 1)[name] for name in ("phase", "placements_left", "hand_limit", "turn")] == [
        "market",
        0,
        4,
        0,
    ]
    play(t, "done", "place I67a 1")
    assert [seen(t, 1)[name] for name in ("phase", "placements_left")] == ["build", 2]
    assert len(seen(t, 1)["hands"][0]) == 3
    assert set(seen(t, 1)["hands"][0]) == {-1}


def test_bought_card_becomes_hidden_and_thrown_card_public():
    t = lay(new(GAME, 2), market="I06 I20 I41", hands={0: "I01 I02 I03 I04"})
    play(t, "buy I06")
    assert 5 not in seen(t, 1)["hands"][0]
    play(t, "done", "done", "done", "toss I06")
    assert seen(t, 1)["discard"] == [5]


def test_while_the_reward_is_asked_the_phase_is_still_burger_up():
    t = lay(new(GAME, 2), burgers={0: [COLOSSAL]}, pending="iron_giant:4 blt:1 mad_max:1")
    play(t, "done", "done", "serve 1 iron_giant")
    assert seen(t, 1)["phase"] == "burger_up"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_card_and_no_order_is_ever_lost(seats):
    for seed in range(4):
        for t in play_on(GAME.table(seats, Chance(seed)), Chance(seed)):
            assert all_cards(t) == list(range(72))
            assert all_orders(t) == list(range(21))
        assert t.phase == "over"
