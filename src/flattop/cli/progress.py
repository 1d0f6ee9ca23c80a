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


class Headway:
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
def lines(headway: Headway) -> Iterator[Progress]:
    """One JSON object after the other on stderr: `{"done": 5, "total": 9, "seconds": 1.5, "left": 1.2}`."""
    last = -OFTEN

    def more(count: int) -> None:
        nonlocal last
        headway.done += count
        if headway.seconds - last >= OFTEN or headway.done >= headway.total:
            last = headway.seconds
            print(line(headway), file=sys.stderr, flush=True)

    more(0)
    yield more


def line(headway: Headway) -> str:
    import json

    left = None if headway.left is None else round(headway.left, 1)
    return json.dumps(
        {"done": headway.done, "total": headway.total, "seconds": round(headway.seconds, 1), "left": left}
    )


@contextmanager
def told(total: int, words: str, how: str, start: int = 0) -> Iterator[Progress]:
    """Call what this gives with how much has been done since; a pipe hears of it if lines were asked for."""
    if how == "json":
        with lines(Headway(total, start)) as more:
            yield more
    elif sys.stderr.isatty():
        from flattop.cli.bar import bar

        with bar(Headway(total, start), words) as more:
            yield more
    else:
        yield lambda count: None
