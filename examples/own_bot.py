"""Two plugin bots: one looks at its cards, the other plays every option out on determinizations.

Run `python examples/own_bot.py`, or give them seats in other commands:
`flattop simulate burger-go --seats examples/own_bot.py:Meaty,house`.
"""

import sys
from typing import Any

from flattop.kernel import Action, Chance
from flattop.lab import Plan, simulate, wilson
from flattop.match import Observation

PLAYOUTS = 5  # for each option


class Meaty:
    """A bot for Burger Go! that takes meat if there is any, else the first option."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def choose(self, obs: Observation) -> Action:
        return max(obs.options, key=lambda action: self.is_meat(obs.pack, action))

    def is_meat(self, pack: Any, action: Action) -> bool:
        """Return whether an action takes meat.  A seat chooses a card, then one of its two faces."""
        verb, noun = action[0], int(action[1])
        faces = [2 * noun, 2 * noun + 1] if verb == "choose" else [noun]
        return any(pack.type_of[face] == "meat" for face in faces)


class Taster:
    """Chooses the option with the best random playouts, on tables in which hidden cards are resampled."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def choose(self, obs: Observation) -> Action:
        return max(obs.options, key=lambda action: sum(self.playout(obs, action) for _ in range(PLAYOUTS)))

    def playout(self, obs: Observation, action: Action) -> int:
        """Play on at random and return the points ahead of the best rival."""
        t = obs.imagine(self.chance)
        t.push(obs.seat, action)
        while not t.over:
            seat, options = next(iter(t.asks.items()))
            t.push(seat, list(options)[self.chance.below(len(options))])
        points = obs.game.outcome(t).points
        return points[obs.seat] - max(p for seat, p in enumerate(points) if seat != obs.seat)


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    for own in (Meaty, Taster):
        result = simulate(Plan("burger-go", (own, "random"), seed=1), games)
        low, high = wilson(result.wins[0], games)
        share = f"{result.wins[0]:.0%} of {games} games against random ({low:.0%} to {high:.0%})"
        print(f"{own.__name__} wins {share}")
