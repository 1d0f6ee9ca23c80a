"""Cooking: from cold storage to the grills."""

import pytest

from .scenes import CLAIRE, DAVID, PETER, asked, cold, do, grill, offered, places, scene


@pytest.mark.rule("BB-E9", "BB-61", "BB-62", "BB-64", "BB-R21", "BB-R24")
def test_basic_cooking_of_the_book():
    t = scene(dice={DAVID: (3, 6)}, cold={DAVID: "BBP"}, rolls=())
    do(t, DAVID, "die 6, place kitchen, token B, token B, token P")
    assert (grill(t, DAVID), cold(t, DAVID)) == ("BBP", "")
    assert t.tracks[DAVID] == [0]
    assert asked(t) == DAVID
    do(t, DAVID, "die 3")
    assert "kitchen" not in places(t, DAVID)
    t = scene(dice={DAVID: (3, 4, 6)}, cold={DAVID: "BBP"})
    do(t, DAVID, "die 6, place kitchen, token B, token B, token P, die 3, place butchers")
    assert cold(t, DAVID) == "PP"
    do(t, DAVID, "die 4")
    assert "kitchen" not in places(t, DAVID)  # once a round, whatever has come in


@pytest.mark.rule("BB-61")
@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_of_any_value_cooks(value):
    t = scene(dice={0: (value,)}, cold={0: "B"})
    do(t, 0, f"die {value}")
    assert "kitchen" in places(t, 0)


@pytest.mark.rule("BB-E10", "BB-65", "BB-R20", "BB-R24")
def test_adding_a_cheese_fetched_in_the_same_round():
    t = scene(dice={CLAIRE: (2, 4)}, grills={CLAIRE: [("BBP", 2)]})
    do(t, CLAIRE, "die 4, place cheese_shop, die 2, place kitchen")
    assert offered(t, CLAIRE) == ["token C"]
    before = t.tracks[CLAIRE]
    t.working[1] = (1,)  # so that the round goes on
    do(t, CLAIRE, "token C")
    assert grill(t, CLAIRE) == "BBPC"
    assert t.tracks[CLAIRE] == before == [1]


def test_by_option_tokens_of_this_round_are_cooked_in_the_next():
    t = scene(dice={0: (2, 4)}, grills={0: [("BBP", 1)]}, fresh="next_round")
    do(t, 0, "die 4, place cheese_shop, die 2")
    assert "kitchen" not in places(t, 0)
    do(t, 0, "place idle")
    assert t.fresh[0] == []  # next round it is no longer fresh
    assert t.cookable(0)


def test_by_option_fresh_tokens_leave_cold_before_older_ones():
    t = scene(dice={0: (1, 2, 4)}, cold={0: "BPPP"}, fresh="next_round")
    do(t, 0, "die 4, place bakery, swap P, refuse")
    assert (cold(t, 0), t.fresh[0]) == ("BBPP", [0])
    do(t, 0, "die 1, place fruit_veg, swap B")
    assert (cold(t, 0), t.fresh[0]) == ("BPPT", [3])
    do(t, 0, "die 2, place kitchen")
    assert offered(t, 0) == ["token B", "token P"]  # the old bun is still there, the tomato too fresh


def test_by_option_a_stolen_token_is_fresh_too():
    t = scene(dice={0: (1,)}, cold={1: "C"}, hands={0: "STEAL"}, fresh="next_round")
    do(t, 0, "use STEAL, victim 1, grab C, die 1")
    assert cold(t, 0) == "C"
    assert "kitchen" not in places(t, 0)


@pytest.mark.rule("BB-E11", "BB-66", "BB-54")
def test_cooking_with_two_grills():
    t = scene(
        dice={PETER: (5,), 0: (1,)}, seats=4, order=(3, 0, 1, 2), cold={PETER: "BBBBPPC"}, kitchens={PETER: 2}
    )
    first = "token B, grill 0, token B, grill 0, token P, grill 0, token C, grill 0"
    second = "token B, grill 1, token B, grill 1, token P, grill 1"
    do(t, PETER, "die 5, place kitchen", first, second)
    assert (grill(t, PETER, 0), grill(t, PETER, 1), cold(t, PETER)) == ("BBPC", "BBP", "")
    assert t.working[PETER] == ()
    assert asked(t) == 0


@pytest.mark.rule("BB-62")
def test_a_new_dish_begins_on_the_first_space_of_its_track():
    t = scene(dice={0: (1,), 1: (1,)}, cold={0: "B"}, grills={0: [("P", 3), ("", 1)]})
    do(t, 0, "die 1, place kitchen, token B, grill 1")
    assert t.tracks[0] == [2, 0]


@pytest.mark.rule("BB-63")
def test_dish_on_a_grill_neither_goes_back_nor_is_thrown_away():
    t = scene(dice={0: (4, 6)}, cold={0: "BPPP"}, grills={0: [("PP", 1)]}, hands={1: "STEAL"})
    do(t, 0, "die 4, place bakery")
    assert offered(t, 0) == ["swap P", "refuse"]  # from cold alone
    do(t, 0, "refuse, refuse, die 6, place kitchen")
    assert {line.split()[0] for line in offered(t, 0)} == {"token"}
    assert grill(t, 0) == "PP"


@pytest.mark.rule("BB-67", "BB-R22")
def test_any_mix_and_any_number_may_lie_on_a_grill():
    t = scene(
        dice={0: (4,), 1: (1,)}, cold={0: "BPPTTTLL"}, kitchens={0: 2}, grills={0: [("CCCCC", 1), ("", 1)]}
    )
    do(t, 0, "die 4, place kitchen, token B, grill 1, token P, grill 1, token P, grill 1")
    do(t, 0, "token T, grill 0, token T, grill 0, token T, grill 0, done")
    assert (grill(t, 0, 1), grill(t, 0, 0)) == ("BPP", "CCCCCTTT")


@pytest.mark.rule("BB-R22")
def test_cooking_moves_at_least_one_token_and_is_not_offered_without_one():
    t = scene(dice={0: (4,)}, cold={0: "BP"})
    do(t, 0, "die 4, place kitchen")
    assert "done" not in offered(t, 0)
    do(t, 0, "token B")
    assert offered(t, 0) == ["token P", "done"]
    t = scene(dice={0: (4,)}, grills={0: [("BB", 1)]})
    do(t, 0, "die 4")
    assert "kitchen" not in places(t, 0)


@pytest.mark.rule("BB-R23")
def test_a_grill_holds_one_dish_and_dishes_never_merge():
    t = scene(dice={0: (4,), 1: (1,)}, cold={0: "B"}, grills={0: [("BP", 2)]})
    do(t, 0, "die 4, place kitchen, token B")
    assert t.grills[0] == [[0, 0, 1]]  # it joined the dish that was there
    t = scene(dice={0: (4,)}, cold={0: "B"}, grills={0: [("BP", 2), ("P", 1)]})
    do(t, 0, "die 4, place kitchen, token B")
    assert offered(t, 0) == ["grill 0", "grill 1"]
    assert {line.split()[0] for line in offered(t, 0)} == {"grill"}


@pytest.mark.rule("BB-64")
def test_cooking_happens_at_once():
    t = scene(dice={0: (4, 5), 1: (2,)}, cold={0: "BP"})
    do(t, 0, "die 4, place kitchen")
    assert asked(t) == 0
    do(t, 0, "token B, done")
    assert asked(t) == 1
    do(t, 1, "die 2, place idle")
    do(t, 0, "die 5, place bakery")
    assert grill(t, 0) == "B"  # the new buns wait
