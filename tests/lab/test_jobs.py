"""Jobs in worker processes: reports in order, limited look-ahead, retries after a worker dies."""

import signal
import subprocess
import sys
from functools import partial
from itertools import count, islice
from multiprocessing import active_children, get_context
from pathlib import Path
from threading import Event, Thread
from time import sleep

import pytest

from flattop.lab import Fault
from flattop.lab.jobs import AHEAD, interrupts_blocked, run_jobs

from .worker_jobs import killed, killed_once, killed_while_sending, odd, refused, run_sleeping_jobs, squared


@pytest.mark.parametrize("workers", [1, 2])
def test_reports_are_in_the_order_of_the_jobs(workers):
    assert list(run_jobs(squared, range(9), workers)) == [n * n for n in range(9)]
    assert list(run_jobs(squared, [], workers)) == []
    assert active_children() == []


def test_only_a_few_jobs_are_started_ahead():
    taken = []
    jobs = (taken.append(n) or n for n in count())
    reports = run_jobs(squared, jobs, 2)
    assert list(islice(reports, 20)) == [n * n for n in range(20)]
    assert len(taken) <= 20 + 2 * AHEAD
    reports.close()
    assert active_children() == []


def test_a_job_is_retried_when_its_worker_dies(tmp_path):
    assert list(run_jobs(partial(killed_once, tmp_path), range(7), 2)) == list(range(7))
    assert {path.name for path in tmp_path.iterdir()} == {"0", "3", "6"}


def test_a_job_is_retried_when_its_worker_dies_while_it_sends_the_report(tmp_path):
    reports = list(run_jobs(partial(killed_while_sending, tmp_path), range(7), 2))
    assert reports == [bytes([number]) * 50_000 for number in range(7)]
    assert {path.name for path in tmp_path.iterdir()} == {"0", "3", "6"}


def test_a_job_that_kills_several_workers_is_reported():
    with pytest.raises(Fault, match=r"^games 4 to 6: several workers died; try fewer --workers"):
        list(run_jobs(killed, (range(n, n + 3) for n in range(0, 12, 3)), 2))
    assert active_children() == []


def test_workers_exit_with_their_parent(tmp_path):
    parent = get_context("spawn").Process(target=run_sleeping_jobs, args=(tmp_path,))
    parent.start()
    while len(list(tmp_path.iterdir())) < 2:
        sleep(0.05)
    parent.kill()
    parent.join()
    while any(is_alive(mark.name) for mark in tmp_path.iterdir()):
        sleep(0.05)


def is_alive(pid):
    """True if the process exists and is not a zombie."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


FRESH = """
from functools import partial
from signal import SIG_BLOCK, SIGINT, pthread_sigmask
from flattop.lab.jobs import run_jobs
print([SIGINT in blocked for blocked in run_jobs(partial(pthread_sigmask, SIG_BLOCK), [(), ()], 2)])
print(SIGINT in pthread_sigmask(SIG_BLOCK, ()))
"""


def test_no_worker_receives_ctrl_c_not_even_the_first_one():
    done = subprocess.run([sys.executable, "-c", FRESH], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[True, True]", "False"]


def interrupted_start():
    """A start during which another thread receives SIGINT, such as one that draws a progress bar."""
    begun = Event()
    other = Thread(target=lambda: begun.wait() and signal.raise_signal(signal.SIGINT))
    other.start()
    with interrupts_blocked():
        begun.set()
        other.join()
        yield "started"


def test_ctrl_c_while_a_worker_starts_is_raised_afterwards():
    start = interrupted_start()
    assert next(start) == "started"
    with pytest.raises(KeyboardInterrupt):
        next(start)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_error_is_raised_in_the_order_of_the_jobs():
    done = []
    with pytest.raises(Fault, match=r"^no 2"):
        done.extend(run_jobs(refused, range(9), 2))
    assert done == [0, 1]


def test_an_error_that_cannot_be_pickled_becomes_a_fault_with_its_text():
    with pytest.raises(Fault, match=r"^Odd: 0 and more$"):
        list(run_jobs(odd, range(1), 2))
