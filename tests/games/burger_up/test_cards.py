"""The pack: cards, halves, Top Buns, and fitting."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from flattop.games.burger_up import burger

from .scenes import PACK, STACKS, card, face, faces, height

FACES = [n for n in range(144) if n not in PACK.buns]


@pytest.mark.rule("BU-01", "BU-04")
def test_there_are_72_two_ended_cards_and_21_orders():
    assert len(PACK.cards) == 72
    assert len(PACK.faces) == 144
    assert len(PACK.top_buns) == len(PACK.needs) == 21
    half = PACK.cards[card("I05")].b
    assert (half.name, half.type, half.next, half.perfect) == ("Bacon", "meat", "sauce", True)


@pytest.mark.rule("BU-02")
def test_types_have_their_colours():
    assert {kind.id: kind.colour for kind in PACK.types} == {
        "salad": "green", "sauce": "red", "meat": "brown", "cheese": "yellow", "bun": "hollow",
    }  # fmt: skip


@pytest.mark.rule("BU-03")
def test_a_veggie_patty_is_no_meat_and_a_fried_egg_no_cheese():
    foods = {food.name: food for food in PACK.ingredients}
    assert foods["Veggie Patty"].type == "meat"
    assert "Meat" not in foods["Veggie Patty"].keywords
    assert foods["Fried Egg"].type == "cheese"
    assert "Cheese" not in foods["Fried Egg"].keywords
    assert burger.fits(PACK, face("I47a"), faces("I04b"))  # a Veggie Patty where meat is asked for


@pytest.mark.rule("BU-R2")
def test_a_half_asks_for_the_type_of_the_other_half_and_the_stored_value_rules():
    for one in PACK.cards:
        if not one.is_bun:
            assert (one.a.next, one.b.next) == (one.b.type, one.a.type)
    halves = list(PACK.faces)
    halves[face("I03a")] = structs.replace(halves[face("I03a")], next="meat")
    other = replace(PACK, faces=tuple(halves), fitting=burger.fitting_by_type(halves))
    assert burger.wanted(other, faces("I03a")) == "meat"
    assert not burger.fits(other, face("I04b"), faces("I03a"))
    assert burger.fits(other, face("I04a"), faces("I03a"))


@pytest.mark.rule("BU-18")
@given(STACKS, st.sampled_from(FACES))
def test_a_face_fits_an_empty_burger_a_middle_bun_or_where_its_type_is_asked_for(stack, one):
    top = PACK.faces[stack[-1]] if stack else None
    expected = top is None or top.type == "bun" or top.next == PACK.faces[one].type
    assert burger.fits(PACK, one, stack) is expected


@pytest.mark.rule("BU-18", "BU-R8")
@given(STACKS)
def test_a_middle_bun_fits_on_anything_by_its_first_half(stack):
    assert burger.fitting_faces(PACK, card("I67"), stack) == (face("I67a"),)


@pytest.mark.rule("BU-19")
def test_a_middle_bun_is_no_ingredient_and_has_neither_keyword_nor_star():
    assert height("I67a I03a I68a") == 1
    assert all(not PACK.food_of[one].keywords for one in PACK.buns)
    assert not PACK.buns & PACK.perfect


@pytest.mark.rule("BU-32")
@pytest.mark.parametrize(
    ("ingredients", "size", "pays"),
    [(1, "sandwich", 1), (3, "sandwich", 1), (4, "gourmet", 3), (6, "gourmet", 3), (7, "tower", 5),
     (9, "tower", 5), (10, "colossal", 10), (23, "colossal", 10)],
)  # fmt: skip
def test_sizes_and_what_they_pay(ingredients, size, pays):
    found = burger.size(PACK, ingredients)
    assert (found.id, found.pays) == (size, pays)
    assert burger.payment(PACK, FACES[: 2 * ingredients : 2]) == pays


def test_empty_burger_has_no_size():
    assert burger.size(PACK, 0) is None
    assert burger.payment(PACK, (face("I67a"),)) == 0
