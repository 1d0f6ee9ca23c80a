"""The command line: one small module per command, loaded when it is called."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

import flattop
from flattop.cli import streams
from flattop.cli.parser import BadUsage, Parser, refusals

# Each is a module of this package whose `add(commands)` adds its subparser and sets `run`; what the
# command itself needs is loaded by `run`, so that all help is quick.
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
    "house",
    "train",
    "bench",
    "recipe",
    "completion",
    "test",
)
OWN = ("-h", "--help", "--version")  # any other option without a command is for serve

DONE, BAD = 0, 2
STOPPED, UNREAD = 130, 141  # as a shell counts Ctrl-C and a closed pipe


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; whatever is wrong with the input is one line and exit code 2."""
    streams.complete()
    try:
        code = run(list(sys.argv[1:] if words is None else words))
        sys.stdout.flush()
        return code
    except refusals() as error:
        return say(str(error), BAD)
    except KeyboardInterrupt:
        return say("stopped", STOPPED)
    except BrokenPipeError:
        streams.hush()
        return UNREAD
    except OSError as error:
        if error.filename:
            return say(f"{error.filename}: {error.strerror}", BAD)
        streams.hush()  # what is left to print would fail once more when the interpreter ends
        return say(streams.trouble(error), BAD)


def run(words: list[str]) -> int:
    if not words or (words[0].startswith("-") and words[0] not in OWN):
        words = ["serve", *words]
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # where a sign is lacking another is shown
    try:
        args, unknown = parser(words[0]).parse_known_args(words)
    except SystemExit as end:  # --help and --version
        return int(end.code or 0)
    if unknown:
        raise BadUsage(f"{words[0]} cannot do with {unknown[0]!r}; see `flattop {words[0]} --help`")
    return args.run(args) or DONE


def parser(word: str) -> Parser:
    """The parser for one command, or for all of them where help is wanted."""
    if word not in (*COMMANDS, *OWN):
        from flattop.kernel import nearest

        near = nearest(word, COMMANDS) or f"; the commands are {', '.join(COMMANDS)}"
        raise BadUsage(f"there is no command {word!r}{near}")
    parser = Parser(prog="flattop", description="Burger games on one table. Without a command: serve.")
    parser.add_argument("--version", action="version", version=f"flattop {flattop.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name in [word] if word in COMMANDS else COMMANDS:
        import_module(f"flattop.cli.{name}").add(commands)
    return parser


def say(line: str, code: int) -> int:
    print(f"flattop: {' '.join(line.split())}", file=sys.stderr)
    return code
