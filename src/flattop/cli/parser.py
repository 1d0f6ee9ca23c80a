"""What all commands read their words with: one clear line for a wrong word, and common kinds of words."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction["Parser"]

BOTS = "a bot, such as house (see `flattop bots`) or one of your own, such as mine.py:Bot"
SHOWN = 40  # letters of a wrong word


class BadUsage(ValueError):
    """The command line does not say what to do."""


def refusals() -> tuple[type[Exception], ...]:
    """Whatever says in one line what is wrong with the input; rules that nobody loaded refuse nothing."""
    if "flattop.kernel" not in sys.modules:
        return (BadUsage,)
    from flattop.kernel import FlattopError

    return BadUsage, FlattopError


class Parser(argparse.ArgumentParser):
    """Takes no abbreviations, and tells what is wrong in one line."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **given})
        self.postscript: Callable[[], str] | None = None  # what ends the help, drawn up when it is read

    def format_help(self) -> str:
        return super().format_help() + (f"\n{self.postscript()}\n" if self.postscript else "")

    def error(self, message: str) -> NoReturn:
        raise BadUsage(f"{message.removeprefix('argument ')}; see `{self.prog} --help`")


def later(module: str, name: str = "run") -> Callable[[argparse.Namespace], int]:
    """What a command does, loaded when it is called: its help waits neither for rules nor for a screen."""

    def run(args: argparse.Namespace) -> int:
        return int(getattr(import_module(f"flattop.cli.{module}"), name)(args))

    return run


def whole(least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """A whole number within bounds."""
    bounds = [f"at least {least}" if least is not None else "", f"at most {most}" if most is not None else ""]
    wanted = " ".join(["a whole number", " and ".join(filter(None, bounds))]).strip()

    def read(word: str) -> int:
        from flattop.kernel import DIGITS, typed_number

        number = typed_number(word)
        if number is None and len(word) > DIGITS and word.isascii() and word.removeprefix("-").isdecimal():
            raise argparse.ArgumentTypeError(f"{shortened(word)} is too large: {len(word):,} digits")
        if number is None:
            raise argparse.ArgumentTypeError(f"{shortened(word)!r} is not {wanted}")
        if (least is not None and number < least) or (most is not None and number > most):
            raise argparse.ArgumentTypeError(f"{shortened(word)} is not {wanted}")
        return number

    return read


def shortened(word: str) -> str:
    """A word as a refusal shows it, in one line whatever its length."""
    return word if len(word) <= SHOWN else f"{word[: SHOWN - 1]}…"


def number(what: str, least: float, most: float, note: str = "") -> Callable[[str], float]:
    """A number within bounds; `what` it is stands in the refusal."""

    def read(word: str) -> float:
        from flattop.kernel import typed_decimal

        value = typed_decimal(word)
        if value is None or not least <= value <= most:
            raise argparse.ArgumentTypeError(
                f"{shortened(word)!r} is not {what} from {least:g} to {most:g}{note}"
            )
        return value

    return read


SECONDS = "a number of seconds"


def file(word: str) -> Path:
    """A file that is there and may be read; it is not opened yet, for it may be a pipe."""
    path = Path(word)
    if not path.exists():
        raise argparse.ArgumentTypeError(f"there is no file {word}")
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{word} is a folder, a file is needed")
    if not os.access(path, os.R_OK):
        raise argparse.ArgumentTypeError(f"{word} may not be read")
    return path


def page_file(word: str) -> Path:
    """A file that can be written, as far as can be told before there is anything to write."""
    path = Path(word)
    if path.is_dir() or not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"{word} is no file in a folder that is there")
    return path


def setting(word: str) -> tuple[str, str]:
    """One option of a game, as `key=value`."""
    key, sign, value = word.partition("=")
    if not (key and sign):
        raise argparse.ArgumentTypeError(f"{word!r} is not of the form key=value")
    return key, value


def seats(word: str) -> tuple[str, ...]:
    """Who sits where, as `house,random` or `mine.py:Bot,house`."""
    return tuple(rank.strip() for rank in word.split(","))


def settings(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The options of a game, each given once."""
    given: dict[str, str] = {}
    for key, value in pairs:
        if given.setdefault(key, value) != value:
            raise BadUsage(f"--option {key} is given twice, as {given[key]} and as {value}")
    return given


def add_table(command: Parser) -> None:
    """The words that describe a table, the same in every command."""
    command.add_argument("--option", type=setting, action="append", default=[], metavar="KEY=VALUE",
                         help="an option of the game (see `flattop games`); may be repeated")  # fmt: skip
    command.add_argument("--deck", type=file, metavar="FILE", help="a deck file of your own")
