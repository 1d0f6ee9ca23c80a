"""The log: one form for every line, with time and level, without secrets, and no more than can be read."""

from __future__ import annotations

import logging
import os
import re
import sys
import time
import traceback
from datetime import datetime
from typing import Literal

import msgspec

from flattop.server.limits import TokenBucket

LINES = 60  # at once, each perhaps with a traceback; then one a second
FORM = "FLATTOP_LOG"  # what tells the workers how lines are written
LIBRARIES = ("uvicorn", "asyncio")  # those that carry us
TOLD = 300  # characters of what an error says
How = Literal["plain", "json"]
# What may be a secret: words in quotes, values in brackets, and words like those that tokens are made of.
VALUES = re.compile(
    r"""(?:\bb|(?<!\w))(['"]).*?(?:\1|$)|\[[^][]*\d[^][]*\]|\{[^{}]*\}"""
    r"""|\([^()]*\d[^()]*,[^()]*\)|(?<=\w)\([^()]*\d[^()]*\)""",
    re.DOTALL,
)
CODED = re.compile(r"\b(?=[\w-]{14})(?!(?:[A-Z][a-z]{2,}){1,5}\b)[a-z]*[A-Z\d_-][\w-]*")
NUMBERS = re.compile(r"\d+")


def set_up(how: How = "plain") -> None:
    """From now on the lines of the libraries are as ours, and all of them together are bounded."""
    os.environ[FORM] = how
    lines = our_lines(how)
    lines.addFilter(Throttle())
    for name in ("flattop", *LIBRARIES):
        logging.getLogger(name).handlers = [lines]
        logging.getLogger(name).propagate = False


def of_worker() -> None:
    """What a worker breaks down over is told like all else, before it ends."""
    logger.handlers = [our_lines("json" if os.environ.get(FORM) == "json" else "plain")]
    sys.excepthook = lambda kind, error, trace: logger.error(
        "a worker broke down: %s", error_words(error), exc_info=error
    )


def our_lines(how: How = "plain") -> logging.Handler:
    lines = Lines()
    lines.setFormatter(Json() if how == "json" else Plain())
    return lines


class Plain(logging.Formatter):
    """ISO time with its zone, level, table, words; a traceback follows on lines of its own."""

    def format(self, record: logging.LogRecord) -> str:
        told = parts(record)
        about = f"table {told['table']}: " if "table" in told else ""
        trace = f"\n{told['traceback']}" if "traceback" in told else ""
        return f"{told['time']} {told['level']} {about}{told['message']}{trace}"


class Json(logging.Formatter):
    """The same as one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(parts(record)).decode()


def parts(record: logging.LogRecord) -> dict[str, str]:
    """What a line tells, without secrets."""
    when = datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")
    told = {"time": when, "level": record.levelname, "message": plain_words(record.getMessage())}
    if table := getattr(record, "table", ""):
        told["table"] = table
    if error := record.exc_info and record.exc_info[1]:
        told["traceback"] = "\n".join(trace(error))
    return told


def trace(error: BaseException) -> list[str]:
    """Where an error arose, and those that led to it: lines of the program, which hold no values."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    places = [line.rstrip() for line in traceback.format_tb(error.__traceback__)]
    return [*(trace(before) if before else ()), *places, error_words(error)]


def error_words(error: BaseException) -> str:
    """An error's kind and what it says, without the values that it says it of."""
    said = NUMBERS.sub("…", plain_words(str(error)))[:TOLD]
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def plain_words(text: str) -> str:
    """The text in one line, without whatever could be a token, an invite, a cookie or a hand."""
    while (shorter := VALUES.sub("…", text)) != text:
        text = shorter
    return " ".join(CODED.sub("…", text).split())


class Lines(logging.Handler):
    """Standard error, whatever it is at the moment; where it takes nothing more, there is nobody to tell."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            if sys.stderr is not None:
                print(self.format(record), file=sys.stderr, flush=True)
        except (OSError, ValueError):
            return


class Throttle(logging.Filter):
    """Lines that come too fast are counted instead of written."""

    def __init__(self) -> None:
        super().__init__()
        self._bucket, self._left_out = TokenBucket(1, LINES, time.monotonic), 0

    def filter(self, record: logging.LogRecord) -> bool:
        if not self._bucket.take():
            self._left_out += 1
            return False
        if self._left_out:
            record.msg, record.args = f"({self._left_out} lines left out) {record.getMessage()}", ()
            self._left_out = 0
        return True


logger = logging.getLogger("flattop")
logger.addHandler(our_lines())
