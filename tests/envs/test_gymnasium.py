"""The single and the vector environment of Gymnasium."""

import builtins
import pickle
import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

import flattop.envs
from flattop.envs import gymnasium_env, single, vector
from flattop.envs.factories import ExtraMissing, gym_name
from flattop.games import game
from flattop.kernel import BadOption, FlattopError

from .random_games import KEYS


def lowest(masks):
    """Return the lowest legal action at each table; 0 where a game has ended."""
    return np.argmax(masks, axis=-1)


@pytest.mark.parametrize("key", KEYS)
def test_environment_created_by_name_passes_gymnasiums_checker(key):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(gym_name(key)).unwrapped, skip_render_check=True)


def test_factory_functions_are_not_shadowed_by_modules():
    """A submodule of the same name would replace the function once it is imported."""
    gymnasium.make("flattop/BurgerGo-v0")
    gymnasium.make_vec("flattop/BurgerGo-v0", 2)
    assert all(callable(getattr(flattop.envs, name)) for name in flattop.envs.__all__)


def test_gymnasium_ids_follow_the_game_keys():
    assert [gym_name(key) for key in ("burger-go", "between-two-burgers")] == [
        "flattop/BurgerGo-v0",
        "flattop/BetweenTwoBurgers-v0",
    ]


@pytest.mark.parametrize("seat", [0, 2])
def test_game_ends_with_a_reward_by_place(seat):
    env = single("burger-go", seat=seat, seats=3, opponents=["house", "random"], rounds=1)
    observation, info = env.reset(seed=4)
    over, rewards = False, []
    while not over:
        assert observation in env.observation_space
        observation, reward, over, cut, info = env.step(lowest(info["action_mask"]))
        rewards.append(reward)
        assert not cut
    assert {*rewards[:-1]} == {0}
    assert rewards[-1] in (-1, -0.5, 0, 0.5, 1)
    assert info["action_mask"].any()
    with pytest.raises(ResetNeeded, match="this game is over: reset the environment"):
        env.step(0)


def test_same_seed_gives_the_same_game_including_bots():
    def observations():
        env = single("burger-boss", opponents=["easy"])
        observation, info = env.reset(seed=9)
        parts = [observation]
        for _ in range(40):
            observation, *_, info = env.step(lowest(info["action_mask"]))
            parts.append(observation)
        return np.concatenate(parts).tobytes()

    assert observations() == observations()


def test_illegal_action_loses_or_is_replaced():
    env = single("burger-go")
    env.reset(seed=1)
    illegal = int(np.argmin(env.action_masks()))
    assert env.step(illegal)[1:3] == (-1.0, True)
    lenient = single("burger-go", illegal="lowest")
    lenient.reset(seed=1)
    assert lenient.step(illegal)[1:3] == (0.0, False)


def test_game_is_truncated_after_max_cycles():
    env = single("solo-up", max_cycles=3)
    for seed in (1, 2):
        _, info = env.reset(seed=seed)
        cuts = []
        for _ in range(3):
            *_, cut, info = env.step(lowest(info["action_mask"]))
            cuts.append(cut)
        assert cuts == [False, False, True]


def test_infos_describe_options_on_request():
    _, info = single("burger-go", words=True).reset(seed=1)
    assert [*info["options"]] == [*np.flatnonzero(info["action_mask"])]
    assert "options" not in single("burger-go").reset(seed=1)[1]


def test_opponents_are_repeated_from_the_seat_after_the_agents(monkeypatch):
    ranks, custom_bot = [], gymnasium_env.custom_bot
    monkeypatch.setattr(
        gymnasium_env, "custom_bot", lambda word, *rest: (ranks.append(word), custom_bot(word, *rest))[1]
    )
    env = single("burger-go", seat=2, seats=5, opponents=["house", "easy", "random"])
    assert ranks == ["house", "easy", "random", "house"]
    assert [*env._bots] == [3, 4, 0, 1]


def test_opponent_may_be_a_plugin_bot(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("class First:\n    def choose(self, obs):\n        return next(iter(obs.options))\n")
    env = single("burger-go", opponents=[f"{path}:First"])
    assert env.reset(seed=1)[1]["action_mask"].sum() == 7


@pytest.mark.parametrize("key", ["burger-go", "hanaburger"])
def test_vector_environment_matches_gymnasiums_own(key):
    """Our vector environment and `SyncVectorEnv` give the same arrays, also after the end of games."""
    options = {"opponents": ["random"], "max_cycles": 11}
    ours, theirs = vector(key, 3, **options), SyncVectorEnv([lambda: single(key, **options)] * 3)
    (observation, info), (other_observation, other_info) = ours.reset(seed=5), theirs.reset(seed=5)
    for _ in range(30):
        np.testing.assert_array_equal(observation, other_observation)
        np.testing.assert_array_equal(info["action_mask"], np.stack(other_info["action_mask"]))
        actions = lowest(info["action_mask"])
        observation, *ends, info = ours.step(actions)
        other_observation, *ends_too, other_info = theirs.step(actions)
        for one, other in zip(ends, ends_too, strict=True):
            np.testing.assert_array_equal(one, other)


def test_reset_clears_ended_tables():
    tables = vector("burger-go", 2, max_cycles=1)
    for _ in range(2):
        _, info = tables.reset(seed=1)
        *_, cut, later = tables.step(lowest(info["action_mask"]))
        assert cut.all()
        assert info["action_mask"].sum() == 14, "infos are copies"
        assert later["action_mask"].sum() != 14


def test_vector_environment_is_created_by_name():
    tables = gymnasium.make_vec("flattop/BurgerGo-v0", num_envs=2, seats=3)
    observation, _ = tables.reset(seed=1)
    assert observation in tables.observation_space
    assert tables.action_masks().shape == (2, tables.single_action_space.n)


def test_environments_run_in_other_processes():
    tables = AsyncVectorEnv([lambda: single("burger-go")] * 2)
    observation, _ = tables.reset(seed=1)
    tables.close()
    alone, _ = single("burger-go").reset(seed=2)
    np.testing.assert_array_equal(observation[1], alone)


def test_vector_environment_renders_every_table():
    tables = vector("burger-go", 2, render_mode="ansi")
    tables.reset(seed=1)
    assert [text.partition(",")[0] for text in tables.render()] == ["Burger Go!", "Burger Go!"]


def test_environment_can_be_pickled():
    env = pickle.loads(pickle.dumps(single("burger-go", seats=4, opponents=["house"], rounds=1)))
    assert (env.table.seats, env.opponents) == (4, ["house"])


@pytest.mark.parametrize("key", KEYS)
def test_default_number_of_seats_is_that_of_a_new_table(key):
    env = single(key)
    assert env.table.seats == game(key).usual_seats
    assert env.table.seats == {"kitchen-rush": 2, "party-up": 5, "solo-up": 1}.get(key, 4)


def test_bad_argument_is_rejected():
    with pytest.raises(BadOption, match="seat 4 does not exist; this table has seats 0 to 3"):
        single("burger-go", seat=4)
    with pytest.raises(BadOption, match="unknown illegal='shrug'; use one of lose, lowest"):
        single("burger-go", illegal="shrug")
    with pytest.raises(BadOption, match="num_envs must be at least 1, not 0"):
        vector("burger-go", 0)
    with pytest.raises(AttributeError, match="no table is dealt yet: reset the environment first"):
        single("burger-go").step(1)


def test_missing_extra_is_reported_in_one_line(monkeypatch):
    real_import = builtins.__import__

    def no_gymnasium(name, *rest):
        if name.startswith("gymnasium"):
            raise ModuleNotFoundError(name="gymnasium")
        return real_import(name, *rest)

    monkeypatch.delitem(sys.modules, "flattop.envs.gymnasium_env")
    monkeypatch.setattr(builtins, "__import__", no_gymnasium)
    with pytest.raises(ExtraMissing, match="environments need the package gymnasium"):
        single("burger-go")


def test_spaces_need_only_numpy():
    """OpenSpiel uses observations without Gymnasium."""
    program = (
        "import sys\n"
        "sys.modules.update(dict.fromkeys(['gymnasium', 'pettingzoo', 'PIL']))\n"
        "from flattop.envs.spaces import Spaces\n"
        "from flattop.games import game\n"
        "print(Spaces(game('burger-go'), 2).actions)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("217\n", "")


class FirstOption:
    def choose(self, obs):
        return next(iter(obs.options))


@pytest.mark.parametrize("opponent", [FirstOption, FirstOption(), lambda: FirstOption()])
def test_opponents_may_be_a_bot_its_class_or_a_function(opponent):
    env = single("burger-go", opponents=[opponent])
    _, info = env.reset(seed=1)
    while True:
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
        if over:
            return


def test_opponent_that_is_no_bot_is_refused():
    with pytest.raises(FlattopError, match="7 is not a bot: give a rank"):
        single("burger-go", opponents=[7])
