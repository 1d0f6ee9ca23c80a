"""Every encoder, applied to an example."""

from array import array

import pytest

from flattop.envs.encoders import Scope, compile_writer, encoder
from flattop.envs.layout import BadLayout, Ranges

RANGES = Ranges({"card": 3, "skill": ["fry", "flip"], "die": {"first": 1}}, None, 3, 1)


def encoded(spec, value, closed=False):
    scope = Scope()
    size, lines = encoder(spec, RANGES, scope, closed)
    out = array("f", bytes(4 * size))
    compile_writer(scope, lines("values[0]", "0"))([value], out)
    return [round(x, 3) for x in out]


@pytest.mark.parametrize(
    ("spec", "value", "numbers"),
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
def test_encoder_writes_numbers(spec, value, numbers):
    assert encoded(spec, value) == numbers


def test_bag_of_a_closed_pile_counts_face_down_cards_last():
    assert encoded("bag card", [-1, -1, 2], closed=True) == [0, 0, 1, 2]


@pytest.mark.parametrize("spec", ["fly 3", "number", "one", "", "3", "flag 2"])
def test_unknown_encoder_is_quoted(spec):
    with pytest.raises(BadLayout, match="unknown encoder"):
        encoder(spec, RANGES, Scope())


def test_unknown_kind_is_quoted():
    with pytest.raises(BadLayout, match="'sauce'"):
        encoder("one sauce", RANGES, Scope())
