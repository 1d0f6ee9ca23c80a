"""OpenSpiel's IS-MCTS against a random seat in Burger Go!: `python openspiel_search.py [GAMES]`.

Needs `pip install '.[openspiel]'`.  The search asks for worlds that it cannot tell from the real one;
they are dealt as those that our own bots imagine.
"""

import sys
from collections.abc import Iterator

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import flattop.envs.openspiel  # noqa: F401  lets pyspiel know our games

ROUND = "flattop_burger_go(rounds=1)"


def returns(games: int, simulations: int) -> Iterator[float]:
    """What the search has at the end of game after game, with each seat in turn."""
    game, luck = pyspiel.load_game(ROUND), np.random.RandomState(0)
    rollout = mcts.RandomRolloutEvaluator(1, luck)
    search = ismcts.ISMCTSBot(game, rollout, uct_c=1.0, max_simulations=simulations, random_state=luck)
    for number in range(games):
        own, state = number % game.num_players(), game.new_initial_state()
        while not state.is_terminal():
            searches = state.current_player() == own
            action = search.step(state) if searches else luck.choice(state.legal_actions())
            state.apply_action(int(action))
        yield state.returns()[own]


if __name__ == "__main__":
    ends = list(returns(int(sys.argv[1]) if len(sys.argv) > 1 else 20, simulations=25))
    won, even = ends.count(1.0), ends.count(0.0)
    print(f"IS-MCTS won {won} of {len(ends)} games against a random seat, and {even} were even")
