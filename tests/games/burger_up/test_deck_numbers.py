"""Numbers of a deck that options can replace count where the options are left alone."""

import copy
import tomllib

import pytest

from flattop.games import game
from flattop.games.burger_up.cards import load, pack
from flattop.kernel import Chance

RAW = tomllib.loads(load.house_deck.read_text("utf-8"))


def deck(change):
    raw = copy.deepcopy(RAW)
    change(raw)
    return pack(raw, "mine.toml")


def dealt(key, pack, **options):
    chosen = game(key)
    return chosen.deal(chosen.seats[0], Chance(1), chosen.settings(chosen.seats[0], options), pack)


def set_up(key, **numbers):
    def change(raw):
        for row in raw["setup"]:
            if row["game"] == key:
                row |= numbers

    return deck(change)


@pytest.mark.parametrize(("key", "house"), [("party-up", 18), ("solo-up", 9)])
def test_number_of_orders_of_a_deck_counts_unless_an_option_replaces_it(key, house):
    mine = set_up(key, orders=13)
    assert dealt(key, mine).terms.orders == 13
    assert dealt(key, mine, orders=house).terms.orders == house


def test_opening_hand_of_party_up_is_that_of_the_deck():
    t = dealt("party-up", set_up("party-up", opening_hand=2))
    assert {len(hand) for hand in t.hands} == {2}


@pytest.mark.parametrize("key", ["burger-up", "party-up"])
def test_a_standstill_lasts_as_many_rounds_as_the_deck_says(key):
    mine = deck(lambda raw: raw["numbers"]["idle_rounds"].update(value=2))
    assert dealt(key, mine).terms.idle_rounds == 2
    assert dealt(key, mine, idle_rounds=20).terms.idle_rounds == 20


def test_solo_up_begins_with_the_numbers_of_its_set_up_row_unless_a_level_changes_them():
    mine = set_up("solo-up", coins=9, spatula=False, hand=7)
    easy, expert = dealt("solo-up", mine).terms, dealt("solo-up", mine, level="expert").terms
    assert (easy.coins, easy.spatula, easy.hand) == (9, 0, (7, 8))
    assert (expert.coins, expert.spatula, expert.hand) == (0, 0, (3, 4))
