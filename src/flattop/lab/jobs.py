"""Jobs spread over workers, with their reports in the order of the jobs, whoever works and however many."""

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

from flattop.bots.game_loop import Fault, what_went_wrong

JobT = TypeVar("JobT")
Report = TypeVar("Report")


@dataclass(frozen=True, slots=True)
class Cluster:
    """A Dask scheduler, and the files that the work names, which travel with it."""

    address: str
    files: tuple[str, ...] = ()


Workers = int | Cluster  # processes of this machine, of which one is this very one; or a cluster
Progress = Callable[[int], None]  # hears how many more were done


def spread(work: Callable[[JobT], Report], jobs: Iterable[JobT], workers: Workers) -> Generator[Report]:
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


AHEAD = 4  # jobs for each worker that may be done before the one whose report is next
LOSSES = 3  # workers that may be lost over one job

Work = Callable[[Any], Any]


@dataclass(slots=True)
class Task:
    """One job with its place among the others."""

    number: int
    job: Any
    losses: int = 0


def over_processes(work: Work, jobs: Iterable[Any], count: int) -> Generator[Any]:
    """The reports of all jobs in their order, by so many processes."""
    crew = Crew(work, jobs, count)
    try:
        yield from crew.reports()
    finally:
        crew.end()


class Crew:
    """The processes, and what each has to do."""

    def __init__(self, work: Work, jobs: Iterable[Any], count: int) -> None:
        self.work, self.count = work, count
        self.coming = (Task(number, job) for number, job in enumerate(jobs))
        self.again: deque[Task] = deque()  # those whose worker was lost
        self.busy: dict[Any, Worker] = {}  # by their pipes
        self.idle: list[Worker] = []
        self.done: dict[int, tuple[bool, Any]] = {}
        self.taken = self.told = 0

    def reports(self) -> Iterator[Any]:
        while True:
            self._hand_out()
            if self.told in self.done:
                yield self._next_report()
            elif self.busy:
                self._collect()
            else:
                return

    def end(self) -> None:
        for worker in [*self.busy.values(), *self.idle]:
            worker.end()

    def _next_report(self) -> Any:
        """The report that is next; what went wrong is told in its turn, so that it is always the same."""
        fine, report = self.done.pop(self.told)
        if not fine:
            raise report
        self.told += 1
        return report

    def _hand_out(self) -> None:
        while len(self.busy) < self.count and (task := self._next_task()):
            worker = self.idle.pop() if self.idle else Worker(self.work)
            worker.give(task)
            self.busy[worker.pipe] = worker

    def _next_task(self) -> Task | None:
        if self.again:
            return self.again.popleft()
        if self.taken >= self.told + AHEAD * self.count:
            return None
        task = next(self.coming, None)
        self.taken += task is not None
        return task

    def _collect(self) -> None:
        for pipe in wait(list(self.busy)):
            worker = self.busy.pop(pipe)
            try:
                self.done[worker.task.number] = worker.pipe.recv()
                self.idle.append(worker)
            except (EOFError, OSError):
                worker.end()
                self._replay(worker.task)

    def _replay(self, task: Task) -> None:
        task.losses += 1
        if task.losses == LOSSES:
            raise lost(task.job)
        self.again.append(task)


class Worker:
    """One process, which never hears Ctrl-C: that is for its parent."""

    task: Task

    def __init__(self, work: Work) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.child = context.Process(target=serve, args=(work, theirs), daemon=True)
        with _interrupts_waiting():
            self.child.start()
        theirs.close()

    def give(self, task: Task) -> None:
        self.task = task
        with suppress(OSError):  # it was lost, which is noticed when its report is read
            self.pipe.send(task.job)

    def end(self) -> None:
        self.pipe.close()
        self.child.terminate()
        self.child.join()


def lost(job: Any) -> Fault:
    """A job that is done no more, by its name."""
    games = f"games {job[0] + 1} to {job[-1] + 1}" if isinstance(job, range) and job else f"job {job!r}"
    return Fault(f"{games} ended one worker after the other; fewer --workers need less memory")


def serve(work: Work, pipe: Connection) -> None:
    """The life of a worker, until nobody wants anything any more, or its parent is gone."""
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            pipe.send_bytes(answer(work, pipe.recv()))


def _end_with_parent() -> None:
    """Nobody is left who could read the report of a long job."""
    parent = parent_process()
    assert parent
    parent.join()
    os._exit(1)


def answer(work: Work, job: Any) -> bytes:
    """The report, or what went wrong, as it travels."""
    try:
        return pickle.dumps((True, work(job)))
    except Exception as error:
        error.add_note(f"in a worker process: {format_exc()}")
        return _travelling(error)


def _travelling(error: Exception) -> bytes:
    """Not every error can be pickled, nor made again from its pickle."""
    try:
        packed = pickle.dumps((False, error))
        pickle.loads(packed)
        return packed
    except Exception:
        return pickle.dumps((False, Fault(what_went_wrong(error))))


@contextmanager
def _interrupts_waiting() -> Iterator[None]:
    """Workers started in here never hear Ctrl-C; whoever starts them hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # the first worker would start it, and let Ctrl-C through from then on
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        with _interrupts_noted():
            yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _interrupts_noted() -> Iterator[None]:
    """Ctrl-C that another thread hears meanwhile comes to the main one afterwards, too."""
    if current_thread() is not main_thread():
        yield
        return
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        for number in heard[:1]:
            signal.raise_signal(number)
