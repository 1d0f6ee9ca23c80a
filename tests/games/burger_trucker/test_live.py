"""Live and headless: time by arrival, exact replays, restarts, races."""

import pytest

from flattop.bots import bot
from flattop.kernel import CLOCK, Chance, Illegal
from flattop.lab import turns
from flattop.match import Match, RealtimeDriver
from tests.games.live_games import PEOPLE, entries, live, replay

PACE = (12, 40)  # ticks between two moves of a bot


@pytest.mark.rule("TR-E20", "TR-R1")
@pytest.mark.parametrize("seats", [2, 4])
def test_a_live_game_with_ticks_by_arrival_replays_to_the_same_table_after_every_entry(tr, seats):
    match = live(tr.game, seats, 7, rounds=2, pace=PACE)
    ticks = [action for seat, action in entries(match) if seat == CLOCK]
    assert len(ticks) > 30, "time is interleaved with what hands do"
    again, hashes = replay(match)
    assert again.table == match.table
    assert again.events == match.events
    assert again.record.text() == match.record.text()
    assert replay(match)[1] == hashes


@pytest.mark.rule("TR-E20")
def test_after_a_restart_nobody_has_lost_time(tr):
    match = live(tr.game, 3, 5, until=60, pace=PACE)
    assert match.table.phase == "build"
    again, _ = replay(match)
    assert again.table == match.table
    driver = RealtimeDriver(again, 5e6)
    before = again.table.now
    driver.advance(5e6 + 0.25)
    assert again.table.now == before + 2


def test_headless_games_are_the_same_again(tr):
    def game(seed):
        match = Match(tr.game, PEOPLE[:3], seed, undoable=False, logged=False)
        bots = [bot("house", "burger-trucker", Chance(seat)) for seat in range(3)]
        assert len(list(turns(match, bots))) == match.actions
        return match.record.chain

    assert game(3) == game(3) != game(4)


def test_idle_the_clock_jumps_from_moment_to_moment(tr):
    t = tr.counting(2)
    jumps = []
    while t.round == 1:
        step = list(t.asks[CLOCK])[-1]
        jumps.append(step[1])
        t.play(CLOCK, step)
    assert jumps == [10, 10, 10, 1650, 150]
    assert t.coins == [0, 0]


@pytest.mark.rule("TR-R2", "TR-E5")
def test_simultaneous_actions_are_applied_one_after_the_other(tr):
    match = Match(tr.game, PEOPLE[:3], 3, undoable=False)
    driver = RealtimeDriver(match, 0.0)
    for seat in range(3):
        driver.play_at(0.0, seat, ("ready",))
    driver.advance(3.0)
    driver.play_at(3.2, 1, ("flip",))
    driver.play_at(3.3, 1, ("put_back",))
    (card,) = match.table.face_up
    driver.play_at(15.0, 2, ("grab", card))
    with pytest.raises(Illegal) as refused:
        driver.play_at(15.0, 0, ("grab", card))
    assert (refused.value.code, refused.value.rule) == ("gone", "TR-R2")
    driver.play_at(15.0, 0, ("flip",))
    assert match.table.taken_at == [120, 2, 120]


def test_no_time_passes_between_the_rounds(tr):
    match = Match(tr.game, PEOPLE[:2], 3, undoable=False)
    driver = RealtimeDriver(match, 0.0)
    driver.advance(500.0)
    assert match.actions == 0
    assert driver.due() is None
    for seat in (0, 1):
        driver.play_at(500.0, seat, ("ready",))
    driver.advance(501.0)
    assert match.table.now == -20


def test_nothing_is_taken_back_while_the_clock_runs_and_a_step_is_in_turns(tr):
    match = Match(tr.game, PEOPLE[:2], 1)
    for seat in (0, 1):
        match.play(seat, ("ready",))
    match.play(CLOCK, ("tick", 30))
    match.play(0, ("flip",))
    assert match.undo_terms(0) is None
    match = Match(tr.game, PEOPLE[:2], 1, {"pace": "turns"})
    match.play(0, ("flip",))
    assert match.undo_terms(0).kind == "consent", "a hidden card was seen"
    match.play(0, ("put_back",))
    match.play(1, ("grab", match.table.face_up[0]))
    assert match.undo_terms(1).kind == "free"
