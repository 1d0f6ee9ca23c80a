"""Mutation testing of the rules: do the tests of a game fail when its code is changed?

    python -m venv /tmp/mutation && /tmp/mutation/bin/pip install cosmic-ray==8.7.0
    /tmp/mutation/bin/python bench/mutation.py burger-boss --sample 40 --seed 7 --minutes 15

The mutations are those of Cosmic Ray.  This script draws places in the code of a game at random, makes one
change at each in a copy of the tree, and runs the tests of that game (`tests/games/<game>`) with the
project's own Python. Without a game it takes all of them.  Printed are surviving mutants and the score of
each game.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]
GAMES = Path("src/flattop/games")
NEVER = ("RemoveDecorator", "ExceptionReplacer", "NoOp", "VariableInserter", "VariableReplacer")
OTHERS = ("test_house_bot.py", "test_terminal.py", "test_random_games.py")  # slow, and no scenarios of rules
ALIKE = ("_Is", "_IsNot")  # Python caches small integers and short strings, so `is` equals `==` there
IDLE = ("strict", "frozen", "kw_only", "compare", "maxsize", "slots")
PYTEST_ARGUMENTS = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider"]
SPARE = 10  # CPU seconds that a mutant may take beyond three times the tests' own time


class Mutant(NamedTuple):
    """One change at one place."""

    path: Path
    line: int
    operator: str
    occurrence: int


class Place(NamedTuple):
    path: Path
    start: tuple[int, int]


def main() -> None:
    args = parsed()
    catalog = games()
    if unknown := [key for key in args.games if key not in catalog]:
        sys.exit(f"mutation: unknown game {unknown[0]!r}; the games are {', '.join(catalog)}")
    for key in args.games or catalog:
        with TemporaryDirectory(prefix="mutation-") as folder:
            judge(key, catalog[key], args, Path(folder))


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="keys of games; all if none is given")
    parser.add_argument("--sample", type=int, default=40, help="places of each game that are changed")
    parser.add_argument("--seed", type=int, default=7, help="draws another sample")
    parser.add_argument(
        "--minutes", type=float, default=15, help="for each game; the remaining mutants are skipped"
    )
    parser.add_argument("--jobs", type=int, default=1, help="mutants at the same time")
    parser.add_argument("--only", default="", help="part of a path: mutate only files that have it")
    parser.add_argument("--python", type=Path, default=ROOT / ".venv/bin/python", help="runs the tests")
    return parser.parse_args()


def games() -> dict[str, list[Path]]:
    """Return the source files of each game; files that a family shares belong to the game in `base`."""
    module = ast.parse((ROOT / GAMES / "__init__.py").read_text("utf-8"))
    (catalog,) = (node.value for node in module.body if isinstance(node, ast.Assign))
    found = {}
    for key, where in ast.literal_eval(catalog).items():
        folder = ROOT / GAMES / where.replace(".", "/")
        shared = folder.parent.glob("*.py") if folder.name == "base" else ()
        found[key] = sorted(path.relative_to(ROOT) for path in [*folder.glob("*.py"), *shared])
    return found


def judge(key: str, paths: list[Path], args: argparse.Namespace, folder: Path) -> None:
    """Test the mutants of the sample and print the result."""
    runners = [Runner(copied(folder / str(job)), args.python) for job in range(args.jobs)]
    files, seconds = runners[0].files_and_time(key)
    places = mutations([path for path in paths if args.only in str(path)])
    end = time.monotonic() + 60 * args.minutes

    def killed(mutant: Mutant) -> bool | None:
        if time.monotonic() > end:
            return None
        runner = runners.pop()
        dead = runner.kills(mutant, files, 3 * seconds + SPARE)
        runners.append(runner)
        if not dead:
            print(f"  survives  {shown(mutant)}", flush=True)
        return dead

    with ThreadPoolExecutor(args.jobs) as pool:
        tried = [dead for dead in pool.map(killed, sample(places, args)) if dead is not None]
    for runner in runners:
        runner.close()
    share = f"{100 * sum(tried) / max(1, len(tried)):.0f} %"
    of = f"{len(places)} places, seed {args.seed}"
    print(f"{key}: {sum(tried)} of {len(tried)} killed, {share} ({of})", flush=True)


def sample(places: dict[Place, list[Mutant]], args: argparse.Namespace) -> list[Mutant]:
    """Draw one mutant at each of `--sample` places; the same seed and code give the same sample."""
    rnd = random.Random(args.seed)
    drawn = rnd.sample(sorted(places), min(args.sample, len(places)))
    return [rnd.choice(places[place]) for place in drawn]


def copied(folder: Path) -> Path:
    """Copy the tree without the built web client."""
    page = shutil.ignore_patterns("page", "__pycache__")
    for part in ("src", "tests"):
        shutil.copytree(ROOT / part, folder / part, ignore=page)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


class Runner:
    """A copy of the tree, and a process that runs tests in it."""

    def __init__(self, copy: Path, python: Path) -> None:
        self.copy = copy
        command = [str(python), str(ROOT / "bench/mutation_runner.py")]
        env = os.environ | {"PYTHONPATH": "src"}
        self.process = subprocess.Popen(
            command, cwd=copy, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def exit_code(self, arguments: list[str], seconds: int) -> int:
        """Run pytest and return its exit code; a negative signal number if it took too long."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps([seconds, [*PYTEST_ARGUMENTS, *arguments]]) + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def files_and_time(self, key: str) -> tuple[list[str], int]:
        """Return the tests of a game, fastest first, and their total time; exit if they fail unchanged."""
        report, folder = self.copy / "report.xml", Path("tests/games", key.replace("-", "_"))
        ignored = [f"--ignore={folder / name}" for name in OTHERS]
        common = [str(path.relative_to(ROOT)) for path in (ROOT / "tests/games").glob("test_*.py")]
        if self.exit_code([str(folder), *common, *ignored, f"--junitxml={report}"], 3600):
            sys.exit(f"mutation: the tests of {key} fail without any change")
        took: dict[str, float] = defaultdict(float)
        for case in ElementTree.parse(report).iter("testcase"):
            file, name = case.get("classname", "").replace(".", "/") + ".py", case.get("name", "")
            if file not in common or key in name:  # only this game's cases of the tests that all games share
                took[f"{file}::{name}" if file in common else file] += float(case.get("time", 0))
        return sorted(took, key=took.__getitem__), round(sum(took.values()))

    def kills(self, mutant: Mutant, files: list[str], seconds: int) -> bool:
        """True if the tests fail or time out with this mutant."""
        path = self.copy / mutant.path
        source = path.read_text("utf-8")
        rewrite(path, mutated(mutant))
        dead = self.exit_code(files, seconds) != 0
        rewrite(path, source)
        return dead

    def close(self) -> None:
        self.process.communicate()


def rewrite(path: Path, source: str) -> None:
    """Write a source file and delete its bytecode, which might look current by time and size."""
    path.write_text(source, "utf-8")
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()


def mutations(paths: list[Path]) -> dict[Place, list[Mutant]]:
    """Return every place in the code with all mutants there."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    found: dict[Place, list[Mutant]] = defaultdict(list)
    for path in paths:
        source = (ROOT / path).read_text("utf-8")
        tree, idle = get_ast(source), list(without_effect(source))
        for name in sorted(operator_names()):
            operator = get_operator(name)
            if name.rpartition("/")[2] in NEVER or name.endswith(ALIKE) or operator.arguments():
                continue
            nodes = (start for node in ast_nodes(tree) for start, _ in operator().mutation_positions(node))
            for occurrence, start in enumerate(nodes):
                if not any(low <= start < high for low, high in idle):
                    found[Place(path, start)].append(Mutant(path, start[0], name, occurrence))
    return found


def without_effect(source: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield ranges in which no change can be noticed: annotations, TYPE_CHECKING, some keyword arguments."""
    for node in ast.walk(ast.parse(source)):
        idle = [getattr(node, name, None) for name in ("annotation", "returns")]
        if isinstance(node, ast.keyword) and node.arg in IDLE:
            idle.append(node.value)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            yield (node.lineno, node.col_offset), (node.lineno + 1, 0)
        for noted in idle:
            if isinstance(noted, ast.expr):
                end = (noted.end_lineno or 0, noted.end_col_offset or 0)
                yield (noted.lineno, noted.col_offset), end


def mutated(mutant: Mutant) -> str:
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    source = (ROOT / mutant.path).read_text("utf-8")
    return str(mutate_code(source, get_operator(mutant.operator)(), mutant.occurrence))


def shown(mutant: Mutant) -> str:
    """Return the place of a mutant and its changed line."""
    line = mutated(mutant).splitlines()[mutant.line - 1].strip()
    return f"{mutant.path.relative_to(GAMES)}:{mutant.line}  {mutant.operator.rpartition('/')[2]}  {line}"


if __name__ == "__main__":
    main()
