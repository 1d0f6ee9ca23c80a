"""PettingZoo's own tests on every game, and what ours promise beyond them."""

import pickle
import random
import warnings
from functools import partial
from importlib import import_module
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils import parallel_to_aec

from flattop.bots.house import house_bot
from flattop.envs import burger_go_v0, hanaburger_v0, solo_up_v0
from flattop.envs.render.modes import module_name
from flattop.games import game as game_of
from flattop.kernel import BadOption, Chance, Illegal

from .walks import KEYS


def module(key):
    return import_module(f"flattop.envs.{module_name(key)}")


def played(env, seed=1, most=None):
    """Play at random to the end; what every agent got, the same for the same seed."""
    env.reset(seed=seed)
    rnd = random.Random(seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(most or 2**20):
        seen, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        over = terminated or truncated
        env.step(None if over else rnd.choice(open_numbers(seen)))
    return total


def open_numbers(seen):
    return [int(number) for number in np.flatnonzero(seen["action_mask"])]


def points(env):
    play = env.unwrapped.play
    return [*play.game.outcome(play.t).points]


@pytest.fixture(autouse=True)
def _quiet():
    """Every classic game of PettingZoo has observations with a mask, and is warned of that."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


@pytest.mark.parametrize("key", KEYS)
def test_api(key):
    api_test(module(key).env(), num_cycles=15)


@pytest.mark.parametrize("key", KEYS)
def test_seed(key):
    seed_test(module(key).env, num_cycles=10)


@pytest.mark.parametrize("key", KEYS)
def test_parallel_api(key):
    parallel_api_test(module(key).parallel_env(), num_cycles=15)


@pytest.mark.parametrize("key", KEYS)
def test_parallel_seed(key):
    parallel_seed_test(partial(module(key).parallel_env, illegal="lowest"), num_cycles=10)


@pytest.mark.parametrize("key", KEYS)
def test_max_cycles(key):
    """PettingZoo counts rounds in which every agent acts once, as ours do where they act together."""
    together = partial(module(key).parallel_env, illegal="lowest")
    max_cycles_test(
        SimpleNamespace(parallel_env=together, env=lambda **how: parallel_to_aec(together(**how)))
    )


@pytest.mark.parametrize("key", KEYS)
def test_render(key, capsys):
    render_test(module(key).env)
    assert game_of(key).title in capsys.readouterr().out


@pytest.mark.parametrize("seats", game_of("burger-go").seats)
def test_rewards_of_rivals_add_up_to_nothing(seats):
    total = played(burger_go_v0.env(seats=seats, rounds=1))
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) > 0


def test_who_plays_alone_or_together_is_paid_by_points():
    team = hanaburger_v0.env(seats=3)
    assert [*played(team).values()] == pytest.approx([points(team)[0] / 40] * 3)
    alone = solo_up_v0.raw_env(level="easy")
    well_played(alone)
    assert alone.rewards == {"seat_0": pytest.approx(points(alone)[0] / 30)}
    assert points(team)[0] < 0 < points(alone)[0]


def well_played(env):
    """By a house bot, to the end."""
    env.reset(seed=1)
    bot = house_bot(env.play.game.key, Chance(1))
    while not env.play.over:
        action = bot.choose(env.play.obs(0))
        env.step(next(number for number, own in env.play.options(0).items() if own == action))


@pytest.mark.parametrize("one", [burger_go_v0, hanaburger_v0])
def test_whoever_asks_for_points_is_paid_in_points(one):
    env = one.env(seats=3, reward="points")
    paid = played(env, seed=2)
    assert [*paid.values()] == points(env)
    assert any(paid.values())


def test_a_game_is_cut_after_so_many_decisions_per_seat():
    env = burger_go_v0.raw_env(seats=3, max_cycles=2)
    played(env, most=6)
    assert (env.decisions, env.truncations["seat_0"]) == (6, True)


def test_the_same_seed_deals_the_same_table_and_the_next_reset_another():
    env = burger_go_v0.raw_env(seats=2)

    def dealt(seed):
        env.reset(seed=seed)
        return env.observe("seat_0")["observation"].tobytes()

    first, then = dealt(5), dealt(None)
    assert first != then
    assert (dealt(5), dealt(None)) == (first, then)
    assert dealt(6) != first


def test_a_sealed_answer_changes_nothing_for_the_next_agent():
    """Whatever the first has chosen, the second sees the same."""
    env, seen = burger_go_v0.raw_env(seats=2), set()
    for choice in range(7):
        env.reset(seed=3)
        while env.agent_selection == "seat_0":
            numbers = np.flatnonzero(env.observe("seat_0")["action_mask"])
            env.step(int(numbers[choice % len(numbers)]))
        seen.add(env.observe("seat_1")["observation"].tobytes())
    assert len(seen) == 1


def test_infos_say_in_words_what_is_open():
    env = burger_go_v0.env(seats=2, words=True)
    env.reset(seed=1)
    seen, *_, told = env.last()
    assert [*told["options"]] == [*np.flatnonzero(seen["action_mask"])]
    assert all(words.startswith("Choose ") for words in told["options"].values())
    assert told["standing"] == [0, 0]


def test_who_names_what_is_not_open_loses_and_the_raw_environment_refuses():
    env = burger_go_v0.env(seats=2)
    env.reset(seed=1)
    shut = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(shut)
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.rewards == {"seat_0": -1, "seat_1": 0}
    raw = burger_go_v0.raw_env(seats=2)
    raw.reset(seed=1)
    with pytest.raises(Illegal, match=f"seat 1 has no option {shut} now"):
        raw.step(shut)


def test_seats_that_decide_together_see_one_step():
    env = burger_go_v0.parallel_env(seats=3)
    seen, _ = env.reset(seed=2)
    masks = {agent: np.flatnonzero(own["action_mask"]) for agent, own in seen.items()}
    assert [len(own) for own in masks.values()] == [7, 7, 7]
    env.step({agent: int(own[0]) for agent, own in masks.items()})
    assert env.play.asked == [0, 1, 2], "each now shows an end of its card, and nothing is turned up yet"


def test_who_names_what_is_not_open_loses_alone_where_seats_act_together():
    env = burger_go_v0.parallel_env(seats=3)
    seen, _ = env.reset(seed=1)
    named = {agent: open_numbers(own)[0] for agent, own in seen.items()}
    shut = int(np.argmin(seen["seat_1"]["action_mask"]))
    _, rewards, terminated, _, _ = env.step({**named, "seat_1": shut})
    assert rewards == {"seat_0": 0, "seat_1": -1, "seat_2": 0}
    assert (all(terminated.values()), env.agents) == (True, [])


def test_a_game_that_is_over_is_not_cut():
    """Even where its last step is the last that it may have."""
    table = partial(burger_go_v0.parallel_env, seats=2, rounds=1)
    steps, over, cut = together(table())
    assert (over, cut) == (True, False)
    assert together(table(max_cycles=steps)) == (steps, True, False)
    assert together(table(max_cycles=steps - 1)) == (steps - 1, False, True)


def together(env):
    """Always the lowest open number: how many steps there were, and whether it was over or cut."""
    seen, _ = env.reset(seed=1)
    while env.agents:
        seen, _, over, cut, _ = env.step({agent: open_numbers(own)[0] for agent, own in seen.items()})
    return env.cycles, over["seat_0"], cut["seat_0"]


def test_what_the_first_to_act_has_closed_to_the_next_is_dropped(monkeypatch):
    """In the talk of Ninja Burger a card that is played interrupts whoever would have been ready."""
    env, acted = import_module("flattop.envs.ninja_burger_v0").parallel_env(seats=3, max_cycles=50), []
    play = env.play.play
    monkeypatch.setattr(env.play, "play", lambda *move: (acted.append(move), play(*move)))
    rnd, dropped = random.Random(2), 0
    env.reset(seed=2)
    while not dropped and env.agents:
        acted.clear()
        asked = len(env.play.asked)
        env.step({agent: card_first(env, seat, rnd) for seat, agent in enumerate(env.agents)})
        dropped = asked - len(acted)
    assert (dropped, acted[-1][1][0]) == (1, "play")


def card_first(env, seat, rnd):
    """A card that can be played, else anything."""
    options = env.play.options(seat)
    cards = [number for number, action in options.items() if action[0] == "play"]
    return rnd.choice(cards or sorted(options) or [env.wait])


def test_the_table_is_shown_as_the_seat_that_is_asked_sees_it():
    env = burger_go_v0.raw_env(seats=2, render_mode="ansi")
    env.reset(seed=1)
    shown = [env.render().partition("\n")[0]]
    while env.play.asked[0] == 0:
        env.step(open_numbers(env.observe("seat_0"))[0])
    assert [*shown, env.render().partition("\n")[0]] == [
        "Burger Go!, as Seat 1 sees it",
        "Burger Go!, as Seat 2 sees it",
    ]


def test_only_the_agent_that_acts_has_something_open():
    env = burger_go_v0.raw_env(seats=2)
    env.reset(seed=1)
    assert env.play.asked == [0, 1]
    assert [env.observe(agent)["action_mask"].any() for agent in env.agents] == [True, False]


def test_who_is_asked_must_name_something():
    env = burger_go_v0.parallel_env()
    env.reset(seed=1)
    with pytest.raises(Illegal, match="seat_0 is asked, and the actions have none of it"):
        env.step({})


def test_only_who_is_not_asked_waits():
    env = import_module("flattop.envs.burger_up_v0").parallel_env(seats=2)
    seen, _ = env.reset(seed=2)
    waiting = [bool(own["action_mask"][env.wait]) for own in seen.values()]
    assert sorted(waiting) == [False, True]


@pytest.mark.parametrize("key", KEYS)
def test_a_game_is_parallel_if_its_seats_ever_decide_together(key):
    """Kitchen Rush asks several only at three seats and more, so as many as there may be are looked at."""
    env, several = module(key).raw_env(seats=game_of(key).seats[-1]), False
    env.reset(seed=4)
    for agent in env.agent_iter(250):
        several = several or len(env.play.asked) > 1
        seen, _, terminated, _, _ = env.last()
        env.step(None if terminated else env.action_space(agent).sample(seen["action_mask"]))
    assert several is env.metadata["is_parallelizable"]


@pytest.mark.parametrize(
    ("how", "line"),
    [
        ({"seats": 9}, "Burger Go! has no table for 9; it seats 2, 3, 4, 5, 6"),
        ({"reward": "gold"}, "reward 'gold': it is one of places, points"),
        ({"render_mode": "svg"}, "render_mode 'svg': it is one of human, ansi, rgb_array"),
        ({"pace": "fast"}, "Burger Go! has no option 'pace'"),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_line(how, line):
    with pytest.raises(BadOption, match=line.replace("(", "\\(")):
        burger_go_v0.env(**how)


def test_time_cannot_run_by_itself():
    with pytest.raises(BadOption, match="cannot run by the wall clock here; leave pace=stepped"):
        module("kitchen-rush").env(pace="real")


def test_an_environment_can_be_pickled_before_it_is_played():
    env = pickle.loads(pickle.dumps(burger_go_v0.raw_env(seats=4, rounds=1)))
    assert len(played(env)) == 4
