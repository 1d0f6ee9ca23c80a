"""Chef: whole moves compared on the same worlds, the house bot's left only where another is surely better."""

from itertools import islice

import pytest

from flattop.bots import bot
from flattop.bots.chef import STYLES, Chef, style_of, think
from flattop.bots.chef.candidates import End, Line
from flattop.bots.chef.params import Style
from flattop.bots.chef.playout import Playout, lead, prospect, share
from flattop.bots.chef.search import SETTING_UP, Search, moves
from flattop.bots.policies.burger_trucker import TASTE
from flattop.bots.policies.hanaburger import forecast
from flattop.games import CATALOG, game
from flattop.kernel import CLOCK, PASS, WAIT, Chance, Outcome, determinize
from flattop.match import Match, Observation
from flattop.match.game_loop import turns

SHORT = 0.03  # of the usual effort


def midgame(key, seats, decisions, seed=3):
    """A table after so many decisions of house bots, and a seat that is asked with something to choose."""
    match = Match(game(key), [f"P{n}" for n in range(seats)], seed, undoable=False, logged=False)
    for _ in islice(turns(match, [bot("house", key, Chance(n)) for n in range(seats)]), decisions):
        pass
    return match


def sight_of(match):
    asks = match.table.asks
    seat = next((seat for seat, options in asks.items() if seat != CLOCK and len(options) > 1), None)
    return Observation(match.game, match.table, seat) if seat is not None else None


def observations(key, seats):
    for decisions in range(3, 60):
        if obs := sight_of(midgame(key, seats, decisions)):
            yield obs


@pytest.mark.parametrize("key", list(CATALOG))
def test_chef_moves_alike_in_worlds_that_look_alike(key):
    obs = next(observations(key, min(game(key).seats)))
    match = midgame(key, obs.seats, 25)
    obs = sight_of(match) or obs
    first = Chef(Chance(5), SHORT).choose(obs)
    assert first in [*obs.options, *obs.anytime, WAIT]
    for n in range(2):
        world = Observation(game(key), obs.imagine(Chance(n)), obs.seat)
        assert Chef(Chance(5), SHORT).choose(world) == first


def test_where_all_there_is_to_do_is_pass_chef_does_not_think():
    match = midgame("ninja-burger", 3, 0)
    for _ in turns(match, [bot("house", "ninja-burger", Chance(n)) for n in range(3)]):
        seat = next((seat for seat, options in match.table.asks.items() if list(options) == [PASS]), None)
        if seat is not None and match.table.anytime(seat):
            break
    chance = Chance(5)
    assert Chef(chance).choose(Observation(match.game, match.table, seat)) == PASS
    assert chance.draws == 0


def test_every_game_has_its_line_of_numbers():
    assert STYLES.keys() == CATALOG.keys()


def test_the_first_move_is_the_house_bots_and_none_is_twice_in_it():
    for obs in islice(observations("burger-boss", 3), 12):
        house = bot("house", "burger-boss", Chance(1)).choose(obs)
        compared = moves(obs, bot("house", "burger-boss", Chance(1)), Chance(2), 8)
        assert compared[0][0] == house
        assert len(set(compared)) == len(compared) <= 8
        assert all(move[0] in [*obs.options, *obs.anytime] for move in compared)


def test_a_chain_of_questions_is_one_move():
    chains = [
        move
        for obs in islice(observations("burger-boss", 3), 12)
        for move in moves(obs, bot("house", "burger-boss", Chance(1)), Chance(2), 40)
    ]
    assert max(map(len, chains)) > 1
    starts = {move[:1] for move in chains if len(move) > 1}
    assert any(sum(move[:1] == start for move in chains) > 1 for start in starts)  # left at a later question


def test_lines_are_compared_world_by_world():
    one, other = Line((("take", 1),)), Line((("take", 2),))
    for luck in (0.0, 0.4, 0.8):
        one.add(End(luck + 0.1, luck + 0.1, 7))
        other.add(End(luck, luck, 5))
    gain, error = one.lead(other)
    assert gain == pytest.approx(0.075)  # one more world is taken to have come to the same
    assert error == pytest.approx(0.025)  # the luck was the same, so no other doubt is left


def test_a_move_is_left_only_where_another_is_surely_better():
    search = Search(next(observations("burger-go", 2)), Chance(1), Style(sure=1.5))
    usual, other = search.live = search.lines[:2]
    for n in range(10):
        usual.add(End(0.5, 0.5, 0))
        other.add(End(0.5 + (0.3 if n % 2 else -0.25), 0.5, 0))
    assert search.thought.best is usual  # a little better on average, by luck as like as not
    for _ in range(10):
        usual.add(End(0.5, 0.5, 0))
        other.add(End(0.8, 0.8, 0))
    assert search.thought.best is other


def test_what_is_surely_worse_is_dropped_and_the_house_bots_move_never():
    search = Search(next(observations("burger-go", 2)), Chance(1), Style())
    for line in search.lines:
        for n in range(10):
            line.add(End((0.2 if line is search.usual else 0.9) + n / 100, 0, 0))
    assert search._better_half()[0] is search.usual
    for line in search.lines[1:]:
        line.values[:] = [0.1] * 10
    search.usual.values[:] = [0.9 + n / 100 for n in range(10)]
    assert search._better_half() == [search.usual]


def test_thinking_stops_when_its_work_is_done_or_its_time_is_over():
    obs = next(observations("burger-go", 2))
    search = Search(obs, Chance(1), Style(work=600, moves=4))
    thoughts = list(search.thoughts(600))
    assert thoughts[0].playouts == 0
    assert thoughts[-1].playouts == search.playouts > 4
    assert 600 <= search.work < 600 + 4 * 2 * (80 + SETTING_UP)
    *_, late = think(obs, Chance(1), effort=1e9, seconds=0.05)
    assert late.playouts > 0


def test_an_only_option_needs_no_thought():
    match = midgame("burger-go", 2, 0)
    while len(next(iter(match.table.asks.values()))) > 1:
        match.push(*next((seat, next(iter(options))) for seat, options in match.table.asks.items()))
    seat, options = next(iter(match.table.asks.items()))
    assert Chef(Chance(1), effort=1e9).choose(Observation(match.game, match.table, seat)) in options


def test_while_time_runs_keeping_still_is_a_move_too():
    match = midgame("kitchen-rush", 2, 40)
    while CLOCK not in match.table.asks or not any(seat != CLOCK for seat in match.table.asks):
        for _ in islice(turns(match, [bot("house", "kitchen-rush", Chance(n)) for n in range(2)]), 1):
            pass
    seat = next(seat for seat in match.table.asks if seat != CLOCK)
    obs = Observation(match.game, match.table, seat)
    compared = moves(obs, bot("house", "kitchen-rush", Chance(1)), Chance(2), 50)
    assert (WAIT,) in compared
    end = Playout(match.game, determinize(match.table, match.game.zones, seat, Chance(1)), seat, Style(), 7)
    assert end.end((WAIT,)).points > 0


def test_before_the_end_a_lead_stands_for_the_win():
    assert prospect(0, 2) == 0.5
    assert prospect(0, 4) == 0.25
    assert prospect(-3, 3) < 0.01 < 0.99 < prospect(3, 3)


def test_chef_may_be_given_another_style():
    obs = next(observations("burger-go", 2))
    house = bot("house", "burger-go", Chance(1)).choose(obs)
    never = Style(work=60, moves=2, sure=99.0)
    assert Chef(Chance(1), style=never).choose(obs) == house


def test_who_have_one_score_play_to_the_end():
    assert style_of("between-two-burgers", rivals=True) == STYLES["between-two-burgers"]
    assert style_of("between-two-burgers", rivals=False).ahead == 0
    assert style_of("kitchen-rush", rivals=False) == STYLES["kitchen-rush"]
    assert style_of("a game of one's own", rivals=True) == Style()


def test_what_a_cut_may_hide_must_be_made_up_for():
    search = Search(next(observations("burger-go", 2)), Chance(1), Style(least=0.2))
    usual, other = search.live = search.lines[:2]
    for _ in range(10):
        usual.add(End(0.5, 0.5, 0))
        other.add(End(0.65, 0.5, 0))
    assert search.thought.best is usual
    other.values[:] = [0.9] * 10
    assert search.thought.best is other


def test_a_share_of_the_win_and_a_lead():
    tied = Outcome((9, 9, 4), (0, 1), "")
    assert [share(tied, seat, rivals=True) for seat in range(3)] == [0.5, 0.5, 0]
    assert [lead(tied.points, seat, rivals=True) for seat in range(3)] == [0, 0, -5]
    together = Outcome((30, 30), (0, 1), "")
    assert share(together, 1, rivals=False) == 1
    assert lead(together.points, 1, rivals=False) == 30


def test_imagined_worlds_agree_with_what_a_hint_says():
    match = next(
        match
        for decisions in range(20, 120)
        if (match := midgame("hanaburger", 3, decisions)).table.stack[-1].at == "turn"
        and match.table.fresh[match.table.active]
    )
    t = match.table
    slot = t.pointed_at[t.active][-1][-1]
    search = Search(Observation(match.game, t, t.active), Chance(2), STYLES["hanaburger"])
    held = [search._world().hands[t.active][slot] for _ in range(20)]
    assert all(t.legal_faces(0, card) or t.legal_faces(1, card) for card in held)


def test_where_a_house_bot_can_say_what_it_expects_that_is_what_a_cut_playout_is_worth():
    match = midgame("hanaburger", 2, 40)
    seat = next(iter(match.table.asks))
    coins = forecast(Observation(match.game, match.table, seat))[seat]
    assert match.table.coins < coins < 100
    style = Style(ahead=1, scale=8)
    end = Playout(match.game, match.table.clone(), seat, style, 7).end((("place", 0),))
    assert end.win == 1
    assert end.value == pytest.approx(1 + 0.5 * end_forecast(match, seat, style) / 8)


@pytest.mark.parametrize(
    ("key", "beat", "step"),
    [("between-two-burgers", "turn", "Choice.wait"), ("ninja-burger", "round", "Secret.wait")],
)
def test_moves_are_compared_at_a_like_point_of_the_game(key, beat, step):
    for obs in islice(observations(key, 3), 0, 40, 8):
        for move in moves(obs, bot("house", key, Chance(1)), Chance(2), 5):
            playout = Playout(obs.game, obs.imagine(Chance(3)), obs.seat, STYLES[key], 4)
            before = getattr(playout.t, beat)
            playout.end(move)
            assert playout.t.over or getattr(playout.t, beat) == before + 1
            assert playout.t.over or Observation(obs.game, playout.t, obs.seat).step == step


def truckers(step):
    """Sights of Burger Trucker at one of its questions."""
    match = midgame("burger-trucker", 2, 0)
    for _ in turns(match, [bot("house", "burger-trucker", Chance(n)) for n in range(2)]):
        obs = sight_of(match)
        if obs and obs.step == step:
            yield obs


def test_a_race_is_cut_after_some_steps_and_what_is_built_counts():
    obs = next(islice(truckers("Build.bustle"), 60, None))
    playout = Playout(obs.game, obs.imagine(Chance(1)), obs.seat, STYLES["burger-trucker"], 2)
    before = playout.t.now
    end = playout.end(())
    assert playout.t.phase == "build"
    assert playout.t.now - before < (STYLES["burger-trucker"].ahead + 1) * TASTE.handwork
    assert end.points > playout.t.coins[obs.seat]


def test_no_round_is_judged_before_it_is_paid():
    obs = next(truckers("Score.offer"))
    for move in obs.options:
        playout = Playout(obs.game, obs.imagine(Chance(1)), obs.seat, STYLES["burger-trucker"], 2)
        before = len(playout.t.accounts)
        playout.end((move,))
        assert len(playout.t.accounts) == before + 1


def test_where_only_a_few_are_tried_out_it_is_those_that_the_house_bot_thinks_most_of():
    obs = next(obs for obs in truckers("Build.bustle") if len(obs.options) > 5)
    worths = bot("house", "burger-trucker", Chance(1)).worths(obs)
    first, *others = (move[0] for move in moves(obs, bot("house", "burger-trucker", Chance(1)), Chance(2), 3))
    assert worths[first] == max(worths.values())
    assert [worths[other] for other in others] == sorted(worths.values(), reverse=True)[1:3]


def end_forecast(match, seat, style):
    playout = Playout(match.game, match.table.clone(), seat, style, 7)
    playout.end((("place", 0),))
    return forecast(Observation(match.game, playout.t, seat))[seat]
