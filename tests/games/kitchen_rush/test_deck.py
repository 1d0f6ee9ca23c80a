"""Decks: the house deck as printed, and custom decks that cannot break the game."""

import random
import re

import pytest

from flattop.games.kitchen_rush.cards import load
from flattop.games.kitchen_rush.office import repair
from flattop.games.kitchen_rush.pieces import LOCKED, MALFUNCTION, STORAGE_B, STOVE, UNAVAILABLE
from flattop.kernel import VACANT, BadDeck, Chance
from tests.games.decks import changed, custom_deck, house_text, refusal


def test_the_house_deck_has_what_the_box_has(kr):
    kinds = [patron.kind for patron in kr.pack.patron]
    assert [kinds.count(kind) for kind in ("friend", "regular", "challenging", "vip")] == [8, 22, 18, 12]
    assert (len(kr.pack.award), len(kr.pack.office_card), len(kr.pack.scenario)) == (8, 4, 8)
    assert all(len(patron.dish) == (2 if patron.kind == "vip" else 1) for patron in kr.pack.patron)
    assert {"book", "public", "house"} >= {patron.basis for patron in kr.pack.patron}


def test_a_dish_holds_one_piece_more_than_the_size_of_its_plate(kr):
    assert all(recipe.pieces == recipe.size + 2 for recipe in kr.pack.recipes)


BROKEN = [
    (('key = "kitchen-rush"', 'key = "kitchen-slow"'), "kitchen-slow"),
    (("seats = [2, 3, 4]", "seats = [2, 3]"), "seats"),
    (('key = "meat"', 'key = "beef"'), "ingredient"),
    (("total = 24", "total = 0"), "total"),
    (("total = 24", "total = 23"), "ingredients"),
    (('rooms_from_5 = "ab"', 'rooms_from_5 = "xy"'), "rooms_from_5"),
    (('price = "cheap"', 'price = "dear"'), "price"),
    (("size = 4", "size = 5"), "plate: they must be 1, 2, 3, 4"),
    (('key = "sink"', 'key = "bath"'), "area"),
    (("from_scenario = 3", "from_scenario = 2"), "from_scenario"),
    (('spaces = ["all", "3p"]', 'spaces = ["3p"]'), "open to all"),
    (('spaces = ["all", "3p"]', "spaces = []"), "every other area one"),
    (('spaces = ["all", "3p"]', 'spaces = ["all", "5p"]'), "5p"),
    (('effect = "tip"', 'effect = "wash_up_to"'), "award[3].effect: 'wash_up_to' is used already"),
    (('effect = "tip"', 'effect = "dance"'), "dance"),
    (("value = 5", "value = 0"), "value"),
    (('effect = "temp"', 'effect = "unlock"'), "office_card[3].effect: 'unlock' is used already"),
    (("cost = 2", "cost = -2"), "cost"),
    (('kind = "friend"', 'kind = "regular"'), "patrons"),
    (("plate = 1, cook = 0", "plate = 5, cook = 0"), "plate"),
    (("plate = 1, cook = 0", "plate = 1, cook = 4"), "cook"),
    (("ingredients = { cheese = 1, bread = 1 }", "ingredients = {}"), "0 entries, there must be at least 1"),
    (("ingredients = { cheese = 1, bread = 1 }", "ingredients = { tofu = 1 }"), "tofu"),
    (("ingredients = { cheese = 1, bread = 1 }", "ingredients = { cheese = 0 }"), "cheese"),
    (('part = "side"', 'part = "meal"'), "parts"),
    (("coins = 1,", "coins = 100,"), "coins"),
    (("rows = 4", "rows = 5"), "rows"),
    (("tip = 1", "tip = 0"), "tip"),
    (("ticks_per_second = 10", "ticks_per_second = 20"), "ticks_per_second"),
    (("timer_seconds_range = [25, 30]", "timer_seconds_range = [30, 25]"), "range"),
    (("count = 4 ", "count = 5 "), "count"),
    (("hats_2p = [3, 6, 9]", "hats_2p = [3, 3, 9]"), "hats_2p"),
    (("hats_2p = [3, 6, 9]", "hats_2p = [3, 6, 90]"), "hats_2p"),
    (("[reputation.b]", "[reputation.c]"), "reputation: they must be a, b"),
    (("number = 8", "number = 9"), "scenario: they must be 1, 2"),
    (("shifts = 1", "shifts = 0"), "shifts"),
    (("normal = 270", "normal = 5"), "time"),
    (('deck = ["friend"]', 'deck = ["vip"]'), "not in play"),
    (('deck = ["friend"]', "deck = []"), "deck: 0 entries"),
    (("each = 1", "each = 3"), "each"),
    (("plates = [5, 6, 6, 5]", "plates = [5, 6, 6]"), "plates: 3 entries, there must be 4"),
    (("plates = [5, 6, 6, 5]", "plates = [5, 7, 6, 5]"), "plates II"),
    (("room_a = { meat = 4", "room_a = { meat = 40"), "meat"),
    (("room_c = { bread = 2", "room_c = { meat = 2"), "may not lie"),
    (("bag = { salt = 4", "bag = { salt = 44"), "bag"),
    (("n = 2\n", "n = 3\n"), "n"),
    (('reputation_board = "a"\n', ""), "reputation_board"),
    (('area = "stove", space = 1', 'area = "oven", space = 1'), "oven"),
    (('area = "stove", space = 1', 'area = "stove", space = 9'), "space"),
    (("[clock]", "[clocks]"), "clocks"),
    (("[totals]", "[extra]\nx = 1\n[totals]"), "extra"),
]


@pytest.mark.parametrize(("change", "named"), BROKEN, ids=[named for _, named in BROKEN])
def test_a_broken_deck_is_refused_with_a_specific_error(tmp_path, change, named):
    assert named in refusal(load, changed(tmp_path, load, change))


def test_custom_deck_is_played(tmp_path, kr):
    path = changed(tmp_path, load, ("Roomie's Cheese Toast", "Cold Toast"), ("normal = 270", "normal = 60"))
    t = kr.game.table(2, Chance(1), {"scenario": 1}, path)
    assert t.limit == 600
    assert any(patron.name == "Cold Toast" for patron in t.pack.patron)


@pytest.mark.parametrize("seed", range(12))
def test_random_numbers_in_a_deck_are_refused_or_play_to_the_end(tmp_path, kr, seed):
    from flattop.lab.bench_worker import play_out

    rnd, text = random.Random(seed), house_text(load)
    numbers = list(re.finditer(r"= (\d+)\b", text))
    for _ in range(8):
        number = rnd.choice(numbers)
        other = str(rnd.choice([0, 1, 2, 3, 7, 50]))
        path = custom_deck(tmp_path, text[: number.start(1)] + other + text[number.end(1) :])
        try:
            load(path)
        except BadDeck:
            continue
        given = {"scenario": rnd.randint(1, 8), "pace": rnd.choice(["real", "stepped"])}
        t = kr.game.table(rnd.choice([2, 3, 4]), Chance(seed), given, path)
        play_out(t, rnd.random, 3_000)
        assert t.over


def test_times_of_a_deck_count_unless_an_option_says_otherwise(tmp_path, kr):
    deck = changed(
        tmp_path,
        load,
        ("timer_seconds = 27", "timer_seconds = 40"),
        ("beat_seconds = 5", "beat_seconds = 8"),
        ("grace_seconds = 30", "grace_seconds = 12"),
    )
    t = kr.game.table(2, Chance(1), {"pace": "stepped"}, deck)
    assert ({*t.lengths}, t.beat, t.grace) == ({400}, 80, 120)
    t = kr.game.table(2, Chance(1), {"timer": 25, "beat": 10, "grace": 60}, deck)
    assert ({*t.lengths}, t.beat, t.grace) == ({250}, 100, 600)


def test_a_deck_with_more_dishes_than_the_action_tables_hold_is_refused_in_one_line(tmp_path, kr):
    line = next(line for line in house_text(load).splitlines() if '"F1"' in line)
    more = [line.replace('"F1"', f'"G{n}"') for n in range(340)]
    path = changed(tmp_path, load, (line, "\n".join([line, *more])), ("friend = 8", "friend = 348"))
    assert "patron: dishes: 412, it must be from 1 to 400" in refusal(load, path)


@pytest.mark.rule("KR-04", "KR-10")
@pytest.mark.parametrize(
    ("seats", "piece", "repaired"), [(2, UNAVAILABLE, UNAVAILABLE), (3, MALFUNCTION, VACANT)]
)
def test_a_malfunction_lies_only_on_a_space_that_the_seats_use(tmp_path, kr, seats, piece, repaired):
    deck = changed(tmp_path, load, ('area = "stove", space = 1', 'area = "stove", space = 4'))
    t = kr.game.table(seats, Chance(1), {"scenario": 8}, deck)
    assert t.spaces[STOVE][3] == piece
    repair(t)
    assert t.spaces[STOVE][3] == repaired


@pytest.mark.rule("KR-10")
def test_a_deck_may_lock_one_space_of_a_room(tmp_path, kr):
    deck = changed(tmp_path, load, ('room = "b", spaces = 2', 'room = "b", spaces = 1'))
    assert kr.game.table(2, Chance(1), {"scenario": 8}, deck).spaces[STORAGE_B] == (LOCKED, VACANT)
    wide = changed(tmp_path, load, ('room = "b", spaces = 2', 'room = "b", spaces = 3'))
    assert "locked.spaces: 3, it must be from 1 to 2" in refusal(load, wide)
