"""Shifts: time, timers, pauses, calls, planning and the stepped pace."""

import pytest

from flattop.kernel import CLOCK, Illegal, Ticks
from flattop.match import Match, sheet


@pytest.mark.rule("KR-15", "KR-R15")
def test_a_timer_takes_the_lowest_free_space_and_the_action_begins_at_once(kr):
    k = kr.Kitchen(3, 4).do(0, "place 0a sink", "wash 1", "done").do(1, "place 1a sink")
    assert k.t.spaces[kr.area["sink"]] == [kr.timer["0a"], kr.timer["1a"]]
    assert k.t.jobs[1].area == kr.area["sink"]
    k.at(270).do(0, "place 0a reception")
    assert k.t.spaces[kr.area["sink"]][0] == -2, "lifted and placed in one step"
    k.do(0, "done").do(2, "place 2a sink")
    assert k.t.spaces[kr.area["sink"]][0] == kr.timer["2a"]


@pytest.mark.rule("KR-R15", "KR-R3")
def test_a_refused_placement_leaves_the_timer_where_it_was(kr):
    k = kr.Kitchen(2, 2, tables="F1 F2").do(0, "place 0a dining", "done").at(270)
    assert k.no(0, "place 0a stove") == "nothing-to-do"
    assert k.where("0a") == "dining"
    for words, code in (
        ("place 1a dining", "not-your-timer"), ("place 3a dining", "no-timer"), ("lift 0b", "not-standing"),
        ("place 0b sink", "not-in-scenario"), ("cook F1", "not-your-dish"), ("serve F1", "not-in-scenario"),
        ("throw_out 1", "not-in-scenario"), ("temps turns", "not-planning"), ("stock meat", "no-goods"),
        ("ready", "not-planning"), ("season salt F1", "not-your-dish"),
    ):  # fmt: skip
        assert k.no(0, words) == code
    for strange in (
        (),
        ("fly",),
        ("place",),
        ("place", "x", 1),
        ("place", 0, 99),
        ("lift", 1.5),
        ("take", [1], 2),
    ):
        assert k.t.refusal(0, strange).sentence.endswith(".")


@pytest.mark.rule("KR-R1", "KR-R2")
def test_only_the_clock_moves_time_and_never_past_the_end(kr):
    k = kr.Kitchen(3)
    for seat in (0, 1):
        with pytest.raises(Illegal):
            k.t.play(seat, ("tick", 1))
    for wrong in (0, -1, 2401, 1.5, "1"):
        with pytest.raises(Illegal):
            k.t.play(CLOCK, ("tick", wrong))
    k.t.play(CLOCK, ("tick", 2399))
    assert k.t.now == 2399
    assert k.t.asks[CLOCK] == Ticks(1, 1)


@pytest.mark.rule("KR-R1")
def test_the_same_log_always_gives_the_same_game(kr):
    match = Match(kr.game, ["Ann", "Ben"], 5, {"scenario": 3})
    for seat, words in [
        (1, ("ready",)),
        (0, ("start",)),
        (CLOCK, ("tick", 13)),
        (0, kr.action("place 0a sink")),
    ]:
        match.play(seat, words)
    twin = Match(kr.game, ["Ann", "Ben"], 5, {"scenario": 3})
    for seat, words in [
        (1, ("ready",)),
        (0, ("start",)),
        (CLOCK, ("tick", 13)),
        (0, kr.action("place 0a sink")),
    ]:
        twin.play(seat, words)
    assert twin.table == match.table
    assert twin.record.chain == match.record.chain


@pytest.mark.rule("KR-R2")
def test_the_clock_is_asked_only_while_a_countdown_or_its_closing_runs(kr):
    k = kr.Kitchen(7, started=False)
    assert CLOCK not in k.t.asks
    with pytest.raises(Illegal):
        k.t.play(CLOCK, ("tick", 1))
    assert CLOCK in k.start().t.asks
    k.put(coins=8).end()
    assert k.t.phase == "accounts"
    assert list(k.t.asks) == [0]


@pytest.mark.rule("KR-R2")
def test_the_clock_suggests_the_next_run_out_and_takes_any_number_up_to_the_end(kr):
    k = kr.Kitchen(3).at(10).do(0, "place 0a sink", "wash 1", "done")
    assert k.t.asks[CLOCK] == Ticks(270, 2390)
    k.at(100).do(1, "place 1a dining", "done")
    assert k.t.asks[CLOCK].next == 180
    k.t.play(CLOCK, ("tick", 900))
    assert k.told("ran_out") == [(kr.timer["0a"], 7), (kr.timer["1a"], 1)]


@pytest.mark.rule("KR-R5")
def test_every_shift_starts_at_tick_0_with_all_timers_in_hand(kr):
    k = kr.Kitchen(4).at(2390).do(0, "place 0a sink", "wash 1", "done").end()
    assert (k.t.now, k.t.shift, k.where("0a")) == (0, 2, "hand")
    assert k.t.spaces[kr.area["sink"]][0] == -2
    k.start()
    assert k.can(0, "place 0a sink")


@pytest.mark.rule("KR-R6")
def test_the_last_tick_for_a_placement_is_the_one_before_the_limit(kr):
    k = kr.Kitchen(4).at(2399)
    assert k.can(0, "place 0a sink")
    k.t.play(CLOCK, ("tick", 1))
    assert (k.t.phase, k.t.shift) == ("planning", 2), "nothing was open"


@pytest.mark.rule("KR-R7")
def test_at_the_end_of_the_grace_time_a_late_payment_frees_the_first_timer(kr):
    k = kr.Kitchen(7).put(coins=30)
    k.t.places[kr.timer["1a"]] = k.t.places[kr.timer["1b"]] = -2
    k.t.ask_afresh()
    k.at(2399).do(0, "place 0a office").at(2400)
    assert k.t.phase == "closing"
    k.t.play(CLOCK, ("tick", 300))
    assert (k.where("1a"), k.where("1b")) == ("hand", "strike")
    assert k.told("closed") == [(0, kr.area["office"])]


@pytest.mark.rule("KR-R7", "KR-33")
def test_while_closing_missing_plates_may_still_be_taken(kr):
    k = kr.Kitchen(4).give(0, "F1").give(1, "F4", 2).at(2399).do(1, "place 1a storage-a").at(2400)
    k.do(0, "plate F1 1")
    assert k.no(1, "scrap F4")
    k.do(1, "done")
    assert k.t.shift == 2


@pytest.mark.rule("KR-R10")
def test_when_all_call_it_the_shift_ends_and_placing_takes_it_back(kr):
    k = kr.Kitchen(4).at(500).do(0, "place 0a sink")
    assert k.no(0, "call_it") == "no-call"
    k.do(0, "wash 1", "done", "call_it").do(0, "place 0b dining")
    assert not k.t.calls[0]
    k.do(0, "done").do(1, "call_it")
    assert k.t.now == 500
    k.do(0, "call_it")
    assert (k.t.shift, k.t.phase, k.t.calls) == (2, "planning", [False, False])


@pytest.mark.rule("KR-R9")
def test_who_may_pause_is_an_option(kr):
    assert kr.Kitchen(3, pause="off").no(0, "pause") == "no-pause"
    k = kr.Kitchen(3, pause="timekeeper", timekeeper=1)
    assert k.no(0, "pause") == "no-pause"
    k.do(1, "pause")
    assert list(k.t.asks) == [1]
    assert k.no(0, "resume") == "paused"


@pytest.mark.rule("KR-R11", "KR-25")
def test_whoever_is_away_finds_everything_as_it_was(kr):
    k = kr.Kitchen(3).give(0, "F4", 2).do(0, "place 0a storage-a", "take meat F4")
    k.do(1, "place 1a sink", "wash 1", "wash 2", "done").at(600)
    assert k.t.jobs[0].timer == kr.timer["0a"]
    assert k.dish("F4").food == (1, 0, 0, 0, 0, 0)
    k.do(0, "take salad F4", "take bread F4", "done")
    assert k.t.spaces[kr.area["storage-a"]][0] == kr.timer["0a"]


@pytest.mark.rule("KR-93", "KR-R8", "KR-76")
def test_planning_has_no_clock_and_only_its_own_words(kr):
    k = kr.Kitchen(8, 3, started=False).give(0, "F1").give(1, "F4", 2, "meat")
    assert CLOCK not in k.t.asks
    k.do(0, "plate F1 1").do(1, "scrap F4").do(2, "temps turns")
    assert k.t.temps_rule == "turns"
    for words in ("place 0a dining", "lift 0a", "pause", "call_it"):
        assert k.no(0, words)
    k.do(1, "ready").do(2, "ready").do(1, "temps seat-1").do(0, "start")
    assert k.no(0, "place w1 sink") == "not-your-timer"
    assert k.can(1, "place w1 sink")
    assert k.no(0, "temps anyone") == "not-planning"


@pytest.mark.rule("KR-R40", "KR-76")
def test_temps_go_round_in_turn(kr):
    k = kr.Kitchen(8, 3, temps="turns", timekeeper=2)
    assert k.no(0, "place w1 sink") == "not-your-timer"
    k.do(2, "hand_on w1")
    assert k.t.holders[0] == 0
    k.do(0, "place w1 sink", "wash 1")
    assert k.no(0, "hand_on w1")
    k.do(0, "done")
    assert k.t.holders[0] == 1
    assert k.no(1, "place w1 reception") == "still-running"
    k.at(270).do(1, "place w1 reception", "done")
    assert k.t.holders[0] == 2


@pytest.mark.rule("KR-R19")
def test_a_timer_may_be_lifted_while_another_action_is_open_but_not_its_own(kr):
    k = kr.Kitchen(3).give(0, "F4", 2).do(0, "place 0a sink", "wash 1", "done", "place 0b storage-a").at(270)
    assert k.no(0, "lift 0b") == "finish-first"
    k.do(0, "lift 0a")
    assert k.where("0a") == "hand"
    assert k.no(0, "lift 0a") == "not-standing"
    assert k.no(1, "lift 0b") == "not-your-timer"


@pytest.mark.rule("KR-R19", "KR-22")
def test_by_hand_a_run_out_timer_still_blocks(kr):
    k = kr.Kitchen(3).do(0, "place 0a sink", "wash 1", "done").at(2000)
    assert k.where("0a") == "sink"
    assert k.no(1, "place 1a sink") == "no-free-space"


# -- stepped


@pytest.mark.rule("KR-R12")
def test_a_turn_is_one_placement_played_out_and_the_order_moves_on(kr):
    k = kr.Kitchen(3, 3, pace="stepped")
    for tick, order in ((0, [0, 1, 2]), (50, [1, 2, 0]), (100, [2, 0, 1])):
        assert k.t.now == tick
        for seat in order:
            assert list(k.t.asks) == [seat]
            k.do(seat, f"place {seat}{'ab'[tick > 0]} sink" if tick < 50 and seat == order[0] else "pass")
            if seat in k.t.jobs:
                k.do(seat, "wash 1", "done")
        if tick < 100:
            k.t.passed = [False] * 3
            k.t.ask_afresh()
            k.t.play(CLOCK, next(iter(k.t.asks[CLOCK])))


@pytest.mark.rule("KR-R12")
@pytest.mark.parametrize("seconds", [1, 5, 10])
def test_the_beat_is_an_option(kr, seconds):
    k = kr.Kitchen(3, 2, pace="stepped", beat=seconds).do(0, "place 0a sink", "wash 1", "done").do(1, "pass")
    assert k.t.asks == {CLOCK: [("tick", 10 * seconds)]}


@pytest.mark.rule("KR-R13")
def test_a_free_act_is_news(kr):
    k = kr.Kitchen(3, 2, pace="stepped").give(1, "F1").do(0, "pass")
    assert k.t.passed == [True, False]
    k.do(1, "plate F1 1")
    assert k.t.passed == [False, False]


@pytest.mark.rule("KR-R14")
def test_when_all_pass_time_runs_to_the_limit(kr):
    k = kr.Kitchen(4, 2, pace="stepped").do(0, "pass").do(1, "pass")
    assert k.t.asks == {CLOCK: [("tick", 2400)]}
    for words in ("pause", "call_it"):
        assert k.no(0, words)
    k.t.play(CLOCK, ("tick", 2400))
    assert k.t.shift == 2


@pytest.mark.rule("KR-R12", "KR-R17")
def test_a_free_act_that_completes_the_action_ends_the_turn(kr):
    k = kr.Kitchen(3, 2, tables="F1 R2", pace="stepped").give(0, "R1").put(cupboard=[1, 0, 0, 0])
    k.do(0, "place 0a dining", "order 1").do(0, "plate F1 1")
    assert list(k.t.asks) == [1]


def test_stepped_with_timers_lifted_by_hand_still_moves_on(kr):
    k = kr.Kitchen(3, 2, pace="stepped", lift="hand").do(0, "place 0a sink", "wash 1", "done")
    while k.t.now < 300:
        seat, options = next(iter(k.t.asks.items()))
        k.t.play(seat, list(options)[-1])
    assert k.where("0a") == "sink"
    assert k.can(0, "lift 0a")
    assert k.can(0, "place 0a sink") or list(k.t.asks) == [1]


def test_a_sheet_tells_the_seconds_of_every_timer_and_what_a_plate_lacks(kr):
    match = Match(kr.game, ["Ann", "Ben"], 5, {"scenario": 3})
    match.play(1, ("ready",))
    match.play(0, ("start",))
    match.play(0, kr.action("place 0a dining"))
    match.play(0, ("order", 0))
    match.play(0, next(a for a in match.table.asks[0] if a[0] == "plate"))
    match.play(CLOCK, ("tick", 70))
    seen = sheet(match, 1)["view"]
    standing = next(entry for entry in seen["timers"] if entry["timer"] == 0)
    assert (standing["left"], standing["area"], standing["space"], standing["state"]) == (
        200,
        1,
        0,
        "running",
    )
    assert seen["clock"]["left"] == 2330
    dish = seen["boards"][0][0]
    recipe = kr.pack.recipes[dish["dish"]]
    assert dish["missing_food"] == list(recipe.food)
    assert "lacks" in seen["plates"][0][0]
    assert "1a at Dining Room 20 s" in seen["sand"]
    assert sheet(match, 1)["undo"] is None, "nothing is taken back while the clock runs"
