"""How slow can the rules of a game get with a deck that is accepted?

    python -m bench.hostile_decks [--decks 20] [--steps 300] [--seed 1] [GAME ...]

For each game it changes numbers of the house deck at random, as far as the deck is still accepted, and
for the games of the Burger Up family it writes orders of many lines. Random games are played with each
deck. It reports the slowest step, with the options that follow, and the slowest snapshot, in CPU time.
"""

from __future__ import annotations

import argparse
import random
import time

from flattop.games import CATALOG, game
from flattop.match import snapshot
from tests.conformance.hostile_decks import hostile_decks, plays


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(CATALOG))
    parser.add_argument("--decks", type=int, default=20, help="decks for each game (default 20)")
    parser.add_argument("--steps", type=int, default=300, help="most steps with each deck (default 300)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    worst_of_all = 0.0
    for key in args.games:
        chance, house = random.Random(f"{key} {args.seed}"), game(key)
        worst_step = worst_snapshot = 0.0
        steps = 0
        for number, played in zip(range(args.decks), hostile_decks(house, chance), strict=False):
            seats = chance.choice(house.seats)
            for match, milliseconds in plays(played, seats, args.seed + number, args.steps):
                steps += 1
                worst_step = max(worst_step, milliseconds)
                began = time.process_time()
                snapshot(match, 0)
                worst_snapshot = max(worst_snapshot, 1000 * (time.process_time() - began))
        worst_of_all = max(worst_of_all, worst_step)
        print(
            f"{key}: {args.decks} decks, {steps} steps, slowest step {worst_step:.1f} ms, "
            f"slowest snapshot {worst_snapshot:.1f} ms",
            flush=True,
        )
    print(f"slowest step of all: {worst_of_all:.1f} ms")


if __name__ == "__main__":
    main()
