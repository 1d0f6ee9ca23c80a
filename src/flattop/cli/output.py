"""What commands print: tables and bars on a terminal, plain lines in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from flattop.cli.progress import Progress, told

Row = Sequence[str]
Work = Callable[[Progress], Any]


def count(number: float, word: str) -> str:
    """So many of something, as one would say it."""
    return f"{number:.15g} {word}{'' if number == 1 else 's'}"


def is_terminal() -> bool:
    return sys.stdout.isatty()


def table(columns: Row, rows: Sequence[Row], numbers: Sequence[int] = ()) -> None:
    """Rows under headings, tabs between the cells in a pipe; `numbers` are the columns to set right."""
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


def prose(line: str, indent: str = "") -> None:
    """One paragraph: folded to the width of a terminal, one line in a pipe."""
    if not is_terminal():
        print(line)
        return
    import shutil
    import textwrap

    width = min(100, shutil.get_terminal_size().columns)
    print(textwrap.fill(line, width, subsequent_indent=indent))


def reported(
    work: Work,
    total: int,
    words: str,
    json: bool,
    show: Callable[[Any], None],
    how: str = "bar",
    counted: str = "games",
    start: int = 0,
    out: Callable[[Any], None] = lambda report: None,
) -> int:
    """Work in the lab with its report printed; a bot that breaks down is one line and exit code 1.

    After Ctrl-C it is the report of what had been done, and exit code 130.  `start` is what was done before,
    `out` writes the report elsewhere as well.
    """
    from flattop.lab import Fault, Stopped

    done, code = start, 0

    def count(more: int) -> None:
        nonlocal done
        done += more
        tell(more)

    try:
        with told(total, words, how, start) as tell:
            report = work(count)
    except Fault as fault:
        print(f"flattop: {fault}", file=sys.stderr)
        return 1
    except Stopped as stopped:
        report, code = stopped.report, 130
    out(report)
    as_json(report.as_json()) if json else show(report)
    if code:
        print(f"flattop: stopped after {done:,} of {total:,} {counted}", file=sys.stderr)
    return code


def as_json(value: Any) -> None:
    import json

    print(json.dumps(value, ensure_ascii=False))


def progress(total: int, words: str) -> AbstractContextManager[Progress]:
    """Call what this gives with how much has been done since; only a terminal shows it."""
    return told(total, words, "bar")
