"""The realtime driver: live, stepped and simulated time, with exact replay."""

from collections import Counter
from itertools import pairwise
from types import SimpleNamespace

import pytest

from flattop.games import game
from flattop.kernel import CLOCK, SECOND, Chance, Frame, Illegal, Table, Ticks, part
from flattop.kernel.text.game_text import Step
from flattop.match import BotReaction, Match, RealtimeDriver
from flattop.match.realtime import HURRY
from flattop.match.record import Record
from flattop.match.undo_history import UndoHistory


@part
class GrillTable(Table):
    now: int = 0
    limit: int = 600
    free_at: list[int] = None
    cooked: list[int] = None
    runs_out: list[int] = None  # told in the log


@part
class Grill(Frame):
    """All seats cook at once. A patty takes 30 ticks, and every seat may stop the clock."""

    at: str = "bustle"

    def bustle(self, t):
        free = [seat for seat, at in enumerate(t.free_at) if at <= t.now]
        return t.ask_any(self.options(t, free)) if t.now < t.limit else t.done()

    def options(self, t, free):
        return {CLOCK: Ticks(nearest(t), t.limit - t.now), **{seat: [("cook",), ("pause",)] for seat in free}}

    def tick(self, t, seat, n):
        before, t.now = t.now, t.now + n
        for who, at in enumerate(t.free_at):
            if before < at <= t.now:
                t.tell("free", who, at)
        return self.bustle

    def cook(self, t, seat):
        t.free_at[seat] = t.now + 30
        t.cooked[seat] += 1
        t.tell("cooked", seat, t.now)
        return self.bustle

    def pause(self, t, seat):
        return t.call(Paused(), self.resumed)

    def resumed(self, t, _):
        return self.bustle


@part
class Paused(Frame):
    at: str = "stand_still"

    def stand_still(self, t):
        return t.ask_any({seat: [("resume",)] for seat in range(t.seats)})

    def resume(self, t, seat):
        return t.done()


@part
class Beats(Grill):
    """The same game with a stepped clock, which is asked alone."""

    def options(self, t, free):
        return {seat: [("cook",)] for seat in free} or {CLOCK: [("tick", nearest(t))]}


def nearest(t):
    """Ticks until a seat is free, or until the end."""
    return min([t.limit, *(at for at in t.free_at if at > t.now)]) - t.now


TEXT = SimpleNamespace(verbs={}, step=lambda t, seat: Step(("T-1",)))


def grill(first=Grill, seats=2, undoable=False, limit=600):
    """Make a match of the toy game, which is not in the catalog."""
    match = object.__new__(Match)
    t = GrillTable(
        seats=seats, chance=Chance(1), free_at=[0] * seats, cooked=[0] * seats, runs_out=[], limit=limit
    )
    t.start(first())
    match.__dict__.update(
        table=t, events=[], _logs={None: [], 0: [], 1: []}, actions=0, ticks=0, paused=False, logged=True,
        history=UndoHistory() if undoable else None, people=("Ann", "Ben"), record=Record({}),
        undone=Counter(),
        game=SimpleNamespace(text=TEXT, holds=(), own_hand=(), keeps_anytime=()), auto_answers={},
    )  # fmt: skip
    match.plays = []
    match._add_entry = lambda entry: match.plays.append(tuple(entry["play"]))
    return match


def test_time_is_played_before_each_input():
    match = grill()
    driver = RealtimeDriver(match, 100.0)
    driver.play_at(101.23, 0, ("cook",))
    driver.play_at(101.31, 1, ("cook",))
    assert match.plays == [(CLOCK, "tick", 12), (0, "cook"), (CLOCK, "tick", 1), (1, "cook")]
    assert match.table.now == 13


def test_inputs_within_one_tick_keep_their_order():
    match = grill()
    driver = RealtimeDriver(match, 0.0)
    driver.play_at(1.01, 1, ("cook",))
    driver.play_at(1.02, 0, ("cook",))
    assert match.plays == [(CLOCK, "tick", 10), (1, "cook"), (0, "cook")]


def test_time_is_split_at_timed_events():
    match = grill()
    driver = RealtimeDriver(match, 0.0)
    driver.play_at(0.0, 0, ("cook",))
    events = driver.advance(4.0)
    assert match.plays[1:] == [(CLOCK, "tick", 30), (CLOCK, "tick", 10)]
    assert events == [(None, ("free", 0, 30))]


def test_rules_accept_ticks_up_to_the_limit_and_refuse_more():
    t = grill().table
    for wrong in (("tick", 0), ("tick", 601), ("tick", -3), ("tick", 1.5), ("tick", True), ("tick",)):
        with pytest.raises(Illegal):
            t.play(CLOCK, wrong)
    t.play(CLOCK, ("tick", 600))
    assert t.over


def test_fractions_of_a_tick_are_not_lost():
    match = grill()
    driver = RealtimeDriver(match, 0.0)
    for step in range(1, 101):
        driver.advance(step * 0.033)
    assert match.table.now == 33


def test_clock_that_is_set_back_plays_nothing():
    match = grill()
    driver = RealtimeDriver(match, 50.0)
    driver.advance(51.0)
    assert driver.advance(20.0) == []
    assert match.table.now == 10


def test_no_time_passes_in_a_pause_of_the_rules():
    match = grill()
    driver = RealtimeDriver(match, 0.0)
    driver.play_at(1.0, 0, ("cook",))
    driver.play_at(2.0, 1, ("pause",))
    assert driver.due() is None
    driver.advance(500.0)
    assert match.table.now == 20
    with pytest.raises(Illegal):
        driver.play_at(600.0, 1, ("cook",))
    driver.play_at(1000.0, 0, ("resume",))
    driver.advance(1001.0)
    assert match.table.now == 30
    assert match.table.free_at[0] == 40


def test_downtime_before_a_restart_does_not_count():
    match = grill()
    driver = RealtimeDriver(match, 0.0)
    driver.play_at(5.0, 0, ("cook",))
    later = RealtimeDriver(match, 90_000.0)
    later.advance(90_001.0)
    assert match.table.now == 60
    assert match.table.free_at[0] == 80


def test_heartbeat_records_time_every_second():
    driver = RealtimeDriver(grill(), 7.0)
    assert driver.due() == 7.0 + 1
    assert RealtimeDriver(grill(), 7.0, heartbeat=0).due() == 7.0 + 600 / SECOND


def test_driver_is_due_at_the_next_timed_event():
    match = grill()
    driver = RealtimeDriver(match, 0.0, heartbeat=0)
    driver.play_at(2.0, 0, ("cook",))
    assert driver.due() == pytest.approx(5.0)
    driver.advance(driver.due())
    assert match.table.now == 50


def test_lag_is_the_time_since_the_due_time():
    driver = RealtimeDriver(grill(), 0.0)
    assert driver.lag(0.9) == 0.0
    assert driver.lag(1.25) == pytest.approx(0.25)
    driver.play_at(2.0, 0, ("pause",))
    assert driver.lag(100.0) == 0.0


def test_refused_input_only_advances_time():
    match = grill()
    driver = RealtimeDriver(match, 0.0)
    driver.play_at(0.0, 0, ("cook",))
    with pytest.raises(Illegal):
        driver.play_at(1.0, 0, ("cook",))
    assert match.plays == [(0, "cook"), (CLOCK, "tick", 10)]


def test_time_after_the_end_is_not_played():
    match = grill(limit=20)
    driver = RealtimeDriver(match, 0.0)
    driver.advance(60.0)
    assert match.over
    assert match.table.now == 20
    assert driver.due() is None


def test_stepped_clock_moves_when_no_other_seat_is_asked():
    match = grill(Beats)
    driver = RealtimeDriver(match, 0.0)
    assert not driver.running
    driver.play_at(100.0, 0, ("cook",))
    assert match.table.now == 0
    driver.play_at(200.0, 1, ("cook",))
    assert match.table.now == 30
    assert match.plays[-1] == (CLOCK, "tick", 30)


def test_replayed_actions_lead_to_the_same_table():
    match = grill()
    driver = RealtimeDriver(match, 3.3)
    for n, at in enumerate((3.31, 4.0, 6.47, 9.99, 11.0)):
        driver.play_at(at, n % 2, ("cook",))
    again = grill()
    for seat, *action in match.plays:
        again.play(seat, tuple(action))
    assert again.table == match.table
    assert again.events == match.events


# -- bots


def crew(match, seed=0):
    reactions = {seat: BotReaction(Chance(seed + seat)) for seat in range(match.table.seats)}
    return RealtimeDriver(match, 0, reactions, rate=1, heartbeat=0)


def played_by_bots(match, seed=0):
    """Simulate bots that cook as soon as they may move, and wait if they cannot."""
    driver, when = crew(match, seed), []
    while not match.over:
        ready = driver.ready()
        if not ready:
            driver.advance(driver.due())
        elif ("cook",) in match.table.asks.get(ready[0], ()):
            when.append((match.table.now, ready[0]))
            driver.play_at(driver.played_until, ready[0], ("cook",))
        else:
            driver.wait(ready[0])
    return when


def test_bot_needs_its_reaction_time_between_moves():
    when = played_by_bots(grill())
    for seat in (0, 1):
        mine = [tick for tick, who in when if who == seat]
        assert len(mine) > 10
        assert all(30 < later - tick <= 50 for tick, later in pairwise(mine)), mine


def test_pace_of_a_bot_depends_on_its_own_chance_only():
    assert played_by_bots(grill(), 1) == played_by_bots(grill(), 1)
    assert played_by_bots(grill(), 1) != played_by_bots(grill(), 9)


def test_waiting_bot_reacts_only_after_an_event():
    driver = crew(grill())
    driver.wait(0)
    driver.wait(1)
    assert driver.ready() == []
    driver.play_at(5, 1, ("cook",))
    assert not driver.reactions[0].idle
    assert 8 <= driver.reactions[0].free_at - 5 <= 20


def test_bots_answer_at_once_while_the_clock_does_not_run():
    match = grill()
    driver = crew(match)
    driver.play_at(3, 0, ("pause",))
    assert driver.ready() == [0, 1]


def test_simulated_time_skips_to_the_next_event():
    match = grill(limit=10_000_000)
    driver = crew(match)
    for seat in (0, 1):
        driver.wait(seat)
    driver.advance(driver.due())
    assert match.over
    assert len(match.plays) == 1


# -- undo


def test_passed_time_cannot_be_undone():
    match = grill(Beats, undoable=True)
    match.play(0, ("cook",))
    assert match.undo_terms(0).kind == "consent"
    match.play(1, ("cook",))
    assert match.undo_terms(0) is None, "the clock is about to move"
    match.play(CLOCK, ("tick", 30))
    assert match.undo_terms(0) is None


def test_undo_is_impossible_while_the_clock_runs():
    match = grill(undoable=True)
    match.play(0, ("cook",))
    assert match.undo_terms(0) is None


def test_ticks_behave_like_options():
    import pickle

    ticks = Ticks(27, 300)
    assert list(ticks) == [("tick", 10), ("tick", 27)] == [ticks[0], ticks[1]]
    assert list(Ticks(4, 300)) == [("tick", 4)]
    assert len(Ticks(4, 300)) == 1
    assert ("tick", 300) in ticks
    assert ("tick", 301) not in ticks
    assert pickle.loads(pickle.dumps(ticks)) == ticks != Ticks(27, 299)
    assert hash(ticks) == hash(Ticks(27, 300))
    assert repr(ticks) == "Ticks(27, 300)"


def test_no_time_passes_and_no_seat_plays_while_paused():
    match = grill()
    match._add_entry = lambda entry: None
    driver = RealtimeDriver(match, 0.0, {1: BotReaction(Chance(1), 2, 2)})
    driver.advance(2.0)
    match.pause(0)
    driver.advance(60.0)
    assert match.table.now == 20
    assert driver.due() is None
    assert driver.ready() == []
    with pytest.raises(Illegal, match="paused"):
        match.play(1, ("cook",))
    match.resume(1)
    driver.advance(61.0)
    assert match.table.now == 30
    assert [words for _, words in match.events if words[0] in ("stopped", "restarted")] == [
        ("stopped", 0),
        ("restarted", 1),
    ]


def noting(match):
    """Collect the entries of a match."""
    match.entries = []
    match._add_entry = match.entries.append
    return match


def test_pause_and_resume_take_effect_at_their_tick():
    match = noting(grill())
    driver = RealtimeDriver(match, 0.0)
    assert driver.pause(2.0, 0) == [(None, ("stopped", 0))]
    assert driver.resume(60.0, 1) == [(None, ("restarted", 1))]
    driver.advance(61.0)
    assert match.entries == [
        {"play": [CLOCK, "tick", 20]}, {"pause": [0]}, {"resume": [1]}, {"play": [CLOCK, "tick", 10]},
    ]  # fmt: skip


def test_undo_wakes_waiting_bots(monkeypatch):
    match = noting(grill(Beats, undoable=True))
    monkeypatch.setattr("flattop.match.match.is_observable", lambda match, was, seat: True)
    driver = RealtimeDriver(match, 0.0, {1: BotReaction(Chance(1))})
    driver.play_at(0.0, 0, ("cook",))
    driver.wait(1)
    assert driver.undo(1.0, 0, {1}) == [(None, ("undone", 0))]
    assert 0 in match.table.asks
    assert not driver.reactions[1].idle


def test_no_time_passes_while_suspended():
    match = grill()
    driver = RealtimeDriver(match, 0.0, {1: BotReaction(Chance(1))})
    assert driver.ready() == [1]
    driver.suspend(1.05)
    assert match.table.now == 10
    assert (driver.due(), driver.ready(), driver.elapsed_ticks(9.0)) == (None, [], 0.0)
    assert not driver.skip_ahead()
    driver.advance(50.0)
    driver.unsuspend(100.0)
    assert driver.elapsed_ticks(100.25) == pytest.approx(2.5)
    driver.advance(101.0)
    assert match.table.now == 20


def test_set_bots_adds_and_removes_reactions():
    driver = RealtimeDriver(grill(), 0.0, {0: BotReaction(Chance(1))}, rate=1)
    driver.advance(5)
    driver.set_bots([1], lambda seat: BotReaction(Chance(seat), 3, 3))
    assert list(driver.reactions) == [1]
    assert driver.reactions[1].free_at == 8
    kept = driver.reactions[1]
    driver.set_bots([0, 1], lambda seat: BotReaction(Chance(seat)))
    assert driver.reactions[1] is kept
    driver.wait(7)
    driver.restart_reaction(7)  # a seat without a reaction is ignored


def test_set_pace_sets_the_reaction_times():
    reaction = BotReaction(Chance(1))
    assert (reaction.quickest, reaction.slowest) == (8, 20)
    reaction.set_pace(0.8)
    assert (reaction.quickest, reaction.slowest) == (8, 20)
    reaction.set_pace(0)
    assert (reaction.quickest, reaction.slowest) == (1, 2)


def test_on_entry_gets_every_entry_in_order():
    match, heard = Match(game("burger-go"), ["Ann", "Ben"], 1), []
    match.on_entry = lambda entry: heard.append((entry, match.record.chain))
    action = match.table.asks[0][0]
    match.play(0, action)
    chain = match.record.chain
    match.pause(1)
    match.resume(1)
    match.undo(0)
    assert heard[0] == ({"play": [0, *action]}, chain)
    assert [entry for entry, _ in heard[1:]] == [{"pause": [1]}, {"resume": [1]}, {"undo": [0]}]


def test_time_runs_faster_while_only_bots_are_left_to_act(monkeypatch):
    match, through = grill(limit=10_000), set()
    monkeypatch.setattr(GrillTable, "is_through", lambda t, seat: seat in through)
    driver = RealtimeDriver(match, 100.0)
    driver.adjust_rate(100.0, [0])
    assert driver.speedup == 1
    through.add(0)
    driver.adjust_rate(100.05, [0])  # the half tick since the last one is not lost
    assert (driver.speedup, driver.rate) == (HURRY, HURRY * SECOND)
    assert driver.elapsed_ticks(100.05) == pytest.approx(0.5)
    driver.advance(101.05)
    assert match.table.now == HURRY * SECOND
    through.clear()
    driver.adjust_rate(101.05, [0])
    assert (driver.speedup, driver.rate) == (1, SECOND)
    assert driver.elapsed_ticks(101.05) == pytest.approx(0.5)


def test_a_player_who_is_done_waits_for_two_minutes_of_bots_at_most_15_seconds(monkeypatch):
    match = grill(limit=120 * SECOND)
    monkeypatch.setattr(GrillTable, "is_through", lambda t, seat: seat == 0)
    driver = RealtimeDriver(match, 100.0)
    driver.adjust_rate(100.0, [0])
    driver.advance(115.0)
    assert match.table.now == 120 * SECOND


def test_a_person_alone_with_bots_waits_at_most_eight_seconds_for_the_sand_of_kitchen_rush():
    match = Match(game("kitchen-rush"), ["Ann", "Basil"], 7)
    driver = RealtimeDriver(match, 100.0)
    for seat in (1, 0):
        match.play(seat, match.table.asks[seat][0])
    driver.adjust_rate(100.0, [0])
    assert driver.speedup == 1
    while 0 in match.table.asks:
        match.play(0, match.table.asks[0][-1])
        driver.adjust_rate(100.0, [0])
    driver.advance(108.0)
    assert 0 in match.table.asks
    driver.adjust_rate(108.0, [0])
    assert driver.speedup == 1


@pytest.mark.parametrize("persons", [[], [0, 1]], ids=["only bots play", "no seat is a bot"])
def test_time_keeps_its_rate_if_no_person_waits_for_bots(monkeypatch, persons):
    monkeypatch.setattr(GrillTable, "is_through", lambda t, seat: seat in persons)
    driver = RealtimeDriver(grill(), 100.0)
    driver.adjust_rate(100.0, persons)
    assert driver.speedup == 1
