"""Orders: met, still possible, or impossible."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flattop.games.burger_up.base import GAME
from flattop.games.burger_up.requirements import (
    AtLeast,
    Height,
    NoneOf,
    OnTop,
    can_still_be_met,
    is_met,
    order_states,
)

from .scenes import COLOSSAL, ORDERS, PACK, STACKS, faces, height, meets, new, order, state


@pytest.mark.rule("BU-30")
def test_an_order_wants_an_ingredient_its_size_and_every_check():
    assert not any(is_met(needs, ()) for needs in PACK.needs)
    assert not any(is_met(needs, faces("I67a I68a")) for needs in PACK.needs)
    assert not meets("I05b I30b I07a I12a", "breakfast_to_go")  # four ingredients
    assert meets("I05b I30b I07a", "breakfast_to_go")
    assert not meets("I05b I07a", "breakfast_to_go")  # no egg
    assert meets("I50a I03a I07a I05b I44a", "og_cheeseburger")  # more than asked for is fine


@pytest.mark.rule("BU-31")
@pytest.mark.parametrize(
    ("name", "met", "unmet"),
    [
        ("mad_max", "I50a I05b I32a", "I50a I05b"),  # has_name
        ("extra_cheesy", "I03a I64a I66a", "I03a I64a I64b"),  # has_keyword: an egg is none
        ("the_vegan", "I07a I09a I10b I12a", "I07a I09a I10b I12a I30b"),  # no_keyword
        ("saucy_minx", "I06b I57a I56b", "I06b I57a I55b"),  # distinct names: two Mustards are one
        ("even_stevens", "I44a I06b I03a I04b", "I44a I06b I03a I04b I12a"),  # equal counts
        ("sunny_side_up", "I50a I03a I32a I30b", "I50a I03a I30b I32a"),  # topmost card
    ],
)
def test_each_kind_of_check(name, met, unmet):
    assert meets(met, name)
    assert not meets(unmet, name)


@pytest.mark.rule("BU-31")
def test_one_card_may_serve_several_checks():
    assert meets("I44a I50a I03a I64a", "double_trouble")
    assert meets("I44a I50a I03a I64a", "meat_a_saurus_rex")


@pytest.mark.rule("BU-E7")
def test_vegetarian_cowboy():
    assert meets("I47a I41b I13b", "vegetarian_cowboy")
    assert not meets("I47a I41b I05b", "vegetarian_cowboy")


@pytest.mark.rule("BU-E8", "BU-R4")
def test_even_stevens():
    assert meets("I44a I06b I03a I04b", "even_stevens")
    assert meets("I44a I06b I03a I04b I54a I64b", "even_stevens")
    assert height("I44a I06b I03a I04b I54a I64b") == 6
    assert not meets("I44a I06b I03a", "even_stevens")
    assert not meets("I54a I64b", "even_stevens")
    zero_ok = new(GAME, 2, even_stevens="zero_ok").pack
    assert meets("I54a I64b", "even_stevens", zero_ok)
    assert not meets("I44a I06b I03a", "even_stevens", zero_ok)


@pytest.mark.rule("BU-E9", "BU-R6")
def test_sunny_side_up():
    assert meets("I50a I03a I32a I30b", "sunny_side_up")
    assert not meets("I50a I03a I32a I30b I67a", "sunny_side_up")
    assert not meets("I50a I67a I03a I68a I30b", "sunny_side_up")
    by_ingredient = new(GAME, 2, sunny_side="ingredient").pack
    assert meets("I50a I03a I32a I30b I67a", "sunny_side_up", by_ingredient)
    assert not meets("I50a I03a I30b I32a", "sunny_side_up", by_ingredient)


@pytest.mark.rule("BU-E12")
def test_middle_buns_do_not_make_a_tower_colossal():
    stack = "I38a I01b I40b I67a I44a I55b I57a I68a I56b I06b I64a"
    assert height(stack) == 9
    assert meets(stack, "saucy_minx")
    assert not meets(stack, "iron_giant")
    assert meets(COLOSSAL, "iron_giant")


@pytest.mark.rule("BU-E22", "BU-R5")
def test_garden_delight():
    assert meets("I07a I09a I10b I12a", "garden_delight")
    assert not meets("I07a I11b I10b I12a", "garden_delight")


@pytest.mark.rule("BU-R7")
def test_chicken_means_grilled_chicken():
    (need,) = [need for need in PACK.needs[order("chicken_avo")] if "Chicken" in need.words]
    assert {PACK.faces[one].name for one in need.helpers} == {"Grilled Chicken"}


def test_forbidden_or_too_tall_burgers_are_impossible_and_others_possible():
    assert state("I05b", "vegetarian_cowboy") == "impossible"
    assert state("I41b", "vegetarian_cowboy") == "possible"
    assert state("I07a I12a", "breakfast_to_go") == "impossible"  # room for one, two are missing
    assert state("I07a", "breakfast_to_go") == "possible"
    assert state("I07a I67a", "breakfast_to_go") == "possible"
    assert state("I07a I12a I10b I03a", "little_slider") == "impossible"
    assert order_states(PACK, order("breakfast_to_go"), faces("I05b I12a")) == [
        "possible",
        "met",
        "met",
        "possible",
    ]


def test_a_limited_order_whose_checks_overlap_is_searched():
    beef = [one for one in range(144) if PACK.faces[one].name == "Beef Patty"]
    patty = next(need for need in PACK.needs[order("little_slider")] if need.words == "Patty")
    top = OnTop("Beef Patty on top", frozenset(beef))
    both = (Height("2 at most", PACK.buns, 1, 2), patty, top)
    assert can_still_be_met(both, faces("I07a"), PACK.foods)  # one Beef Patty serves both
    assert not can_still_be_met(both, faces("I07a I12a"), PACK.foods)
    barred = (*both, NoneOf("no Beef", frozenset(beef)))
    assert not can_still_be_met(barred, faces("I07a"), PACK.foods)
    egg_last = (
        Height("2 to 3", PACK.buns, 2, 3),
        top,
        AtLeast("Pickles", PACK.needs[order("og_cheeseburger")][2].helpers, 1),
    )
    assert can_still_be_met(egg_last, faces("I03a"), PACK.foods)


@settings(max_examples=150, deadline=None)
@given(STACKS, st.sampled_from(sorted(ORDERS)), st.integers(0, 143))
def test_impossible_order_is_never_met_by_adding_cards(stack, name, one):
    if order_states(PACK, ORDERS[name], stack)[0] == "impossible" and all(one // 2 != f // 2 for f in stack):
        assert order_states(PACK, ORDERS[name], (*stack, one))[0] == "impossible"


@given(STACKS, st.sampled_from(sorted(ORDERS)))
def test_an_order_is_met_exactly_when_each_of_its_needs_is(stack, name):
    whole, *needs = order_states(PACK, ORDERS[name], stack)
    assert (whole == "met") is all(one == "met" for one in needs) is is_met(PACK.needs[ORDERS[name]], stack)
