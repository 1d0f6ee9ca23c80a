"""The recipe for any number of guests."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flattop.recipe import BadServing, amount_text, recipe

GUESTS, UNITS = st.integers(1, 48), st.sampled_from(["metric", "imperial"])
ORDER = ["mince", "crumbs", "egg", "bun", "cheddar", "lettuce", "tomato", "pickle", "rosemary", "parsley"]
TASTE = ["sea salt", "black pepper, freshly ground", "olive oil", "Dijon mustard", "tomato relish"]
EXAMPLES = {  # mince in grams and in pounds, crumbs, and the others in their order
    1: ("85 g", "3 oz", "10 ml", "1", "1", "1", "1", "½", "½", "1", "1"),
    4: ("335 g", "11 oz", "⅙ cup (40 ml)", "1", "4", "4", "1", "2", "2", "1", "2"),
    6: ("500 g", "1 lb", "¼ cup (60 ml)", "1", "6", "6", "1", "3", "3", "1", "3"),
    9: ("750 g", "1 lb 8 oz", "⅜ cup (90 ml)", "2", "9", "9", "2", "4½", "4½", "2", "5"),
    12: ("1000 g", "2 lb", "½ cup (120 ml)", "2", "12", "12", "2", "6", "6", "2", "6"),
}


def counted(found):
    """Return the measured ingredients, by a word of their name."""
    return dict(zip(ORDER, (item for item in found.ingredients if item.amount), strict=True))


def quantities(found):
    return [item.words.removesuffix(f" {item.name}") for item in counted(found).values()]


def texts(found, chapter):
    return [step.text for step in found.chapters[chapter].steps]


def in_order(text, *words):
    places = [text.lower().index(word) for word in words]
    return places == sorted(places)


@pytest.mark.rule("BU-C1")
def test_ingredients_are_those_of_the_book_for_six_by_default():
    found = recipe()
    assert (found.serves, found.units, found.difficulty) == (6, "metric", "easy")
    assert all(word in item.name for word, item in counted(found).items())
    assert [item.name for item in found.ingredients[len(ORDER) :]] == TASTE
    assert {(item.amount, item.note) for item in found.ingredients[len(ORDER) :]} == {(None, "as needed")}


@pytest.mark.rule("BU-C1")
@pytest.mark.parametrize("units", ["metric", "imperial"])
@pytest.mark.parametrize("n", range(1, 49))
def test_each_ingredient_has_its_own_rounding(n, units):
    mince = (500 * n + 15) // 30 * 5 if units == "metric" else (16 * n + 3) // 6
    sixth_up, half_up = -(-n // 6), -(-n // 2)
    wanted = [mince, 10 * n, max(1, (n + 3) // 6), n, n, sixth_up, n / 2, n / 2, sixth_up, half_up]
    assert [item.amount for item in counted(recipe(n, units)).values()] == wanted


@pytest.mark.rule("BU-C1")
def test_half_an_egg_is_rounded_up_to_at_least_one():
    eggs = {n: counted(recipe(n))["egg"].amount for n in (1, 2, 3, 8, 9, 14, 15, 48)}
    assert eggs == {1: 1, 2: 1, 3: 1, 8: 1, 9: 2, 14: 2, 15: 3, 48: 8}


@pytest.mark.rule("BU-C1")
@given(GUESTS, UNITS)
def test_crumbs_are_also_in_cups_where_a_cup_fits(n, units):
    words = counted(recipe(n, units))["crumbs"].words
    assert f"{10 * n} ml" in words
    assert ("cup" in words) == (Fraction(n, 24).denominator <= 8)


@pytest.mark.rule("BU-C1", "BU-C6")
@pytest.mark.parametrize("guests", [0, -1, 49, 2.5, 6.0, True, "6", None])
def test_recipe_serves_1_to_48_guests_only(guests):
    with pytest.raises(BadServing, match=f"for {guests}; it serves a whole number of guests, 1 to 48$"):
        recipe(guests)


@pytest.mark.rule("BU-C6")
@pytest.mark.parametrize("n", EXAMPLES)
def test_examples_match_exactly_in_both_units(n):
    grams, pounds, *others = EXAMPLES[n]
    assert quantities(recipe(n)) == [f"{grams} ({pounds})", *others]
    assert quantities(recipe(n, "imperial")) == [f"{pounds} ({grams})", *others]


@pytest.mark.rule("BU-C2")
@pytest.mark.parametrize(("units", "thick"), [("metric", "2 cm"), ("imperial", "¾ inch")])
def test_patties_are_mixed_kneaded_shaped_and_chilled(units, thick):
    chop, mix, knead, shape, chill = texts(recipe(9, units), 0)
    assert in_order(chop, "chop", "parsley", "rosemary", "small")
    assert in_order(mix, "big bowl", "crumbs", "herbs", "mince", "the eggs", "pinch", "salt", "pepper")
    assert in_order(knead, "knead", "by hand")
    assert f"9 equal round patties, each about {thick} thick" in shape
    assert in_order(chill, "tray", "olive oil", "film", "fridge")


@pytest.mark.rule("BU-C3")
def test_patties_are_fried_on_both_sides_and_get_their_cheese_off_the_heat():
    heat, press, first, second, cheese = texts(recipe(), 1)
    assert in_order(heat, "grill pan", "hot", "medium")
    assert in_order(press, "patties", "spatula", "the oil on them is enough")
    assert in_order(f"{first} {second}", "first side", "second side", "as you like")
    assert in_order(cheese, "off", "every patty", "cheese")


@pytest.mark.rule("BU-C4")
def test_the_burger_is_built_upwards_on_toasted_buns():
    cut, toast, build = texts(recipe(), 2)
    assert in_order(cut, "tomatoes", "pickles", "thinly", "length", "lettuce", "big leaves")
    assert in_order(toast, "buns open", "patties out", "wipe", "hot", "toast", "cut sides")
    assert in_order(build, "bottom bun", "mustard", "patty", "tomato", "pickle", "lettuce", "top", "relish")


@pytest.mark.rule("BU-C5")
@given(GUESTS, UNITS)
def test_times_do_not_depend_on_the_number_of_guests(guests, units):
    found = recipe(guests, units)
    assert found.minutes == 40
    times = [[step.minutes for step in chapter.steps] for chapter in found.chapters]
    assert times == [[(), (), (), (), (15, 15)], [(3, 4), (), (3, 4), (3, 4), ()], [(), (), ()]]


@given(GUESTS, UNITS)
def test_every_guest_gets_a_patty(guests, units):
    patties = "1 round patty" if guests == 1 else f"{guests} equal round patties, each"
    assert any(patties in text for text in texts(recipe(guests, units), 0))


@given(st.integers(1, 47), UNITS)
def test_more_guests_never_need_less(guests, units):
    few, more = recipe(guests, units), recipe(guests + 1, units)
    for a, b in zip(few.ingredients, more.ingredients, strict=True):
        assert (a.amount or 0) <= (b.amount or 0)


@given(GUESTS, UNITS)
def test_item_text_contains_the_amount_and_no_placeholder_is_left(guests, units):
    found = recipe(guests, units)
    assert all("{" not in step.text for chapter in found.chapters for step in chapter.steps)
    assert all(item.words.endswith(item.name) for item in found.ingredients)
    assert all(item.words[0].isnumeric() for item in counted(found).values())


@pytest.mark.parametrize(
    ("quantity", "unit", "words"),
    [
        (Fraction(85), "g", "85 g"),
        (Fraction(11), "oz", "11 oz"),
        (Fraction(16), "oz", "1 lb"),
        (Fraction(21), "oz", "1 lb 5 oz"),
        (Fraction(70), "ml", "70 ml"),
        (Fraction(200), "ml", "⅚ cup (200 ml)"),
        (Fraction(240), "ml", "1 cup (240 ml)"),
        (Fraction(320), "ml", "1⅓ cups (320 ml)"),
        (Fraction(480), "ml", "2 cups (480 ml)"),
        (Fraction(9, 2), "", "4½"),
    ],
)
def test_amounts_are_formatted_as_cooks_write_them(quantity, unit, words):
    assert amount_text(quantity, unit) == words


def test_single_item_is_singular():
    assert "1 fresh burger bun" in [item.words for item in recipe(1).ingredients]
    assert "½ tomato" in [item.words for item in recipe(1).ingredients]
    assert "1½ tomatoes" in [item.words for item in recipe(3).ingredients]
    assert "2 eggs" in [item.words for item in recipe(12).ingredients]


def test_unknown_units_are_refused():
    with pytest.raises(BadServing, match="no recipe in 'cups' units; there are metric and imperial"):
        recipe(6, "cups")
