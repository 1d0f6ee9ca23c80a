"""A bar on a terminal: how much is done, and how long the rest will take."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from rich.console import Console
from rich.progress import BarColumn, ProgressColumn, Task, TaskProgressColumn, TextColumn
from rich.progress import Progress as Bar
from rich.text import Text

from flattop.cli.progress import Headway, Progress


@contextmanager
def bar(headway: Headway, words: str) -> Iterator[Progress]:
    """On stderr, and gone at the end."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), Left(headway))
    with Bar(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(words, total=headway.total)

        def more(count: int) -> None:
            headway.done += count
            shown.update(task, completed=headway.done)

        yield more


class Left(ProgressColumn):
    """The time that is left, as on a watch; it grows while nothing gets done."""

    def __init__(self, headway: Headway) -> None:
        super().__init__()
        self.headway = headway

    def render(self, task: Task) -> Text:
        left = self.headway.left
        return Text("" if left is None else f"{timedelta(seconds=round(left))} left")
