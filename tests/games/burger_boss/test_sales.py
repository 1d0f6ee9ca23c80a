"""Sales, seat by seat."""

import pytest

from .scenes import CLAIRE, DAVID, MARIA, PACK, PETER, SHANE, asked, do, grill, log, offered, queue, scene

BOOK_QUEUE = {"S1": "HAM", "S2": "DBL", "L1": "HAM", "L2": "CHE", "R1": "SAL", "R2": "TOM"}
BOOK_GRILLS = {MARIA: [("BBP", 1)], DAVID: [("BBP", 1)], PETER: [("BPP", 1)], SHANE: [("BBPP", 1)]}


def sales_of_the_book(**more):
    cold = {CLAIRE: "BBPP", DAVID: "L"}
    return scene(
        "sales", 5, queue=BOOK_QUEUE, grills=BOOK_GRILLS, cold=cold, money=dict.fromkeys(range(5), 0), **more
    )


@pytest.mark.rule("BB-E12", "BB-68", "BB-69", "BB-70", "BB-71", "BB-72", "BB-73", "BB-75")
def test_the_sales_phase_of_the_book():
    t = sales_of_the_book(deck=["DEL", "DDL"])
    buns, patties = t.stock[0], t.stock[1]
    assert asked(t) == MARIA  # Claire has food in cold only
    assert offered(t) == ["sell 0", "stop"]
    do(t, MARIA, "sell 0")
    assert offered(t) == ["to L1", "to S1"]
    do(t, MARIA, "to S1")
    assert t.money[MARIA] == 8
    assert (t.stock[0], t.stock[1]) == (buns + 2, patties + 1)
    assert [PACK.customers[c].order for c in t.served[MARIA]] == ["HAM"]
    assert asked(t) == DAVID
    do(t, DAVID, "sell 0")
    assert offered(t) == ["to L1"]
    t = sales_of_the_book(deck=["DEL", "DDL"])
    do(t, MARIA, "sell 0, to S1")
    do(t, DAVID, "stop")
    assert t.money[DAVID] == 0
    assert asked(t) == SHANE  # nobody wants Peter's mix
    do(t, SHANE, "sell 0, to S2")
    assert t.money[SHANE] == 9
    assert t.round == 6


@pytest.mark.rule("BB-69")
def test_everyone_sees_which_customers_want_a_dish_on_a_grill():
    t = sales_of_the_book(deck=["DEL", "DDL"])
    spaces = {name: space for space, name in enumerate(("R1", "R2", "L1", "L2", "S1", "S2"))}
    assert t.wanted_by[MARIA][0] == t.wanted_by[DAVID][0] == [spaces["L1"], spaces["S1"]]
    assert t.wanted_by[SHANE][0] == [spaces["S2"]]
    assert not any(t.wanted_by[PETER])  # nobody wants this mix
    assert not any(t.wanted_by[CLAIRE])  # nothing is on a grill


@pytest.mark.rule("BB-E13", "BB-76", "BB-77", "BB-80")
def test_the_end_of_that_round():
    t = sales_of_the_book(deck=["DEL", "DDL"])
    do(t, MARIA, "sell 0, to S1")
    do(t, DAVID, "stop")
    do(t, SHANE, "sell 0, to S2")
    assert t.left == ()
    assert queue(t) == {"S1": "HAM", "S2": "CHE", "L1": "SAL", "L2": "TOM", "R1": "DEL", "R2": "DDL"}
    assert t.tracks[DAVID] == [1]
    t = scene("sales", 5, queue=queue(t), grills={DAVID: [("BBP", 2)]}, money={DAVID: 0})
    do(t, DAVID, "sell 0, to S1")
    assert t.money[DAVID] == 8


@pytest.mark.rule("BB-74")
def test_the_three_orders_of_the_book():
    menu = {order.key: order for order in PACK.orders}
    assert (menu["HAM"].recipe, menu["HAM"].price) == ((2, 1, 0, 0, 0), 5)
    assert (menu["DBL"].recipe, menu["DBL"].price) == ((2, 2, 0, 0, 0), 6)
    assert menu["CHE"].recipe == (2, 1, 1, 0, 0)


@pytest.mark.rule("BB-69", "BB-70", "BB-73")
@pytest.mark.parametrize("mix", ["BP", "BBPP", "BBPC", "B", ""])
def test_customer_buys_only_the_exact_dish_on_the_card(mix):
    t = scene("sales", queue={"R1": "HAM"}, grills={0: [(mix, 1)]}, cold={0: "BBP"})
    assert log(t, "sold") == []
    assert t.round == 6  # nobody was asked


@pytest.mark.rule("BB-R26")
def test_a_seat_sells_several_dishes_in_one_turn_wherever_they_wait():
    t = scene(
        "sales",
        queue={"R1": "HAM", "S2": "CHE", "L1": "TOM"},
        grills={0: [("BBP", 1), ("CPBB", 2), ("TTT", 1)]},
        money={0: 0},
        deck=["DEL"],
    )
    assert offered(t, 0) == ["sell 0", "sell 1", "stop"]
    do(t, 0, "sell 1, to S2")
    assert offered(t, 0) == ["sell 0", "stop"]
    do(t, 0, "sell 0, to R1")
    assert t.money[0] == 7 + 3 + 5 + 1
    assert t.served_at[0] == (2, 0), "Super Size and Regular, for the missions that count sizes"
    assert t.round == 6  # the third matches nobody: the turn is over


@pytest.mark.rule("BB-R26")
def test_stacking_order_of_a_dish_does_not_matter():
    t = scene(dice={0: (1,)}, cold={0: "BBPC"}, queue={"R1": "CHE"})
    do(t, 0, "die 1, place kitchen, token C, token B, token P, token B")
    assert offered(t, 0) == ["sell 0", "stop"]


@pytest.mark.rule("BB-E31", "BB-R26", "BB-78")
def test_with_two_dishes_and_one_customer_the_seat_chooses_which_to_sell():
    def fresh():
        grills = {0: [("BBP", 3), ("BBP", 1)]}
        return scene("sales", queue={"L1": "HAM", "R1": "DDL"}, grills=grills, money={0: 0})

    t = fresh()
    assert offered(t, 0) == ["sell 0", "sell 1", "stop"]
    do(t, 0, "sell 1, to L1")
    assert t.money[0] == 5 + 2 + 1
    assert t.grills[0] == [[], []]
    t = fresh()
    do(t, 0, "sell 0, to L1")
    assert t.money[0] == 7
    assert t.tracks[0] == [-2, 1]


@pytest.mark.rule("BB-75")
def test_a_seat_that_has_stopped_is_not_asked_again():
    t = scene("sales", queue={"R1": "HAM", "R2": "HAM"}, grills={0: [("BBP", 1)], 1: [("BBP", 1)]})
    do(t, 0, "stop")
    do(t, 1, "sell 0, to R2")
    assert t.round == 6
    assert grill(t, 0) == "BBP"


@pytest.mark.rule("BB-68", "BB-60")
def test_sales_follow_the_order_card():
    t = scene("sales", order=(2, 0, 1), queue={"R1": "HAM"}, grills={seat: [("BBP", 1)] for seat in range(3)})
    assert asked(t) == 2
    do(t, 2, "stop")
    assert asked(t) == 0


def test_the_log_explains_every_dollar_of_a_sale():
    t = scene("sales", queue={"L2": "CHE"}, grills={0: [("BBPC", 1)]}, hands={0: "TIP"})
    do(t, 0, "use TIP, sell 0, to L2")
    assert [event[4:] for event in log(t, "sold")] == [(7, 2, 2, 11)]
