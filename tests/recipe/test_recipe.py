"""The real cheeseburger for any number of guests."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flattop.recipe import BadServing, recipe, said

GUESTS, UNITS = st.integers(1, 100), st.sampled_from(["metric", "imperial"])
EACH = {  # for six, as the book has it: metric, imperial
    "beef": (500, 16),
    "breadcrumbs": (4, 4),
    "egg": (1, 1),
    "rosemary": (1, 1),
    "parsley": (3, 3),
    "cheddar": (6, 6),
    "bun": (6, 6),
    "lettuce": (1, 1),
    "tomato": (3, 3),
    "pickle": (3, 3),
}


def amount(found, word):
    return next(item.amount for item in found.ingredients if word in item.name and item.amount)


@pytest.mark.parametrize("word", EACH)
def test_for_six_the_amounts_are_the_books(word):
    metric, imperial = EACH[word]
    assert amount(recipe(), word) == metric
    assert amount(recipe(6, "imperial"), word) == imperial


@given(GUESTS, UNITS)
def test_everyone_gets_a_bun_a_slice_and_a_patty(guests, units):
    found = recipe(guests, units)
    assert amount(found, "bun") == amount(found, "cheddar") == guests
    patties = "1 round patty" if guests == 1 else f"{guests} equal round patties"
    assert any(patties in step.text for chapter in found.chapters for step in chapter.steps)


@given(GUESTS, UNITS)
def test_every_amount_can_be_measured_and_is_near_its_share(guests, units):
    found = recipe(guests, units)
    for word, (metric, imperial) in EACH.items():
        item = next(item for item in found.ingredients if word in item.name and item.amount)
        grain = {"g": 5, "oz": 0.25, "tbsp": 0.25, "": 1}[item.unit]
        share = (metric if units == "metric" else imperial) * guests / 6
        assert item.amount > 0
        assert item.amount % grain == 0
        assert abs(item.amount - share) < grain


@given(st.integers(1, 99), UNITS)
def test_more_guests_never_need_less(guests, units):
    few, more = recipe(guests, units), recipe(guests + 1, units)
    for a, b in zip(few.ingredients, more.ingredients, strict=True):
        assert (a.amount or 0) <= (b.amount or 0)
    assert few.minutes <= more.minutes


@given(GUESTS, UNITS)
def test_what_is_eaten_raw_is_never_short(guests, units):
    for word in ("tomato", "pickle", "lettuce"):
        assert amount(recipe(guests, units), word) >= EACH[word][0] * guests / 6


@given(GUESTS, UNITS)
def test_the_words_hold_the_amount_and_no_place_is_left_open(guests, units):
    found = recipe(guests, units)
    assert all("{" not in step.text for chapter in found.chapters for step in chapter.steps)
    assert all(item.words.endswith(item.name) for item in found.ingredients)
    assert all(item.words[0].isdigit() or item.words[0] in "¼½¾" for item in found.ingredients if item.amount)


def test_times_are_given_where_something_takes_a_time():
    times = [step.minutes for chapter in recipe().chapters for step in chapter.steps if step.minutes]
    assert times == [(15, 15), (3, 4), (3, 4), (3, 4)]
    assert recipe().minutes == 40


@pytest.mark.parametrize(
    ("quantity", "unit", "words"),
    [
        (Fraction(85), "g", "85 g"),
        (Fraction(21, 4), "oz", "5¼ oz"),
        (Fraction(16), "oz", "1 lb"),
        (Fraction(85, 4), "oz", "1 lb 5¼ oz"),
        (Fraction(3, 4), "tbsp", "¾ tbsp"),
        (Fraction(3), "", "3"),
    ],
)
def test_amounts_are_said_as_cooks_write_them(quantity, unit, words):
    assert said(quantity, unit) == words


def test_one_thing_is_not_named_as_many():
    assert "1 fresh burger bun" in [item.words for item in recipe(1).ingredients]
    assert "2 fresh burger buns" in [item.words for item in recipe(2).ingredients]
    assert "2 eggs" in [item.words for item in recipe(12).ingredients]


@pytest.mark.parametrize(("guests", "units"), [(0, "metric"), (-1, "metric"), (101, "metric"), (6, "cups")])
def test_no_recipe_for_nobody_nor_in_unknown_units(guests, units):
    with pytest.raises(BadServing, match="no recipe"):
        recipe(guests, units)
