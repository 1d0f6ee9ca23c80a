"""Ctrl-C in the lab: what is done stays done."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from threading import current_thread, main_thread
from typing import Any, TypeVar

Report = TypeVar("Report")


class Stopped(KeyboardInterrupt):
    """Somebody pressed Ctrl-C; what had been done by then is a whole report."""

    def __init__(self, report: Any) -> None:
        super().__init__("stopped")
        self.report = report


@contextmanager
def what_is_done(report: Callable[[], Any]) -> Iterator[None]:
    """Ctrl-C in here is `Stopped` with the report of what is done by then, or itself if that is None."""
    try:
        yield
    except KeyboardInterrupt:
        done = report()
        if done is None:
            raise
        raise Stopped(done) from None


def each_whole(reports: Generator[Report]) -> Generator[Report]:
    """The reports; Ctrl-C is heard only while the next one is waited for, so that none is counted by half.

    Whoever presses it twice is heard at once; whoever closes this closes the reports.
    """
    with closing(reports), Ear() as ear:
        for report in reports:
            ear.waiting = False
            yield report
            ear.wait()


class Ear:
    """Hears Ctrl-C: at once while one waits, otherwise as soon as one waits again."""

    def __init__(self) -> None:
        self.waiting, self.pressed = True, False

    def wait(self) -> None:
        self.waiting = True
        if self.pressed:
            raise KeyboardInterrupt

    def __enter__(self) -> Ear:
        self.before = signal.getsignal(signal.SIGINT)
        if self._can_hear():
            signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        if self._can_hear():
            signal.signal(signal.SIGINT, self.before)

    def _can_hear(self) -> bool:
        """Only the main thread can, and nobody where Ctrl-C is ignored, as in the background."""
        return current_thread() is main_thread() and self.before is not signal.SIG_IGN

    def _hear(self, *_: object) -> None:
        if self.waiting or self.pressed:
            raise KeyboardInterrupt
        self.pressed = True
