"""A bot of one's own: it plays every option out on imagined tables and keeps the one that ends best."""

import sys

from flattop.kernel import Action, Chance
from flattop.lab import Plan, simulate, wilson
from flattop.match import Sight

TRIES = 5  # for each option


class Taster:
    """Knows of the table what its seat may know; what is hidden it imagines."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def choose(self, sight: Sight) -> Action:
        return max(sight.options, key=lambda action: sum(self.taste(sight, action) for _ in range(TRIES)))

    def taste(self, sight: Sight, action: Action) -> int:
        """By how many points the seat ends up ahead, if everybody goes on at random."""
        t = sight.imagine(self.chance)
        t.push(sight.seat, action)
        while not t.over:
            seat, options = next(iter(t.asks.items()))
            t.push(seat, list(options)[self.chance.below(len(options))])
        points = sight.game.outcome(t).points
        return points[sight.seat] - max(p for seat, p in enumerate(points) if seat != sight.seat)


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    result = simulate(Plan("burger-go", (Taster, "random"), seed=1), games)
    low, high = wilson(result.wins[0], games)
    print(f"Taster wins {result.wins[0]:.0%} of {games} games against random ({low:.0%} to {high:.0%})")
