"""OpenSpiel's IS-MCTS against a random seat in Burger Go!: `python openspiel_search.py [GAMES]`.

Needs `pip install '.[openspiel]'`.  The search samples states with the same information state, which are
the determinizations that our own bots use.
"""

import sys
from collections.abc import Iterator

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import flattop.envs.openspiel  # noqa: F401  registers the games with pyspiel

ROUND = "flattop_burger_go(players=2,rounds=1)"


def returns(games: int, simulations: int) -> Iterator[float]:
    """Yield the return of the search for each game.  It changes seats from game to game."""
    game, rng = pyspiel.load_game(ROUND), np.random.RandomState(0)
    rollout = mcts.RandomRolloutEvaluator(1, rng)
    search = ismcts.ISMCTSBot(game, rollout, uct_c=1.0, max_simulations=simulations, random_state=rng)
    for number in range(games):
        own, state = number % game.num_players(), game.new_initial_state()
        while not state.is_terminal():
            searches = state.current_player() == own
            action = search.step(state) if searches else rng.choice(state.legal_actions())
            state.apply_action(int(action))
        yield state.returns()[own]


if __name__ == "__main__":
    ends = list(returns(int(sys.argv[1]) if len(sys.argv) > 1 else 20, simulations=25))
    won, tied = ends.count(1.0), ends.count(0.0)
    print(f"IS-MCTS won {won} of {len(ends)} games against a random seat, and {tied} were tied")
