"""Whole games: nothing is lost, and a client can play the stepped pace to its end."""

import random

import pytest

from flattop.kernel import CLOCK
from flattop.terminal.session_setup import GameRequest, new_session
from tests.conformance.random_play import any_move, skilled

from .scenes import GAME, Scenario


def pieces(t):
    """Count every ingredient, spice, plate and patron on the table."""
    dishes, jobs = list(t.dishes.values()), [job for job in t.jobs.values() if job.kind == "stock"]
    food = [
        t.larder[k] + sum(room[k] for room in t.rooms) + sum(dish.food[k] for dish in dishes)
        + sum(job.amount for job in jobs if job.noun == k)
        for k in range(6)
    ]  # fmt: skip
    spices = [t.rack[k] + t.bag[k] + sum(dish.spices[k] for dish in dishes) for k in range(5)]
    stacks = zip(t.cupboard, t.sink, t.aside, strict=True)
    plates = [sum(stack) + sum(dish.size == s for dish in dishes) for s, stack in enumerate(stacks)]
    seated = [card for card in t.tables if card >= 0]
    patrons = sorted([*t.deck, *t.discard, *t.gone, *seated, *(card for cards in t.orders for card in cards)])
    return food, spices, plates, patrons


@pytest.mark.parametrize("scenario", range(1, 9))
@pytest.mark.parametrize("pace", ["real", "stepped"])
def test_nothing_is_ever_lost_and_every_coin_is_accounted_for(scenario, pace):
    rnd = random.Random(scenario)
    for seed in range(3):
        t = Scenario(scenario, seats=2 + seed % 3, seed=seed, started=False, pace=pace).t
        start = pieces(t)
        while not t.over:
            t.play(*any_move(t, rnd))
            assert pieces(t) == start
            assert sum(t.till.values()) == t.coins >= 0
            standing = {timer: area for area, spaces in enumerate(t.spaces) for timer in spaces if timer >= 0}
            assert all(t.places[timer] == area for timer, area in standing.items())
            assert len(standing) == sum(place >= 0 for place in t.places)


@pytest.mark.parametrize("scenario", [1, 3, 6, 8])
def test_seats_not_asked_again_would_get_the_same_options(scenario):
    rnd = random.Random(scenario)
    for seats in (2, 4):
        t = Scenario(scenario, seats=seats, seed=seats, started=False, pace="real").t
        while not t.over:
            t.play(*any_move(t, rnd))
            afresh = t.clone()
            afresh.ask_afresh()
            assert list(t.asks.items()) == list(afresh.asks.items())


@pytest.mark.parametrize("seats", [2, 4])
def test_nothing_is_lost_among_teams_that_reach_their_goals(seats):
    start = None
    for match, _, _ in skilled(GAME, seats, 3, {"scenario": 8}, undoable=False):
        start = start or pieces(match.table)
        assert pieces(match.table) == start
        assert sum(match.table.till.values()) == match.table.coins


def test_on_a_screen_time_is_stepped_and_moves_by_itself(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    session = new_session(GameRequest("kitchen-rush", "you:Ann,house,house", {"scenario": 2}, None, 7))
    assert session.match.settings["pace"] == "stepped"
    while not session.match.over:
        assert CLOCK not in session.match.table.asks
        bot = session.bot_to_move
        if bot is not None:
            session.play_bot_move(session.choose_bot_move(bot))
        else:
            session.play(0, session.first_hint(0)[0])
    assert not [note for note in session.notes if "at a loss" in note]
    assert session.match.outcome.winners == (0, 1, 2)
    session.close()
