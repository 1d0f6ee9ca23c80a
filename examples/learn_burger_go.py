"""Train MaskablePPO (Stable-Baselines3 contrib) on Burger Go! against random bots.

Run `pip install '.[envs]' -r examples/requirements-learn.in` in a new virtual environment, then
`python examples/learn_burger_go.py --out curve`.  It prints the results on held-out deals during training and
writes the learning curve as a table (`curve.md`) and an image (`curve.svg`).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple

from flattop.envs import single, vector
from flattop.lab import wilson

EVALUATION_SEED = 1_000_000  # first seed of evaluation deals; training uses others
GAME, SEATS = "burger-go", 2
PPO_SETTINGS: dict[str, Any] = {
    "n_steps": 256, "batch_size": 512, "n_epochs": 4, "learning_rate": 4e-4, "gamma": 1.0, "ent_coef": 0.01,
    "policy_kwargs": {"net_arch": [128, 64]},
}  # fmt: skip
NEEDS = "learn_burger_go.py needs {}: pip install -r examples/requirements-learn.in"


class Point(NamedTuple):
    """An evaluation of the policy after a number of training steps."""

    steps: int
    share: float  # of games won; a tie counts as half
    low: float
    high: float
    seconds: float  # wall-clock time; `cpu` is processor time
    cpu: float


def main() -> int:
    args = arguments().parse_args()
    try:
        import torch
        from sb3_contrib import MaskablePPO
    except ModuleNotFoundError as error:
        print(NEEDS.format(error.name), file=sys.stderr)
        return 1
    torch.set_num_threads(args.threads)
    model = MaskablePPO("MlpPolicy", tables(args.tables), seed=args.seed, device="cpu", **PPO_SETTINGS)
    points = train(model, args)
    for rival in ("random", "easy", "house"):
        point = evaluate(model, rival, args.last_games)
        print(f"final result against {rival}: {wins_text(point)}", flush=True)
    if args.out:
        write_curve(points, args.out)
    return 0


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--steps", type=int, default=120_000, help="training steps")
    parser.add_argument("--tables", type=int, default=8, help="tables played in parallel")
    parser.add_argument("--games", type=int, default=500, help="evaluation games per point of the curve")
    parser.add_argument("--last-games", type=int, default=2_000, help="games of the final evaluation")
    parser.add_argument("--points", type=int, default=6, help="points of the curve")
    parser.add_argument("--threads", type=int, default=1, help="threads of PyTorch")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="path of the curve, without a suffix")
    return parser


def tables(count: int) -> Any:
    """Create training tables.  The agent has the first seat at one half and the second at the other."""
    from stable_baselines3.common.vec_env import DummyVecEnv

    return DummyVecEnv([lambda n=n: single(GAME, seats=SEATS, seat=n % SEATS) for n in range(count)])


def train(model: Any, args: argparse.Namespace) -> list[Point]:
    """Train in stages and evaluate after each.  The time of evaluations is not counted."""
    points = [evaluate(model, "random", args.games)]
    print(point_text(points[0]), flush=True)
    clock = cpu = 0.0
    for stage in range(args.points):
        began, busy = perf_counter(), process_time()
        model.learn(args.steps // args.points, reset_num_timesteps=stage == 0)
        clock, cpu = clock + perf_counter() - began, cpu + process_time() - busy
        point = evaluate(model, "random", args.games, model.num_timesteps)
        points.append(point._replace(seconds=clock, cpu=cpu))
        print(point_text(points[-1]), flush=True)
    return points


def evaluate(model: Any, rival: str, games: int, steps: int = 0) -> Point:
    """Return the share of evaluation games won by the greedy policy, half of them on each seat."""
    won = sum(sum(results(model, rival, seat, games // SEATS)) for seat in range(SEATS)) / games
    return Point(steps, won, *wilson(won, games), 0.0, 0.0)


def results(model: Any, rival: str, seat: int, games: int) -> list[float]:
    """Play games in parallel and return 1 for a win, 0.5 for a tie, 0 for a loss."""
    tables = vector(GAME, games, seats=SEATS, seat=seat, opponents=[rival])
    observation, _ = tables.reset(seed=EVALUATION_SEED)
    first: dict[int, float] = {}
    while len(first) < games:
        actions, _ = model.predict(observation, action_masks=tables.action_masks(), deterministic=True)
        observation, rewards, over, _, _ = tables.step(actions)
        first = {n: (float(rewards[n]) + 1) / 2 for n in range(games) if over[n]} | first
    return [*first.values()]


def point_text(point: Point) -> str:
    took = f"{point.seconds:4.0f} s, {point.cpu:4.0f} s CPU"
    return f"{point.steps:>9,} steps, {took}: {wins_text(point)}"


def wins_text(point: Point) -> str:
    return f"wins {point.share:.1%} ({point.low:.1%} to {point.high:.1%})"


def write_curve(points: list[Point], out: Path) -> None:
    """Write the curve as a table and as an image."""
    rows = ["| steps | seconds | CPU seconds | wins | 95 % |", "|---:|---:|---:|---:|---|"]
    rows += [
        f"| {p.steps:,} | {p.seconds:.0f} | {p.cpu:.0f} | {p.share:.1%} | {p.low:.1%} to {p.high:.1%} |"
        for p in points
    ]
    out.with_suffix(".md").write_text("\n".join([*rows, ""]), "utf-8")
    out.with_suffix(".svg").write_text(curve_svg(points), "utf-8")


def curve_svg(points: list[Point]) -> str:
    """Return a plot of the shares with their intervals over the training steps."""
    wide, high, left, top = 560, 280, 50, 34
    most = max(point.steps for point in points)

    def at(steps: float, share: float) -> str:
        return f"{left + wide * steps / most:.1f} {top + high * (1 - share):.1f}"

    band = " L".join([at(p.steps, p.high) for p in points] + [at(p.steps, p.low) for p in reversed(points)])
    line = " L".join(at(p.steps, p.share) for p in points)
    ticks = "".join(
        f'<path d="M{at(0, share)} L{at(most, share)}" stroke="#ddd"/>'
        f'<text x="{left - 6}" y="{top + high * (1 - share) + 4:.0f}" text-anchor="end">{share:.0%}</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    )
    ticks += "".join(
        f'<text x="{left + wide * part / 4:.0f}" y="{top + high + 18}" text-anchor="middle">'
        f"{most * part // 4:,}</text>"
        for part in range(5)
    )
    title = "Burger Go!, two seats: games won against random, by training steps"
    size = f'width="{left + wide + 40}" height="{top + high + 30}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12" fill="#222">'
        f'<rect width="100%" height="100%" fill="#fff"/>'
        f'<text x="12" y="20" font-weight="bold">{title}</text>{ticks}'
        f'<path d="M{band}Z" fill="#b5482a" opacity="0.2"/>'
        f'<path d="M{line}" fill="none" stroke="#b5482a" stroke-width="2"/></svg>\n'
    )


if __name__ == "__main__":
    sys.exit(main())
