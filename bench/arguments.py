"""Command-line arguments of the scripts that play random games."""

from __future__ import annotations

import argparse


def parse_arguments(
    description: str | None, unit: str, default: int, scope: str = "of each game"
) -> argparse.Namespace:
    """Parse `GAME …`, `--UNIT N` and `--seed N`."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument(f"--{unit}", type=int, default=default, help=f"{scope} (default {default})")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()
