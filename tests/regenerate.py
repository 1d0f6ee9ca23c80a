"""Regenerate derived files and show what changed: `./flattop test --regenerate [NAME ...]`.

Derived files follow from the code: golden playthroughs, perft counts, digests of simulated games, pages of
the environments, pictures and tables in the docs, and the TypeScript types of the page. After an intended
change, run this, read the diff, and commit it with the change. Without a name, everything is regenerated.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Target(NamedTuple):
    """A kind of derived file: the script that writes it and the files it writes."""

    text: str
    command: tuple[str, ...]
    files: tuple[str, ...]


TARGETS = {
    "playthroughs": Target(
        "golden games in words", ("tests/playthroughs/test_playthroughs.py",), ("tests/playthroughs",)
    ),
    "openspiel": Target(
        "OpenSpiel's playthroughs", ("tests/envs/test_openspiel.py",), ("tests/envs/playthroughs",)
    ),
    "perft": Target("perft counts", ("tests/conformance/perft.py",), ("tests/conformance/perft.toml",)),
    "digests": Target(
        "digests of simulated games",
        ("tests/compat/digests.py",),
        ("tests/compat/digests.toml", "tests/compat/defaults.json"),
    ),
    "operations": Target(
        "the table of limits in the docs", ("tests/project/operations_page.py",), ("docs/operations.md",)
    ),
    "environments": Target("pages of the environments", ("tests/envs/pages.py",), ("docs/environments",)),
    "terminal-pictures": Target(
        "pictures of the terminal",
        ("-m", "flattop.terminal.screenshots", "docs/pictures"),
        ("docs/pictures",),
    ),
    "page-pictures": Target(
        "pictures of the page, with Chromium", ("-m", "bench.page.doc_pictures"), ("docs/pictures",)
    ),
    "wire": Target("the page's TypeScript types", ("web/wire.py",), ("web/src/wire.ts", "web/src/views")),
}


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="./flattop test --regenerate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    names = ", ".join(TARGETS)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of: {names}")
    args = parser.parse_args(argv)
    if unknown := [name for name in args.names if name not in TARGETS]:
        parser.error(f"unknown name {unknown[0]!r} (choose from {names})")
    targets = [TARGETS[name] for name in args.names or TARGETS]
    for target in targets:
        print(f"{target.text} ...", flush=True)
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
        code = subprocess.call([sys.executable, *target.command], cwd=ROOT, env=env)
        if code:
            print(f"{' '.join(target.command)} failed with exit code {code}", file=sys.stderr)
            return 1
    files = sorted({file for target in targets for file in target.files})
    diff = ["git", "--no-pager", "diff", "--stat", "--patch", "--", *files]
    return subprocess.call(diff, cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
