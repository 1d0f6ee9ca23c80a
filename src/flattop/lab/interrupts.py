"""Ctrl-C (KeyboardInterrupt) in long runs: the work done so far becomes a complete report."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from threading import current_thread, main_thread
from typing import Any, TypeVar

Report = TypeVar("Report")


class Stopped(KeyboardInterrupt):
    """Ctrl-C was pressed.  `report` covers the work that was complete by then."""

    def __init__(self, report: Any) -> None:
        super().__init__("stopped")
        self.report = report


@contextmanager
def report_on_interrupt(report: Callable[[], Any]) -> Iterator[None]:
    """Turn Ctrl-C into `Stopped` with the report so far; re-raise it unchanged if the report is None."""
    try:
        yield
    except KeyboardInterrupt:
        partial_report = report()
        if partial_report is None:
            raise
        raise Stopped(partial_report) from None


def defer_interrupts(reports: Generator[Report]) -> Generator[Report]:
    """Yield the reports, and raise Ctrl-C only while waiting for the next one.

    So no report is counted by half.  A second Ctrl-C is raised at once.  Closing this closes `reports`.
    """
    with closing(reports), InterruptGate() as gate:
        for report in reports:
            gate.waiting = False
            yield report
            gate.wait()


class InterruptGate:
    """A SIGINT handler that raises at once while `waiting`, otherwise at the next `wait()`."""

    def __init__(self) -> None:
        self.waiting, self.pressed = True, False

    def wait(self) -> None:
        self.waiting = True
        if self.pressed:
            raise KeyboardInterrupt

    def __enter__(self) -> InterruptGate:
        self.previous = signal.getsignal(signal.SIGINT)
        # Only the main thread may set handlers, and background jobs that ignore Ctrl-C must keep ignoring it.
        self.installed = current_thread() is main_thread() and self.previous is not signal.SIG_IGN
        if self.installed:
            signal.signal(signal.SIGINT, self._on_interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        if self.installed:
            signal.signal(signal.SIGINT, self.previous)

    def _on_interrupt(self, *_: object) -> None:
        if self.waiting or self.pressed:
            raise KeyboardInterrupt
        self.pressed = True
