"""How far a long command is: a bar on a terminal, or lines of JSON for programs.

What is left is reckoned from all the time so far, the start included: at first it is too long, not too short.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

Progress = Callable[[int], None]
OFTEN = 0.2  # seconds between two lines


class Pace:
    """How much is done of all there is, since when, and so how long the rest will take."""

    def __init__(self, total: int) -> None:
        self.total, self.done, self.began = total, 0, perf_counter()

    @property
    def seconds(self) -> float:
        return perf_counter() - self.began

    @property
    def left(self) -> float | None:
        return self.seconds / self.done * (self.total - self.done) if self.done else None


@contextmanager
def lines(total: int) -> Iterator[Progress]:
    """One JSON object after the other on stderr: `{"done": 5, "total": 9, "seconds": 1.5, "left": 1.2}`."""
    pace, last = Pace(total), -OFTEN

    def more(count: int) -> None:
        nonlocal last
        pace.done += count
        if pace.seconds - last >= OFTEN or pace.done >= total:
            last = pace.seconds
            print(line(pace), file=sys.stderr, flush=True)

    more(0)
    yield more


def line(pace: Pace) -> str:
    import json

    left = None if pace.left is None else round(pace.left, 1)
    return json.dumps(
        {"done": pace.done, "total": pace.total, "seconds": round(pace.seconds, 1), "left": left}
    )


@contextmanager
def told(total: int, words: str, how: str) -> Iterator[Progress]:
    """Call what this gives with how much has been done since; a pipe hears of it if lines were asked for."""
    if how == "json":
        with lines(total) as more:
            yield more
    elif sys.stderr.isatty():
        from flattop.cli.bar import bar

        with bar(Pace(total), words) as more:
            yield more
    else:
        yield lambda count: None
