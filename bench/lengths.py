"""Measures whether the length of a seat's update reveals hidden information.

python -m bench.lengths [GAME …] [--positions N] [--seed N]

Random games are played at all seat counts.  At many moments everything that is hidden from one observer is
resampled, before a move and after it, and the server's own code encodes the update of another seat in both
worlds. Their lengths should be equal.  Printed are the numbers of pairs of updates that differ in length
before padding and after padding.
"""

from __future__ import annotations

import random
from collections import Counter

from bench.arguments import parse_arguments
from bench.secrecy import EVERY, World, moves
from flattop.games import CATALOG, game
from flattop.kernel import Chance, Game
from flattop.server.padding import full_length
from tests.conformance.secrecy import elsewhere


def main() -> None:
    args = parse_arguments(__doc__, "positions", 400)
    print("| game | pairs | different length | different length after padding |\n|---|---:|---:|---:|")
    for key in args.games or [key for key in CATALOG if max(game(key).seats) > 1]:
        counts = looked_at(game(key), args.positions, args.seed)
        print(f"| {key} | {counts['pairs']} | {counts['encoded']} | {counts['sent']} |", flush=True)


def looked_at(game: Game, positions: int, seed: int = 0) -> Counter[str]:
    counts, rnd = Counter[str](), random.Random(f"{game.key} {seed}")
    for match, seat, action in moves(game, rnd):
        if counts["pairs"] == positions:
            break
        if rnd.random() >= EVERY:
            match.play(seat, action)
            continue
        eye = rnd.choice([None, *range(match.table.seats)])
        reader = rnd.choice([seat for seat in range(match.table.seats) if seat != eye])
        resample_seed = rnd.getrandbits(63)
        true, other = World(match, reader), World(elsewhere(match, eye, Chance(resample_seed)), reader)
        match.play(seat, action)
        updates = true.update(match), other.update(elsewhere(match, eye, Chance(resample_seed + 1)))
        if all(updates):  # bench.secrecy checks whether there is an update at all
            lengths = [len(update) for update in updates]
            counts["pairs"] += 1
            counts["encoded"] += len(set(lengths)) > 1
            counts["sent"] += len(set(map(full_length, lengths))) > 1
    return counts


if __name__ == "__main__":
    main()
