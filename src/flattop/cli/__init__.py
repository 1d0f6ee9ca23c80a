"""The command line.  Each command is a module of this package, which is imported when the command is used."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

import flattop
from flattop.cli import output
from flattop.cli.parser import (
    BadUsage,
    Parser,
    as_called,
    input_errors,
    option_names,
    suggestion,
    warn_renamed,
)

# Each module has a function `add(commands)`, which adds the parser of the command and sets its default `run`.
# Modules import their dependencies inside `run`, so that every --help is fast.
COMMANDS = (
    "serve",
    "admin",
    "play",
    "games",
    "rules",
    "bots",
    "simulate",
    "corpus",
    "duel",
    "tournament",
    "balance",
    "replay",
    "verify",
    "deck",
    "data",
    "train",
    "bench",
    "recipe",
    "completion",
    "test",
)
RENAMED_COMMANDS = {"house": "data"}
GLOBAL_OPTIONS = ("-h", "--help", "--version")  # other options without a command are options of `serve`

SUCCESS, BAD_INPUT = 0, 2
INTERRUPTED, BROKEN_PIPE = 130, 141  # the exit codes that a shell gives for Ctrl-C and for a closed pipe


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.  Bad input gives one line on stderr and exit code 2."""
    output.reopen_closed_streams()
    try:
        code = run(list(sys.argv[1:] if words is None else words))
        sys.stdout.flush()
        return code
    except input_errors() as error:
        return fail(str(error), BAD_INPUT)
    except KeyboardInterrupt:
        return fail("stopped", INTERRUPTED)
    except BrokenPipeError:
        output.discard_stdout()
        return BROKEN_PIPE
    except OSError as error:
        if error.filename:
            return fail(f"{error.filename}: {error.strerror}", BAD_INPUT)
        output.discard_stdout()  # flushing the rest would fail again when the interpreter exits
        return fail(output.output_error(error), BAD_INPUT)


def run(words: list[str]) -> int:
    if not words or (words[0].startswith("-") and words[0] not in GLOBAL_OPTIONS):
        words = ["serve", *words]
    if new_name := RENAMED_COMMANDS.get(words[0]):
        warn_renamed(words[0], new_name)
        words = [new_name, *words[1:]]
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # characters that the encoding lacks become "?"
    parser = build_parser(words[0])
    try:
        args, unknown = parser.parse_known_args(words)
    except SystemExit as end:  # raised by --help and --version
        return int(end.code or 0)
    if unknown:
        near = suggestion(unknown[0], option_names(parser, words))
        hint = near or f"; see `flattop {words[0]} --help`"
        raise BadUsage(f"{words[0]}: unrecognized argument {unknown[0]!r}{hint}")
    return args.run(args) or SUCCESS


def build_parser(word: str) -> Parser:
    """Return the parser of one command, or of all commands for a global option such as --help."""
    if word not in (*COMMANDS, *GLOBAL_OPTIONS):
        hint = suggestion(word, COMMANDS) or f"; the commands are {', '.join(COMMANDS)}"
        raise BadUsage(f"unknown command {word!r}{hint}")
    parser = Parser(
        prog="flattop", description="Burger-themed tabletop games. Without a command: flattop serve."
    )
    parser.add_argument("--version", action="version", version=f"flattop {flattop.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name in [word] if word in COMMANDS else COMMANDS:
        import_module(f"flattop.cli.{name}").add(commands)
    return parser


def fail(message: str, code: int) -> int:
    """Print an error message as one line on stderr and return the exit code."""
    print(f"flattop: {as_called(' '.join(message.split()))}", file=sys.stderr)
    return code
