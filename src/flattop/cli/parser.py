"""Argument parsing shared by all commands: the parser class, argument types, and shared options."""

from __future__ import annotations

import argparse
import os
import re
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction["Parser"]

BOT_HELP = "a bot such as house (see `flattop bots`), or a class in a file such as mine.py:Bot"
JSON_HELP = "print the result as one JSON object"
SECONDS = "a number of seconds"
CALLED_AS = "FLATTOP_PROGRAM"  # environment variable that ./flattop sets to the command that the user typed
MAX_SHOWN = 40  # characters of a wrong argument that an error message quotes


class BadUsage(ValueError):
    """The arguments of the command line are wrong."""


def program() -> str:
    """Return how the program was called: ./flattop in a checkout, else `python -m flattop` or `flattop`."""
    started = Path(sys.argv[0])
    is_module = started.name == "__main__.py" and started.parent.name == "flattop"
    return os.environ.get(CALLED_AS) or ("python -m flattop" if is_module else "flattop")


def as_called(text: str) -> str:
    """Replace the name of the program in hints and usage by the command that was typed, to be copied."""
    return re.sub(
        r"(`|^usage: |[Rr]esume it: |Without a command: )flattop(?= |$)", rf"\g<1>{program()}", text
    )


def input_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions whose message is a complete error line.

    `FlattopError` is included only if the kernel is loaded: otherwise nothing can have raised it.
    """
    if "flattop.kernel" not in sys.modules:
        return (BadUsage,)
    from flattop.kernel import FlattopError

    return BadUsage, FlattopError


class Parser(argparse.ArgumentParser):
    """An argument parser without abbreviations, whose errors are `BadUsage`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **options})
        self.lazy_epilog: Callable[[], str] | None = None  # computes the end of the help when it is shown

    def format_help(self) -> str:
        return as_called(super().format_help() + (f"\n{self.lazy_epilog()}\n" if self.lazy_epilog else ""))

    def format_usage(self) -> str:
        return as_called(super().format_usage())

    def error(self, message: str) -> NoReturn:
        if message.startswith("argument "):
            raise BadUsage(message.removeprefix("argument "))
        raise BadUsage(f"{self.prog.removeprefix('flattop ')}: {message}; see `{self.prog} --help`")


def add_command(commands: Commands, name: str, summary: str, **options: Any) -> Parser:
    """Add a command with its one-line summary, which is shown in the list of commands and in its own help."""
    return commands.add_parser(name, help=summary, description=options.pop("description", summary), **options)


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return ` (did you mean '...'?)` with the known word that is most similar, or an empty string."""
    from difflib import get_close_matches

    near = get_close_matches(word.partition("=")[0], list(known), n=1, cutoff=0.5)
    return f" (did you mean {near[0]!r}?)" if near else ""


def option_names(parser: argparse.ArgumentParser, words: Sequence[str]) -> Iterator[str]:
    """Yield the long options of the command, and of the subcommand, that the words name."""
    for action in parser._actions:
        if action.help != argparse.SUPPRESS:
            yield from (name for name in action.option_strings if name.startswith("--"))
        if isinstance(action, argparse._SubParsersAction):
            for name in set(words) & set(action.choices):
                yield from option_names(action.choices[name], words)


# -- renamed words


def warn_renamed(old: str, new: str) -> None:
    print(f"flattop: {old!r} is now {new!r}", file=sys.stderr)


def add_renamed_option(command: Parser, old: str, new: str, **options: Any) -> None:
    """Accept the former name of an option.  It is hidden from the help, and its use is reported on stderr."""

    class RenamedOption(argparse.Action):
        def __call__(
            self, parser: Any, namespace: argparse.Namespace, values: Any, option: Any = None
        ) -> None:
            warn_renamed(old, new)
            setattr(namespace, self.dest, values)

    dest = new.lstrip("-").replace("-", "_")
    command.add_argument(
        old, dest=dest, action=RenamedOption, default=argparse.SUPPRESS, help=argparse.SUPPRESS, **options
    )


# -- argument types


def whole(least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """Return an argument type for whole numbers within bounds."""
    bounds = [f"at least {least}" if least is not None else "", f"at most {most}" if most is not None else ""]
    expected = " ".join(["a whole number", " and ".join(filter(None, bounds))]).strip()

    def read(word: str) -> int:
        from flattop.kernel import DIGITS, typed_number

        number = typed_number(word)
        if number is None and len(word) > DIGITS and word.isascii() and word.removeprefix("-").isdecimal():
            raise argparse.ArgumentTypeError(f"{shortened(word)} is too large: {len(word):,} digits")
        if number is None:
            raise argparse.ArgumentTypeError(f"{shortened(word)!r} is not {expected}")
        if (least is not None and number < least) or (most is not None and number > most):
            raise argparse.ArgumentTypeError(f"{shortened(word)} is not {expected}")
        return number

    return read


def number(what: str, least: float, most: float, note: str = "") -> Callable[[str], float]:
    """Return an argument type for decimal numbers within bounds; `what` names the number in errors."""

    def read(word: str) -> float:
        from flattop.kernel import typed_decimal

        value = typed_decimal(word)
        if value is None or not least <= value <= most:
            raise argparse.ArgumentTypeError(
                f"{shortened(word)!r} is not {what} from {least:g} to {most:g}{note}"
            )
        return value

    return read


def shortened(word: str) -> str:
    """Return an argument as an error message quotes it, cut off if it is very long."""
    return word if len(word) <= MAX_SHOWN else f"{word[: MAX_SHOWN - 1]}…"


def file(word: str) -> Path:
    """Argument type: a file that exists and is readable.  It may be a pipe, so it is not opened here."""
    path = Path(word)
    if not path.exists():
        raise argparse.ArgumentTypeError(f"file {word!r} does not exist")
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{word!r} is a directory, not a file")
    if not os.access(path, os.R_OK):
        raise argparse.ArgumentTypeError(f"cannot read {word!r}: permission denied")
    return path


def output_file(word: str) -> Path:
    """Argument type: a file to write, in a directory that exists."""
    path = Path(word)
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{word!r} is a directory, not a file")
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"directory {str(path.parent)!r} does not exist")
    return path


def setting(word: str) -> tuple[str, str]:
    """Argument type: an option of a game, as `key=value`."""
    key, sign, value = word.partition("=")
    if not (key and sign):
        raise argparse.ArgumentTypeError(f"{word!r} is not of the form key=value")
    return key, value


def bot_names(word: str) -> tuple[str, ...]:
    """Argument type: bots separated by commas, as `house,random` or `mine.py:Bot,house`."""
    return tuple(name.strip() for name in word.split(","))


# -- common options


def settings(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return the values of all `--option` arguments by key."""
    values: dict[str, str] = {}
    for key, value in pairs:
        if values.setdefault(key, value) != value:
            raise BadUsage(f"--option {key} is given twice, as {values[key]} and as {value}")
    return values


def add_table_options(command: Parser) -> None:
    """Add --option and --deck, which describe a table in the same way for every command."""
    command.add_argument(
        "--option",
        type=setting,
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="set an option of the game (see `flattop games GAME`); may be repeated",
    )
    add_deck(command, "play with this deck file instead of the default deck")


def add_deck(command: Parser, text: str) -> None:
    """Add --deck, which may be given only once: the last of two would win without notice."""

    class OneDeck(argparse.Action):
        def __call__(
            self, parser: Any, namespace: argparse.Namespace, values: Any, option: Any = None
        ) -> None:
            before = getattr(namespace, self.dest)
            if before not in (None, values):
                raise BadUsage(f"--deck is given twice, as {before} and as {values}")
            setattr(namespace, self.dest, values)

    command.add_argument("--deck", type=file, action=OneDeck, metavar="FILE", help=text)


def add_seed(command: Parser) -> None:
    command.add_argument("--seed", type=whole(), default=0, metavar="N", help="random seed (default 0)")


if TYPE_CHECKING:
    from flattop.lab.jobs import Workers

ADDRESS = re.compile(r"[a-z]+://\S+:\d+")


def add_workers(command: Parser) -> None:
    command.add_argument(
        "--workers",
        type=whole(1, 256),
        default=0,
        metavar="N",
        help="number of processes on this machine (default 1)",
    )
    command.add_argument(
        "--cluster",
        type=scheduler_address,
        metavar="ADDRESS",
        help="use the workers of a Dask scheduler, such as tcp://HOST:8786",
    )
    command.add_argument(
        "--progress",
        choices=("bar", "json"),
        default="bar",
        help="show a bar on a terminal, or JSON lines on stderr (default bar)",
    )


def add_report(command: Parser) -> None:
    command.add_argument("--out", type=output_file, metavar="FILE", help="write the report as an HTML page")
    command.add_argument("--json", action="store_true", help=JSON_HELP)


def scheduler_address(word: str) -> str:
    if not ADDRESS.fullmatch(word):
        raise argparse.ArgumentTypeError(
            f"{shortened(word)!r} is not the address of a Dask scheduler, such as tcp://HOST:8786"
        )
    return word


def workers_of(args: Namespace, bots: Iterable[str] = ()) -> Workers:
    """Return the number of processes, or the cluster and the files it needs: deck and custom bots."""
    from flattop.bots.plugins import is_plugin, plugin_file
    from flattop.lab.jobs import Cluster

    if not args.cluster:
        return int(args.workers or 1)
    if args.workers:
        raise BadUsage("--workers and --cluster cannot be combined: a cluster has its own workers")
    files = {plugin_file(name) for name in bots if is_plugin(name)} | (
        {str(args.deck)} if args.deck else set()
    )
    return Cluster(args.cluster, tuple(sorted(files)))
