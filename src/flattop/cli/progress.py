"""Progress of a long command on stderr: a bar on a terminal, or lines of JSON for programs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

Advance = Callable[[int], None]  # called with the number of units that were completed since the last call
INTERVAL = 0.2  # least seconds between two lines of JSON


class ProgressEstimate:
    """The number of completed units, and an estimate of the remaining time.

    The estimate uses the time since the start, with the start-up included, so it is too long at first.
    """

    def __init__(self, total: int, start: int = 0) -> None:
        self.total, self.start, self.done, self.started_at = total, start, start, perf_counter()

    @property
    def seconds(self) -> float:
        return perf_counter() - self.started_at

    @property
    def seconds_left(self) -> float | None:
        completed = self.done - self.start
        return self.seconds / completed * (self.total - self.done) if completed else None


@contextmanager
def show_progress(total: int, label: str, style: str = "bar", start: int = 0) -> Iterator[Advance]:
    """Give a callback that shows the progress.  A bar is shown only if stderr is a terminal."""
    if style == "json":
        yield json_lines(ProgressEstimate(total, start))
    elif sys.stderr.isatty():
        with progress_bar(ProgressEstimate(total, start), label) as advance:
            yield advance
    else:
        yield lambda count: None


def json_lines(estimate: ProgressEstimate) -> Advance:
    """Print JSON objects on stderr: `{"done": 5, "total": 9, "seconds": 1.5, "left": 1.2}`."""
    import json

    last = -INTERVAL

    def advance(count: int) -> None:
        nonlocal last
        estimate.done += count
        if estimate.seconds - last < INTERVAL and estimate.done < estimate.total:
            return
        last, left = estimate.seconds, estimate.seconds_left
        line = {
            "done": estimate.done,
            "total": estimate.total,
            "seconds": round(estimate.seconds, 1),
            "left": None if left is None else round(left, 1),
        }
        print(json.dumps(line), file=sys.stderr, flush=True)

    advance(0)
    return advance


@contextmanager
def progress_bar(estimate: ProgressEstimate, label: str) -> Iterator[Advance]:
    """Show a bar on stderr, which disappears at the end."""
    from datetime import timedelta

    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskProgressColumn, TextColumn
    from rich.text import Text

    class TimeLeft(ProgressColumn):
        def render(self, task: Task) -> Text:
            left = estimate.seconds_left
            return Text("" if left is None else f"{timedelta(seconds=round(left))} left")

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeLeft())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=estimate.total)

        def advance(count: int) -> None:
            estimate.done += count
            bar.update(task, completed=estimate.done)

        yield advance
