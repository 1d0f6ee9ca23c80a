"""OpenSpiel's algorithms on our games: the convergence of CFR, and the results of IS-MCTS by simulations.

    PYTHONPATH=src:. python -m bench.openspiel cfr [--iterations 128] [--out docs/pictures]
    PYTHONPATH=src:. python -m bench.openspiel search [--games 32] [--simulations 5 20 80] [--rival house]

It prints tables; `--out` also draws the curves of CFR.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, ismcts, mcts

import flattop.envs.openspiel  # noqa: F401  registers the games with pyspiel
from bench.arguments import argument_parser
from flattop.bots import bot
from flattop.kernel import Chance
from flattop.lab.report_html import Line, lines, picture
from flattop.lab.stats import mean_margin

ENDGAME = "flattop_burger_go(rounds=1,opening=20,seeds=4,worlds=8)"
ROUND = "flattop_burger_go(rounds=1)"
SAMPLES = 25  # iterations of MCCFR per iteration of CFR, which visits the whole tree

Chooser = Callable[[Any], int]


def main() -> None:
    parser = argument_parser(__doc__)
    parser.add_argument("mode", choices=("cfr", "search"), help="which algorithms to run")
    parser.add_argument("--iterations", type=int, default=128, help="iterations of CFR")
    parser.add_argument("--out", type=Path, help="write the curves to this folder")
    parser.add_argument("--games", type=int, default=32, help="games for each number of simulations")
    parser.add_argument(
        "--simulations", type=int, nargs="+", default=[5, 20, 80], help="simulations of IS-MCTS"
    )
    parser.add_argument("--rival", default="random", help="rank of the opponent")
    args = parser.parse_args()
    if args.mode == "search":
        run_search(args.rival, args.games, args.simulations)
    else:
        curves = run_cfr(args.iterations)
        if args.out:
            draw(args.out, curves)


def run_cfr(iterations: int) -> list[Line]:
    """Return the exploitability of the average policies of CFR and of MCCFR, which samples."""
    np.random.seed(0)  # MCCFR uses the global generator
    game = pyspiel.load_game(ENDGAME)
    print(f"{ENDGAME}\niterations\texploitability by CFR\tby MCCFR, {SAMPLES} times as many")
    full, sampled = pyspiel.CFRSolver(game), external_sampling_mccfr.ExternalSamplingSolver(game)
    rows = []
    for done in range(1, iterations + 1):
        full.evaluate_and_update_policy()
        for _ in range(SAMPLES):
            sampled.iteration()
        if done & (done - 1) == 0:
            left = pyspiel.exploitability(game, full.average_policy())
            rows.append((done, left, exploitability.exploitability(game, sampled.average_policy())))
            print(f"{done}\t{left:.4f}\t{rows[-1][2]:.4f}", flush=True)
    steps = [float(number) for number in range(len(rows))]
    return [Line("CFR", steps, [row[1] for row in rows]), Line("MCCFR", steps, [row[2] for row in rows])]


def run_search(rival: str, games: int, steps: Sequence[int]) -> None:
    """Print the mean return of IS-MCTS in one round against one of our bots."""
    print(f"{ROUND} against {rival}\nsimulations\tgames\tmean return\t±")
    for simulations in steps:
        returns = [play_round(rival, simulations, number) for number in range(games)]
        margin = mean_margin(sum(returns), sum(value * value for value in returns), games)
        print(f"{simulations}\t{games}\t{sum(returns) / games:+.2f}\t{margin:.2f}", flush=True)


def play_round(rival: str, simulations: int, number: int) -> float:
    """Play one round.  The search changes seats from game to game, and pairs of games share a deal."""
    game, rng = pyspiel.load_game(ROUND), np.random.RandomState(number // 2)
    state, own = game.new_initial_state(), number % 2
    for _ in range(3):
        state.apply_action(int(rng.randint(1000)))
    choosers: list[Chooser] = [our_bot(rival, number), our_bot(rival, number)]
    rollout = mcts.RandomRolloutEvaluator(1, rng)
    search = ismcts.ISMCTSBot(game, rollout, 1.0, simulations, random_state=rng)
    search.set_resampler(lambda state, seat: state.resample_from_infostate(seat, rng.random_sample))
    choosers[own] = search.step
    while not state.is_terminal():
        state.apply_action(int(choosers[state.current_player()](state)))
    return float(state.returns()[own])


def our_bot(rank: str, seed: int) -> Chooser:
    """Wrap one of our bots for OpenSpiel.  It gets its observation, as always."""
    wrapped = bot(rank, "burger-go", Chance(seed))

    def choose(state: Any) -> int:
        seat = state.current_player()
        action = wrapped.choose(state.position.obs(seat))
        return next(number for number, option in state.position.options.items() if option == action)

    return choose


def draw(folder: Path, curves: Sequence[Line]) -> None:
    unit = "exploitability; iterations as powers of 2"
    plot = lines("Exploitability along CFR", curves, "{:.2f}".format, unit)
    (folder / "openspiel-cfr.svg").write_text(picture(plot), "utf-8")


if __name__ == "__main__":
    main()
