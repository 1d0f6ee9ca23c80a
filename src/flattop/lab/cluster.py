"""Parallel jobs on a Dask cluster."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import closing, contextmanager
from importlib import import_module
from itertools import islice
from typing import Any

from flattop.extras import missing
from flattop.kernel import FlattopError
from flattop.lab.cluster_files import Bundle, bundle_work, run_bundled
from flattop.lab.jobs import AHEAD, lost_job
from flattop.match.game_loop import Fault

TIMEOUT = 10  # seconds for the scheduler to answer, and for its first worker to register


class NoCluster(FlattopError):
    """The cluster cannot be used: no library, no scheduler or no workers."""


def run_on_cluster(
    work: Callable[[Any], Any], jobs: Iterable[Any], address: str, files: Sequence[str]
) -> Generator[Any]:
    """Yield the reports of all jobs, in the order of the jobs, from the workers of this scheduler.

    Enough jobs are submitted ahead to keep all workers busy.  Dask resubmits the jobs of a lost worker.
    """
    bundle = bundle_work(work, files)
    remaining = iter(jobs)
    with closing(_connect(address)) as client, cluster_faults(address):
        submitted: deque[tuple[Any, Any]] = deque()
        while True:
            room = AHEAD * sum(client.nthreads().values()) - len(submitted)
            for job in islice(remaining, max(0, room)):
                submitted.append((job, client.submit(_run_on_worker, bundle, job, pure=False)))
            if not submitted:
                return
            yield report_of(*submitted.popleft())


def _connect(address: str) -> Any:
    """Return a Dask client of a scheduler that has at least one worker."""
    try:
        create_client: Any = import_module("distributed").Client
        # Dask logs every failure at length; ours are reported in one line.
        for name in ("distributed", *logging.root.manager.loggerDict):
            if name.partition(".")[0] == "distributed":
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        client = create_client(address, timeout=TIMEOUT, set_as_default=False)
    except ImportError:
        raise NoCluster(f"--cluster needs {missing('distributed', 'dask')}") from None
    except (OSError, ValueError, TypeError):
        raise NoCluster(
            f"no Dask scheduler answers at {address}; an address looks like tcp://HOST:8786"
        ) from None
    try:
        client.wait_for_workers(1, timeout=TIMEOUT)
    except TimeoutError:
        client.close()
        raise NoCluster(
            f"the cluster at {address} has no workers; start one with `dask worker {address}`"
        ) from None
    return client


@contextmanager
def cluster_faults(address: str) -> Iterator[None]:
    """Turn errors of the cluster into a `Fault` of one line; other errors pass unchanged."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise Fault(
            f"a worker of the cluster lacks the package {error.name}; install the same packages everywhere"
        ) from None
    except (OSError, CancelledError):
        raise Fault(f"lost the connection to the Dask scheduler at {address}") from None


def report_of(job: Any, future: Any) -> Any:
    from distributed import KilledWorker

    try:
        return future.result()
    except KilledWorker:  # after as many losses as distributed.scheduler.allowed-failures allows
        raise lost_job(job) from None


def _run_on_worker(bundle: Bundle, job: Any) -> Any:
    worker: Any = import_module("distributed").get_worker()
    return run_bundled(bundle, worker.address, job)
