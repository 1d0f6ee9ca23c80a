"""Shifts: time, timers, pauses, calls, planning and the stepped pace."""

import pytest

from flattop.kernel import CLOCK, SECOND, Illegal, Ticks
from flattop.match import Match, snapshot

from .scenes import ANN, AREA, BEN, CLEO, GAME, GRACE, PACK, SAND, SHIFT, TIMER, Scenario, action


@pytest.mark.rule("KR-15", "KR-R15")
def test_a_timer_takes_the_lowest_free_space_and_the_action_begins_at_once():
    k = Scenario(3, seats=4).do(ANN, "place ann1 sink", "wash 1", "done").do(BEN, "place ben1 sink")
    assert k.on("sink") == ["ann1", "ben1"]
    assert k.t.jobs[BEN].area == AREA["sink"]
    k.at(SAND).do(ANN, "place ann1 reception")
    assert k.on("sink")[0] == "-", "lifted and placed in one step"
    k.do(ANN, "done").do(CLEO, "place cleo1 sink")
    assert k.on("sink")[0] == "cleo1"


@pytest.mark.rule("KR-22", "KR-R3")
def test_a_full_area_names_the_person_who_was_first():
    match = Match(GAME, ["Ann", "Ben", "Cleo"], 1, {"scenario": 3})
    for seat, words in ((BEN, "ready"), (CLEO, "ready"), (ANN, "start"), (CLEO, "place cleo1 sink")):
        match.play(seat, action(words))
    match.play(CLOCK, ("tick", 1))
    match.play(ANN, action("place ann1 sink"))
    refused = match.refusal(BEN, action("place ben1 sink"))
    assert refused.sentence == "Sink has no free space. Cleo was first."


@pytest.mark.rule("KR-R15", "KR-R3")
def test_a_refused_placement_leaves_the_timer_where_it_was():
    k = Scenario(2, tables="F1 F2").do(ANN, "place ann1 dining", "done").at(SAND)
    assert k.no(ANN, "place ann1 stove") == "nothing-to-do"
    assert k.where("ann1") == "dining"
    for words, code in (
        ("place ben1 dining", "not-your-timer"), ("place dan1 dining", "no-timer"),
        ("lift ann2", "not-standing"),
        ("place ann2 sink", "not-in-scenario"), ("cook F1", "not-your-dish"), ("serve F1", "not-in-scenario"),
        ("throw_out 1", "not-in-scenario"), ("temps turns", "not-planning"), ("stock meat", "no-goods"),
        ("ready", "not-planning"), ("season salt F1", "not-your-dish"),
    ):  # fmt: skip
        assert k.no(ANN, words) == code
    for strange in (
        (),
        ("fly",),
        ("place",),
        ("place", "x", 1),
        ("place", 0, 99),
        ("lift", 1.5),
        ("take", [1], 2),
    ):
        assert k.t.refusal(ANN, strange).sentence.endswith(".")


@pytest.mark.rule("KR-R1", "KR-R2")
def test_only_the_clock_moves_time_and_never_past_the_end():
    k = Scenario(3)
    for seat in (0, 1):
        with pytest.raises(Illegal):
            k.t.play(seat, ("tick", 1))
    for wrong in (0, -1, SHIFT + 1, 1.5, "1"):
        with pytest.raises(Illegal):
            k.tick(wrong)
    k.tick(SHIFT - 1)
    assert k.t.now == SHIFT - 1
    assert k.t.asks[CLOCK] == Ticks(1, 1)


@pytest.mark.rule("KR-R1")
def test_the_same_log_always_gives_the_same_game():
    match, twin = (Match(GAME, ["Ann", "Ben"], 5, {"scenario": 3}) for _ in range(2))
    for seat, play in [
        (BEN, ("ready",)), (ANN, ("start",)), (CLOCK, ("tick", 13)), (ANN, action("place ann1 sink")),
    ]:  # fmt: skip
        match.play(seat, play)
        twin.play(seat, play)
    assert twin.table == match.table
    assert twin.record.chain == match.record.chain


@pytest.mark.rule("KR-R2")
def test_the_clock_is_asked_only_while_a_countdown_or_its_closing_runs():
    k = Scenario(7, started=False)
    assert CLOCK not in k.t.asks
    with pytest.raises(Illegal):
        k.tick(1)
    assert CLOCK in k.start().t.asks
    k.put(coins=8).end()
    assert k.t.phase == "accounts"
    assert k.asked() == [ANN]


@pytest.mark.rule("KR-R2")
def test_the_clock_suggests_the_next_run_out_and_takes_any_number_up_to_the_end():
    k = Scenario(3).at(10).do(ANN, "place ann1 sink", "wash 1", "done")
    assert k.t.asks[CLOCK] == Ticks(SAND, SHIFT - 10)
    k.at(100).do(BEN, "place ben1 dining", "done")
    assert k.t.asks[CLOCK].next == 10 + SAND - 100
    k.tick(900)
    assert k.events_named("ran_out") == [(TIMER["ann1"], AREA["sink"]), (TIMER["ben1"], AREA["dining"])]


@pytest.mark.rule("KR-R5")
def test_every_shift_starts_at_tick_0_with_all_timers_in_hand():
    k = Scenario(4).at(SHIFT - 10).do(ANN, "place ann1 sink", "wash 1", "done").end()
    assert (k.t.now, k.t.shift, k.where("ann1")) == (0, 2, "hand")
    assert k.on("sink")[0] == "-"
    k.start()
    assert k.can(ANN, "place ann1 sink")


@pytest.mark.rule("KR-R6")
def test_the_last_tick_for_a_placement_is_the_one_before_the_limit():
    k = Scenario(4).at(SHIFT - 1)
    assert k.can(ANN, "place ann1 sink")
    k.tick(1)
    assert (k.t.phase, k.t.shift) == ("planning", 2), "nothing was open"


@pytest.mark.rule("KR-R7")
def test_at_the_end_of_the_grace_time_a_late_payment_frees_the_first_timer():
    k = Scenario(7).put(coins=30)
    k.strike("ben1", "ben2").at(SHIFT - 1).do(ANN, "place ann1 office").at(SHIFT)
    assert k.t.phase == "closing"
    k.tick(GRACE)
    assert (k.where("ben1"), k.where("ben2")) == ("hand", "strike")
    assert k.events_named("closed") == [(0, AREA["office"])]


@pytest.mark.rule("KR-R7", "KR-33")
def test_while_closing_missing_plates_may_still_be_taken():
    k = Scenario(4).give(ANN, "F1").give(BEN, "F4", size=2).at(SHIFT - 1).do(BEN, "place ben1 storage-a")
    k.at(SHIFT)
    k.do(ANN, "plate F1 1")
    assert k.no(BEN, "scrap F4")
    k.do(BEN, "done")
    assert k.t.shift == 2


@pytest.mark.rule("KR-R10")
def test_when_all_call_it_the_shift_ends_and_placing_takes_it_back():
    k = Scenario(4).at(500).do(ANN, "place ann1 sink")
    assert k.no(ANN, "call_it") == "no-call"
    k.do(ANN, "wash 1", "done", "call_it").do(ANN, "place ann2 dining")
    assert not k.t.calls[ANN]
    k.do(ANN, "done").do(BEN, "call_it")
    assert k.t.now == 500
    k.do(ANN, "call_it")
    assert (k.t.shift, k.t.phase, k.t.calls) == (2, "planning", [False, False])


@pytest.mark.rule("KR-R9")
def test_seats_that_may_pause_are_an_option():
    assert Scenario(3, pause="off").no(ANN, "pause") == "no-pause"
    k = Scenario(3, pause="timekeeper", timekeeper=BEN)
    assert k.no(ANN, "pause") == "no-pause"
    k.do(BEN, "pause")
    assert k.asked() == [BEN]
    assert k.no(ANN, "resume") == "paused"


@pytest.mark.rule("KR-R11", "KR-25")
def test_open_action_of_an_absent_seat_stays_as_it_is():
    k = Scenario(3).give(ANN, "F4", size=2).do(ANN, "place ann1 storage-a", "take meat F4")
    k.do(BEN, "place ben1 sink", "wash 1", "wash 2", "done").at(600)
    assert k.t.jobs[ANN].timer == TIMER["ann1"]
    assert k.food("F4") == "meat"
    k.do(ANN, "take salad F4", "take bread F4", "done")
    assert k.on("storage-a")[0] == "ann1"


@pytest.mark.rule("KR-93", "KR-R8", "KR-76")
def test_planning_has_no_clock_and_only_its_own_words():
    k = Scenario(8, seats=3, started=False).give(ANN, "F1").give(BEN, "F4", "meat", size=2)
    assert CLOCK not in k.t.asks
    k.do(ANN, "plate F1 1").do(BEN, "scrap F4").do(CLEO, "temps turns")
    assert k.t.temps_rule == "turns"
    for words in ("place ann1 dining", "lift ann1", "pause", "call_it"):
        assert k.no(ANN, words)
    k.do(BEN, "ready").do(CLEO, "ready").do(BEN, "temps seat-1").do(ANN, "start")
    assert k.no(ANN, "place white1 sink") == "not-your-timer"
    assert k.can(BEN, "place white1 sink")
    assert k.no(ANN, "temps anyone") == "not-planning"


@pytest.mark.rule("KR-R40", "KR-76")
def test_temps_go_round_in_turn():
    k = Scenario(8, seats=3, temps="turns", timekeeper=CLEO)
    assert k.no(ANN, "place white1 sink") == "not-your-timer"
    k.do(CLEO, "hand_on white1")
    assert k.t.holders[0] == ANN
    k.do(ANN, "place white1 sink", "wash 1")
    assert k.no(ANN, "hand_on white1")
    k.do(ANN, "done")
    assert k.t.holders[0] == BEN
    assert k.no(BEN, "place white1 reception") == "still-running"
    k.at(SAND).do(BEN, "place white1 reception", "done")
    assert k.t.holders[0] == CLEO


@pytest.mark.rule("KR-R19")
def test_a_timer_may_be_lifted_while_another_action_is_open_but_not_its_own():
    k = Scenario(3).give(ANN, "F4", size=2)
    k.do(ANN, "place ann1 sink", "wash 1", "done", "place ann2 storage-a").at(SAND)
    assert k.no(ANN, "lift ann2") == "finish-first"
    k.do(ANN, "lift ann1")
    assert k.where("ann1") == "hand"
    assert k.no(ANN, "lift ann1") == "not-standing"
    assert k.no(BEN, "lift ann2") == "not-your-timer"


@pytest.mark.rule("KR-R19", "KR-22")
def test_by_hand_a_run_out_timer_still_blocks():
    k = Scenario(3).do(ANN, "place ann1 sink", "wash 1", "done").at(2000)
    assert k.where("ann1") == "sink"
    assert k.no(BEN, "place ben1 sink") == "no-free-space"


# -- stepped


@pytest.mark.rule("KR-R12")
def test_a_turn_is_one_placement_played_out_and_the_order_moves_on():
    k = Scenario(3, seats=3, pace="stepped")
    for tick, order in ((0, [ANN, BEN, CLEO]), (50, [BEN, CLEO, ANN]), (100, [CLEO, ANN, BEN])):
        assert k.t.now == tick
        for seat in order:
            assert k.asked() == [seat]
            k.do(seat, "place ann1 sink" if tick == 0 and seat == ANN else "pass")
            if k.is_working(seat):
                k.do(seat, "wash 1", "done")
        if tick < 100:
            k.t.passed = [False] * 3
            k.t.ask_afresh()
            k.t.play(CLOCK, next(iter(k.t.asks[CLOCK])))


@pytest.mark.rule("KR-R12")
@pytest.mark.parametrize("seconds", [1, 5, 10])
def test_the_beat_is_an_option(seconds):
    k = Scenario(3, pace="stepped", beat=seconds).do(ANN, "place ann1 sink", "wash 1", "done").do(BEN, "pass")
    assert k.t.asks == {CLOCK: [("tick", seconds * SECOND)]}


@pytest.mark.rule("KR-R13")
def test_free_act_clears_passes():
    k = Scenario(3, pace="stepped").give(BEN, "F1").do(ANN, "pass")
    assert k.t.passed == [True, False]
    k.do(BEN, "plate F1 1")
    assert k.t.passed == [False, False]


@pytest.mark.rule("KR-R14")
def test_when_all_pass_time_runs_to_the_limit():
    k = Scenario(4, pace="stepped").do(ANN, "pass").do(BEN, "pass")
    assert k.t.asks == {CLOCK: [("tick", SHIFT)]}
    for words in ("pause", "call_it"):
        assert k.no(ANN, words)
    k.tick(SHIFT)
    assert k.t.shift == 2


@pytest.mark.rule("KR-R12", "KR-R17")
def test_a_free_act_that_completes_the_action_ends_the_turn():
    k = Scenario(3, tables="F1 R2", pace="stepped").give(ANN, "R1").put(cupboard=[1, 0, 0, 0])
    k.do(ANN, "place ann1 dining", "order 1").do(ANN, "plate F1 1")
    assert k.asked() == [BEN]


def test_stepped_with_timers_lifted_by_hand_still_moves_on():
    k = Scenario(3, pace="stepped", lift="hand").do(ANN, "place ann1 sink", "wash 1", "done")
    while k.t.now < 300:
        seat, options = next(iter(k.t.asks.items()))
        k.t.play(seat, list(options)[-1])
    assert k.where("ann1") == "sink"
    assert k.can(ANN, "lift ann1")
    assert k.can(ANN, "place ann1 sink") or k.asked() == [BEN]


def test_snapshot_shows_seconds_of_timers_and_missing_pieces():
    match = Match(GAME, ["Ann", "Ben"], 5, {"scenario": 3})
    match.play(BEN, ("ready",))
    match.play(ANN, ("start",))
    match.play(ANN, action("place ann1 dining"))
    match.play(ANN, ("order", 0))
    match.play(ANN, next(a for a in match.table.asks[ANN] if a[0] == "plate"))
    match.play(CLOCK, ("tick", 70))
    seen = snapshot(match, 1)["view"]
    standing = next(entry for entry in seen["timers"] if entry["timer"] == TIMER["ann1"])
    assert (standing["left"], standing["area"], standing["space"], standing["state"]) == (
        SAND - 70,
        AREA["dining"],
        0,
        "running",
    )
    assert seen["clock"]["left"] == SHIFT - 70
    dish = seen["boards"][0][0]
    recipe = PACK.recipes[dish["dish"]]
    assert dish["missing_food"] == list(recipe.food)
    assert "lacks" in seen["plates"][0][0]
    assert "1a at Dining Room 20 s" in seen["sand"]
    assert snapshot(match, 1)["undo"] is None, "nothing is taken back while the clock runs"
