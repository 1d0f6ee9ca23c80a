"""OpenSpiel's algorithms on our games: how fast CFR closes in, and how IS-MCTS does as it searches more.

    PYTHONPATH=src:. python -m bench.openspiel cfr [--iterations 128] [--out docs/pictures]
    PYTHONPATH=src:. python -m bench.openspiel search [--games 32] [--simulations 5 20 80] [--rival house]

prints tables; `--out` draws the curves of CFR as well.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, ismcts, mcts

import flattop.envs.openspiel  # noqa: F401  lets pyspiel know our games
from flattop.bots import bot
from flattop.kernel import Chance
from flattop.lab.report_html import Line, lines, picture
from flattop.lab.stats import mean_margin

ENDGAME = "flattop_burger_go(rounds=1,opening=20,seeds=4,worlds=8)"
ROUND = "flattop_burger_go(rounds=1)"
SAMPLES = 25  # iterations of MCCFR for one of CFR, which walks through the whole tree

Chooser = Callable[[Any], int]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("cfr", "search"))
    parser.add_argument("--iterations", type=int, default=128, help="of CFR")
    parser.add_argument("--out", type=Path, help="a folder for the curves")
    parser.add_argument("--games", type=int, default=32, help="for each number of simulations")
    parser.add_argument("--simulations", type=int, nargs="+", default=[5, 20, 80], help="of IS-MCTS")
    parser.add_argument("--rival", default="random", help="a bot of ours")
    args = parser.parse_args()
    if args.what == "search":
        searching(args.rival, args.games, args.simulations)
    else:
        curves = solving(args.iterations)
        if args.out:
            draw(args.out, curves)


def solving(iterations: int) -> list[Line]:
    """The exploitability of the average policy along CFR and MCCFR, which samples."""
    np.random.seed(0)  # MCCFR draws from there
    game = pyspiel.load_game(ENDGAME)
    print(f"{ENDGAME}\niterations\texploitability by CFR\tby MCCFR, {SAMPLES} times as many")
    whole, sampled = pyspiel.CFRSolver(game), external_sampling_mccfr.ExternalSamplingSolver(game)
    rows = []
    for done in range(1, iterations + 1):
        whole.evaluate_and_update_policy()
        for _ in range(SAMPLES):
            sampled.iteration()
        if done & (done - 1) == 0:
            left = pyspiel.exploitability(game, whole.average_policy())
            rows.append((done, left, exploitability.exploitability(game, sampled.average_policy())))
            print(f"{done}\t{left:.4f}\t{rows[-1][2]:.4f}", flush=True)
    steps = [float(number) for number in range(len(rows))]
    return [Line("CFR", steps, [row[1] for row in rows]), Line("MCCFR", steps, [row[2] for row in rows])]


def searching(rival: str, games: int, steps: Sequence[int]) -> None:
    """What IS-MCTS has on average at the end of a round, against a bot of ours."""
    print(f"{ROUND} against {rival}\nsimulations\tgames\tmean return\t±")
    for simulations in steps:
        ends = [played(rival, simulations, number) for number in range(games)]
        margin = mean_margin(sum(ends), sum(end * end for end in ends), games)
        print(f"{simulations}\t{games}\t{sum(ends) / games:+.2f}\t{margin:.2f}", flush=True)


def played(rival: str, simulations: int, number: int) -> float:
    """One round; the seat of the search changes from game to game, and pairs of them have the same deal."""
    game, luck = pyspiel.load_game(ROUND), np.random.RandomState(number // 2)
    state, own = game.new_initial_state(), number % 2
    for _ in range(3):
        state.apply_action(int(luck.randint(1000)))
    choosers: list[Chooser] = [ours(rival, number), ours(rival, number)]
    rollout = mcts.RandomRolloutEvaluator(1, luck)
    search = ismcts.ISMCTSBot(game, rollout, 1.0, simulations, random_state=luck)
    search.set_resampler(lambda state, seat: state.resample_from_infostate(seat, luck.random_sample))
    choosers[own] = search.step
    while not state.is_terminal():
        state.apply_action(int(choosers[state.current_player()](state)))
    return float(state.returns()[own])


def ours(rank: str, seed: int) -> Chooser:
    """A bot of ours at a table of OpenSpiel: it gets its sight, as always."""
    one = bot(rank, "burger-go", Chance(seed))

    def choose(state: Any) -> int:
        seat = state.current_player()
        action = one.choose(state.moment.obs(seat))
        return next(number for number, option in state.moment.options.items() if option == action)

    return choose


def draw(folder: Path, curves: Sequence[Line]) -> None:
    unit = "exploitability; iterations as powers of 2"
    plot = lines("Exploitability along CFR", curves, "{:.2f}".format, unit)
    (folder / "openspiel-cfr.svg").write_text(picture(plot), "utf-8")


if __name__ == "__main__":
    main()
