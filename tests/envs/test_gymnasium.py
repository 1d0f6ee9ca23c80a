"""One seat against bots, and many tables at once, as Gymnasium wants them."""

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
from flattop.envs.extra import ExtraMissing
from flattop.envs.registration import gym_name
from flattop.kernel import BadOption

from .walks import KEYS


def lowest(masks):
    """The lowest open number at each table; 0 where a game has ended."""
    return np.argmax(masks, axis=-1)


@pytest.mark.parametrize("key", KEYS)
def test_gymnasium_finds_nothing_wrong_with_an_environment_made_by_its_name(key):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(gym_name(key)).unwrapped, skip_render_check=True)


def test_what_makes_environments_keeps_its_name():
    """No module of the package is called as they are: it would take their place once it is imported."""
    gymnasium.make("flattop/BurgerGo-v0")
    gymnasium.make_vec("flattop/BurgerGo-v0", 2)
    assert all(callable(getattr(flattop.envs, name)) for name in flattop.envs.__all__)


def test_names_are_those_of_the_games():
    assert [gym_name(key) for key in ("burger-go", "between-two-burgers")] == [
        "flattop/BurgerGo-v0",
        "flattop/BetweenTwoBurgers-v0",
    ]


@pytest.mark.parametrize("seat", [0, 2])
def test_a_game_is_played_to_its_end_and_paid_by_place(seat):
    env = single("burger-go", seat=seat, seats=3, opponents=["house", "random"], rounds=1)
    seen, told = env.reset(seed=4)
    over, rewards = False, []
    while not over:
        assert seen in env.observation_space
        seen, reward, over, cut, told = env.step(lowest(told["action_mask"]))
        rewards.append(reward)
        assert not cut
    assert {*rewards[:-1]} == {0}
    assert rewards[-1] in (-1, -0.5, 0, 0.5, 1)
    assert not told["action_mask"].any()
    with pytest.raises(ResetNeeded, match="this game is over: reset the environment"):
        env.step(0)


def test_the_same_seed_is_the_same_game_bots_included():
    def lived():
        env = single("burger-boss", opponents=["easy"])
        seen, told = env.reset(seed=9)
        parts = [seen]
        for _ in range(40):
            seen, *_, told = env.step(lowest(told["action_mask"]))
            parts.append(seen)
        return np.concatenate(parts).tobytes()

    assert lived() == lived()


def test_what_is_not_open_loses_or_is_mended():
    env = single("burger-go")
    env.reset(seed=1)
    shut = int(np.argmin(env.action_masks()))
    assert env.step(shut)[1:3] == (-1.0, True)
    mended = single("burger-go", illegal="lowest")
    mended.reset(seed=1)
    assert mended.step(shut)[1:3] == (0.0, False)


def test_a_game_is_cut_after_so_many_own_decisions():
    env = single("solo-up", max_cycles=3)
    for seed in (1, 2):
        _, told = env.reset(seed=seed)
        cuts = []
        for _ in range(3):
            *_, cut, told = env.step(lowest(told["action_mask"]))
            cuts.append(cut)
        assert cuts == [False, False, True]


def test_infos_say_in_words_what_is_open_to_whoever_asks_for_it():
    _, told = single("burger-go", words=True).reset(seed=1)
    assert [*told["options"]] == [*np.flatnonzero(told["action_mask"])]
    assert "options" not in single("burger-go").reset(seed=1)[1]


def test_opponents_sit_in_turn_from_the_seat_after_the_agents(monkeypatch):
    sat, made = [], gymnasium_env.seat_bot
    monkeypatch.setattr(
        gymnasium_env, "seat_bot", lambda word, *rest: (sat.append(word), made(word, *rest))[1]
    )
    env = single("burger-go", seat=2, seats=5, opponents=["house", "easy", "random"])
    assert sat == ["house", "easy", "random", "house"]
    assert [*env._bots] == [3, 4, 0, 1]


def test_the_opponent_may_be_a_bot_of_ones_own(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("class First:\n    def choose(self, sight):\n        return next(iter(sight.options))\n")
    env = single("burger-go", opponents=[f"{path}:First"])
    assert env.reset(seed=1)[1]["action_mask"].sum() == 7


@pytest.mark.parametrize("key", ["burger-go", "hanaburger"])
def test_many_tables_are_the_same_as_one_by_one(key):
    """Ours, Gymnasium's in one process and lone tables: the same arrays, over the ends of games too."""
    how = {"opponents": ["random"], "max_cycles": 11}
    ours, theirs = vector(key, 3, **how), SyncVectorEnv([lambda: single(key, **how)] * 3)
    (seen, told), (seen_too, told_too) = ours.reset(seed=5), theirs.reset(seed=5)
    for _ in range(30):
        np.testing.assert_array_equal(seen, seen_too)
        np.testing.assert_array_equal(told["action_mask"], np.stack(told_too["action_mask"]))
        actions = lowest(told["action_mask"])
        seen, *ends, told = ours.step(actions)
        seen_too, *ends_too, told_too = theirs.step(actions)
        for one, other in zip(ends, ends_too, strict=True):
            np.testing.assert_array_equal(one, other)


def test_tables_that_were_reset_have_no_end_behind_them():
    tables = vector("burger-go", 2, max_cycles=1)
    for _ in range(2):
        _, told = tables.reset(seed=1)
        *_, cut, then = tables.step(lowest(told["action_mask"]))
        assert cut.all()
        assert told["action_mask"].sum() == 14, "what was told stays as it was"
        assert then["action_mask"].sum() != 14


def test_gymnasium_makes_many_tables_by_name():
    tables = gymnasium.make_vec("flattop/BurgerGo-v0", num_envs=2, seats=3)
    seen, _ = tables.reset(seed=1)
    assert seen in tables.observation_space
    assert tables.action_masks().shape == (2, tables.single_action_space.n)


def test_tables_can_be_played_in_other_processes():
    tables = AsyncVectorEnv([lambda: single("burger-go")] * 2)
    seen, _ = tables.reset(seed=1)
    tables.close()
    alone, _ = single("burger-go").reset(seed=2)
    np.testing.assert_array_equal(seen[1], alone)


def test_rendering_many_tables_gives_a_picture_of_each():
    tables = vector("burger-go", 2, render_mode="ansi")
    tables.reset(seed=1)
    assert [text.partition(",")[0] for text in tables.render()] == ["Burger Go!", "Burger Go!"]


def test_an_environment_can_be_pickled_before_it_is_played():
    env = pickle.loads(pickle.dumps(single("burger-go", seats=4, opponents=["house"], rounds=1)))
    assert (env.play.seats, env.opponents) == (4, ["house"])


def test_what_cannot_be_made_is_refused_in_one_line():
    with pytest.raises(BadOption, match="seat 2: the seats of this table are 0 to 1"):
        single("burger-go", seat=2)
    with pytest.raises(BadOption, match="illegal 'shrug': it is one of lose, lowest"):
        single("burger-go", illegal="shrug")
    with pytest.raises(BadOption, match="0 tables: it takes one at least"):
        vector("burger-go", 0)
    with pytest.raises(AttributeError, match="no table is dealt yet: reset the environment first"):
        single("burger-go").step(1)


def test_without_the_extra_one_line_names_it(monkeypatch):
    bring = builtins.__import__

    def no_gymnasium(name, *rest):
        if name.startswith("gymnasium"):
            raise ModuleNotFoundError(name="gymnasium")
        return bring(name, *rest)

    monkeypatch.delitem(sys.modules, "flattop.envs.gymnasium_env")
    monkeypatch.delitem(sys.modules, "flattop.envs.gym_spaces")
    monkeypatch.setattr(builtins, "__import__", no_gymnasium)
    with pytest.raises(ExtraMissing, match=r"environments need gymnasium: pip install '.\[envs\]'"):
        single("burger-go")


def test_arrays_need_numpy_alone():
    """Those who only want observations, as OpenSpiel does, need no Gymnasium."""
    program = (
        "import sys\n"
        "sys.modules.update(dict.fromkeys(['gymnasium', 'pettingzoo', 'PIL']))\n"
        "from flattop.envs.spaces import Spaces\n"
        "from flattop.games import game\n"
        "print(Spaces(game('burger-go'), 2).actions)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("217\n", "")
