"""This checkout and one of its revisions, measured in turns by the same bench worker."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import flattop
from flattop.cli import output
from flattop.cli.bench import USUAL
from flattop.cli.parser import BadUsage
from flattop.games import CATALOG, game
from flattop.lab import Fault, machine
from flattop.lab.bench import FIGURES, Comparison, compare

ROOT = Path(flattop.__file__).parents[2]
LOAD = ROOT / "bench" / "server" / "load.py"
ROUNDS = 6  # even, so that each side is as often the first
LOADED = 10.0  # seconds
TABLES = (50, 200)
UNITS = {"random": "decisions/s", "clone": "clone µs", "house": "house bots' games/s"}
LESS_IS_BETTER = {"p50_ms", "p99_ms", "server_cpu_ms_per_play", "kb_per_idle_table"}


def run(args: Namespace) -> int:
    if args.server and args.game:
        raise BadUsage("--game and --server do not go together: the load plays a game of its own")
    keys = [game(args.game).key] if args.game else list(CATALOG)
    rounds = args.rounds or ROUNDS
    with revision(args.compare) as before:
        sources = {args.compare: before / "src", "this checkout": ROOT / "src"}
        try:
            if args.server:
                return show(args, loaded(sources, args.seconds or LOADED, rounds))
            work = compare(sources, keys, args.seconds or USUAL, rounds, dict(os.environ))
            return show(args, counted(work, len(keys) * len(FIGURES)))
        except Fault as fault:
            print(f"flattop: {fault}", file=sys.stderr)
            return 1


@contextmanager
def revision(name: str) -> Iterator[Path]:
    """A copy of what a revision holds, outside the repository, which learns nothing of it."""
    if not (ROOT / ".git").exists():
        raise BadUsage("--compare needs a checkout, for revisions are taken from its repository")
    commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    if commit is None:
        raise BadUsage(
            f"there is no revision {name!r} here; name a commit, a branch or a tag, as in --compare HEAD~1"
        )
    with TemporaryDirectory(prefix="flattop-compare-") as folder:
        packed = git("archive", "--format=zip", commit.decode().strip(), "src")
        if packed is None:
            raise BadUsage(f"the revision {name!r} has no src, so there is nothing to compare with")
        with ZipFile(io.BytesIO(packed)) as archive:
            archive.extractall(folder)
        yield Path(folder)


def git(*words: str) -> bytes | None:
    """What git says; nothing if it refuses."""
    try:
        done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, check=False)
    except FileNotFoundError:
        raise BadUsage("--compare needs git, and there is none on the path") from None
    return None if done.returncode else done.stdout


def counted(work: Iterable[Comparison], total: int) -> list[Comparison]:
    """All comparisons, with a bar while they are made."""
    done: list[Comparison] = []
    with output.progress(total, "compare") as progress:
        for comparison in work:
            done.append(comparison)
            progress(1)
    return done


# -- servers


def loaded(sources: Mapping[str, Path], seconds: float, rounds: int) -> list[Comparison]:
    """Each figure of the load on a server, where more is always better."""
    comparisons: dict[tuple[str, str], Comparison] = {}
    with output.progress(rounds * len(sources), "compare") as progress:
        for number in range(rounds):
            order = list(sources.items())[:: 1 if number % 2 == 0 else -1]
            for name, source in order:
                for row in load(name, source, seconds):
                    note(comparisons, row, is_before=name == next(iter(sources)))
                progress(1)
    return list(comparisons.values())


def load(name: str, source: Path, seconds: float) -> list[dict[str, float]]:
    """One run of the load with the package of one revision."""
    words = ["--tables", *map(str, TABLES), "--seconds", str(seconds)]
    done = subprocess.run(
        [sys.executable, str(LOAD), *words], env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise Fault(f"{name} cannot be loaded: {(done.stderr.strip().splitlines() or ['it stopped'])[-1]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def note(comparisons: dict[tuple[str, str], Comparison], row: dict[str, float], is_before: bool) -> None:
    tables = f"{row['tables']} tables"
    for figure in ("plays_per_s", *sorted(LESS_IS_BETTER)):
        comparison = comparisons.setdefault((tables, figure), Comparison(tables, figure))
        value = row[figure]
        (comparison.before if is_before else comparison.after).append(
            1 / max(value, 1e-9) if figure in LESS_IS_BETTER else value
        )


# -- in print


def show(args: Namespace, comparisons: list[Comparison]) -> int:
    if args.json:
        rows = [as_json(one) for one in comparisons]
        output.as_json({"machine": machine(), "revision": args.compare, "rows": rows})
        return 0
    columns = ["of", "figure", args.compare, "now", "ratio", "middle half", "same games"]
    output.table(columns, [row(one) for one in comparisons], numbers=range(2, 6))
    print(f"A ratio above 1 is faster than {args.compare}. {machine()}")
    return 0


def as_json(one: Comparison) -> dict[str, object]:
    """One row; `before` and `after` are in the unit of the figure, ratios tell how many times as fast."""
    return {
        "of": one.game,
        "figure": UNITS.get(one.figure, one.figure),
        "before": round(shown(one, one.before), 3),
        "after": round(shown(one, one.after), 3),
        "ratio": round(one.ratio, 3),
        "spread": [round(edge, 3) for edge in one.spread],
        "same": one.same,
    }


def shown(one: Comparison, paces: list[float]) -> float:
    """The median in the unit of the figure: a time where less is better."""
    pace = median(paces)
    if one.figure == "clone":
        return 1e6 / pace
    return 1 / pace if one.figure in LESS_IS_BETTER else pace


def row(one: Comparison) -> list[str]:
    low, high = one.spread
    values = [decimal(shown(one, paces)) for paces in (one.before, one.after)]
    spread = f"{low:.2f} to {high:.2f}"
    same = "" if one.figure not in ("random", "house") else "yes" if one.same else "no"
    return [one.game, UNITS.get(one.figure, one.figure), *values, f"{one.ratio:.2f}", spread, same]


def decimal(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
