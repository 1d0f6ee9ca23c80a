"""Jobs for the tests of worker processes, which import this module; without pytest they start sooner."""

import os
import signal
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from time import sleep

from flattop.lab import Fault
from flattop.lab.jobs import run_jobs


def squared(number):
    return number * number


def refused(number):
    if number > 1:
        raise Fault(f"no {number}")
    return number


class Odd(Exception):
    """An error that cannot be restored from its pickle."""

    def __init__(self, one, two):
        super().__init__(f"{one} and {two}")


def odd(number):
    raise Odd(number, "more")


def killed_once(folder: Path, number: int) -> int:
    """Kill the worker on the first attempt of every third job."""
    mark = folder / str(number)
    if number % 3 == 0 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def killed_while_sending(folder: Path, number: int) -> bytes:
    """Kill the worker after half of the report is in its pipe, on the first attempt of every third job."""
    mark = folder / str(number)
    if number % 3 == 0 and not mark.exists():
        mark.touch()
        Connection._send = send_half_and_die
    return bytes([number]) * 50_000


def send_half_and_die(pipe: Connection, sent: memoryview) -> None:
    os.write(pipe.fileno(), sent[: len(sent) // 2])
    os.kill(os.getpid(), signal.SIGKILL)


def killed(numbers):
    if 5 in numbers:
        os.kill(os.getpid(), signal.SIGKILL)
    return numbers


def sleep_long(folder, number):
    (folder / str(os.getpid())).touch()
    sleep(1000)


def run_sleeping_jobs(folder):
    list(run_jobs(partial(sleep_long, folder), range(2), 2))
