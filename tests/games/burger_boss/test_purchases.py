"""Hiring workers and expanding kitchens."""

import pytest

from .scenes import DAVID, asked, do, offered, places, scene


@pytest.mark.rule("BB-E17", "BB-48", "BB-49", "BB-50", "BB-R12")
def test_hiring_with_a_pair_and_with_money():
    t = scene(dice={0: (4, 4), 1: (1,)}, money={0: 0})
    do(t, 0, "die 4, place workers")
    assert (t.working[0], t.workers[0], t.hired[0]) == ((), 2, 1)
    assert t.game_cards["workers"] == [(4, 4)]
    do(t, 1, "die 1, place idle")
    assert (t.workers[0], len(t.rolled[0])) == (3, 3)
    t = scene(dice={0: (2, 2, 5)}, workers={0: 3}, money={0: 7})
    do(t, 0, "die 2")
    assert "workers" in places(t, 0)
    do(t, 0, "place workers")
    assert (t.money[0], t.working[0], t.hired[0]) == (2, (5,), 1)
    t = scene(dice={0: (2, 2, 5)}, workers={0: 3}, money={0: 7})
    do(t, 0, "die 5")
    assert "workers" not in places(t, 0)


@pytest.mark.rule("BB-E17", "BB-35")
def test_hired_workers_count_towards_the_four():
    t = scene(dice={0: (3, 4), 1: (1, 1)}, workers={0: 3}, money={0: 40})
    do(t, 0, "die 3, place workers")
    do(t, 1, "die 1, place idle")
    do(t, 0, "die 4")
    assert "workers" not in places(t, 0)


@pytest.mark.rule("BB-48", "BB-49")
def test_one_die_hires_for_five_dollars_then_for_ten():
    t = scene(dice={0: (3, 5), 1: (1,)}, money={0: 16})
    do(t, 0, "die 3, place workers")
    assert t.money[0] == 11
    do(t, 1, "die 1, place idle")
    do(t, 0, "die 5, place workers")
    assert t.money[0] == 1
    assert t.workers[0] == 4


@pytest.mark.rule("BB-E18", "BB-R12")
def test_with_a_pair_and_five_dollars_the_seat_chooses_one_die_or_two():
    t = scene(dice={0: (4, 4), 1: (1,)}, money={0: 5})
    do(t, 0, "die 4, place workers")
    assert offered(t, 0) == ["dice 1", "dice 2"]
    do(t, 0, "dice 1")
    assert (t.money[0], t.working[0], asked(t)) == (0, (4,), 1)
    t = scene(dice={0: (4, 4), 1: (1,)}, money={0: 5})
    do(t, 0, "die 4, place workers, dice 2")
    assert (t.money[0], t.working[0], asked(t)) == (5, (), 1)


@pytest.mark.rule("BB-E8", "BB-51", "BB-52", "BB-53")
def test_an_expansion_counts_at_once():
    t = scene(dice={DAVID: (3, 4)}, money={DAVID: 6}, cold={DAVID: "BBPC"})
    do(t, DAVID, "die 3, place expansion")
    assert (t.money[DAVID], t.kitchens[DAVID], t.room(DAVID)) == (1, 2, 4)
    do(t, DAVID, "die 4, place kitchen, token B")
    assert offered(t, DAVID) == ["grill 0", "grill 1"]


@pytest.mark.rule("BB-51", "BB-52")
def test_expansions_cost_a_pair_or_five_then_a_pair_and_five_or_ten_and_end_at_three_kitchens():
    for kitchens, dice, price in ((1, (2, 2), 0), (1, (2,), 5), (2, (2, 2), 5), (2, (2,), 10)):
        t = scene(dice={0: dice, 1: (1,)}, kitchens={0: kitchens}, money={0: price})
        do(t, 0, "die 2, place expansion")
        assert t.money[0] == 0
        assert t.kitchens[0] == kitchens + 1
        t = scene(dice={0: dice}, kitchens={0: kitchens}, money={0: price - 1})
        do(t, 0, "die 2")
        assert price == 0 or "expansion" not in places(t, 0)
    t = scene(dice={0: (2, 2)}, kitchens={0: 3}, money={0: 50})
    do(t, 0, "die 2")
    assert "expansion" not in places(t, 0)


@pytest.mark.rule("BB-R17")
def test_a_second_purchase_in_the_same_round_costs_the_second_price():
    t = scene(dice={0: (1, 2), 1: (6,)}, money={0: 14})
    do(t, 0, "die 1, place expansion")
    do(t, 1, "die 6, place idle")
    do(t, 0, "die 2")
    assert t.money[0] == 9
    assert "expansion" not in places(t, 0)  # $10, and nobody lends
