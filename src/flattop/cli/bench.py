"""`flattop bench`: measure the speed of the games, or compare it with another revision of this checkout."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import flattop
from flattop.cli import output
from flattop.cli.parser import JSON_HELP, SECONDS, BadUsage, add_command, number, whole
from flattop.cli.progress import show_progress

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.lab import Figures
    from flattop.lab.bench import Comparison

ROOT = Path(flattop.__file__).parents[2]
LOAD = ROOT / "bench" / "server" / "load.py"
DEFAULT_SECONDS, DEFAULT_LOAD_SECONDS = 1.0, 10.0
DEFAULT_ROUNDS = 6  # even, so that each revision is measured first equally often
LOAD_TABLES = (50, 200)
UNITS = {"random": "decisions/s", "clone": "clone µs", "house": "house bots' games/s"}
LESS_IS_BETTER = {"p50_ms", "p99_ms", "server_cpu_ms_per_play", "kb_per_idle_table"}


def add(commands: Commands) -> None:
    summary = "Measure the speed of the games, or compare it with another revision."
    command = add_command(commands, "bench", summary)
    command.add_argument("--game", metavar="GAME", help="measure one game (default: all games)")
    command.add_argument(
        "--seconds",
        type=number(SECONDS, 0.01, 60),
        metavar="S",
        help="seconds per measurement (default 1, with --server 10)",
    )
    command.add_argument(
        "--compare", metavar="REV", help="measure this checkout and this git revision alternately"
    )
    command.add_argument(
        "--rounds",
        type=whole(1, 1000),
        metavar="N",
        help=f"with --compare: measurements of each (default {DEFAULT_ROUNDS})",
    )
    command.add_argument(
        "--server",
        action="store_true",
        help="with --compare: measure servers under load (bench/server/load.py)",
    )
    command.add_argument("--json", action="store_true", help=JSON_HELP)
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    if args.compare is not None:
        return compare(args)
    if args.server or args.rounds:
        raise BadUsage(f"--{'server' if args.server else 'rounds'} requires --compare REV")
    from dataclasses import asdict

    from flattop.games import CATALOG, game
    from flattop.lab import machine, measure

    games = [game(key) for key in ([args.game] if args.game else CATALOG)]
    measured: dict[str, Figures] = {}
    with show_progress(len(games), "bench") as advance:
        for measured_game in games:
            measured[measured_game.key] = measure(measured_game, args.seconds or DEFAULT_SECONDS)
            advance(1)
    if args.json:
        rows = {
            key: {name: round(figure, 2) for name, figure in asdict(figures).items()}
            for key, figures in measured.items()
        }
        output.print_json({"machine": machine(), "games": rows})
        return 0
    output.print_table(
        ["game", "decisions/s", "games/s", "clone µs"],
        [
            [key, f"{figures.decisions_per_s:,.0f}", f"{figures.games_per_s:,.0f}", f"{figures.clone_us:.2f}"]
            for key, figures in measured.items()
        ],
        numbers=range(1, 4),
    )
    print(machine())
    return 0


# -- comparison with a revision


def compare(args: Namespace) -> int:
    import os

    from flattop.games import CATALOG, game
    from flattop.lab import Fault
    from flattop.lab.bench import FIGURES, compare

    if args.server and args.game:
        raise BadUsage("--game and --server cannot be combined: the load test plays its own game")
    keys = [game(args.game).key] if args.game else list(CATALOG)
    rounds = args.rounds or DEFAULT_ROUNDS
    with unpacked_revision(args.compare) as folder:
        sources = {args.compare: folder / "src", "this checkout": ROOT / "src"}
        try:
            if args.server:
                comparisons = compare_servers(sources, args.seconds or DEFAULT_LOAD_SECONDS, rounds)
            else:
                comparisons = []
                with show_progress(len(keys) * len(FIGURES), "compare") as advance:
                    seconds = args.seconds or DEFAULT_SECONDS
                    for comparison in compare(sources, keys, seconds, rounds, dict(os.environ)):
                        comparisons.append(comparison)
                        advance(1)
        except Fault as fault:
            print(f"flattop: {fault}", file=sys.stderr)
            return 1
    return print_comparisons(args, comparisons)


@contextmanager
def unpacked_revision(name: str) -> Iterator[Path]:
    """Unpack `src` of a revision into a temporary directory.  The repository is only read."""
    from io import BytesIO
    from tempfile import TemporaryDirectory
    from zipfile import ZipFile

    if not (ROOT / ".git").exists():
        raise BadUsage("--compare: not a git checkout, so there are no revisions to compare with")
    commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    if commit is None:
        raise BadUsage(f"--compare: unknown revision {name!r}; give a commit, branch or tag such as HEAD~1")
    with TemporaryDirectory(prefix="flattop-compare-") as folder:
        packed = git("archive", "--format=zip", commit.decode().strip(), "src")
        if packed is None:
            raise BadUsage(f"--compare: revision {name!r} has no directory 'src'")
        with ZipFile(BytesIO(packed)) as archive:
            archive.extractall(folder)
        yield Path(folder)


def git(*words: str) -> bytes | None:
    """Return the output of a git command, or None if it fails."""
    import subprocess

    try:
        done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, check=False)
    except FileNotFoundError:
        raise BadUsage("--compare: git is not installed") from None
    return None if done.returncode else done.stdout


def compare_servers(sources: Mapping[str, Path], seconds: float, rounds: int) -> list[Comparison]:
    """Run the load test with each revision alternately, and compare every figure.

    Figures where less is better are inverted, so that a higher value is always better.
    """
    from flattop.lab.bench import Comparison

    comparisons: dict[tuple[str, str], Comparison] = {}
    before = next(iter(sources))
    with show_progress(rounds * len(sources), "compare") as advance:
        for number in range(rounds):
            for name in list(sources)[:: 1 if number % 2 == 0 else -1]:
                for row in run_load_test(name, sources[name], seconds):
                    tables = f"{row['tables']} tables"
                    for figure in ("plays_per_s", *sorted(LESS_IS_BETTER)):
                        value = row[figure]
                        comparison = comparisons.setdefault((tables, figure), Comparison(tables, figure))
                        (comparison.before if name == before else comparison.after).append(
                            1 / max(value, 1e-9) if figure in LESS_IS_BETTER else value
                        )
                advance(1)
    return list(comparisons.values())


def run_load_test(name: str, source: Path, seconds: float) -> list[dict[str, float]]:
    """Run the load test once with the package of one revision."""
    import json
    import os
    import subprocess

    from flattop.lab import Fault

    words = ["--tables", *map(str, LOAD_TABLES), "--seconds", str(seconds)]
    done = subprocess.run(
        [sys.executable, str(LOAD), *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(source), str(ROOT)))},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        last_line = (done.stderr.strip().splitlines() or ["no output"])[-1]
        raise Fault(f"the load test of {name} failed: {last_line}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def print_comparisons(args: Namespace, comparisons: list[Comparison]) -> int:
    from flattop.lab import machine

    if args.json:
        rows = [comparison_json(comparison) for comparison in comparisons]
        output.print_json({"machine": machine(), "revision": args.compare, "rows": rows})
        return 0
    columns = ["of", "figure", args.compare, "now", "ratio", "middle half", "same games"]
    output.print_table(columns, [comparison_row(one) for one in comparisons], numbers=range(2, 6))
    print(f"A ratio above 1 is faster than {args.compare}. {machine()}")
    return 0


def comparison_json(comparison: Comparison) -> dict[str, object]:
    """Return one row: `before` and `after` in the unit of the figure, `ratio` as a factor of the speed."""
    return {
        "of": comparison.game,
        "figure": UNITS.get(comparison.figure, comparison.figure),
        "before": round(median_in_unit(comparison, comparison.before), 3),
        "after": round(median_in_unit(comparison, comparison.after), 3),
        "ratio": round(comparison.ratio, 3),
        "spread": [round(edge, 3) for edge in comparison.spread],
        "same": comparison.same,
    }


def comparison_row(comparison: Comparison) -> list[str]:
    low, high = comparison.spread
    values = [median_in_unit(comparison, rates) for rates in (comparison.before, comparison.after)]
    shown = [f"{value:,.0f}" if value >= 100 else f"{value:.2f}" for value in values]
    same = "" if comparison.figure not in ("random", "house") else "yes" if comparison.same else "no"
    unit = UNITS.get(comparison.figure, comparison.figure)
    return [comparison.game, unit, *shown, f"{comparison.ratio:.2f}", f"{low:.2f} to {high:.2f}", same]


def median_in_unit(comparison: Comparison, rates: list[float]) -> float:
    """Return the median in the unit of the figure, undoing the inversion of times."""
    from statistics import median

    rate = median(rates)
    if comparison.figure == "clone":
        return 1e6 / rate
    return 1 / rate if comparison.figure in LESS_IS_BETTER else rate
