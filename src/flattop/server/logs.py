"""The log: events with named fields, both from the fixed lists `Event` and `Fields`, so it has no secrets."""

from __future__ import annotations

import errno
import json
import logging
import os
import re
import sqlite3
import sys
import time
import traceback
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, Protocol, TypedDict, Unpack, get_args

import msgspec

from flattop.kernel import Illegal
from flattop.server.errors import Refusal
from flattop.server.limits import TokenBucket

BURST = 60  # lines at once, each with its traceback; then one per second
FORMAT_VARIABLE = "FLATTOP_LOG"  # environment variable that tells worker processes the format
LIBRARIES = ("aiohttp", "asyncio")
LIBRARY_MESSAGES = (  # beginnings of messages that contain no values; of the others only the place is logged
    "Task exception was never retrieved",
    "Future exception was never retrieved",
    "Task was destroyed but it is pending!",
    "socket.send() raised exception.",
    "socket.accept() out of system resource",
    "Error handling request",
    "Unhandled exception",
)
PACKAGE = str(Path(__file__).parents[1]) + os.sep
PLAIN_WORD = re.compile(r"[\w.:/+-]+")
LogFormat = Literal["plain", "json"]
Event = Literal[
    "a bot cannot move",
    "a library reports a problem",
    "a server worker does not answer",
    "a server worker has ended",
    "a what-if table was not saved",
    "a worker process failed",
    "an action of a bot was refused",
    "an experiment failed",
    "connections rejected",
    "internal error",
    "not saved",
    "orphaned leases were released",
    "replay failed",
    "saving fails",
    "saving works again",
    "the database is damaged",
    "the table can be loaded again",
    "the table is broken",
    "win chances failed",
]


class Fields(TypedDict, total=False):
    """The allowed fields of a log line. None holds text from a client or hidden information."""

    table: str  # id
    tables: int  # number of tables
    seat: int
    worker: int  # number of a server worker
    experiment: str  # id
    status: int  # of a process that has ended; negative for a signal
    seconds: float  # until the next attempt
    rejected: dict[str, int]  # connections by reason
    fault: str  # as the integrity check of the database words it
    error: BaseException  # see `error_fields`


class Log(Protocol):
    """Writes a line for the operator."""

    def __call__(self, event: Event, **fields: Unpack[Fields]) -> None: ...


def log(event: Event, level: int = logging.WARNING, *, trace: bool = False, **fields: Unpack[Fields]) -> None:
    """Log an event. `trace` adds the traceback of the error."""
    if unknown := {event} - set(get_args(Event)) | fields.keys() - Fields.__annotations__.keys():
        raise TypeError(f"not in the list of events and fields of the log: {sorted(unknown)}")
    error = fields.pop("error", None)
    shown = {name: value for name, value in fields.items() if value != ""}
    shown |= error_fields(error) if error else {}
    logger.log(level, event, exc_info=error if trace else None, extra={"fields": shown})


# -- errors, without their messages: those quote values


def error_fields(error: BaseException) -> dict[str, str]:
    """The class of an error, its code, the place where it was raised, and its cause."""
    fields = {"error": type(error).__name__, "code": _code(error), "place": _place(error)}
    if error.__cause__:
        fields["cause"] = describe_error(error.__cause__)
    return {name: value for name, value in fields.items() if value}


def describe_error(error: BaseException) -> str:
    """The same in one line."""
    fields = error_fields(error)
    place = f" at {fields['place']}" if "place" in fields else ""
    cause = f", caused by {fields['cause']}" if "cause" in fields else ""
    return f"{_name(error)}{place}{cause}"


def _name(error: BaseException) -> str:
    return f"{type(error).__name__} {_code(error)}".strip()


def _code(error: BaseException) -> str:
    """The code of an error that is one of a fixed list: of a refusal, the system or the database."""
    if isinstance(error, (Refusal, Illegal)):
        return error.code
    if isinstance(error, OSError):
        return errno.errorcode.get(error.errno or 0, "")
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorname", "")
    return str(getattr(error, "sqlstate", None) or "")  # of PostgreSQL


def _place(error: BaseException) -> str:
    """The file and line where an error was raised, or where our code called the library that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if frame.filename.startswith(PACKAGE)]
    places = [f"{frame.filename.removeprefix(PACKAGE)}:{frame.lineno}" for frame in ours or frames]
    return places[-1] if places else ""


def trace_lines(error: BaseException) -> list[str]:
    """The traceback of an error and its causes. It quotes lines of the program, not values."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    places = [line.rstrip() for line in traceback.format_tb(error.__traceback__)]
    return [*(trace_lines(before) if before else ()), *places, _name(error)]


# -- output


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
    sys.excepthook = lambda kind, error, trace: log(
        "a worker process failed", logging.ERROR, error=error, trace=True
    )


def new_handler(log_format: LogFormat = "plain") -> logging.Handler:
    handler = StderrHandler()
    handler.setFormatter(JsonFormatter() if log_format == "json" else PlainFormatter())
    return handler


class PlainFormatter(logging.Formatter):
    """ISO time with its zone, level, event and fields; a traceback follows on separate lines."""

    def format(self, record: logging.LogRecord) -> str:
        fields = log_fields(record)
        head = [fields.pop(name) for name in ("time", "level", "event")]
        trace = fields.pop("traceback", "")
        text = " ".join([*head, *(f"{name}={_plain(value)}" for name, value in fields.items())])
        return f"{text}\n{trace}" if trace else text


def _plain(value: Any) -> str:
    return value if isinstance(value, str) and PLAIN_WORD.fullmatch(value) else json.dumps(value)


class JsonFormatter(logging.Formatter):
    """The same fields as one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(log_fields(record)).decode()


def log_fields(record: logging.LogRecord) -> dict[str, Any]:
    """The fields of a log line, of ours or of a library."""
    when = datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")
    fields: dict[str, Any] = {"time": when, "level": record.levelname}
    error = record.exc_info[1] if record.exc_info else None
    if record.name == logger.name:
        fields |= {"event": record.msg, **getattr(record, "fields", {})}
    else:
        fields |= {"event": _library_event(str(record.msg)), "library": record.name}
        fields |= error_fields(error) if error else {"place": f"{record.pathname}:{record.lineno}"}
    if left_out := getattr(record, "left_out", 0):
        fields["left_out"] = left_out
    if error:
        fields["traceback"] = "\n".join(trace_lines(error))
    return fields


def _library_event(message: str) -> str:
    known = (text for text in LIBRARY_MESSAGES if message.startswith(text))
    return next(known, "a library reports a problem")


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
        record.left_out, self._dropped = self._dropped, 0
        return True


logger = logging.getLogger("flattop")
logger.addHandler(new_handler())
