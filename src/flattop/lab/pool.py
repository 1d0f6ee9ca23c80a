"""A pool of worker processes that keeps the order of its jobs and stops at once when it must."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import TypeVar

from flattop.bots.game_loop import Fault

Job = TypeVar("Job")
Report = TypeVar("Report")


def spread(work: Callable[[Job], Report], jobs: Sequence[Job], workers: int) -> Iterator[Report]:
    """The report of every job, in their order; whoever stops reading stops the work."""
    others = set(active_children())
    pool = ProcessPoolExecutor(min(workers, len(jobs)), get_context("spawn"))
    try:
        with _interrupts_waiting():
            reports = pool.map(work, jobs)
        yield from reports
    except BrokenProcessPool:
        raise Fault("a worker process was ended from outside; fewer --workers need less memory") from None
    except BaseException:
        for worker in set(active_children()) - others:
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_waiting() -> Iterator[None]:
    """Workers started in here never hear Ctrl-C, which is for their parent; it hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
