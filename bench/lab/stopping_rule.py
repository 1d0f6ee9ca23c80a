"""Measures the error rates of tournaments: of the order of bots with known strengths, and of their ratings.

PYTHONPATH=src:. python -m bench.lab.stopping_rule [--runs 1000]

No games are played: places are drawn by the Plackett-Luce model (tests/lab/tournaments.py).  They go through
the same statistics, tests and ratings as those of a real tournament.
"""

from __future__ import annotations

from bench.arguments import argument_parser
from flattop.lab.tournament import Tournament
from flattop.lab.tournament.rating import ratings
from tests.lab.tournaments import drawn_standings, stopped

ORDERS = [  # bots, seats, strengths, deals at most
    (2, 2, (0, 0), 256),
    (3, 2, (0, 0, 0), 256),
    (3, 4, (0, 0, 0), 128),
    (2, 2, (0, -70), 1024),
    (3, 2, (150, 0, -240), 1024),
]
RATED = [  # bots, seats, deals, strengths
    (3, 2, 15, (0, -240, -900)),
    (3, 2, 60, (0, -240, 150)),
    (4, 4, 20, (0, -240, 150, -800)),
    (2, 3, 30, (0, -150)),
]
NAMES = ("house", "easy", "chef", "random")


def main() -> None:
    parser = argument_parser(__doc__)
    parser.add_argument("--runs", type=int, default=1000, help="simulated tournaments in each row")
    runs = parser.parse_args().runs
    print(headings("bots", "seats", "strengths", "wrong order", "decided", "deals, mean"))
    for case in ORDERS:
        print(order_row(*case, runs), flush=True)
    print("\n" + headings("bots", "seats", "deals", "strengths", "within the interval", "rated, mean"))
    for case in RATED:
        print(rating_row(*case, max(1, runs // 5)), flush=True)


def order_row(bots: int, seats: int, strengths: tuple[int, ...], most: int, runs: int) -> str:
    tournament = Tournament("burger-go", NAMES[:bots], seats)
    ends = [stopped(tournament, strengths, seed, most) for seed in range(runs)]
    decided = [deals for deals, order in ends if order is not None]
    right = sorted(range(bots), key=lambda bot: -strengths[bot])
    wrong = sum(order is not None and (order != right or len(set(strengths)) < bots) for _, order in ends)
    mean = sum(deals for deals, _ in ends) / runs
    shares = f"{wrong / runs:.1%} | {len(decided) / runs:.1%}"
    return f"| {bots} | {seats} | {joined(strengths)} | {shares} | {mean:.0f} |"


def rating_row(bots: int, seats: int, deals: int, strengths: tuple[int, ...], runs: int) -> str:
    tournament = Tournament("burger-go", NAMES[:bots], seats)
    rows = [ratings(drawn_standings(tournament, deals, strengths, seed)) for seed in range(runs)]
    within = [
        sum(row[bot].low <= 1000 + strengths[bot] <= row[bot].high for row in rows) for bot in range(1, bots)
    ]
    means = [sum(row[bot].value for row in rows) / runs - 1000 for bot in range(bots)]
    covered = ", ".join(f"{count / runs:.1%}" for count in within)
    return f"| {bots} | {seats} | {deals} | {joined(strengths)} | {covered} | {joined(means)} |"


def headings(*words: str) -> str:
    return f"| {' | '.join(words)} |\n|{'---|' * len(words)}"


def joined(values: tuple[int, ...] | list[float]) -> str:
    return ", ".join(f"{value:+.0f}" for value in values)


if __name__ == "__main__":
    main()
