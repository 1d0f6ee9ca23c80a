"""Clicks per turn: the declared gestures exist in the web client, and the least number is counted."""

from pathlib import Path

import pytest

from bench.clicks import BEFORE, FAMILY, GESTURES, Either, clicks, cut, played
from flattop.games import game

TABLES = Path(__file__).parents[2] / "web" / "src" / "tables"
DECLARED = [(key, one) for key, gestures in GESTURES.items() for one in gestures if one.file]
BEGINS = [("done",), ("place", 124, 1), ("place", 10, 1), ("done",), ("done",), ("done",)]


@pytest.mark.parametrize(("key", "gesture"), DECLARED, ids=lambda one: getattr(one, "verbs", one))
def test_the_web_client_implements_the_gesture(key, gesture):
    source = " ".join((TABLES / gesture.file).read_text().split())
    assert gesture.mark in source


@pytest.mark.parametrize("key", GESTURES)
def test_gestures_use_verbs_of_the_game(key):
    verbs = {word for one in (*GESTURES[key], *BEFORE.get(key, ())) for word in words(one.verbs)}
    like = FAMILY if key in FAMILY else (key,)
    assert verbs <= {verb for one in like for verb in game(one).text.verbs}


def words(pattern):
    cleared = "".join(sign if sign.isalpha() or sign == "_" else " " for sign in pattern)
    return cleared.split()


@pytest.mark.parametrize(
    ("key", "turn", "before", "now"),
    [
        ("burger-up", BEGINS, 8, 3),
        ("burger-up", [("buy", 5), ("done",), ("place", 11, 0)], 4, 1),
        ("burger-up", [("buy", 5), ("done",), ("place", 13, 0)], 4, 2),
        ("burger-up", [("done",), ("done",), ("done",), ("toss", 4), ("done",)], 5, 4),
        ("between-two-burgers", [("choose", 1), ("choose", 2)], 4, 2),
        ("between-two-burgers", [("left", 1), ("show", 3), ("show", 4)], 5, 1),
        ("between-two-burgers", [("left", 1), ("show", 3), ("show", 5)], 6, 2),
        ("burger-go", [("choose", 3), ("show", 7)], 3, 1),
        ("hanaburger", [("place", 0), ("onto", 1), ("show", 4)], 4, 2),
        ("hanaburger", [("hint", 1), ("tell", "red")], 3, 1),
        ("solo-up", [("advance",), ("place", 10, 0), ("done",)], 4, 2),
        ("burger-trucker", [("flip",), ("put_back",), ("grab", 9), ("place", 18)], 4, 2),
        ("burger-trucker", [("place", 18), ("flip",), ("flip",), ("place", 20), ("grab", 9)], 5, 2),
        ("burger-trucker", [Either(("place", 18)), ("flip",), Either(("put_back",)), ("flip",)], 4, 4),
        ("burger-boss", [("die", 4), ("place", "bakery"), ("plain",)], 3, 2),
        ("burger-boss", [("die", 4), ("place", "supermarket"), ("take", 0), ("take", 1)], 4, 2),
        ("burger-boss", [("sell", 0), ("to", 3)], 2, 1),
        ("burgerfuck", [("drop", 3), ("play", 42, 0)], 3, 2),
        ("ninja-burger", [("use", "stealth"), ("roll",), ("finish",)], 3, 2),
        ("kitchen-rush", [("place", 0, 3), ("take", 1, 7), ("take", 2, 7), ("take", 0, 8)], 4, 2),
        ("kitchen-rush", [("order", 1), ("plate", 0, 0), ("plate", 1, 0)], 3, 1),
        ("kitchen-rush", [("place", 0, 1), ("order", 0), ("plate", 0, 0), ("pass",)], 4, 2),
    ],
)
def test_the_least_number_of_clicks_is_counted(key, turn, before, now):
    assert (clicks(key, [turn], before=True), clicks(key, [turn])) == (before, now)


def test_a_recipe_on_the_menu_is_one_gesture():
    cooked = [step for token in (0, 0, 1) for step in (("token", token), ("grill", 1))]
    burger = [("die", 5), ("place", "kitchen"), *cooked]
    assert clicks("burger-boss", [burger]) == 1
    assert clicks("burger-boss", [[*burger[:-2], ("token", 4), ("grill", 0)]]) == 4


def test_gestures_save_half_of_the_clicks_of_a_game():
    key = "between-two-burgers"
    own = cut(key, played(key, 7), 0, free=False)
    assert 2 * clicks(key, own) <= clicks(key, own, before=True)
