"""The log: one format for all lines, with secrets removed and a rate limit."""

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

BURST = 60  # lines at once, each with its traceback; then one per second
FORMAT_VARIABLE = "FLATTOP_LOG"  # environment variable that tells worker processes the format
LIBRARIES = ("uvicorn", "asyncio")
MAX_CHARACTERS = 300  # of an error message
LogFormat = Literal["plain", "json"]
# Possible secrets: text in quotes, values in brackets, and words that look like tokens.
VALUES = re.compile(
    r"""(?:\bb|(?<!\w))(['"]).*?(?:\1|$)|\[[^][]*\d[^][]*\]|\{[^{}]*\}"""
    r"""|\([^()]*\d[^()]*,[^()]*\)|(?<=\w)\([^()]*\d[^()]*\)""",
    re.DOTALL,
)
TOKENS = re.compile(r"\b(?=[\w-]{14})(?!(?:[A-Z][a-z]{2,}){1,5}\b)[a-z]*[A-Z\d_-][\w-]*")
NUMBERS = re.compile(r"\d+")


def configure(log_format: LogFormat = "plain") -> None:
    """Log our lines and those of the libraries in one format and under one rate limit."""
    os.environ[FORMAT_VARIABLE] = log_format
    handler = new_handler(log_format)
    handler.addFilter(RateLimit())
    for name in ("flattop", *LIBRARIES):
        logging.getLogger(name).handlers = [handler]
        logging.getLogger(name).propagate = False


def configure_worker() -> None:
    """Log in the server's format, and log the exception that ends this worker process."""
    logger.handlers = [new_handler("json" if os.environ.get(FORMAT_VARIABLE) == "json" else "plain")]
    sys.excepthook = lambda kind, error, trace: logger.error(
        "a worker process failed: %s", describe_error(error), exc_info=error
    )


def new_handler(log_format: LogFormat = "plain") -> logging.Handler:
    handler = StderrHandler()
    handler.setFormatter(JsonFormatter() if log_format == "json" else PlainFormatter())
    return handler


class PlainFormatter(logging.Formatter):
    """ISO time with its zone, level, table, message; a traceback follows on separate lines."""

    def format(self, record: logging.LogRecord) -> str:
        fields = log_fields(record)
        table = f"table {fields['table']}: " if "table" in fields else ""
        trace = f"\n{fields['traceback']}" if "traceback" in fields else ""
        return f"{fields['time']} {fields['level']} {table}{fields['message']}{trace}"


class JsonFormatter(logging.Formatter):
    """The same fields as one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(log_fields(record)).decode()


def log_fields(record: logging.LogRecord) -> dict[str, str]:
    """The fields of a log line, without secrets."""
    when = datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")
    fields = {"time": when, "level": record.levelname, "message": redact(record.getMessage())}
    if table := getattr(record, "table", ""):
        fields["table"] = table
    if error := record.exc_info and record.exc_info[1]:
        fields["traceback"] = "\n".join(trace(error))
    return fields


def trace(error: BaseException) -> list[str]:
    """The traceback of an error and its causes. Tracebacks quote lines of the program, not values."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    places = [line.rstrip() for line in traceback.format_tb(error.__traceback__)]
    return [*(trace(before) if before else ()), *places, describe_error(error)]


def describe_error(error: BaseException) -> str:
    """The class and message of an error, without values."""
    message = NUMBERS.sub("…", redact(str(error)))[:MAX_CHARACTERS]
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def redact(text: str) -> str:
    """The text in one line, without anything that could be a token, an invite, a cookie or cards."""
    while (shorter := VALUES.sub("…", text)) != text:
        text = shorter
    return " ".join(TOKENS.sub("…", text).split())


class StderrHandler(logging.Handler):
    """Writes to the current `sys.stderr`; a closed one is ignored."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            if sys.stderr is not None:
                print(self.format(record), file=sys.stderr, flush=True)
        except (OSError, ValueError):
            return


class RateLimit(logging.Filter):
    """Drops lines above the rate limit and reports their number in the next line."""

    def __init__(self) -> None:
        super().__init__()
        self._bucket, self._dropped = TokenBucket(1, BURST, time.monotonic), 0

    def filter(self, record: logging.LogRecord) -> bool:
        if not self._bucket.take():
            self._dropped += 1
            return False
        if self._dropped:
            record.msg, record.args = f"({self._dropped} lines left out) {record.getMessage()}", ()
            self._dropped = 0
        return True


logger = logging.getLogger("flattop")
logger.addHandler(new_handler())
