"""Each form on a value of its own."""

from array import array

import pytest

from flattop.envs.encoders import Scope, form, writer
from flattop.envs.layout import BadLayout
from flattop.envs.ranges import Ranges

RANGES = Ranges({"card": 3, "skill": ["fry", "flip"], "die": {"first": 1}}, None, 3, 1)


def written(said, value, closed=False):
    scope = Scope()
    size, lines = form(said, RANGES, scope, closed)
    out = array("f", bytes(4 * size))
    writer(scope, lines("values[0]", "0"))([value], out)
    return [round(x, 3) for x in out]


@pytest.mark.parametrize(
    ("said", "value", "numbers"),
    [
        ("number 4", 3, [0.75]),
        ("flag", True, [1]),
        ("count 2", [7, 7, 7], [1.5]),
        ("one card", 2, [0, 0, 1]),
        ("one card", -2, [0, 0, 0]),
        ("one seat", 0, [0, 0, 1]),
        ("bag card", [1, 1, 9], [0, 2, 0]),
        ("last card", [1, 2], [0, 0, 1]),
        ("last card", [], [0, 0, 0]),
        ("word raw done", "done", [0, 1]),
        ("word raw done", "burnt", [0, 0]),
        ("2 number 1", [4, 5, 6], [4, 5]),
        ("seats number 1", [4], [4, 0, 0]),
        ("2 bag card + last card", [[0, 0]], [2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
        (["one skill", "number 10"], ["flip", 5], [0, 1, 0.5]),
        ({"left": "number 2", "open": "flag"}, {"open": True}, [0, 1]),
        ({"parts": 2, "left": "number 2"}, [{"left": 1}], [0.5, 0]),
        ({"parts": 2, "of": ["flag", "flag"]}, [[1, 0], [1, 1], [1, 1]], [1, 0, 1, 1]),
    ],
)
def test_forms(said, value, numbers):
    assert written(said, value) == numbers


def test_what_lies_face_down_is_counted_behind_the_rest():
    assert written("bag card", [-1, -1, 2], closed=True) == [0, 0, 1, 2]


@pytest.mark.parametrize("said", ["fly 3", "number", "one", "", "3", "flag 2"])
def test_what_is_no_form_is_named(said):
    with pytest.raises(BadLayout, match="is no form"):
        form(said, RANGES, Scope())


def test_a_kind_that_is_not_described_is_named():
    with pytest.raises(BadLayout, match="'sauce'"):
        form("one sauce", RANGES, Scope())
