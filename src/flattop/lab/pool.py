"""Jobs spread over workers, with their reports in the order of the jobs, whoever works and however many."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

from flattop.lab.processes import over_processes

Job = TypeVar("Job")
Report = TypeVar("Report")


Workers = int  # processes of this machine; one is this very process


def spread(work: Callable[[Job], Report], jobs: Iterable[Job], workers: Workers) -> Generator[Report]:
    """The report of every job, in their order; a few jobs are taken ahead, and who stops reading stops all.

    Work and jobs must be such as can be pickled.  A job whose worker is lost is done again by another one.
    """
    if workers == 1:
        yield from map(work, jobs)
    else:
        yield from over_processes(work, jobs, workers)
