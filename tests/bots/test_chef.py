"""Chef: candidate moves, paired playouts, and the significance test against the house bot's move."""

from itertools import islice

import pytest

from flattop.bots import bot
from flattop.bots.chef import Chef, SearchParams, evaluate_moves, params_for
from flattop.bots.chef.playout import Candidate, Playout, PlayoutResult, estimated_win, points_lead, win_share
from flattop.bots.chef.search import SETUP_WORK, Search, candidate_moves
from flattop.bots.policies.burger_trucker import WEIGHTS
from flattop.bots.policies.hanaburger import forecast
from flattop.games import CATALOG, game
from flattop.games.manifest import manifest
from flattop.kernel import CLOCK, PASS, WAIT, Chance, Outcome, determinize
from flattop.match import Match, Observation
from flattop.match.game_loop import turns

SHORT = 0.03  # of the usual effort


def midgame(key, seats, decisions, seed=3):
    """Return a match after a number of decisions of house bots."""
    match = Match(game(key), [f"P{n}" for n in range(seats)], seed, undoable=False, logged=False)
    for _ in islice(turns(match, [bot("house", key, Chance(n)) for n in range(seats)]), decisions):
        pass
    return match


def observation_of(match):
    asks = match.table.asks
    seat = next((seat for seat, options in asks.items() if seat != CLOCK and len(options) > 1), None)
    return Observation(match.game, match.table, seat) if seat is not None else None


def observations(key, seats):
    for decisions in range(3, 60):
        if obs := observation_of(midgame(key, seats, decisions)):
            yield obs


@pytest.mark.parametrize("key", list(CATALOG))
def test_chef_chooses_the_same_on_every_determinization(key):
    obs = next(observations(key, min(game(key).seats)))
    match = midgame(key, obs.seats, 25)
    obs = observation_of(match) or obs
    first = Chef(Chance(5), SHORT).choose(obs)
    assert first in [*obs.options, *obs.anytime, WAIT]
    for n in range(2):
        determinized = Observation(game(key), obs.imagine(Chance(n)), obs.seat)
        assert Chef(Chance(5), SHORT).choose(determinized) == first


def test_chef_does_not_search_if_it_can_only_pass():
    match = midgame("ninja-burger", 3, 0)
    for _ in turns(match, [bot("house", "ninja-burger", Chance(n)) for n in range(3)]):
        seat = next((seat for seat, options in match.table.asks.items() if list(options) == [PASS]), None)
        if seat is not None and match.table.anytime(seat):
            break
    chance = Chance(5)
    assert Chef(chance).choose(Observation(match.game, match.table, seat)) == PASS
    assert chance.draws == 0


def test_every_game_has_search_params():
    assert all(manifest(key).search != SearchParams() for key in CATALOG)


def test_first_candidate_is_the_house_bots_and_candidates_are_unique():
    for obs in islice(observations("burger-boss", 3), 12):
        house = bot("house", "burger-boss", Chance(1)).choose(obs)
        compared = candidate_moves(obs, bot("house", "burger-boss", Chance(1)), Chance(2), 8)
        assert compared[0][0] == house
        assert len(set(compared)) == len(compared) <= 8
        assert all(move[0] in [*obs.options, *obs.anytime] for move in compared)


def test_candidate_may_have_several_actions():
    chains = [
        move
        for obs in islice(observations("burger-boss", 3), 12)
        for move in candidate_moves(obs, bot("house", "burger-boss", Chance(1)), Chance(2), 40)
    ]
    assert max(map(len, chains)) > 1
    starts = {move[:1] for move in chains if len(move) > 1}
    assert any(
        sum(move[:1] == start for move in chains) > 1 for start in starts
    )  # they differ in a later action


def test_candidates_are_compared_by_paired_differences():
    one, other = Candidate((("take", 1),)), Candidate((("take", 2),))
    for value in (0.0, 0.4, 0.8):
        one.add(PlayoutResult(value + 0.1, value + 0.1, 7))
        other.add(PlayoutResult(value, value, 5))
    gain, error = one.gain_over(other)
    assert gain == pytest.approx(0.075)  # one more pair counts as equal
    assert error == pytest.approx(0.025)  # the random numbers are common, so nothing else varies


def test_house_move_is_left_only_for_a_significantly_better_one():
    search = Search(next(observations("burger-go", 2)), Chance(1), SearchParams(min_z=1.5))
    house, other = search.live = search.candidates[:2]
    for n in range(10):
        house.add(PlayoutResult(0.5, 0.5, 0))
        other.add(PlayoutResult(0.5 + (0.3 if n % 2 else -0.25), 0.5, 0))
    assert search.result.best is house  # a little better on average, but not significantly
    for _ in range(10):
        house.add(PlayoutResult(0.5, 0.5, 0))
        other.add(PlayoutResult(0.8, 0.8, 0))
    assert search.result.best is other


def test_significantly_worse_candidates_are_dropped_but_never_the_house_move():
    search = Search(next(observations("burger-go", 2)), Chance(1), SearchParams())
    for candidate in search.candidates:
        for n in range(10):
            candidate.add(PlayoutResult((0.2 if candidate is search.house else 0.9) + n / 100, 0, 0))
    assert search._better_half()[0] is search.house
    for candidate in search.candidates[1:]:
        candidate.values[:] = [0.1] * 10
    search.house.values[:] = [0.9 + n / 100 for n in range(10)]
    assert search._better_half() == [search.house]


def test_search_stops_after_its_work_or_its_time():
    obs = next(observations("burger-go", 2))
    search = Search(obs, Chance(1), SearchParams(work=600, moves=4))
    results = list(search.run(600))
    assert results[0].playouts == 0
    assert results[-1].playouts == search.playouts > 4
    assert 600 <= search.work < 600 + 4 * 2 * (80 + SETUP_WORK)
    *_, late = evaluate_moves(obs, Chance(1), effort=1e9, seconds=0.05)
    assert late.playouts > 0


def test_single_option_needs_no_search():
    match = midgame("burger-go", 2, 0)
    while len(next(iter(match.table.asks.values()))) > 1:
        match.push(*next((seat, next(iter(options))) for seat, options in match.table.asks.items()))
    seat, options = next(iter(match.table.asks.items()))
    assert Chef(Chance(1), effort=1e9).choose(Observation(match.game, match.table, seat)) in options


def test_waiting_is_a_candidate_in_real_time():
    match = midgame("kitchen-rush", 2, 40)
    while CLOCK not in match.table.asks or not any(seat != CLOCK for seat in match.table.asks):
        for _ in islice(turns(match, [bot("house", "kitchen-rush", Chance(n)) for n in range(2)]), 1):
            pass
    seat = next(seat for seat in match.table.asks if seat != CLOCK)
    obs = Observation(match.game, match.table, seat)
    compared = candidate_moves(obs, bot("house", "kitchen-rush", Chance(1)), Chance(2), 50)
    assert (WAIT,) in compared
    end = Playout(
        match.game, determinize(match.table, match.game.zones, seat, Chance(1)), seat, SearchParams(), 7
    )
    assert end.play((WAIT,)).points > 0


def test_win_is_estimated_from_the_lead():
    assert estimated_win(0, 2) == 0.5
    assert estimated_win(0, 4) == 0.25
    assert estimated_win(-3, 3) < 0.01 < 0.99 < estimated_win(3, 3)


def test_chef_accepts_other_params():
    obs = next(observations("burger-go", 2))
    house = bot("house", "burger-go", Chance(1)).choose(obs)
    never = SearchParams(work=60, moves=2, min_z=99.0)
    assert Chef(Chance(1), params=never).choose(obs) == house


def test_cooperative_games_are_played_out_to_the_end():
    assert params_for("between-two-burgers", rivals=True) == manifest("between-two-burgers").search
    assert params_for("between-two-burgers", rivals=False).depth == 0
    assert params_for("kitchen-rush", rivals=False) == manifest("kitchen-rush").search


def test_gain_must_exceed_min_gain():
    search = Search(next(observations("burger-go", 2)), Chance(1), SearchParams(min_gain=0.2))
    house, other = search.live = search.candidates[:2]
    for _ in range(10):
        house.add(PlayoutResult(0.5, 0.5, 0))
        other.add(PlayoutResult(0.65, 0.5, 0))
    assert search.result.best is house
    other.values[:] = [0.9] * 10
    assert search.result.best is other


def test_win_share_and_points_lead():
    tied = Outcome((9, 9, 4), (0, 1), "")
    assert [win_share(tied, seat, rivals=True) for seat in range(3)] == [0.5, 0.5, 0]
    assert [points_lead(tied.points, seat, rivals=True) for seat in range(3)] == [0, 0, -5]
    together = Outcome((30, 30), (0, 1), "")
    assert win_share(together, 1, rivals=False) == 1
    assert points_lead(together.points, 1, rivals=False) == 30


def test_determinizations_agree_with_hints():
    match = next(
        match
        for decisions in range(20, 120)
        if (match := midgame("hanaburger", 3, decisions)).table.stack[-1].at == "turn"
        and match.table.fresh[match.table.active]
    )
    t = match.table
    slot = t.pointed_at[t.active][-1][-1]
    search = Search(Observation(match.game, t, t.active), Chance(2), manifest("hanaburger").search)
    held = [search._determinization().hands[t.active][slot] for _ in range(20)]
    assert all(t.legal_faces(0, card) or t.legal_faces(1, card) for card in held)


def test_playout_that_is_cut_off_is_valued_by_the_forecast():
    match = midgame("hanaburger", 2, 40)
    seat = next(iter(match.table.asks))
    coins = forecast(Observation(match.game, match.table, seat))[seat]
    assert match.table.coins < coins < 100
    params = SearchParams(depth=1, scale=8)
    end = Playout(match.game, match.table.clone(), seat, params, 7).play((("place", 0),))
    assert end.win == 1
    assert end.value == pytest.approx(1 + 0.5 * forecast_after(match, seat, params) / 8)


@pytest.mark.parametrize(
    ("key", "zone", "step"),
    [("between-two-burgers", "turn", "Choice.wait"), ("ninja-burger", "round", "Secret.wait")],
)
def test_playouts_are_cut_off_at_comparable_positions(key, zone, step):
    for obs in islice(observations(key, 3), 0, 40, 8):
        for move in candidate_moves(obs, bot("house", key, Chance(1)), Chance(2), 5):
            playout = Playout(obs.game, obs.imagine(Chance(3)), obs.seat, manifest(key).search, 4)
            before = getattr(playout.t, zone)
            playout.play(move)
            assert playout.t.over or getattr(playout.t, zone) == before + 1
            assert playout.t.over or Observation(obs.game, playout.t, obs.seat).step == step


def trucker_observations(step):
    """Yield observations of Burger Trucker at one kind of decision."""
    match = midgame("burger-trucker", 2, 0)
    for _ in turns(match, [bot("house", "burger-trucker", Chance(n)) for n in range(2)]):
        obs = observation_of(match)
        if obs and obs.step == step:
            yield obs


def test_race_is_cut_off_and_unfinished_burgers_count():
    obs = next(islice(trucker_observations("Build.bustle"), 60, None))
    playout = Playout(obs.game, obs.imagine(Chance(1)), obs.seat, manifest("burger-trucker").search, 2)
    before = playout.t.now
    end = playout.play(())
    assert playout.t.phase == "build"
    assert playout.t.now - before < (manifest("burger-trucker").search.depth + 1) * WEIGHTS.handwork
    assert end.points > playout.t.coins[obs.seat]


def test_round_is_valued_after_its_payment():
    obs = next(trucker_observations("Score.offer"))
    for move in obs.options:
        playout = Playout(obs.game, obs.imagine(Chance(1)), obs.seat, manifest("burger-trucker").search, 2)
        before = len(playout.t.accounts)
        playout.play((move,))
        assert len(playout.t.accounts) == before + 1


def test_few_candidates_are_those_with_the_best_scores():
    obs = next(obs for obs in trucker_observations("Build.bustle") if len(obs.options) > 5)
    scores = bot("house", "burger-trucker", Chance(1)).option_scores(obs)
    first, *others = (
        move[0] for move in candidate_moves(obs, bot("house", "burger-trucker", Chance(1)), Chance(2), 3)
    )
    assert scores[first] == max(scores.values())
    assert [scores[other] for other in others] == sorted(scores.values(), reverse=True)[1:3]


def forecast_after(match, seat, params):
    playout = Playout(match.game, match.table.clone(), seat, params, 7)
    playout.play((("place", 0),))
    return forecast(Observation(match.game, playout.t, seat))[seat]
