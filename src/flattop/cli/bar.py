"""A bar on a terminal: how much is done, and how long the rest will take."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from rich.console import Console
from rich.progress import BarColumn, ProgressColumn, Task, TaskProgressColumn, TextColumn
from rich.progress import Progress as Bar
from rich.text import Text

from flattop.cli.progress import Pace, Progress


@contextmanager
def bar(pace: Pace, words: str) -> Iterator[Progress]:
    """On stderr, and gone at the end."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), Left(pace))
    with Bar(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(words, total=pace.total)

        def more(count: int) -> None:
            pace.done += count
            shown.update(task, completed=pace.done)

        yield more


class Left(ProgressColumn):
    """The time that is left, as on a watch; it grows while nothing gets done."""

    def __init__(self, pace: Pace) -> None:
        super().__init__()
        self.pace = pace

    def render(self, task: Task) -> Text:
        left = self.pace.left
        return Text("" if left is None else f"{timedelta(seconds=round(left))} left")
