"""Solve the last two turns of Burger Go! with OpenSpiel's CFR: `python openspiel_cfr.py [ITERATIONS]`.

Needs `pip install '.[openspiel]'`.  Five of seven cards are played at random, and there are four deals,
so the game tree is small enough to be visited completely.
"""

import sys
from collections.abc import Iterator

import pyspiel

import flattop.envs.openspiel  # noqa: F401  registers the games with pyspiel

ENDGAME = "flattop_burger_go(players=2,rounds=1,opening=20,seeds=4)"


def curve(name: str, iterations: int) -> Iterator[tuple[int, float]]:
    """Yield the exploitability of the average policy after 1, 2, 4, 8 … iterations."""
    game = pyspiel.load_game(name)
    solver = pyspiel.CFRSolver(game)
    for done in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if done & (done - 1) == 0:
            yield done, pyspiel.exploitability(game, solver.average_policy())


if __name__ == "__main__":
    for done, left in curve(ENDGAME, int(sys.argv[1]) if len(sys.argv) > 1 else 64):
        print(f"{done:4} iterations: exploitability {left:.4f}")
