"""Setting up: scenarios, seats, markers, decks, options."""

import pytest

from flattop.games.kitchen_rush.pieces import LOCKED, MALFUNCTION, UNAVAILABLE
from flattop.kernel import BadOption, Chance

KINDS = {1: 8, 2: 30, 3: 30, 4: 48, 5: 48, 6: 48, 7: 60, 8: 60}


@pytest.mark.rule("KR-01", "KR-14")
@pytest.mark.parametrize("scenario", range(1, 9))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_scenario_is_set_up_for_every_team_and_has_its_shifts(kr, scenario, seats):
    k = kr.Kitchen(scenario, seats, started=False)
    assert k.t.scenario.shifts == [1, 1, 1, 2, 2, 2, 4, 4][scenario - 1]
    assert k.t.set_up.n == seats
    assert k.t.cupboard == list(k.t.set_up.clean.plates)
    assert k.t.phase == "planning"


@pytest.mark.rule("KR-02")
def test_the_time_limit_is_normal_or_family_and_changes_nothing_else(kr):
    for scenario, normal, family, rush in ((1, 270, 300, 210), (5, 240, 300, 180)):
        tables = {kind: kr.Kitchen(scenario, limit=kind).t for kind in ("normal", "family", "rush")}
        assert [tables[kind].limit // 10 for kind in tables] == [normal, family, rush]
        assert tables["normal"].set_up == tables["family"].set_up
    assert kr.game.settings(2)["limit"] == "normal"


@pytest.mark.rule("KR-03", "KR-R8")
def test_the_timekeeper_starts_every_countdown_once_the_others_are_ready(kr):
    k = kr.Kitchen(1, 3, started=False, timekeeper=1)
    assert k.no(1, "start") == "not-ready"
    assert k.no(0, "start") == "not-timekeeper"
    assert k.no(0, "place 0a dining") == "not-running"
    k.do(0, "ready")
    assert not k.can(0, "ready")
    k.do(2, "ready").do(1, "start")
    assert k.t.phase == "running"
    assert k.told("started") == [(1, 270)]


@pytest.mark.rule("KR-04")
def test_with_two_seats_every_marked_space_is_covered_and_two_tables_are_reserved(kr):
    k = kr.Kitchen(8, 2)
    assert k.at_tables()[2:] == ["x", "x"]
    covered = {area: k.t.spaces[n].count(UNAVAILABLE) for area, n in kr.area.items()}
    assert {area: n for area, n in covered.items() if n} == {
        "reception": 1,
        "dining": 1,
        "stove": 2,
        "sink": 1,
    }


@pytest.mark.rule("KR-05")
def test_with_three_seats_one_table_is_reserved_and_with_four_nothing_is_covered(kr):
    three, four = kr.Kitchen(4, 3), kr.Kitchen(4, 4)
    assert three.at_tables()[2:] == ["-", "x"]
    assert [n for n, spaces in enumerate(three.t.spaces) if UNAVAILABLE in spaces] == [1, 5]
    assert four.at_tables()[2:] == ["-", "-"]
    assert not any(UNAVAILABLE in spaces for spaces in four.t.spaces)


@pytest.mark.rule("KR-06", "KR-07")
@pytest.mark.parametrize("scenario", range(1, 9))
def test_the_kinds_in_play_make_one_deck_and_two_patrons_sit(kr, scenario):
    k = kr.Kitchen(scenario, 4, seed=scenario)
    seated = [card for card in k.t.tables if card >= 0]
    assert len(seated) == 2
    assert len(k.t.deck) == KINDS[scenario] - 2
    kinds = {k.t.kind(card) for card in [*k.t.deck, *seated]}
    latest = {"friend": 1, "regular": 2, "challenging": 4, "vip": 7}
    assert kinds == {kind for kind, first in latest.items() if first <= scenario}
    assert kr.Kitchen(scenario, 4, seed=99).t.deck != k.t.deck


@pytest.mark.rule("KR-08")
def test_everybody_has_a_board_of_four_rows_and_two_timers(kr):
    k = kr.Kitchen(2, 3)
    assert [k.where(timer) for timer in kr.timer] == ["hand"] * 6 + ["absent"] * 4
    assert k.t.pack.numbers.rows == 4
    assert len(k.t.tables) == 4
    k.give(0, "C2", 1, "cheese cheese")
    for timer in ("0a", "0b"):
        k.do(0, f"place {timer} stove", "cook C2")
    k.at(300).do(0, "place 0a stove", "cook C2")
    assert k.row("C2") == 3
    assert k.no(0, "place 0b stove") == "nothing-to-do", "no row is below"


@pytest.mark.rule("KR-09", "KR-E2")
def test_scenario_1_for_two(kr):
    k = kr.Kitchen(1, 2)
    assert k.at_tables()[2:] == ["x", "x"]
    assert len(k.t.deck) == 6
    assert [timer for timer in kr.timer if k.where(timer) == "hand"] == ["0a", "1a"]
    areas = {area: k.usable(area) for area in kr.area if kr.pack.area[kr.area[area]].from_scenario == 1}
    assert areas == {"reception": 1, "dining": 2, "storage-a": 2, "storage-b": 2, "stove": 3}
    for area in set(kr.area) - set(areas):
        assert k.no(0, f"place 0a {area}") == "not-in-scenario"
    assert k.t.cupboard == [5, 6, 6, 5]
    assert (k.t.coins, k.t.limit) == (0, 2700)


@pytest.mark.rule("KR-10", "KR-E3", "KR-R34")
def test_scenario_8_for_three(kr):
    k = kr.Kitchen(8, 3)
    assert len(k.t.deck) == 58
    assert k.at_tables()[2:] == ["-", "x"]
    assert [timer for timer in kr.timer if k.where(timer) == "hand"] == [
        "0a",
        "0b",
        "1a",
        "1b",
        "2a",
        "2b",
        "w1",
    ]
    assert k.where("w2") == "aside"
    assert [k.usable(a) for a in ("storage-b", "stove", "reception", "dining", "sink")] == [0, 3, 2, 2, 2]
    assert k.t.spaces[kr.area["stove"]][0] == MALFUNCTION
    assert k.t.spaces[kr.area["storage-b"]] == [LOCKED, LOCKED]
    assert sum(k.t.rooms[1]) > 0
    assert (k.t.cupboard, k.t.sink, k.t.aside) == ([3] * 4, [1] * 4, [1] * 4)
    assert (k.t.coins, k.t.reputation) == (2, 0)
    assert len(k.t.awards_deck) == 8
    assert (len([card for card in k.t.desks if card >= 0]), len(k.t.office_deck)) == (2, 2)


@pytest.mark.rule("KR-11")
def test_nothing_is_in_play_before_its_scenario(kr):
    first = {"greenhouse": 2, "sink": 3, "van": 4, "storage-c": 5, "office": 7, "desk-1": 8, "desk-2": 8}
    for area, scenario in first.items():
        assert kr.Kitchen(scenario - 1).no(0, f"place 0a {area}") == "not-in-scenario"
        k = kr.Kitchen(scenario)
        assert k.t.refusal(0, kr.action(f"place 0a {area}")).code != "not-in-scenario"
    assert kr.Kitchen(2).no(0, "scrap F1") == "not-in-scenario"
    assert kr.Kitchen(2).no(0, "give_back F1 meat a") == "not-in-scenario"
    five, six = kr.Kitchen(5).make(0, "C1"), kr.Kitchen(6).make(0, "C1")
    for k in (five, six):
        k.do(0, "place 0a dining")
    assert five.no(0, "serve C1") == "not-in-scenario"
    assert six.can(0, "serve C1")
    two, three = kr.Kitchen(2, tables="F1 - x x"), kr.Kitchen(3, tables="F1 - x x")
    for k in (two, three):
        k.do(0, "place 0a reception", "admit")
    assert (two.t.coins, three.t.coins) == (0, 3)
    assert not kr.Kitchen(6).t.awards_deck
    assert kr.Kitchen(7).where("w1") == "absent"


@pytest.mark.rule("KR-R42")
@pytest.mark.parametrize(
    ("seats", "given"),
    [
        (1, {}), (5, {}), (2, {"scenario": 9}), (2, {"scenario": 0}), (2, {"limit": "slow"}),
        (2, {"timer": 24}), (2, {"beat": 2}), (2, {"grace": 4}), (2, {"grace": 121}), (2, {"grace": "x"}),
        (2, {"timekeeper": 2}), (3, {"temps": "seat-3"}), (2, {"events": "on"}), (2, {"pause": "me"}),
    ],
)  # fmt: skip
def test_a_deal_for_others_or_with_unknown_options_is_refused(kr, seats, given):
    with pytest.raises(BadOption):
        kr.game.table(seats, Chance(1), given)


def test_options_that_cannot_be_listed_are_read(kr):
    k = kr.Kitchen(8, 4, timekeeper=3, temps="seat-2", grace=17)
    assert (k.t.timekeeper, k.t.temps_rule, k.t.grace) == (3, "seat-2", 170)


@pytest.mark.rule("KR-R4", "KR-16")
def test_a_timer_runs_27_seconds_unless_an_option_says_otherwise(kr):
    for option, ticks in ((27, 270), (25, 250), (30, 300)):
        k = kr.Kitchen(3, timer=option).do(0, "place 0a sink", "done").at(ticks - 1)
        assert k.no(0, "lift 0a") == "still-running"
        assert k.at(ticks).can(0, "lift 0a")


@pytest.mark.rule("KR-R4")
def test_mixed_timers_are_drawn_once_in_whole_seconds_and_seen_by_all(kr):
    k = kr.Kitchen(4, 4, timer="mixed")
    assert all(250 <= length <= 300 and length % 10 == 0 for length in k.t.lengths)
    assert len(set(k.t.lengths)) > 1
    assert [entry["length"] for entry in k.t.timers] == list(k.t.lengths[:8])
    assert k.can(0, "place 0a reception")
    assert kr.action("place 0b sink") in list(k.t.asks[0]), "timers that differ are listed apart"


def test_equal_timers_in_hand_are_listed_once_and_all_accepted(kr):
    k = kr.Kitchen(3)
    listed = list(k.t.asks[0])
    assert kr.action("place 0a sink") in listed
    assert kr.action("place 0b sink") not in listed
    k.do(0, "place 0b sink", "wash 1", "done")
    assert k.where("0b") == "sink"


@pytest.mark.rule("KR-12")
def test_a_card_shows_plate_pieces_cooking_time_coins_and_stars(kr):
    recipe = kr.pack.recipes[kr.dish["C9"]]
    assert (recipe.size, recipe.cook, recipe.food, recipe.spices) == (
        2,
        3,
        (0, 2, 0, 2, 0, 0),
        (1, 0, 0, 1, 0),
    )
    assert (kr.pack.patron[kr.card["C9"]].coins, kr.pack.patron[kr.card["C9"]].stars) == (6, 1)
    assert all(0 <= recipe.cook <= 3 for recipe in kr.pack.recipes)
