"""Two bots of one's own: one that looks at its cards, and one that plays every option out on imagined tables.

Besides `python examples/own_bot.py`, each takes a seat in the commands, as in
`flattop simulate burger-go --seats examples/own_bot.py:Meaty,house`.
"""

import sys
from typing import Any

from flattop.kernel import Action, Chance
from flattop.lab import Plan, simulate, wilson
from flattop.match import Observation

TRIES = 5  # for each option


class Meaty:
    """For Burger Go!: takes meat where there is any, else what comes first."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def choose(self, obs: Observation) -> Action:
        return max(obs.options, key=lambda action: self.is_meat(obs.pack, action))

    def is_meat(self, pack: Any, action: Action) -> bool:
        """A card is chosen, then the face of it that counts; a card has two faces."""
        verb, noun = action[0], int(action[1])
        faces = [2 * noun, 2 * noun + 1] if verb == "choose" else [noun]
        return any(pack.type_of[face] == "meat" for face in faces)


class Taster:
    """Knows of the table what its seat may know; what is hidden it imagines."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def choose(self, obs: Observation) -> Action:
        return max(obs.options, key=lambda action: sum(self.taste(obs, action) for _ in range(TRIES)))

    def taste(self, obs: Observation, action: Action) -> int:
        """By how many points the seat ends up ahead, if everybody goes on at random."""
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
