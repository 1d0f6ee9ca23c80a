"""The end of a round and of the game: tracks, workers, missions, winners."""

import pytest

from flattop.kernel import HIDDEN

from .scenes import CLAIRE, DAVID, GAME, MARIA, cold, do, grill, log, scene, seen, turns

LAST = {"queue": {"S1": "CHE"}, "deck": [], "grills": {0: [("BBPC", 1)]}}


def last_sale(seats=3, grills=None, **more):
    """Seat 0 is about to serve the last customer."""
    t = scene(
        "sales", seats, queue={"S1": "CHE"}, deck=[], grills={0: [("BBPC", 1)], **(grills or {})}, **more
    )
    do(t, 0, "sell 0, to S1")
    return t


# -- the end of a round


@pytest.mark.rule("BB-E14", "BB-77", "BB-78", "BB-R24")
def test_a_dish_at_the_end_of_its_track_is_recycled_for_a_dollar():
    t = scene("sales", queue={"R1": "CHE"}, grills={DAVID: [("BBP", 3)]}, money={DAVID: 4})
    assert (grill(t, DAVID), t.money[DAVID], t.stock[0]) == ("", 5, 20)
    assert log(t, "recycled") == [(DAVID, 0, 1)]


@pytest.mark.rule("BB-R24", "BB-77")
@pytest.mark.parametrize("track", [2, 3, 4, 5])
def test_a_dish_lives_through_as_many_sales_as_its_track_has_spaces(track):
    t = scene(
        "sales",
        grills={0: [("BBP", 1)]},
        grill_track=track,
        deck=["DDL", *["DCH"] * 3, *["DEL"] * 3],
        deal="two",
    )
    sales = 1
    while grill(t, 0):
        for seat in t.order:
            do(t, seat, "work")
        turns(t)
        sales += 1
    assert sales == track


@pytest.mark.rule("BB-79", "BB-50", "BB-31")
def test_all_workers_come_back_and_hired_ones_join_them():
    t = scene(dice={0: (2,), 1: (3,)}, money={0: 5})
    t.home[1] = [6]
    do(t, 0, "die 2, place workers")
    assert t.workers[0] == 2
    do(t, 1, "die 3, place idle")
    assert [len(dice) for dice in t.rolled] == [3, 2, 2]
    assert t.home[1] == []
    assert log(t, "joined") == [(0, 1)]


@pytest.mark.rule("BB-81")
def test_cold_storage_is_kept_from_round_to_round():
    t = scene(dice={0: (2,)}, cold={0: "BC", 1: "TTL"})
    turns(t)
    assert t.round == 6
    assert (cold(t, 0), cold(t, 1)) == ("BC", "TTL")


@pytest.mark.rule("BB-82")
def test_specials_are_kept_from_round_to_round():
    t = scene("closing", hands={0: "TIP"})
    do(t, 0, "pass")
    assert t.round == 6
    assert t.hands[0] == [3]


@pytest.mark.rule("BB-76")
def test_the_end_of_a_round_has_its_order():
    t = scene("sales", queue={"S1": "HAM", "R1": "CHE"}, grills={0: [("B", 3)], 1: [("P", 1)]})
    names = [event[0] for _, event in t.events]
    assert names[:4] == ["left", "moved", "recycled", "aged"]
    assert names[4] == "round"


# -- the end of the game


@pytest.mark.rule("BB-E32", "BB-06", "BB-83", "BB-84", "BB-85", "BB-R35")
def test_the_last_sale_ends_the_game_at_once():
    grills = {MARIA: [("BBP", 3)], DAVID: [("C", 1), ("TT", 3)]}
    money = {0: 0, MARIA: 10, DAVID: 10}
    t = last_sale(
        grills=grills, money=money, cold={MARIA: "BBBB"}, missions={0: "M7", MARIA: "M5", DAVID: "M4"}
    )
    assert t.over
    assert t.money == [7 + 3, 11, 12]  # once for each dish, also on a last track space; nothing for cold
    assert log(t, "recycled") == []


@pytest.mark.rule("BB-R35", "BB-83")
def test_the_game_ends_when_the_last_customers_have_left():
    t = scene(
        "sales",
        queue={"S1": "CHE", "S2": "HAM"},
        deck=[],
        grills={0: [("B", 3)]},
        money={0: 0},
        missions={0: "M7"},
    )
    assert t.over
    assert t.money[0] == 1  # by the end of the game, not by recycling as well
    assert log(t, "recycled") == []


@pytest.mark.rule("BB-83")
def test_with_someone_in_queue_or_deck_the_game_goes_on():
    assert not scene("sales", queue={"L1": "CHE"}, deck=[]).over
    assert not scene("sales", queue={"S1": "CHE"}, deck=["HAM"]).over


@pytest.mark.rule("BB-R25", "BB-84")
@pytest.mark.parametrize(("paid_for", "dollars"), [("dish", 2), ("token", 5)])
def test_grills_pay_for_dishes_or_by_option_for_tokens(paid_for, dollars):
    grills = {1: [("BBP", 1), ("CC", 1)]}
    t = last_sale(grills=grills, money={1: 0}, missions={1: "M7"}, end_grill=paid_for)
    assert t.money[1] == dollars


@pytest.mark.rule("BB-86", "BB-10")
def test_missions_and_unplayed_specials_are_turned_over_at_the_end():
    start = scene("sales", **LAST, hands={1: "TIP"})
    assert seen(start, 2)["missions"][1] == seen(start, 2)["hands"][1] == [HIDDEN]
    t = last_sale(hands={1: "TIP"})
    for seat in (None, 0, 1, 2):
        assert seen(t, seat)["missions"] == t.missions
        assert seen(t, seat)["hands"][1] == [3]
        assert set(seen(t, seat)["unused"]) == {HIDDEN}
    assert log(t, "unplayed") == [(1, [3])]


# -- one scene for each mission

FULFILLED = {
    "M1": ("CHE@R DCH@L", 5),
    "M2": ("TOM@R SAL@L", 6),
    "M3": ("LET@R VEG@L", 6),
    "M4": ("DBL@R DDL@L", 5),
    "M5": ("HAM@R HAM@L", 5),
    "M6": ("HAM@S DBL@S", 4),
    "M8": ("SAL@R", 4),
}
MISSED = {
    "M1": "CHE@R HAM@L",
    "M2": "TOM@R LET@L",
    "M3": "LET@R TOM@L",
    "M4": "DBL@R HAM@L CHE@R",
    "M5": "HAM@R DBL@L CHE@S",
    "M6": "HAM@S DBL@L",
    "M8": "CHE@S DCH@S",
}


@pytest.mark.rule("BB-86", "BB-R36")
@pytest.mark.parametrize("key", FULFILLED)
def test_a_mission_pays_its_bonus_when_fulfilled(key):
    sales, bonus = FULFILLED[key]
    assert last_sale(missions={1: key}, served={1: sales}, money={1: 0}).money[1] == bonus


@pytest.mark.rule("BB-86", "BB-R36")
@pytest.mark.parametrize("key", MISSED)
def test_a_mission_that_is_missed_pays_nothing(key):
    assert last_sale(missions={1: key}, served={1: MISSED[key]}, money={1: 0}).money[1] == 0


@pytest.mark.rule("BB-86")
@pytest.mark.parametrize(("kitchens", "bonus"), [(2, 0), (3, 6)])
def test_the_mission_for_three_kitchens(kitchens, bonus):
    assert last_sale(missions={1: "M7"}, kitchens={1: kitchens}, money={1: 0}).money[1] == bonus


@pytest.mark.rule("BB-R36")
def test_a_mission_pays_once_however_much_was_done():
    t = last_sale(missions={1: "M5"}, served={1: "HAM@R HAM@R HAM@R HAM@S"}, money={1: 0})
    assert t.money[1] == 5


@pytest.mark.rule("BB-E34")
def test_for_the_mission_about_prices_the_card_counts_alone():
    assert last_sale(missions={1: "M8"}, served={1: "CHE@S"}, money={1: 0}).money[1] == 0  # $10 with its size
    assert last_sale(missions={1: "M8"}, served={1: "SAL@R"}, money={1: 0}).money[1] == 4


def test_by_option_there_are_no_missions():
    sales = {0: "HAM@S HAM@S"}
    assert final(served=sales, money={0: 1}, missions={0: "M5"}).money[0] == 6
    assert final({"missions": "off"}, served=sales, money={0: 1}).money[0] == 1


# -- who wins


def final(options=None, **state):
    """A game in which the last customer has just left."""
    t = scene("sales", queue={"S1": "DEL"}, deck=[], options=options, **state)
    assert t.over
    return t


@pytest.mark.rule("BB-05", "BB-87")
def test_most_money_wins():
    t = final(money={0: 20, 1: 35, 2: 30}, missions={0: "M7", 1: "M8", 2: "M1"}, served={2: "HAM@R HAM@R"})
    found = GAME.outcome(t)
    assert found.points == (20, 35, 30)
    assert (found.winners, found.reason) == ((1,), "most money")


@pytest.mark.rule("BB-E33", "BB-87", "BB-R36")
@pytest.mark.parametrize(
    ("more", "winners", "reason"),
    [
        ("", (DAVID,), "most money, then most customers served"),
        (" SAL@R", (CLAIRE, DAVID), "the win is shared"),
    ],
)
def test_a_tie_goes_to_more_customers_and_then_is_shared(more, winners, reason):
    t = final(
        served={CLAIRE: "HAM@S HAM@S DBL@R DBL@R CHE@R" + more, DAVID: "DCH@R DCH@R DCH@R TOM@R TOM@R LET@R"},
        missions={CLAIRE: "M6", DAVID: "M7"},
        money={CLAIRE: 31, MARIA: 0, DAVID: 35},
    )
    found = GAME.outcome(t)
    assert (found.points[CLAIRE], found.points[DAVID]) == (35, 35)
    assert (found.winners, found.reason) == (winners, reason)


@pytest.mark.rule("BB-87", "BB-R36")
@pytest.mark.parametrize(
    ("served", "places"),
    [({1: "HAM@R", 2: "HAM@R HAM@R"}, (1, 3, 2)), ({1: "HAM@R", 2: "CHE@R"}, (1, 2, 2)), ({}, (1, 2, 2))],
)
def test_customers_served_break_money_ties_at_every_place(served, places):
    t = final(options={"missions": "off"}, money={0: 40, 1: 30, 2: 30}, served=served)
    assert GAME.outcome(t).places == places


def test_in_mid_game_the_standing_is_the_money_on_the_table():
    t = scene(dice={0: (1,)}, money={0: 3, 1: 9, 2: 4})
    found = GAME.outcome(t)
    assert (found.points, found.winners, found.reason) == ((3, 9, 4), (1,), "standing in round 5")


@pytest.mark.rule("BB-R36")
def test_the_bank_never_runs_out():
    t = last_sale(money={0: 10_000, 1: 10_000, 2: 10_000})
    assert t.money[0] >= 10_010
