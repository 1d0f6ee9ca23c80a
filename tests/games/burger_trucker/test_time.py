"""The build clock and the beats: time is counted in ticks, and no seat waits for ever."""

import pytest

from flattop.kernel import CLOCK, VACANT, Chance, Illegal
from flattop.match import Match


@pytest.mark.rule("TR-R1")
def test_the_clock_is_a_seat_that_plays_whole_ticks_and_nothing_else(tr):
    t = tr.live(2)
    for ticks in (1, 7, 100):
        before = t.now
        t.play(CLOCK, ("tick", ticks))
        assert t.now == before + ticks
    for wrong in (("tick", 0), ("tick", -3), ("tick", 1.5), ("flip",), ("finish",), ("ready",)):
        with pytest.raises(Illegal):
            t.play(CLOCK, wrong)
    assert tr.no(t, CLOCK, ("tick", 0)) == "no-time"
    with pytest.raises(Illegal):
        t.play(0, ("tick", 1))
    assert t.now == 108


@pytest.mark.rule("TR-R1")
def test_the_clock_runs_only_in_countdown_and_build(tr):
    t = tr.waiting(2)
    assert tr.no(t, CLOCK, ("tick", 1)) == "not-yet"
    t = tr.line_up(
        ["I27a I61a I49b I21b I70a I33b", "I24a"], [0, 1], "og_cheeseburger blt iron_giant the_vegan"
    )
    assert t.phase == "score"
    assert tr.no(t, CLOCK, ("tick", 1)) == "not-yet"
    assert CLOCK not in tr.turns(2).asks


@pytest.mark.rule("TR-R1")
def test_taken_card_records_the_tick_of_its_action(tr):
    t = tr.live(3)
    for seat, tick in ((0, 12), (2, 12), (1, 31)):
        tr.do(tr.at(t, tick), seat, "flip")
        assert t.taken_at[seat] == tick


@pytest.mark.rule("TR-R1")
def test_a_paused_table_accepts_no_action(tr):
    match = Match(tr.game, ["Ann", "Ben"], 1)
    for seat in (0, 1):
        match.play(seat, ("ready",))
    match.play(CLOCK, ("tick", 30))
    match.pause(0)
    before = match.table.clone()
    for seat, action in ((0, ("flip",)), (1, ("flip",)), (CLOCK, ("tick", 1))):
        with pytest.raises(Illegal) as refused:
            match.play(seat, action)
        assert refused.value.code == "paused"
    assert match.table == before
    match.resume(1)
    match.play(1, ("flip",))
    assert match.table.taken_at[1] == 0


@pytest.mark.rule("TR-R7", "TR-E8", "TR-R17", "TR-13")
def test_unfinished_seats_are_out_of_time_at_the_limit(tr):
    t = tr.live(3, [[], tr.orders("og_cheeseburger blt iron_giant"), tr.orders("the_vegan mad_max")])
    tr.put(t, 1, "I27a I61a I49b I21b I70a I33b")
    tr.put(t, 2, "I25a")
    tr.put(t, 0, "I24a")
    tr.do(tr.at(t, 905), 1, "finish")
    tr.do(tr.at(t, 1799), 2, "finish")
    tr.do(tr.on_top(t, "I05"), 0, "flip")
    t.play(CLOCK, ("tick", 50))
    assert t.now == 1800
    assert tr.card("I05") in t.face_up
    assert t.held == [VACANT] * 3
    assert t.burgers[0] == tr.faces("I24a")
    assert t.speed == [0, 3, 2]
    assert t.phase == "score"
    assert tr.events_named(t, "out_of_time") == [(0,)]
    assert tr.no(t, 0, "finish") == "time-up"
    assert tr.no(t, 1, "finish") == "finished"


@pytest.mark.rule("TR-R7")
def test_the_build_phase_is_open_up_to_the_last_tick_before_the_limit(tr):
    t = tr.put(tr.live(2, build_limit=30), 0, "I24a")
    tr.do(tr.at(t, 299), 0, "finish")
    assert t.places == [1, 0]
    t.play(CLOCK, ("tick", 1))
    assert tr.events_named(t, "out_of_time") == [(1,)]
    assert t.accounts[0][0].speed == 3
    assert t.accounts[0][1].speed == 0


@pytest.mark.rule("TR-R7", "TR-R15")
@pytest.mark.parametrize("limit", [30, 180, 900])
def test_no_tick_jumps_over_the_limit(tr, limit):
    t = tr.put(tr.live(2, build_limit=limit), 0, "I24a")
    assert [tick for _, tick in t.asks[CLOCK]][-1] == 10 * limit - 150
    t.play(CLOCK, ("tick", 10 * limit - 1))
    assert t.phase == "build"
    assert tr.events_named(t, "last_seconds") == [(15,)]
    t.play(CLOCK, ("tick", 9_999))
    assert t.round == 2
    assert t.now == 0


@pytest.mark.rule("TR-R7")
def test_without_a_limit_the_phase_is_as_long_as_the_seats_want(tr):
    t = tr.put(tr.live(2, build_limit=0), 0, "I24a")
    t.play(CLOCK, ("tick", 50_000))
    assert t.phase == "build"
    assert not tr.events_named(t, "last_seconds")
    tr.do(t, 0, "finish")
    t.play(CLOCK, ("tick", 50_000))
    assert t.places == [1, 0]


def taken_up(t, by):
    """Put all cards of the centre on one seat's burger."""
    t.burgers[by] += [2 * one for one in t.pile + t.face_up]
    t.pile, t.face_up = [], []
    t.ask_afresh()
    return t


@pytest.mark.rule("TR-R7")
def test_seats_that_cannot_finish_are_out_of_time_when_the_centre_is_empty(tr):
    t = tr.put(tr.live(3), 1, "I67a", held="I24")
    taken_up(t, 2)
    assert 0 not in t.asks, "nothing to take, nothing to finish"
    t.play(CLOCK, ("tick", 1))
    assert t.places == [0, 0, 0], "a card in hand may still come back"
    tr.do(t, 1, "place I24a")
    assert t.places == [-3, 0, 0]
    assert tr.no(t, 0, "flip") == "time-up"
    assert list(t.asks[1]) == list(t.asks[2]) == [("finish",)]
    tr.do(t, 1, "finish")
    assert t.speed == [0, 3, 0], "whoever is out of time takes no place"


@pytest.mark.rule("TR-R7")
def test_a_card_that_comes_back_keeps_everybody_in_the_race(tr):
    t = taken_up(tr.put(tr.live(3), 1, held="I24"), 2)
    tr.do(t, 1, "put_back")
    assert t.places == [0, 0, 0]
    assert tr.can(t, 0, "grab I24")


# -- without a clock


def seats_asked(tr, t, steps):
    """Return the seat of each step, if cards are only looked at and put back."""
    found = []
    for _ in range(steps):
        (seat,) = t.asks
        found.append(seat)
        tr.do(t, seat, "flip", "put_back")
    return found


@pytest.mark.rule("TR-R16", "TR-E14")
def test_the_first_seat_moves_on_with_every_beat_and_with_every_round(tr):
    t = tr.turns(3, beats=5)
    assert seats_asked(tr, t, 6) == [0, 1, 2, 1, 2, 0]
    seats_asked(tr, t, 9)
    assert (t.round, t.beat) == (2, 1)
    assert seats_asked(tr, t, 6) == [1, 2, 0, 2, 0, 1]


@pytest.mark.rule("TR-R16", "TR-E14")
def test_a_finished_seat_is_left_out_and_the_order_of_the_others_stays(tr):
    t = tr.put(tr.turns(3), 0, "I24a")
    tr.do(t, 0, "finish")
    assert seats_asked(tr, t, 6) == [1, 2, 1, 2, 2, 1]


@pytest.mark.rule("TR-R16", "TR-E15", "TR-R17")
def test_a_step_is_a_card_taken_and_at_once_placed_or_put_back(tr):
    t = tr.on_top(tr.turns(3), "I10 I39")
    tr.do(t, 0, "flip", "put_back")
    tr.do(t, 1, "flip")
    assert t.held[1] == tr.card("I39")
    assert list(t.asks) == [1]
    assert {action[0] for action in t.asks[1]} == {"place", "put_back"}
    assert tr.no(t, 2, "flip") == "not-your-turn"
    tr.do(t, 1, "place I39a")
    assert list(t.asks) == [2]


@pytest.mark.rule("TR-E15", "TR-13")
def test_in_one_beat_the_first_finish_brings_three_coins_and_the_second_two(tr):
    t = tr.turns(3)
    tr.put(t, 0, "I24a")
    tr.put(t, 2, "I25a")
    seats_asked(tr, t, 15)
    assert t.beat == 6
    assert list(t.asks) == [2]
    tr.do(t, 2, "finish")
    tr.do(t, 0, "finish")
    assert t.speed == [2, 0, 3]
    assert t.beat == 6
    assert list(t.asks) == [1]


@pytest.mark.rule("TR-R16")
def test_nobody_passes_a_step(tr):
    t = tr.turns(2)
    assert {action[0] for action in t.asks[0]} == {"flip"}
    t = tr.lay_out(tr.put(t, 0, "I24a"), "I12")
    assert {action[0] for action in t.asks[0]} == {"flip", "grab", "finish"}


@pytest.mark.rule("TR-R16", "TR-E16")
def test_after_the_last_beat_the_unfinished_are_out_of_time_with_their_burgers_as_they_stand(tr):
    t = tr.turns(2, [[], tr.orders("og_cheeseburger blt"), tr.orders("the_vegan mad_max")])
    tr.put(t, 0, "I27a I61a I49b I21b I70a I33b")
    tr.put(t, 1, "I24a")
    tr.do(t, 0, "flip", "put_back")
    tr.do(t, 1, "finish")
    seats_asked(tr, t, 18)
    assert t.beat == 20
    assert list(t.asks) == [0]
    tr.do(t, 0, "flip", "put_back")
    assert t.phase == "score"
    assert t.speed == [0, 3]
    assert t.burgers[0] == tr.faces("I27a I61a I49b I21b I70a I33b")


@pytest.mark.rule("TR-R16", "TR-R7")
def test_a_seat_that_can_neither_take_nor_finish_is_out_of_time_when_its_turn_comes(tr):
    t = tr.on_top(tr.turns(3), "I10 I24")
    tr.do(t, 0, "flip", "put_back")
    tr.do(t, 1, "flip")
    taken_up(t, 2)
    tr.do(t, 1, "place I24a")
    assert list(t.asks.items()) == [(2, [("finish",)])], "there is nothing to take"
    tr.do(t, 2, "finish")
    assert list(t.asks.items()) == [(1, [("finish",)])]
    assert t.places == [0, 0, 1]
    tr.do(t, 1, "finish")
    assert tr.events_named(t, "out_of_time") == [(0,)]
    assert [event[0] for event in tr.events_named(t, "finished")] == [2, 1]
    assert tr.events_named(t, "laid"), "the Score Phase has begun"


@pytest.mark.rule("TR-R16")
def test_the_rest_of_the_rules_is_the_same_in_turns(tr):
    t = tr.put(tr.turns(2, reach=20), 0, "I50a")
    tr.do(tr.on_top(t, "I34"), 0, "flip")
    assert tr.no(t, 0, "place I34a") == "no-fit"
    assert tr.no(t, 0, "finish") == "hands-full"
    assert tr.no(t, 0, "flip") == "hands-full"
    tr.do(t, 0, "place I34b")
    assert t.burgers[0] == tr.faces("I50a I34b"), "no clock, so no reach either"


def test_time_stands_still_in_the_pace_that_the_terminal_starts_with(tr):
    t = tr.game.table(2, Chance(1), dict(tr.game.untimed_settings))
    assert CLOCK not in t.asks
    assert tr.game.live_at(tr.game.settings(2))
    assert not tr.game.live_at(tr.game.settings(2, tr.game.untimed_settings))
