"""Random play of other engines, measured like `flattop.lab.bench_worker`, in their own environment.

`python engines.py NAME` answers each line of input, such as {"seed": 1, "seconds": 1.0}, with one JSON line.
Dealing counts.  Chance nodes are sampled but do not count as decisions.  Times are CPU times.
"""

import argparse
import json
import random
import sys
from time import process_time

SEATS = 4


class Catanatron:
    """Settlers, with the engine's own random players."""

    def __init__(self):
        from catanatron import Color, Game, RandomPlayer

        self.game, self.seat, self.colors = Game, RandomPlayer, list(Color)[:SEATS]

    def play(self, rnd):
        game = self.game([self.seat(color) for color in self.colors], seed=int(rnd() * 2**32))
        game.play()
        return len(game.state.actions)


class OpenSpielHanabi:
    """The C++ game through its Python binding."""

    def __init__(self):
        import pyspiel

        self.game = pyspiel.load_game("hanabi", {"players": SEATS})

    def play(self, rnd):
        state, decisions = self.game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(drawn(state.chance_outcomes(), rnd()))
                continue
            actions = state.legal_actions()
            state.apply_action(actions[int(rnd() * len(actions))])
            decisions += 1
        return decisions


def drawn(outcomes, left):
    """Sample an outcome by its probability."""
    for action, chance in outcomes:
        left -= chance
        if left < 0:
            return action
    return outcomes[-1][0]


class RLCardUno:
    """The rules alone, without the observations of the environment."""

    def __init__(self):
        import rlcard

        self.game = rlcard.make("uno").game

    def play(self, rnd):
        game, decisions = self.game, 0
        game.init_game()
        while not game.is_over():
            actions = game.get_legal_actions()
            game.step(actions[int(rnd() * len(actions))])
            decisions += 1
        return decisions


class PettingZooHoldem:
    """An environment, which is its only interface: every step makes an observation and an action mask."""

    def __init__(self):
        from pettingzoo.classic import texas_holdem_v4

        self.env = texas_holdem_v4.raw_env(num_players=SEATS)

    def play(self, rnd):
        env, decisions = self.env, 0
        env.reset(seed=int(rnd() * 2**31))
        while not all(env.terminations.values()):
            mask = env.observe(env.agent_selection)["action_mask"]
            actions = [action for action, legal in enumerate(mask) if legal]
            env.step(actions[int(rnd() * len(actions))])
            decisions += 1
        return decisions


ENGINES = {
    "catanatron": Catanatron,
    "open_spiel-hanabi": OpenSpielHanabi,
    "rlcard-uno": RLCardUno,
    "pettingzoo-holdem": PettingZooHoldem,
}


def measured(engine, seed, seconds):
    """Play complete games until the time is up."""
    rnd = random.Random(seed).random
    games = decisions = 0
    began = now = process_time()
    while now - began < seconds:
        decisions += engine.play(rnd)
        games += 1
        now = process_time()
    return {"games": games, "decisions": decisions, "seconds": now - began}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine", choices=ENGINES)
    engine = ENGINES[parser.parse_args().engine]()
    for line in sys.stdin:
        print(json.dumps(measured(engine, **json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
