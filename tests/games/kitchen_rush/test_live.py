"""Live and headless: time by arrival, exact replays, restarts, and secrets of the face-down decks."""

import random

import pytest

from flattop.bots import bot
from flattop.games.kitchen_rush.pieces import IN_HAND
from flattop.kernel import CLOCK, HIDDEN, Chance, view
from flattop.lab import turns
from flattop.match import Match, RealtimeDriver, state_hash
from tests.conformance.random_play import any_move
from tests.conformance.secrecy import as_sent, elsewhere
from tests.games.live_games import PEOPLE, live, replay

from .scenes import ANN, BEN, GAME, TIMER, Scenario, action


@pytest.mark.parametrize(("scenario", "seats"), [(1, 2), (3, 3), (8, 4)])
def test_a_live_game_with_ticks_by_arrival_replays_to_the_same_hash(scenario, seats):
    match = live(GAME, seats, 7, scenario=scenario)
    ticks = [line for line in match.record.lines if f'"play":[{CLOCK},' in line]
    assert len(ticks) > 100, "time is interleaved with what people do"
    again, _ = replay(match)
    assert state_hash(again.table) == state_hash(match.table)
    assert again.events == match.events
    assert again.record.text() == match.record.text()


def test_after_a_restart_in_mid_shift_nobody_has_lost_time():
    match = live(GAME, 3, 5, until=120, scenario=3)
    again, _ = replay(match)
    assert again.table.timers == match.table.timers
    assert again.table.jobs == match.table.jobs
    driver = RealtimeDriver(again, 5e6)
    before = again.table.now
    driver.advance(5e6 + 0.25)
    assert again.table.now == before + 2


def test_headless_games_are_the_same_again():
    def game(seed):
        match = Match(GAME, PEOPLE[:3], seed, {"scenario": 4}, undoable=False, logged=False)
        bots = [bot("house", "kitchen-rush", Chance(seat)) for seat in range(3)]
        assert len(list(turns(match, bots))) == match.actions
        return match.record.chain

    assert game(3) == game(3) != game(4)


def test_idle_the_clock_jumps_from_moment_to_moment():
    k = Scenario(3, seats=4, pause="off")
    moves = 0
    while not k.t.over:
        k.t.play(CLOCK, list(k.t.asks[CLOCK])[-1])
        moves += 1
    assert moves == 1


@pytest.mark.parametrize("scenario", [6, 7, 8])
def test_no_byte_depends_on_the_order_of_the_decks(scenario):
    rnd, looked = random.Random(scenario), 0
    for seed in range(40):
        match = Match(GAME, PEOPLE[: 2 + seed % 3], seed, {"scenario": scenario}, logged=False)
        while not match.over and looked < 700:
            if rnd.random() < 0.3:
                seat = rnd.choice([None, *range(match.table.seats)])
                other = elsewhere(match, seat, Chance(looked))
                assert as_sent(match, seat) == as_sent(other, seat)
                looked += 1
            match.play(*any_move(match.table, rnd))
    assert looked > 200


def test_an_award_put_back_is_known_and_the_others_are_not():
    k = Scenario(7).put(coins=60, reputation=7).end()
    k.put(reputation=2, coins=60).start().end()
    seen = view(k.t, GAME.zones, 0)["awards_deck"]
    assert seen[:2] == k.t.awards_deck[:2]
    assert set(seen[2:]) == {HIDDEN}


def test_in_the_stepped_pace_a_step_is_free_to_take_back_up_to_the_last_card_turned_up():
    match = Match(GAME, PEOPLE[:2], 1, {"scenario": 3, "pace": "stepped"})
    match.play(BEN, ("ready",))
    match.play(ANN, ("start",))
    match.play(ANN, action("place ann1 dining"))
    match.play(ANN, ("order", 0))
    assert match.undo_terms(ANN).kind == "free"
    match.undo(ANN)
    assert match.table.orders[ANN] == []
    match.undo(ANN)
    assert match.table.places[TIMER["ann1"]] == IN_HAND
