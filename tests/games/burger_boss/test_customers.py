"""New customers: dealt, moved up, gone."""

import pytest

from flattop.kernel import VACANT

from .scenes import PACK, do, log, new_table, offered, queue, scene


def customer(order, nth=0):
    return [c for c in range(30) if PACK.customers[c].order == order][nth]


def first_round(*orders, **options):
    """Return round 1 with these customers on top of the deck."""
    used = [customer(order, orders[:i].count(order)) for i, order in enumerate(orders)]
    return new_table(3, decks=[(), used], **options)


@pytest.mark.rule("BB-16", "BB-17")
def test_a_round_has_four_phases_then_its_end_then_the_next_begins():
    t = scene(dice={0: (1,)}, grills={0: [("BBP", 1)]}, queue={"R1": "HAM", "R2": "CHE"}, round=5)
    do(t, 0, "die 1, place idle, sell 0, to R1")
    names = [event[0] for _, event in t.events]
    phases = ["placed", "sold", "moved", "round", "dealt", "rolled"]
    assert [name for name in dict.fromkeys(names) if name in phases] == phases
    assert t.round == 6


@pytest.mark.rule("BB-18", "BB-R2")
def test_round_one_deals_two_customers_to_regular():
    t = first_round("HAM", "CHE", "SAL")
    assert queue(t) == {"R1": "HAM", "R2": "CHE"}
    assert t.deck[-1] == customer("SAL")


@pytest.mark.rule("BB-E5", "BB-19", "BB-21", "BB-23", "BB-80")
def test_after_round_one_both_step_to_large_and_two_new_ones_come():
    t = scene("sales", round=1, queue={"R1": "HAM", "R2": "CHE"}, deck=["SAL", "DBL"])
    assert queue(t) == {"R1": "SAL", "R2": "DBL", "L1": "HAM", "L2": "CHE"}
    events = [event[0] for _, event in t.events if event[0] in ("moved", "round", "dealt")]
    assert events == ["moved", "moved", "round", "dealt", "dealt"]


@pytest.mark.rule("BB-E6", "BB-22", "BB-24", "BB-R5")
def test_at_the_end_of_round_three_super_size_leaves_and_the_rest_close_up():
    waiting = {"S1": "HAM", "S2": "CHE", "L1": "SAL", "L2": "DBL", "R1": "TOM", "R2": "LET"}
    t = scene("sales", round=3, queue=waiting, deck=["DEL", "DDL"])
    assert t.left == (customer("HAM"), customer("CHE"))
    new = {"R1": "DEL", "R2": "DDL"}
    assert queue(t) == {"S1": "SAL", "S2": "DBL", "L1": "TOM", "L2": "LET", **new}


@pytest.mark.rule("BB-E7", "BB-25", "BB-R3", "BB-R4")
def test_a_customer_may_go_from_regular_straight_to_super_size():
    waiting = {"S1": "HAM", "L2": "SAL", "R1": "TOM", "R2": "LET"}
    t = scene("sales", round=5, queue=waiting, deck=["DEL", "DDL", "VEG", "CHE"])
    assert t.left == (customer("HAM"),)
    assert queue(t) == {"S1": "SAL", "S2": "TOM", "L1": "LET", "R1": "DEL", "R2": "DDL", "L2": "VEG"}
    assert [PACK.customers[who].order for who, _ in log(t, "dealt")] == ["DEL", "DDL", "VEG"]


@pytest.mark.rule("BB-E27", "BB-R2", "BB-R5", "BB-23")
def test_a_gap_from_round_one_stays_open_until_round_three_has_ended():
    deck = ["SAL", "DBL", "TOM", "LET", "DEL", "DDL"]
    t = scene("sales", round=1, queue={"R1": "HAM", "R2": "CHE"}, grills={0: [("BBP", 1)]}, deck=deck)
    do(t, 0, "sell 0, to R1")
    assert queue(t) == {"R1": "SAL", "R2": "DBL", "L2": "CHE"}
    t = scene("sales", round=2, queue=queue(t), deck=deck[2:])
    assert queue(t) == {"R1": "TOM", "R2": "LET", "S2": "CHE", "L1": "SAL", "L2": "DBL"}
    t = scene("sales", round=3, queue=queue(t), deck=deck[4:])
    assert queue(t) == {"S1": "SAL", "S2": "DBL", "L1": "TOM", "L2": "LET", "R1": "DEL", "R2": "DDL"}
    assert t.left == (customer("CHE"),)


def test_closing_up_can_begin_a_round_later():
    waiting = {"L2": "CHE", "R1": "SAL"}
    t = scene("sales", round=3, queue=waiting, deck=["DEL", "DDL"], close_up_from=4)
    assert {space: queue(t)[space] for space in ("S2", "L1")} == {"S2": "CHE", "L1": "SAL"}
    t = scene("sales", round=4, queue=waiting, deck=["DEL", "DDL"], close_up_from=4)
    assert {space: queue(t)[space] for space in ("S1", "S2")} == {"S1": "CHE", "S2": "SAL"}


@pytest.mark.rule("BB-R3")
def test_two_customers_a_round_leave_the_gaps_further_up():
    deck = ["DEL", "DDL", "VEG", "SAL"]
    t = scene("sales", round=6, queue={"R1": "HAM"}, deck=deck, deal="two")
    assert queue(t) == {"S1": "HAM", "R1": "DEL", "R2": "DDL"}
    t = scene("sales", round=6, queue={"R1": "HAM"}, deck=deck, deal="fill")
    assert queue(t) == {"S1": "HAM", "R1": "DEL", "R2": "DDL", "L1": "VEG", "L2": "SAL"}


@pytest.mark.rule("BB-R6")
def test_a_short_deck_deals_what_it_has_and_departed_customers_never_return():
    t = scene("sales", round=6, queue={"S1": "HAM", "L1": "CHE"}, deck=["DEL"])
    assert queue(t) == {"S1": "CHE", "R1": "DEL"}
    assert t.deck == []
    assert t.left == (customer("HAM"),)
    assert customer("HAM") not in t.queue


@pytest.mark.rule("BB-20")
@pytest.mark.parametrize(
    ("space", "dollars"), [("R1", 6), ("R2", 6), ("L1", 7), ("L2", 7), ("S1", 8), ("S2", 8)]
)
def test_the_size_pays_on_top_of_the_price(space, dollars):
    t = scene("sales", queue={space: "HAM"}, grills={0: [("BBP", 1)]}, money={0: 0})
    do(t, 0, f"sell 0, to {space}")
    assert t.money[0] == dollars


@pytest.mark.rule("BB-R1")
def test_two_customers_can_wait_at_each_size():
    waiting = dict.fromkeys(("R1", "R2", "L1", "L2", "S1"), "HAM")
    t = scene("sales", queue=waiting, grills={0: [("BBP", 1)]})
    do(t, 0, "sell 0")
    assert offered(t, 0) == ["to R1", "to R2", "to L1", "to L2", "to S1"]
    assert t.queue.count(VACANT) == 1
