"""Standard streams that somebody closed before the program began."""

from __future__ import annotations

import errno
import os
import sys

# By number, and how each is opened anew: what is read ends at once, what is printed fails at once, and
# complaints go nowhere. Were a number left free, the next file opened would get it, and prints with it.
WAYS = {0: os.O_RDONLY, 1: os.O_RDONLY, 2: os.O_WRONLY}


def complete() -> None:
    """Let no standard stream be missing, as after `>&-` or `<&-` in a shell."""
    for number, way in WAYS.items():
        if not _is_open(number):
            _take(number, way)
    if sys.stdin is None:
        sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def _take(number: int, way: int) -> None:
    """Open nothing at all under this number."""
    opened = os.open(os.devnull, way)
    if opened != number:
        os.dup2(opened, number)
        os.close(opened)
    os.set_inheritable(number, True)


def trouble(error: OSError) -> str:
    """What is wrong with the output, in one line."""
    if error.errno == errno.EBADF:
        return "standard output is closed, so nothing can be printed; let it go to a file or a pipe"
    return f"output: {error.strerror or error}"


def hush() -> None:
    """Nobody reads on: leave the interpreter nothing to flush where it would fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
