"""Standard streams that were closed before the program started, and stdout that can no longer be written."""

from __future__ import annotations

import errno
import os
import sys

# Mode in which each closed file descriptor is reopened on /dev/null.  Reading stdin gives end of file,
# writing to stdout fails, and stderr is discarded.  A free descriptor would go to the next file that is
# opened, and output would end up in that file.
REOPEN_MODES = {0: os.O_RDONLY, 1: os.O_RDONLY, 2: os.O_WRONLY}


def reopen_closed_streams() -> None:
    """Open every standard stream that is closed, as after `>&-` or `<&-` in a shell."""
    for number, mode in REOPEN_MODES.items():
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, mode)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            os.set_inheritable(number, True)
    if sys.stdin is None:
        sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)


def output_error(error: OSError) -> str:
    """Return the error message for output that cannot be written."""
    if error.errno == errno.EBADF:
        return "standard output is closed; redirect it to a file or a pipe"
    return f"output: {error.strerror or error}"


def discard_stdout() -> None:
    """Redirect stdout to /dev/null, so that the interpreter can flush it at exit without an error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
