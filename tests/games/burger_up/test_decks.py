"""Custom decks: other numbers within the limits can always be played to the end."""

import copy

import pytest

from flattop.games.burger_up.base import GAME as BURGER_UP
from flattop.games.burger_up.cards import load, pack
from flattop.games.burger_up.party_up import GAME as PARTY_UP
from flattop.games.burger_up.solo_up import GAME as SOLO_UP
from flattop.kernel import BadDeck, Chance, view
from flattop.kernel.toml import read

from .scenes import lay, order, play, play_on

RAW = read(load.house_deck)


def deck(numbers=None, setup=None, half=None):
    raw = copy.deepcopy(RAW)
    for name, value in (numbers or {}).items():
        raw["numbers"][name]["value"] = value
    for row in raw["setup"]:
        row |= setup or {}
    for card in raw["card"] if half else ():
        if card["a"]["type"] != "bun":
            card["a"]["next"] = half
    return pack(raw, "mine.toml")


ODD = {
    "two orders a turn, three uses": ({"serves_per_turn": 2, "spatula_uses": 3}, None, None),
    "all for free": ({"market_price": 0, "order_coin": 0, "perfect_bonus": 0, "spatula_uses": 0}, None, None),
    "four burgers, no limit": (None, {"bottom_buns": 4, "placements": 0, "market": 6, "hand": 9}, None),
    "one of everything": (None, {"bottom_buns": 1, "placements": 1, "market": 1, "hand": 1, "pending": 1,
                                 "face_up_at_start": 0, "coins": 0, "spatula": False}, None),
    "halves that take anything": (None, None, "any"),
    "halves that take Middle Buns only": (None, None, "bun"),
}  # fmt: skip


@pytest.mark.parametrize("what", ODD)
@pytest.mark.parametrize("game", [BURGER_UP, PARTY_UP, SOLO_UP], ids=lambda game: game.key)
def test_odd_decks_can_be_played_to_the_end(game, what):
    own = deck(*ODD[what])
    for seats in game.seats:
        t = game.deal(seats, Chance(seats), game.settings(seats), own)
        for n, position in enumerate(play_on(t)):
            assert n < 20_000
            if n % 20 == 0:
                view(position, game.zones, 0)
        assert game.outcome(t).reason


@pytest.mark.parametrize(("seats", "orders"), [("2", 2), ("4", 1)])
def test_older_number_of_orders_out_of_range_is_refused(seats, orders):
    raw = copy.deepcopy(RAW)
    raw["alternatives"]["orders_v1"][seats] = orders
    with pytest.raises(BadDeck, match=rf"alternatives.orders_v1.{seats}: {orders}, it must be from 3 to 21"):
        pack(raw, "mine.toml")


@pytest.mark.parametrize("name", ["serves_per_turn", "solo_hold_price"])
def test_numbers_without_which_a_game_has_no_end_are_refused(name):
    with pytest.raises(BadDeck, match=rf"mine.toml: numbers.{name}.value: 0, it must be from 1 to 99"):
        deck({name: 0})


def test_two_orders_may_be_completed_if_the_deck_says_so():
    t = BURGER_UP.deal(2, Chance(1), BURGER_UP.settings(2, {"first": 0}), deck({"serves_per_turn": 2}))
    lay(t, burgers={0: ["I44a I55a", "I47a I56a"]}, pending="little_slider:1 vegetarian_cowboy:1 blt:1")
    play(t, "done", "done", "serve 1 little_slider", "serve 2 vegetarian_cowboy")
    assert t.completed[0] == (order("little_slider"), order("vegetarian_cowboy"))
    assert t.phase == "clean_up"


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"next": "salad"}, "next: 'salad', but anything may lie on a Middle Bun"),
        ({"perfect": True}, "perfect: a Middle Bun is never Perfect"),
    ],
)
def test_a_middle_bun_asks_for_anything_and_is_never_perfect(change, line):
    raw = copy.deepcopy(RAW)
    next(card for card in raw["card"] if card["a"]["type"] == "bun")["a"] |= change
    with pytest.raises(BadDeck, match=line):
        pack(raw, "mine.toml")


@pytest.mark.parametrize("game", [BURGER_UP, PARTY_UP, SOLO_UP], ids=lambda game: game.key)
def test_per_seat_zones_have_one_part_per_seat(game):
    seats = max(game.seats)
    t = game.table(seats, Chance(1))
    own = {"coins", "hands", "burgers", "spatulas", "upgraded", "completed"} & {*game.zones}
    assert len(own) > 4
    assert all(game.zones[name].per_seat and len(getattr(t, name)) == seats for name in own)
