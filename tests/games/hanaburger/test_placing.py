"""Placing: fit, broken orders, mistakes, completion and pay; and blind placing."""

import pytest

from flattop.games.burger_up.hanaburger import scoring
from flattop.kernel import VACANT, view

BOOK = {"orders": ("vegetarian_cowboy", "og_cheeseburger"), "burgers": ("I47b", "I06b")}


@pytest.mark.rule("HB-18", "HB-19", "HB-20", "HB-R8", "HB-E1")
def test_the_only_legal_half_on_the_only_legal_burger_is_placed_without_asking(hb):
    t = hb.three("I39 I05 I12", **BOOK)
    assert t.wanted == ["meat", "cheese"]
    t.play(0, ("place", 0))
    assert t.burgers == [hb.faces("I47b I39b"), hb.faces("I06b")]
    assert t.wanted[0] == "meat"
    assert (t.coins, t.mistakes, t.active) == (0, 8, 1)
    assert t.prospects[0] == ["possible", "met", "possible", "met", "met"], "BBQ Sauce is missing"


@pytest.mark.rule("HB-21", "HB-23", "HB-R15", "HB-E2")
def test_a_card_without_a_legal_place_is_a_mistake_and_another_is_drawn(hb):
    t = hb.three("I01 I05 I12", **BOOK)
    drawn = t.deck[0]
    t.play(0, ("place", 0))
    assert t.discards == hb.cards("I01")
    assert t.mistakes == 7
    assert t.hands[0] == [*hb.cards("I05 I12"), drawn]
    assert t.burgers == [hb.faces("I47b"), hb.faces("I06b")], "nothing clears a burger"
    assert hb.events_named(t, "mistaken") == [(0, hb.card("I01"), 7)]


@pytest.mark.rule("HB-24", "HB-25", "HB-27", "HB-28", "HB-E6")
@pytest.mark.parametrize(("card", "half", "coins"), [("I08", "I08a", 1), ("I27", "I27a", 2)])
def test_a_met_order_is_scored_at_once_and_replaced(hb, card, half, coins):
    t = hb.three(
        f"{card} I05 I12", orders=("og_cheeseburger", "iron_giant"), burgers=("I50a I34b", "I26b I38a")
    )
    other, following = t.burgers[1][:], t.order_deck[0]
    assert t.wanted[0] == "salad"
    t.play(0, ("place", 0))
    if t.active == 0:
        t.play(0, ("show", hb.face(half)))
    assert t.coins == coins
    assert t.discards == hb.cards(f"I50 I34 {card}")
    assert t.burgers == [[], other]
    assert t.orders == [following, hb.order("iron_giant")]
    assert t.served == [hb.order("og_cheeseburger")]
    assert hb.events_named(t, "served")[0][:5] == (0, hb.order("og_cheeseburger"), 3, 1, coins - 1)


@pytest.mark.rule("HB-R9", "HB-25", "HB-E7")
def test_a_burger_that_meets_its_order_cannot_be_kept_open(hb):
    t = hb.three(
        "I04 I05 I12", orders=("iron_giant", "vegetarian_cowboy"), burgers=("I06b", "I60b I26b I11b I20a")
    )
    assert t.wanted == ["cheese", "meat"]
    t.play(0, ("place", 0))
    assert t.coins == 4
    assert t.burgers[1] == []


@pytest.mark.rule("HB-26", "HB-25", "HB-E8")
def test_a_colossal_burger_pays_its_ten_and_nothing_is_upgraded(hb):
    t = hb.three(
        "I62 I05 I12",
        orders=("iron_giant", "og_cheeseburger"),
        burgers=("I43b I38a I04a I17a I53a I60b I44b I14b I35a", "I50a I26b"),
    )
    assert t.heights[0] == 9
    assert t.wanted[0] == "cheese"
    t.play(0, ("place", 0))
    while t.active == 0:
        options = dict.fromkeys(t.asks[0])
        t.play(0, ("onto", 0) if ("onto", 0) in options else ("show", hb.face("I62b")))
    assert t.coins == 12
    assert set(t.asks) == {1}


@pytest.mark.rule("HB-20", "HB-R8", "HB-E9")
def test_a_card_that_leaves_no_room_for_what_is_needed_breaks_the_order(hb):
    t = hb.three("I08 I05 I12", orders=("little_slider", "garden_delight"), burgers=("I07a", "I10a"))
    t.play(0, ("place", 0))
    assert t.chosen == 1
    assert list(t.asks[0]) == [("show", hb.face("I08a")), ("show", hb.face("I08b"))]
    assert hb.refused(t, 0, ("onto", 0)).rule == "HB-R1"


@pytest.mark.rule("HB-R8", "HB-E10")
def test_a_card_that_leaves_just_enough_room_is_legal(hb):
    t = hb.three("I01 I05 I12", orders=("little_slider", "iron_giant"), burgers=("I19a", "I50a"))
    assert t.wanted == ["meat", "cheese"]
    t.play(0, ("place", 0))
    assert t.chosen == 0
    assert [action[1] for action in t.asks[0]] == hb.faces("I01a I01b")


@pytest.mark.rule("HB-R1", "HB-20", "HB-E11")
def test_the_burger_is_asked_and_the_half_is_not_where_each_takes_one(hb):
    t = hb.three("I15 I05 I12", orders=("meat_a_saurus_rex", "the_vegan"))
    t.play(0, ("place", 0))
    assert list(t.asks[0]) == [("onto", 0), ("onto", 1)]
    assert t.shown == hb.card("I15")
    two = t.clone()
    t.play(0, ("onto", 0))
    assert t.burgers == [hb.faces("I15b"), []]
    two.play(0, ("onto", 1))
    assert two.burgers == [[], hb.faces("I15a")]


@pytest.mark.rule("HB-19", "HB-24", "HB-E12")
def test_a_middle_bun_goes_anywhere_counts_for_nothing_and_takes_anything(hb):
    t = hb.scene(
        "I70 I05 I12", "I33 I02 I03", "I07 I08 I09",
        orders=("sunny_side_up", "iron_giant"), burgers=("I27a I61a I49b I21b", "I50b"),
    )  # fmt: skip
    t.burgers[1] = hb.faces("I38b")
    t.play(0, ("place", 0))
    assert list(t.asks[0]) == [("onto", 0), ("onto", 1)]
    t.play(0, ("onto", 0))
    assert t.heights[0] == 4
    assert t.served == []
    assert t.wanted[0] == "any"
    t.play(1, ("place", 0))
    if ("onto", 0) in t.asks[1]:
        t.play(1, ("onto", 0))
    assert [action[1] for action in t.asks[1]] == hb.faces("I33a I33b")
    t.play(1, ("show", hb.face("I33b")))
    assert t.coins == 4, "five ingredients, and the Pickles are Perfect"


@pytest.mark.rule("HB-24", "HB-E18")
def test_names_alone_do_not_do_where_a_size_is_asked(hb):
    t = hb.three("I46 I05 I12", orders=("swiss_chalet", "iron_giant"), burgers=("I02b I03b I53b", "I50a"))
    assert t.wanted[0] == "meat"
    assert t.prospects[0][0] == "possible"
    t.play(0, ("place", 0))
    if t.active == 0:
        t.play(0, ("show", hb.face("I46a")))
    assert t.coins == 3
    assert t.served == [hb.order("swiss_chalet")]


@pytest.mark.rule("HB-R1", "HB-18")
def test_the_card_is_turned_up_for_all_before_its_place_is_chosen(hb):
    t = hb.three("I15 I05 I12", orders=("meat_a_saurus_rex", "the_vegan"))
    t.play(0, ("place", 0))
    for seat in (None, 0, 1, 2):
        assert view(t, hb.game.zones, seat)["shown"] == hb.card("I15")
    assert t.hands[0] == hb.cards("I05 I12")
    assert hb.refused(t, 0, ("place", 0)).rule == "HB-18", "a legal place may not be refused"
    assert hb.refused(t, 0, ("discard", 0)).rule == "HB-18"


@pytest.mark.rule("HB-R13", "HB-23", "HB-24")
def test_the_card_is_drawn_before_the_burger_is_compared(hb):
    t = hb.three("I08 I05 I12", orders=("og_cheeseburger", "iron_giant"), burgers=("I50a I34b", "I06b"))
    t.play(0, ("place", 0))
    t.play(0, ("show", hb.face("I08a")))
    names = [name for whom, (name, *_) in t.events if whom is None]
    assert names == ["turned_up", "laid", "drew", "served", "ordered"]
    assert t.active == 1


@pytest.mark.rule("HB-19")
def test_only_the_top_face_and_what_it_asks_for_matter(hb):
    t = hb.new(2)
    t.burgers = [hb.faces("I03a"), []]  # Cheddar asks for Salad
    t.orders = [hb.order("iron_giant"), hb.order("iron_giant")]
    assert t.legal_faces(0, hb.card("I04")) == hb.faces("I04b")
    assert t.legal_faces(0, hb.card("I01")) == []
    assert t.legal_faces(1, hb.card("I01")) == hb.faces("I01a I01b")
    for place in (0, 1):
        assert t.legal_faces(place, hb.card("I67")) == [hb.face("I67a")]


@pytest.mark.rule("HB-R8")
def test_unmet_need_does_not_break_an_order(hb):
    pack = hb.new(2).pack
    for name, stack, one in (
        ("even_stevens", "I44a", "I38a"),
        ("sunny_side_up", "I50a I03a I32a I30b", "I01a"),
        ("garden_delight", "I07a", "I17a"),
        ("iron_giant", "", "I06b"),
    ):
        assert not scoring.breaks(pack, hb.order(name), hb.faces(stack), hb.face(one))


@pytest.mark.rule("HB-R8")
def test_forbidden_food_and_too_many_ingredients_break_an_order_and_middle_buns_break_none(hb):
    pack = hb.new(2).pack
    broken = (
        ("vegetarian_deluxe", "", "I01a"), ("vegetarian_cowboy", "I47b", "I39a"),
        ("meat_a_saurus_rex", "", "I07a"),
        ("the_vegan", "", "I03a"), ("the_vegan", "", "I30b"), ("swiss_chalet", "", "I62b"),
        ("little_slider", "I07a", "I08a"), ("breakfast_to_go", "I05b I07a", "I08a"),
        ("blt", "I01a I02b I03a I06b", "I44a"),
    )  # fmt: skip
    for name, stack, one in broken:
        assert scoring.breaks(pack, hb.order(name), hb.faces(stack), hb.face(one)), name
        assert not scoring.breaks(pack, hb.order(name), hb.faces(stack), hb.face("I67a"))
    assert not scoring.breaks(pack, hb.order("vegetarian_cowboy"), hb.faces("I47b"), hb.face("I39b"))
    assert not scoring.breaks(pack, hb.order("breakfast_to_go"), hb.faces("I05b I07a"), hb.face("I30b"))
    assert [pack.top_buns[n].id for n in range(21) if pack.most[n] < 99] == [
        "breakfast_to_go",
        "blt",
        "little_slider",
    ]


@pytest.mark.rule("HB-25", "HB-26")
def test_pay_by_size_and_one_for_each_perfect(hb):
    pack = hb.new(2).pack
    plain = [face for face in range(144) if face not in pack.perfect and face not in pack.buns]
    pays = [scoring.earnings(pack, plain[:n]).size for n in range(1, 13)]
    assert pays == [1, 1, 1, 3, 3, 3, 5, 5, 5, 10, 10, 10]
    assert scoring.earnings(pack, [*plain[:3], hb.face("I67a")]).size == 1, "a Middle Bun is no ingredient"
    assert scoring.earnings(pack, hb.faces("I05b I27a I02b"), 2) == (1, 2, 2)


# -- the blind way


@pytest.mark.rule("HB-R1", "HB-E20")
def test_placed_blindly_the_named_end_must_fit_on_the_named_burger(hb):
    t = hb.three("I05 I01 I12", burgers=("I03a", "I44a"), placing="blind")
    assert t.wanted == ["salad", "sauce"]
    t.play(0, ("place", 2))
    assert t.shown == VACANT, "it is still unseen"
    assert list(t.asks[0]) == [("onto", 0), ("onto", 1)]
    t.play(0, ("onto", 1))
    assert list(t.asks[0]) == [("end", "upper"), ("end", "lower")]
    t.play(0, ("end", "upper"))
    assert t.mistakes == 7, "though the other burger asks for Salad"
    assert t.discards == hb.cards("I12")


@pytest.mark.rule("HB-R1", "HB-R2")
def test_placed_blindly_the_end_that_was_named_lies_if_it_is_legal(hb):
    for up, end, half in (
        (0, "upper", "I12a"),
        (1, "upper", "I12b"),
        (0, "lower", "I12b"),
        (1, "lower", "I12a"),
    ):
        t = hb.three("I05 I01 I12", burgers=("I03a", ""), placing="blind")
        t.turned[0] = [0, 0, up]
        hb.place(t, 0, 2, ("onto", 0), ("end", end))
        assert t.burgers[0] == hb.faces(f"I03a {half}")
        assert t.detail == "end", "who places blindly is told of ends"
    t = hb.three("I05 I01 I67", burgers=("I03a", ""), placing="blind")
    t.turned[0] = [0, 0, 1]
    hb.place(t, 0, 2, ("onto", 0), ("end", "upper"))
    assert t.burgers[0] == hb.faces("I03a I67a")


@pytest.mark.rule("HB-R1", "HB-R14")
def test_placed_blindly_a_closed_burger_is_not_asked_for(hb):
    t = hb.three("I05 I01 I12", burgers=("I03a", ""), placing="blind")
    t.orders[1] = VACANT
    t.play(0, ("place", 2))
    assert list(t.asks[0]) == [("end", "upper"), ("end", "lower")]
    assert t.chosen == 0
    assert hb.refused(t, 0, ("onto", 1)).rule == "HB-R1"
