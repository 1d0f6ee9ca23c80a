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

    def __init__(self, total: int, start: int = 0) -> None:
        self.total, self.start, self.done, self.began = total, start, start, perf_counter()

    @property
    def seconds(self) -> float:
        return perf_counter() - self.began

    @property
    def left(self) -> float | None:
        since = self.done - self.start
        return self.seconds / since * (self.total - self.done) if since else None


@contextmanager
def lines(pace: Pace) -> Iterator[Progress]:
    """One JSON object after the other on stderr: `{"done": 5, "total": 9, "seconds": 1.5, "left": 1.2}`."""
    last = -OFTEN

    def more(count: int) -> None:
        nonlocal last
        pace.done += count
        if pace.seconds - last >= OFTEN or pace.done >= pace.total:
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
def told(total: int, words: str, how: str, start: int = 0) -> Iterator[Progress]:
    """Call what this gives with how much has been done since; a pipe hears of it if lines were asked for."""
    if how == "json":
        with lines(Pace(total, start)) as more:
            yield more
    elif sys.stderr.isatty():
        from flattop.cli.bar import bar

        with bar(Pace(total, start), words) as more:
            yield more
    else:
        yield lambda count: None
