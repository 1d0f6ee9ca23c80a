"""Output of commands: tables and folded text on a terminal, tab-separated lines in a pipe, closed streams."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from flattop.cli.progress import Advance, show_progress

Row = Sequence[str]


def plural(number: float, noun: str) -> str:
    """Return the number and the noun, as in `1 table` or `2 tables`."""
    return f"{number:.15g} {noun}{'' if number == 1 else 's'}"


def is_terminal() -> bool:
    return sys.stdout.isatty()


def print_table(columns: Row, rows: Sequence[Row], numbers: Sequence[int] = ()) -> None:
    """Print rows under headings.  `numbers` are the indexes of the columns that are aligned to the right."""
    if not is_terminal():
        print("\n".join("\t".join(row) for row in [columns, *rows]))
        return
    from rich import box, console, table, text

    grid = table.Table(box=box.SIMPLE_HEAD)
    for i, column in enumerate(columns):
        grid.add_column(column, justify="right" if i in numbers else "left")
    for row in rows:
        grid.add_row(*(text.Text(cell) for cell in row))
    console.Console().print(grid)


def print_paragraph(line: str, indent: str = "") -> None:
    """Print one paragraph, folded to the width of a terminal."""
    if not is_terminal():
        print(line)
        return
    import shutil
    import textwrap

    width = min(100, shutil.get_terminal_size().columns)
    print(textwrap.fill(line, width, subsequent_indent=indent))


def warn_of_weaker_chef(key: str | None, bots: Iterable[str]) -> None:
    """Say on stderr if chef takes part but has to play without the evaluation it was rated with."""
    from flattop.bots.ratings import SEARCHING, weaker_chef

    if key and set(bots) & set(SEARCHING) and (why := weaker_chef(key)):
        print(f"flattop: {why}", file=sys.stderr)


def print_json(value: Any) -> None:
    import json

    print(json.dumps(value, ensure_ascii=False))


def run_with_report(
    work: Callable[[Advance], Any],
    total: int,
    label: str,
    show: Callable[[Any], None],
    *,
    json: bool = False,
    progress: str = "bar",
    unit: str = "games",
    start: int = 0,
    page: Callable[[Any], str] | None = None,
    out: Path | None = None,
) -> int:
    """Run a job of the lab, write its HTML page to `out`, print its report, and return the exit code.

    A bot that fails gives one error line and exit code 1.  After Ctrl-C the report covers the units that were
    completed, and the exit code is 130.  `start` is the number of units that an earlier run completed.
    """
    from flattop.lab import Fault, Stopped

    done, code = start, 0

    def count(more: int) -> None:
        nonlocal done
        done += more
        advance(more)

    try:
        with show_progress(total, label, progress, start) as advance:
            report = work(count)
    except Fault as fault:
        print(f"flattop: {fault}", file=sys.stderr)
        return 1
    except Stopped as stopped:
        report, code = stopped.report, 130
    if page and out:
        out.write_text(page(report), "utf-8")
    print_json(report.as_json()) if json else show(report)
    if code:
        print(f"flattop: stopped after {done:,} of {total:,} {unit}", file=sys.stderr)
    return code


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
