"""The log: one form for every line, with its time and level, and no more lines than somebody can read."""

from __future__ import annotations

import logging
import sys
import time
from datetime import datetime

from flattop.server.limits import TokenBucket

LINES = 60  # at once, each perhaps with a traceback; then one a second
LIBRARIES = ("uvicorn", "asyncio")  # those that carry us


def set_up() -> None:
    """From now on the lines of the libraries are as ours, and all of them together are bounded."""
    lines = our_lines()
    lines.addFilter(Throttle())
    for name in ("flattop", *LIBRARIES):
        logging.getLogger(name).handlers = [lines]
        logging.getLogger(name).propagate = False


def our_lines() -> logging.Handler:
    lines = Lines()
    lines.setFormatter(Form())
    return lines


class Form(logging.Formatter):
    """ISO time with its zone, level, words; a traceback follows on lines of its own."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {message}", style="{")

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        return datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")


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
