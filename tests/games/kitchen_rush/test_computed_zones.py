"""Computed zones: a client can draw the kitchen without knowing the rules."""

import pytest

from .scenes import ANN, CLEO, DISH, PACK, Scenario


def board(k, seat, dish):
    return next(one for one in k.t.boards[seat] if one["dish"] == dish)


def test_the_scene_names_the_scenario_its_areas_and_the_thresholds_of_the_awards():
    first = Scenario(1).t.scene
    assert (first["scenario"], first["top"], first["hats"]) == (1, 0, [])
    assert first["name"] == PACK.scenario[0].name
    assert [PACK.area[area].key for area in first["areas"]] == [
        "reception", "dining", "storage-a", "storage-b", "stove",
    ]  # fmt: skip
    assert first["shelves"] == [list(range(6)), list(range(6)), []]
    last = Scenario(8, seats=3, timekeeper=CLEO).t.scene
    assert len(last["areas"]) == 12
    assert last["shelves"] == [[0, 1, 2, 3], [0, 1, 2, 3], [4, 5]]
    assert (last["timekeeper"], last["top"], last["hats"]) == (2, 24, [4, 8, 12])


@pytest.mark.parametrize(
    ("food", "row", "right", "spoiled"),
    [
        ("pasta pasta cheese", 1, True, False),
        ("pasta pasta cheese", 0, False, False),
        ("pasta pasta cheese", 2, False, True),
        ("pasta cheese", 0, False, False),
        ("pasta cheese", 1, False, True),
        ("pasta bread cheese", 0, False, True),
    ],
)
def test_a_dish_on_a_board_says_whether_it_is_right_or_can_no_longer_become_it(food, row, right, spoiled):
    k = Scenario(3).give(ANN, "F3", food, size=2, row=row)
    shown = board(k, 0, DISH["F3"])
    assert (shown["right"], shown["spoiled"]) == (right, spoiled)
