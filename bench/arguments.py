"""Command-line arguments of the benchmarks."""

from __future__ import annotations

import argparse
import sys


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the lines of the description, and adds the defaults of options."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        has_default = action.option_strings and action.default not in (None, False, "", argparse.SUPPRESS)
        return f"{action.help} (default: %(default)s)" if has_default else action.help


def argument_parser(description: str | None) -> argparse.ArgumentParser:
    """Return a parser whose usage names the module that is run."""
    spec = sys.modules["__main__"].__spec__
    prog = f"python -m {spec.name.removesuffix('.__main__')}" if spec else None
    return argparse.ArgumentParser(prog, description=description, formatter_class=HelpFormatter)


def parse_arguments(
    description: str | None, unit: str, default: int, scope: str = "of each game"
) -> argparse.Namespace:
    """Parse `GAME …`, `--UNIT N` and `--seed N`."""
    parser = argument_parser(description)
    parser.add_argument("games", nargs="*", metavar="GAME", help="keys of games; all if none is given")
    parser.add_argument(f"--{unit}", type=int, default=default, help=f"{unit} {scope}")
    parser.add_argument("--seed", type=int, default=0, help="seed of the random games")
    return parser.parse_args()
