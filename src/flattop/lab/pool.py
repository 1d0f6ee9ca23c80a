"""Jobs spread over workers, with their reports in the order of the jobs, whoever works and however many."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import TypeVar

from flattop.lab.processes import over_processes

Job = TypeVar("Job")
Report = TypeVar("Report")


@dataclass(frozen=True, slots=True)
class Cluster:
    """A Dask scheduler, and the files that the work names, which travel with it."""

    address: str
    files: tuple[str, ...] = ()


Workers = int | Cluster  # processes of this machine, of which one is this very one; or a cluster
Progress = Callable[[int], None]  # hears how many more were done


def spread(work: Callable[[Job], Report], jobs: Iterable[Job], workers: Workers) -> Generator[Report]:
    """The report of every job, in their order; a few jobs are taken ahead, and who stops reading stops all.

    Work and jobs must be such as can be pickled.  A job whose worker is lost is done again by another one.
    """
    if workers == 1:
        yield from map(work, jobs)
    elif isinstance(workers, Cluster):
        from flattop.lab.cluster import over_cluster

        yield from over_cluster(work, jobs, workers.address, workers.files)
    else:
        yield from over_processes(work, jobs, workers)
