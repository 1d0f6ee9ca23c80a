"""What benches ask that play random games: which games, how much of them, and by what luck."""

from __future__ import annotations

import argparse


def asked(about: str | None, what: str, usual: int, scope: str = "of each game") -> argparse.Namespace:
    """The words of the command line: `games`, so many of `what`, and `seed`."""
    words = argparse.ArgumentParser(description=about, formatter_class=argparse.RawTextHelpFormatter)
    words.add_argument("games", nargs="*", metavar="GAME")
    words.add_argument(f"--{what}", type=int, default=usual, help=f"{scope} (default {usual})")
    words.add_argument("--seed", type=int, default=0)
    return words.parse_args()
