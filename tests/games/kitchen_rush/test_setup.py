"""Set-up: scenarios, seats, markers, decks, options."""

import pytest

from flattop.kernel import SECOND, BadOption, Chance

from .scenes import (
    ANN,
    AREA,
    BEN,
    CARD,
    CLEO,
    DAN,
    DISH,
    GAME,
    PACK,
    ROOM,
    SAND,
    TIMER,
    TIMERS,
    Scenario,
    action,
)

KINDS = {1: 8, 2: 30, 3: 30, 4: 48, 5: 48, 6: 48, 7: 60, 8: 60}


@pytest.mark.rule("KR-01", "KR-14")
@pytest.mark.parametrize("scenario", range(1, 9))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_scenario_is_set_up_for_every_team_and_has_its_shifts(scenario, seats):
    k = Scenario(scenario, seats=seats, started=False)
    assert k.t.scenario.shifts == [1, 1, 1, 2, 2, 2, 4, 4][scenario - 1]
    assert k.t.set_up.n == seats
    assert k.t.cupboard == list(k.t.set_up.clean.plates)
    assert k.t.phase == "planning"


@pytest.mark.rule("KR-02")
def test_the_time_limit_is_normal_or_family_and_changes_nothing_else():
    for scenario, normal, family, rush in ((1, 270, 300, 210), (5, 240, 300, 180)):
        tables = {kind: Scenario(scenario, limit=kind).t for kind in ("normal", "family", "rush")}
        assert [tables[kind].limit // SECOND for kind in tables] == [normal, family, rush]
        assert tables["normal"].set_up == tables["family"].set_up
    assert GAME.settings(2)["limit"] == "normal"


@pytest.mark.rule("KR-03", "KR-R8")
def test_the_timekeeper_starts_every_countdown_once_the_others_are_ready():
    k = Scenario(1, seats=3, started=False, timekeeper=BEN)
    assert k.no(BEN, "start") == "not-ready"
    assert k.no(ANN, "start") == "not-timekeeper"
    assert k.no(ANN, "place ann1 dining") == "not-running"
    k.do(ANN, "ready")
    assert not k.can(ANN, "ready")
    k.do(CLEO, "ready").do(BEN, "start")
    assert k.t.phase == "running"
    assert k.events_named("started") == [(1, 270)]


@pytest.mark.rule("KR-04")
def test_with_two_seats_every_marked_space_is_covered_and_two_tables_are_reserved():
    k = Scenario(8)
    assert k.at_tables()[2:] == ["x", "x"]
    covered = {area: k.on(area).count("x") for area in AREA}
    assert {area: n for area, n in covered.items() if n} == {
        "reception": 1,
        "dining": 1,
        "stove": 2,
        "sink": 1,
    }


@pytest.mark.rule("KR-05")
def test_with_three_seats_one_table_is_reserved_and_with_four_nothing_is_covered():
    three, four = Scenario(4, seats=3), Scenario(4, seats=4)
    assert three.at_tables()[2:] == ["-", "x"]
    assert [area for area in AREA if "x" in three.on(area)] == ["dining", "stove"]
    assert four.at_tables()[2:] == ["-", "-"]
    assert not any("x" in four.on(area) for area in AREA)


@pytest.mark.rule("KR-06", "KR-07")
@pytest.mark.parametrize("scenario", range(1, 9))
def test_the_kinds_in_play_make_one_deck_and_two_patrons_sit(scenario):
    k = Scenario(scenario, seats=4, seed=scenario)
    seated = [card for card in k.t.tables if card >= 0]
    assert len(seated) == 2
    assert len(k.t.deck) == KINDS[scenario] - 2
    kinds = {k.t.kind(card) for card in [*k.t.deck, *seated]}
    latest = {"friend": 1, "regular": 2, "challenging": 4, "vip": 7}
    assert kinds == {kind for kind, first in latest.items() if first <= scenario}
    assert Scenario(scenario, seats=4, seed=99).t.deck != k.t.deck


@pytest.mark.rule("KR-08")
def test_everybody_has_a_board_of_four_rows_and_two_timers():
    k = Scenario(2, seats=3)
    assert [k.where(timer) for timer in TIMER] == ["hand"] * 6 + ["absent"] * 4
    assert k.t.pack.numbers.rows == 4
    assert len(k.t.tables) == 4
    k.give(ANN, "C2", "cheese cheese", size=1)
    for timer in ("ann1", "ann2"):
        k.do(ANN, f"place {timer} stove", "cook C2")
    k.at(SAND).do(ANN, "place ann1 stove", "cook C2")
    assert k.row("C2") == 3
    assert k.no(ANN, "place ann2 stove") == "nothing-to-do", "no row is below"


@pytest.mark.rule("KR-09", "KR-E2")
def test_scenario_1_for_two():
    k = Scenario(1)
    assert k.at_tables()[2:] == ["x", "x"]
    assert len(k.t.deck) == 6
    assert [timer for timer in TIMER if k.where(timer) == "hand"] == ["ann1", "ben1"]
    areas = {area: k.usable(area) for area in AREA if PACK.area[AREA[area]].from_scenario == 1}
    assert areas == {"reception": 1, "dining": 2, "storage-a": 2, "storage-b": 2, "stove": 3}
    for area in set(AREA) - set(areas):
        assert k.no(ANN, f"place ann1 {area}") == "not-in-scenario"
    assert k.t.cupboard == [5, 6, 6, 5]
    assert (k.t.coins, k.t.limit) == (0, 270 * SECOND)


@pytest.mark.rule("KR-10", "KR-E3", "KR-R34")
def test_scenario_8_for_three():
    k = Scenario(8, seats=3)
    assert len(k.t.deck) == 58
    assert k.at_tables()[2:] == ["-", "x"]
    assert [timer for timer in TIMER if k.where(timer) == "hand"] == [*TIMERS[:6], "white1"]
    assert k.where("white2") == "aside"
    assert [k.usable(a) for a in ("storage-b", "stove", "reception", "dining", "sink")] == [0, 3, 2, 2, 2]
    assert k.on("stove")[0] == "broken"
    assert k.on("storage-b") == ["locked", "locked"]
    assert sum(k.t.rooms[ROOM["b"]]) > 0
    assert (k.t.cupboard, k.t.sink, k.t.aside) == ([3] * 4, [1] * 4, [1] * 4)
    assert (k.t.coins, k.t.reputation) == (2, 0)
    assert len(k.t.awards_deck) == 8
    assert (len([card for card in k.t.desks if card >= 0]), len(k.t.office_deck)) == (2, 2)


@pytest.mark.rule("KR-11")
def test_nothing_is_in_play_before_its_scenario():
    first = {"greenhouse": 2, "sink": 3, "van": 4, "storage-c": 5, "office": 7, "desk-1": 8, "desk-2": 8}
    for area, scenario in first.items():
        assert Scenario(scenario - 1).no(ANN, f"place ann1 {area}") == "not-in-scenario"
        k = Scenario(scenario)
        assert k.t.refusal(ANN, action(f"place ann1 {area}")).code != "not-in-scenario"
    assert Scenario(2).no(ANN, "scrap F1") == "not-in-scenario"
    assert Scenario(2).no(ANN, "give_back F1 meat a") == "not-in-scenario"
    five, six = Scenario(5).make(ANN, "C1"), Scenario(6).make(ANN, "C1")
    for k in (five, six):
        k.do(ANN, "place ann1 dining")
    assert five.no(ANN, "serve C1") == "not-in-scenario"
    assert six.can(ANN, "serve C1")
    two, three = Scenario(2, tables="F1 - x x"), Scenario(3, tables="F1 - x x")
    for k in (two, three):
        k.do(ANN, "place ann1 reception", "admit")
    assert (two.t.coins, three.t.coins) == (0, 3)
    assert not Scenario(6).t.awards_deck
    assert Scenario(7).where("white1") == "absent"


@pytest.mark.rule("KR-R42")
@pytest.mark.parametrize(
    ("seats", "given"),
    [
        (1, {}), (5, {}), (2, {"scenario": 9}), (2, {"scenario": 0}), (2, {"limit": "slow"}),
        (2, {"timer": 24}), (2, {"beat": 2}), (2, {"grace": 4}), (2, {"grace": 121}), (2, {"grace": "x"}),
        (2, {"timekeeper": 2}), (3, {"temps": "seat-3"}), (2, {"events": "on"}), (2, {"pause": "me"}),
    ],
)  # fmt: skip
def test_a_deal_for_others_or_with_unknown_options_is_refused(seats, given):
    with pytest.raises(BadOption):
        GAME.table(seats, Chance(1), given)


def test_options_that_cannot_be_listed_are_read():
    k = Scenario(8, seats=4, timekeeper=DAN, temps="seat-2", grace=17)
    assert (k.t.timekeeper, k.t.temps_rule, k.t.grace) == (DAN, "seat-2", 17 * SECOND)


@pytest.mark.rule("KR-R4", "KR-16")
def test_a_timer_runs_27_seconds_unless_an_option_says_otherwise():
    for seconds in (27, 25, 30):
        ticks = seconds * SECOND
        k = Scenario(3, timer=seconds).do(ANN, "place ann1 sink", "done").at(ticks - 1)
        assert k.no(ANN, "lift ann1") == "still-running"
        assert k.at(ticks).can(ANN, "lift ann1")


@pytest.mark.rule("KR-R4")
def test_mixed_timers_are_drawn_once_in_whole_seconds_and_seen_by_all():
    k = Scenario(4, seats=4, timer="mixed")
    assert all(25 * SECOND <= length <= 30 * SECOND and length % SECOND == 0 for length in k.t.lengths)
    assert len(set(k.t.lengths)) > 1
    assert [entry["length"] for entry in k.t.timers] == list(k.t.lengths[:8])
    assert k.can(ANN, "place ann1 reception")
    assert action("place ann2 sink") in list(k.t.asks[ANN]), "timers that differ are listed apart"


def test_equal_timers_in_hand_are_listed_once_and_all_accepted():
    k = Scenario(3)
    listed = list(k.t.asks[ANN])
    assert action("place ann1 sink") in listed
    assert action("place ann2 sink") not in listed
    k.do(ANN, "place ann2 sink", "wash 1", "done")
    assert k.where("ann2") == "sink"


@pytest.mark.rule("KR-12")
def test_a_card_shows_plate_pieces_cooking_time_coins_and_stars():
    recipe = PACK.recipes[DISH["C9"]]
    assert (recipe.size, recipe.cook, recipe.food, recipe.spices) == (
        2,
        3,
        (0, 2, 0, 2, 0, 0),
        (1, 0, 0, 1, 0),
    )
    assert (PACK.patron[CARD["C9"]].coins, PACK.patron[CARD["C9"]].stars) == (6, 1)
    assert all(0 <= recipe.cook <= 3 for recipe in PACK.recipes)
