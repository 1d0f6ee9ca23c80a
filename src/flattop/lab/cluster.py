"""Jobs on a cluster: a Dask scheduler hands them to its workers, wherever those are."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import closing, contextmanager
from importlib import import_module
from itertools import islice
from typing import Any

from flattop.bots.game_loop import Fault
from flattop.kernel import FlattopError
from flattop.lab.job_files import Parcel, pack, unpacked
from flattop.lab.jobs import AHEAD, lost

PATIENCE = 10  # seconds for a scheduler to answer, and for its first worker to be there


class NoCluster(FlattopError):
    """Nobody who could work is there."""


def over_cluster(
    work: Callable[[Any], Any], jobs: Iterable[Any], address: str, files: Sequence[str]
) -> Generator[Any]:
    """The reports of all jobs in their order, by the workers of the scheduler at this address."""
    parcel = pack(work, files)
    with closing(_client(address)) as client, _losses_in_words(address):
        yield from _reports(client, parcel, iter(jobs))


def _client(address: str) -> Any:
    client = _connected(address)
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        client.close()
        raise NoCluster(
            f"the cluster at {address} has no workers; `dask worker {address}` starts one"
        ) from None
    return client


def _connected(address: str) -> Any:
    try:
        connect: Any = import_module("distributed").Client
        _hush()
        return connect(address, timeout=PATIENCE, set_as_default=False)
    except ImportError:
        raise NoCluster("a cluster needs distributed, which is missing: pip install '.[dask]'") from None
    except (OSError, ValueError, TypeError):
        raise NoCluster(f"no scheduler of Dask answers at {address}, such as tcp://HOST:8786") from None


def _hush() -> None:
    """What is wrong is said by us, in a line."""
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


@contextmanager
def _losses_in_words(address: str) -> Iterator[None]:
    """Faults of ours come as they are; those of the cluster are one line."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise Fault(f"a worker of the cluster has no {error.name}: install the same on all") from None
    except (OSError, CancelledError):
        raise Fault(f"the scheduler of the cluster at {address} is gone") from None


def _reports(client: Any, parcel: Parcel, jobs: Iterator[Any]) -> Iterator[Any]:
    """As many jobs as keep all workers busy are under way; what a lost worker had Dask gives to another."""
    under_way: deque[tuple[Any, Any]] = deque()
    while True:
        room = AHEAD * sum(client.nthreads().values()) - len(under_way)
        for job in islice(jobs, max(0, room)):
            under_way.append((job, client.submit(_done, parcel, job, pure=False)))
        if not under_way:
            return
        yield _report(*under_way.popleft())


def _report(job: Any, future: Any) -> Any:
    from distributed import KilledWorker

    try:
        return future.result()
    except KilledWorker:  # after as many as the scheduler allows: distributed.scheduler.allowed-failures
        raise lost(job) from None


def _done(parcel: Parcel, job: Any) -> Any:
    """One job, on a worker."""
    worker: Any = import_module("distributed").get_worker()
    return unpacked(parcel, worker.address, job)
