"""Measure random steps of one environment; run it with the Python that has the library.

`python steps.py flattop burger_go_v0`, `... pettingzoo chess_v6` and `... rlcard uno` read one JSON
object per line, {"seed": 1, "seconds": 1.0}, and write one JSON object per line.
"""

import argparse
import json
import random
import sys
from importlib import import_module
from math import prod
from time import process_time


def petting_zoo(env):
    """Return a function that plays one game of a raw AEC environment, and the size of an observation."""

    def play(rnd):
        steps = 0
        env.reset(seed=int(rnd() * 2**31))
        while True:
            agent = env.agent_selection
            if env.terminations[agent] or env.truncations[agent]:
                return steps
            legal = env.observe(agent)["action_mask"].nonzero()[0]
            env.step(int(legal[int(rnd() * len(legal))]))
            steps += 1

    return play, prod(env.observation_space(env.possible_agents[0])["observation"].shape)


def flattop(name):
    """Return the same for a game of this project, at its smallest table."""
    from flattop.games import game

    seats = game(name.removesuffix("_v0").replace("_", "-")).seats[0]
    return petting_zoo(import_module(f"flattop.envs.{name}").raw_env(seats=seats))


def pettingzoo(name):
    return petting_zoo(import_module(f"pettingzoo.classic.{name}").raw_env())


def rlcard(name):
    """Return a function that plays one game of an RLCard environment, and the size of an observation."""
    import rlcard

    env = rlcard.make(name)

    def play(rnd):
        steps, (state, _) = 0, env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(rnd() * len(legal))])
            steps += 1
        return steps

    return play, prod(env.state_shape[0])


def measure(game, seed, seconds):
    """Play whole games until the time is up."""
    (play, numbers), rnd, steps = game, random.Random(seed).random, 0
    began = now = process_time()
    while now - began < seconds:
        steps += play(rnd)
        now = process_time()
    return {"steps": steps, "seconds": now - began, "numbers": numbers}


def main():
    libraries = {"flattop": flattop, "pettingzoo": pettingzoo, "rlcard": rlcard}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", choices=libraries, help="library of the environment")
    parser.add_argument("environment", help="name of the environment")
    args = parser.parse_args()
    game = libraries[args.library](args.environment)
    for line in sys.stdin:
        print(json.dumps(measure(game, **json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
