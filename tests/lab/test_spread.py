"""Jobs over worker processes: in order, a few at a time, and again where a worker was lost."""

import os
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
from flattop.lab.jobs import AHEAD, _interrupts_waiting, spread


def squared(number):
    return number * number


def refused(number):
    if number > 1:
        raise Fault(f"no {number}")
    return number


class Odd(Exception):
    """An error that no pickle makes again."""

    def __init__(self, one, two):
        super().__init__(f"{one} and {two}")


def odd(number):
    raise Odd(number, "more")


def ended_once(folder: Path, number: int) -> int:
    """Every third job ends its worker, the first time that it is done."""
    mark = folder / str(number)
    if number % 3 == 0 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def ended(numbers):
    if 5 in numbers:
        os.kill(os.getpid(), signal.SIGKILL)
    return numbers


@pytest.mark.parametrize("workers", [1, 2])
def test_reports_come_in_the_order_of_the_jobs(workers):
    assert list(spread(squared, range(9), workers)) == [n * n for n in range(9)]
    assert list(spread(squared, [], workers)) == []
    assert active_children() == []


def test_jobs_are_taken_a_few_ahead_however_many_there_are():
    taken = []
    jobs = (taken.append(n) or n for n in count())
    reports = spread(squared, jobs, 2)
    assert list(islice(reports, 20)) == [n * n for n in range(20)]
    assert len(taken) <= 20 + 2 * AHEAD
    reports.close()
    assert active_children() == []


def test_what_a_lost_worker_had_is_done_again(tmp_path):
    assert list(spread(partial(ended_once, tmp_path), range(7), 2)) == list(range(7))
    assert {path.name for path in tmp_path.iterdir()} == {"0", "3", "6"}


def test_a_job_that_ends_one_worker_after_the_other_is_named():
    with pytest.raises(Fault, match=r"^games 4 to 6 ended one worker after the other; fewer --workers"):
        list(spread(ended, (range(n, n + 3) for n in range(0, 12, 3)), 2))
    assert active_children() == []


def waiting_long(folder, number):
    (folder / str(os.getpid())).touch()
    sleep(1000)


def test_workers_end_with_their_parent(tmp_path):
    crew = get_context("spawn").Process(target=waited_for, args=(tmp_path,))
    crew.start()
    while len(list(tmp_path.iterdir())) < 2:
        sleep(0.05)
    crew.kill()
    crew.join()
    while any(is_alive(mark.name) for mark in tmp_path.iterdir()):
        sleep(0.05)


def is_alive(pid):
    """Whether it is there and not only waits for somebody to note its end."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def waited_for(folder):
    list(spread(partial(waiting_long, folder), range(2), 2))


FRESH = """
from functools import partial
from signal import SIG_BLOCK, SIGINT, pthread_sigmask
from flattop.lab.jobs import spread
print([SIGINT in blocked for blocked in spread(partial(pthread_sigmask, SIG_BLOCK), [(), ()], 2)])
print(SIGINT in pthread_sigmask(SIG_BLOCK, ()))
"""


def test_no_worker_of_a_fresh_program_hears_ctrl_c_not_even_the_first():
    told = subprocess.run([sys.executable, "-c", FRESH], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines() == ["[True, True]", "False"]


def interrupted_start():
    """One in which another thread hears it, such as draws a bar."""
    begun = Event()
    hearing = Thread(target=lambda: begun.wait() and signal.raise_signal(signal.SIGINT))
    hearing.start()
    with _interrupts_waiting():
        begun.set()
        hearing.join()
        yield "started"


def test_ctrl_c_while_a_worker_starts_is_heard_afterwards():
    start = interrupted_start()
    assert next(start) == "started"
    with pytest.raises(KeyboardInterrupt):
        next(start)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_goes_wrong_is_told_in_its_turn():
    done = []
    with pytest.raises(Fault, match=r"^no 2"):
        done.extend(spread(refused, range(9), 2))
    assert done == [0, 1]


def test_an_error_that_cannot_travel_is_told_in_words():
    with pytest.raises(Fault, match=r"^Odd: 0 and more$"):
        list(spread(odd, range(1), 2))
