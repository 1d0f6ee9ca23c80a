"""Parallel jobs: in this process, in a pool of worker processes or on a cluster, reported in their order."""

from __future__ import annotations

import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from threading import Thread, current_thread, main_thread
from traceback import format_exc
from typing import Any, TypeVar

from flattop.match.game_loop import Fault, error_text

AHEAD = 4  # jobs per worker that may be started before the one whose report is next
MAX_LOSSES = 3  # workers that may die on one job

Job = TypeVar("Job")
Report = TypeVar("Report")
Work = Callable[[Any], Any]
Progress = Callable[[int], None]  # called with the number of newly finished units


@dataclass(frozen=True, slots=True)
class Cluster:
    """A Dask scheduler, and the files that jobs refer to, which are sent along."""

    address: str
    files: tuple[str, ...] = ()


Workers = int | Cluster  # a number of processes (1 is the current process), or a cluster


def run_jobs(work: Callable[[Job], Report], jobs: Iterable[Job], workers: Workers) -> Generator[Report]:
    """Yield the report of every job, in the order of the jobs.

    A few jobs are started ahead of time (prefetched); closing the generator stops them.  Work and jobs must
    be picklable.  A job whose worker dies is given to another one.
    """
    if workers == 1:
        yield from map(work, jobs)
    elif isinstance(workers, Cluster):
        from flattop.lab.cluster import run_on_cluster

        yield from run_on_cluster(work, jobs, workers.address, workers.files)
    else:
        pool = ProcessPool(work, jobs, workers)
        try:
            yield from pool.reports()
        finally:
            pool.stop()


@dataclass(slots=True)
class Task:
    """A job with its position among the jobs."""

    number: int
    job: Any
    losses: int = 0


class ProcessPool:
    """Worker processes, each of which is sent one job after the other."""

    def __init__(self, work: Work, jobs: Iterable[Any], count: int) -> None:
        self.work, self.count = work, count
        self.tasks = (Task(number, job) for number, job in enumerate(jobs))
        self.retries: deque[Task] = deque()  # tasks whose worker died
        self.busy: dict[Any, Worker] = {}  # by pipe
        self.idle: list[Worker] = []
        self.done: dict[int, tuple[bool, Any]] = {}  # by task number: succeeded, and the report or the error
        self.started = self.reported = 0

    def reports(self) -> Iterator[Any]:
        while True:
            while len(self.busy) < self.count:
                if self.retries:
                    task = self.retries.popleft()
                elif self.started < self.reported + AHEAD * self.count and (new := next(self.tasks, None)):
                    task = new
                    self.started += 1
                else:
                    break
                worker = self.idle.pop() if self.idle else Worker(self.work)
                worker.send(task)
                self.busy[worker.pipe] = worker
            if self.reported in self.done:
                succeeded, report = self.done.pop(self.reported)
                if not succeeded:  # in the order of the jobs, so that a run always fails in the same way
                    raise report
                self.reported += 1
                yield report
            elif self.busy:
                self._collect()
            else:
                return

    def stop(self) -> None:
        for worker in [*self.busy.values(), *self.idle]:
            worker.stop()

    def _collect(self) -> None:
        """Wait for the next results; queue the task of a dead worker again."""
        for pipe in wait(list(self.busy)):
            worker = self.busy.pop(pipe)
            task = worker.task
            try:
                self.done[task.number] = worker.pipe.recv()
                self.idle.append(worker)
            except (EOFError, OSError):
                worker.stop()
                task.losses += 1
                if task.losses == MAX_LOSSES:
                    raise lost_job(task.job) from None
                self.retries.append(task)


def lost_job(job: Any) -> Fault:
    """Return the error for a job that killed too many workers."""
    games = f"games {job[0] + 1} to {job[-1] + 1}" if isinstance(job, range) and job else f"job {job!r}"
    return Fault(f"{games}: several workers died; try fewer --workers, which need less memory")


class Worker:
    """A worker process.  It ignores Ctrl-C, which its parent handles."""

    task: Task

    def __init__(self, work: Work) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.child = context.Process(target=worker_main, args=(work, theirs), daemon=True)
        with interrupts_blocked():
            self.child.start()
        theirs.close()

    def send(self, task: Task) -> None:
        self.task = task
        with suppress(OSError):  # the worker died, which is noticed when its report is read
            self.pipe.send(task.job)

    def stop(self) -> None:
        self.pipe.close()
        self.child.terminate()
        self.child.join()


def worker_main(work: Work, pipe: Connection) -> None:
    """Answer jobs until the pipe is closed or the parent process exits."""
    parent = parent_process()
    assert parent

    def exit_with_parent() -> None:
        """Exit even in the middle of a long job, because its report could not be read any more."""
        parent.join()
        os._exit(1)

    Thread(target=exit_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            pipe.send_bytes(_pickled_report(work, pipe.recv()))


def _pickled_report(work: Work, job: Any) -> bytes:
    """Return `(True, report)` or `(False, error)`, pickled.

    An error that cannot be pickled, or restored from its pickle, becomes a `Fault` with the same text.
    """
    try:
        return pickle.dumps((True, work(job)))
    except Exception as error:
        error.add_note(f"in a worker process: {format_exc()}")
        try:
            pickled = pickle.dumps((False, error))
            pickle.loads(pickled)
            return pickled
        except Exception:
            return pickle.dumps((False, Fault(error_text(error))))


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block SIGINT in processes that are started here; deliver it to this process afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # the first worker would start it, and that unblocks SIGINT
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        with _interrupts_deferred():
            yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _interrupts_deferred() -> Iterator[None]:
    """In the main thread, raise a SIGINT that another thread receives meanwhile only at the end."""
    if current_thread() is not main_thread():
        yield
        return
    received: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: received.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        for number in received[:1]:
            signal.raise_signal(number)
