"""Numbers of a deck that options can replace count where the options are left alone."""

import copy
import tomllib
from contextlib import suppress

import pytest

from flattop.games import game
from flattop.games.burger_up.cards import load, pack
from flattop.kernel import BadDeck, Chance

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


def test_easy_level_of_solo_up_has_the_numbers_that_a_deck_gives_it():
    mine = deck(lambda raw: raw["difficulty"][0].update(coins=7, spatula=False, hand=6))
    easy, normal = dealt("solo-up", mine).terms, dealt("solo-up", mine, level="normal").terms
    assert (easy.coins, easy.spatula, easy.hand) == (7, 0, (6, 7))
    assert (normal.coins, normal.spatula, normal.hand) == (0, 2, (4, 5))


SETUP_NUMBERS = [
    (row["game"], row["players"], name)
    for row in RAW["setup"]
    for name in row
    if name not in ("game", "players", "basis")
    and (row["game"], name) != ("solo-up", "placements")  # a turn of Solo Up has no limit
]


@pytest.mark.parametrize(("key", "seats", "name"), SETUP_NUMBERS)
def test_every_number_of_a_set_up_row_changes_the_table(key, seats, name):
    def changed(by):
        def change(raw):
            row = next(row for row in raw["setup"] if (row["game"], row["players"]) == (key, seats))
            row[name] = not row[name] if isinstance(row[name], bool) else row[name] + by

        return change

    def table(pack):
        return game(key).deal(seats, Chance(1), game(key).settings(seats), pack)

    packs = []
    for by in (1, -1):
        with suppress(BadDeck):
            packs.append(deck(changed(by)))
    assert packs
    assert all(table(pack).terms != table(load()).terms for pack in packs)


@pytest.mark.parametrize("level", ["easy", "normal", "hard", "expert"])
@pytest.mark.parametrize("name", ["coins", "spatula", "hand"])
def test_every_number_of_a_level_of_solo_up_changes_the_table(level, name):
    def change(raw):
        row = next(row for row in raw["difficulty"] if row["id"] == level)
        row[name] = not row[name] if isinstance(row[name], bool) else row[name] + 3

    assert dealt("solo-up", deck(change), level=level).terms != dealt("solo-up", load(), level=level).terms
