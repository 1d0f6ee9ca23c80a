"""The environments of PettingZoo, checked by its test suite and by our own tests."""

import pickle
import random
import warnings
from functools import partial
from importlib import import_module
from importlib.util import find_spec
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
from flattop.envs.factories import module_name
from flattop.games import game as game_of
from flattop.kernel import BadOption, Chance, Illegal

from .random_games import KEYS


def module(key):
    return import_module(f"flattop.envs.{module_name(key)}")


def play_random(env, seed=1, max_steps=None):
    """Play at random to the end and return the rewards.  The same seed gives the same game."""
    env.reset(seed=seed)
    rnd = random.Random(seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(max_steps or 2**20):
        seen, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        over = terminated or truncated
        env.step(None if over else rnd.choice(legal_actions(seen)))
    return total


def legal_actions(seen):
    return [int(number) for number in np.flatnonzero(seen["action_mask"])]


def points(env):
    table = env.unwrapped.table
    return [*table.game.outcome(table.t).points]


@pytest.fixture(autouse=True)
def _quiet():
    """PettingZoo warns about observations with a mask, though its own classic games have them."""
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
    """PettingZoo counts steps in which every agent acts, as the parallel environment does."""
    create = partial(module(key).parallel_env, illegal="lowest")
    max_cycles_test(
        SimpleNamespace(parallel_env=create, env=lambda **options: parallel_to_aec(create(**options)))
    )


@pytest.mark.parametrize("key", KEYS)
def test_render(key, capsys):
    render_test(module(key).env)
    assert game_of(key).title in capsys.readouterr().out


@pytest.mark.parametrize("seats", game_of("burger-go").seats)
def test_rewards_of_rivals_add_up_to_zero(seats):
    total = play_random(burger_go_v0.env(seats=seats, rounds=1))
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) > 0


def test_solo_and_cooperative_games_are_rewarded_by_points():
    team = hanaburger_v0.env(seats=3)
    assert [*play_random(team).values()] == pytest.approx([points(team)[0] / 40] * 3)
    alone = solo_up_v0.raw_env(level="easy")
    play_house_bot(alone)
    assert alone.rewards == {"seat_0": pytest.approx(points(alone)[0] / 30)}
    assert points(team)[0] < 0 < points(alone)[0]


def play_house_bot(env):
    """Play a game to its end with a house bot."""
    env.reset(seed=1)
    bot = house_bot(env.table.game.key, Chance(1))
    while not env.table.over:
        action = bot.choose(env.table.obs(0))
        env.step(next(number for number, own in env.table.options(0).items() if own == action))


@pytest.mark.parametrize("key", KEYS)
def test_every_game_has_a_module_that_can_be_imported_and_found(key):
    name = f"flattop.envs.{module_name(key)}"
    assert find_spec(name).name == name
    namespace = {}
    exec(f"from flattop.envs import {module_name(key)} as one\nfrom {name} import env, raw_env", namespace)
    assert import_module(name) is namespace["one"]
    assert namespace["raw_env"]().table.game.key == key
    assert key in namespace["one"].__doc__


@pytest.mark.parametrize("game", [burger_go_v0, hanaburger_v0])
def test_reward_may_be_the_points(game):
    env = game.env(seats=3, reward="points")
    paid = play_random(env, seed=2)
    assert [*paid.values()] == points(env)
    assert any(paid.values())


def test_game_is_truncated_after_max_cycles_decisions_per_seat():
    env = burger_go_v0.raw_env(seats=3, max_cycles=2)
    play_random(env, max_steps=6)
    assert (env.decisions, env.truncations["seat_0"]) == (6, True)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("options", [{"max_cycles": 3}, {}])
def test_mask_of_an_ended_game_has_an_open_action(key, options):
    """Policies that set closed actions to minus infinity would compute NaN from an empty mask."""
    env = module(key).env(**options)
    env.reset(seed=1)
    rnd, masks = random.Random(1), []
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            masks.append(seen["action_mask"])
        env.step(None if terminated or truncated else rnd.choice(legal_actions(seen)))
    assert len(masks) == len(env.possible_agents)
    assert all(mask.any() for mask in masks)


def test_mask_after_a_loss_by_an_illegal_action_has_an_open_action():
    env = burger_go_v0.env(seats=2)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert all(env.observe(agent)["action_mask"].any() for agent in env.agents)


def test_same_seed_deals_the_same_table_and_the_next_reset_another():
    env = burger_go_v0.raw_env(seats=2)

    def deal(seed):
        env.reset(seed=seed)
        return env.observe("seat_0")["observation"].tobytes()

    first, then = deal(5), deal(None)
    assert first != then
    assert (deal(5), deal(None)) == (first, then)
    assert deal(6) != first


def test_secret_choice_does_not_change_the_next_observation():
    """The second seat observes the same for every choice of the first."""
    env, seen = burger_go_v0.raw_env(seats=2), set()
    for choice in range(7):
        env.reset(seed=3)
        while env.agent_selection == "seat_0":
            numbers = np.flatnonzero(env.observe("seat_0")["action_mask"])
            env.step(int(numbers[choice % len(numbers)]))
        seen.add(env.observe("seat_1")["observation"].tobytes())
    assert len(seen) == 1


def test_infos_describe_options():
    env = burger_go_v0.env(seats=2, words=True)
    env.reset(seed=1)
    seen, *_, info = env.last()
    assert [*info["options"]] == [*np.flatnonzero(seen["action_mask"])]
    assert all(words.startswith("Choose ") for words in info["options"].values())
    assert info["standing"] == [0, 0]


def test_illegal_action_loses_or_raises_in_the_raw_environment():
    env = burger_go_v0.env(seats=2)
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.rewards == {"seat_0": -1, "seat_1": 0}
    raw = burger_go_v0.raw_env(seats=2)
    raw.reset(seed=1)
    with pytest.raises(Illegal, match=f"action {illegal} is not legal for seat 1 now"):
        raw.step(illegal)


def test_simultaneous_decisions_take_one_step():
    env = burger_go_v0.parallel_env(seats=3)
    seen, _ = env.reset(seed=2)
    masks = {agent: np.flatnonzero(own["action_mask"]) for agent, own in seen.items()}
    assert [len(own) for own in masks.values()] == [7, 7, 7]
    env.step({agent: int(own[0]) for agent, own in masks.items()})
    assert env.table.deciding == [0, 1, 2], "each now chooses an end of its card; none is revealed yet"


def test_illegal_action_in_the_parallel_environment_loses_alone():
    env = burger_go_v0.parallel_env(seats=3)
    seen, _ = env.reset(seed=1)
    actions = {agent: legal_actions(own)[0] for agent, own in seen.items()}
    illegal = int(np.argmin(seen["seat_1"]["action_mask"]))
    _, rewards, terminated, _, _ = env.step({**actions, "seat_1": illegal})
    assert rewards == {"seat_0": 0, "seat_1": -1, "seat_2": 0}
    assert (all(terminated.values()), env.agents) == (True, [])


def test_finished_game_is_not_truncated():
    """This holds even if the game ends in the last step before `max_cycles`."""
    table = partial(burger_go_v0.parallel_env, seats=2, rounds=1)
    steps, over, cut = play_lowest(table())
    assert (over, cut) == (True, False)
    assert play_lowest(table(max_cycles=steps)) == (steps, True, False)
    assert play_lowest(table(max_cycles=steps - 1)) == (steps - 1, False, True)


def play_lowest(env):
    """Always play the lowest legal action.  Return the steps, and whether the game was over or truncated."""
    seen, _ = env.reset(seed=1)
    while env.agents:
        seen, _, over, cut, _ = env.step({agent: legal_actions(own)[0] for agent, own in seen.items()})
    return env.cycles, over["seat_0"], cut["seat_0"]


def test_action_that_is_no_longer_legal_is_dropped(monkeypatch):
    """In the talk phase of Ninja Burger a played card interrupts the seats that act after it."""
    env, acted = import_module("flattop.envs.ninja_burger_v0").parallel_env(seats=3, max_cycles=50), []
    play = env.table.play
    monkeypatch.setattr(env.table, "play", lambda *move: (acted.append(move), play(*move)))
    rnd, dropped = random.Random(2), 0
    env.reset(seed=2)
    while not dropped and env.agents:
        acted.clear()
        deciding = len(env.table.deciding)
        env.step({agent: card_first(env, seat, rnd) for seat, agent in enumerate(env.agents)})
        dropped = deciding - len(acted)
    assert (dropped, acted[-1][1][0]) == (1, "play")


def card_first(env, seat, rnd):
    """Return a card to play if there is one, else any legal action."""
    options = env.table.options(seat)
    cards = [number for number, action in options.items() if action[0] == "play"]
    return rnd.choice(cards or sorted(options) or [env.wait])


def test_table_is_rendered_from_the_seat_that_decides():
    env = burger_go_v0.raw_env(seats=2, render_mode="ansi")
    env.reset(seed=1)
    shown = [env.render().partition("\n")[0]]
    while env.table.deciding[0] == 0:
        env.step(legal_actions(env.observe("seat_0"))[0])
    assert [*shown, env.render().partition("\n")[0]] == [
        "Burger Go!, as Seat 1 sees it",
        "Burger Go!, as Seat 2 sees it",
    ]


def test_only_the_selected_agent_has_legal_actions():
    env = burger_go_v0.raw_env(seats=2)
    env.reset(seed=1)
    assert env.table.deciding == [0, 1]
    assert [env.observe(agent)["action_mask"].any() for agent in env.agents] == [True, False]


def test_parallel_step_needs_an_action_of_every_deciding_agent():
    env = burger_go_v0.parallel_env()
    env.reset(seed=1)
    with pytest.raises(Illegal, match="seat_0 has to decide, but `actions` has no action for it"):
        env.step({})


def test_only_agents_that_do_not_decide_wait():
    env = import_module("flattop.envs.burger_up_v0").parallel_env(seats=2)
    seen, _ = env.reset(seed=2)
    waiting = [bool(own["action_mask"][env.wait]) for own in seen.values()]
    assert sorted(waiting) == [False, True]


@pytest.mark.parametrize("key", KEYS)
def test_metadata_says_whether_seats_decide_simultaneously(key):
    """In Kitchen Rush that needs three seats, so the test uses the largest table."""
    env, several = module(key).raw_env(seats=game_of(key).seats[-1]), False
    env.reset(seed=4)
    for agent in env.agent_iter(250):
        several = several or len(env.table.deciding) > 1
        seen, _, terminated, _, _ = env.last()
        env.step(None if terminated else env.action_space(agent).sample(seen["action_mask"]))
    assert several is env.metadata["is_parallelizable"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seats": 9}, "Burger Go! has no table for 9; it seats 2, 3, 4, 5, 6"),
        ({"reward": "gold"}, "unknown reward 'gold'; use one of places, points"),
        ({"render_mode": "svg"}, "unknown render_mode 'svg'; use one of human, ansi, rgb_array"),
        ({"pace": "fast"}, "Burger Go! has no option 'pace'"),
    ],
)
def test_bad_option_is_rejected(options, message):
    with pytest.raises(BadOption, match=message.replace("(", "\\(")):
        burger_go_v0.env(**options)


def test_real_time_game_is_rejected():
    with pytest.raises(BadOption, match=r"environments cannot run .* in real time; use pace=stepped"):
        module("kitchen-rush").env(pace="real")


def test_environment_can_be_pickled():
    env = pickle.loads(pickle.dumps(burger_go_v0.raw_env(seats=4, rounds=1)))
    assert len(play_random(env)) == 4


def test_state_is_the_observations_of_all_seats():
    for make in (burger_go_v0.env, burger_go_v0.parallel_env):
        env = make(seats=3)
        env.reset(seed=1)
        state = env.state()
        assert env.unwrapped.state_space.contains(state)
        first = env.unwrapped.table.observation(0)
        assert (state[: len(first)] == first).all()
        assert len(state) == 3 * len(first)
