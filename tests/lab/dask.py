"""A local Dask cluster for tests: a scheduler and workers, each in its own process."""

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from distributed import Client

import flattop


@contextmanager
def cluster(folder, workers):
    """Yield the address of the scheduler and the worker processes, which run in `folder`."""
    info = folder / "scheduler.json"
    with running(
        folder, "scheduler", "--scheduler-file", info, "--host", "127.0.0.1", "--port", "0"
    ) as scheduler:
        while not (info.exists() and info.stat().st_size):  # Dask creates the file before it writes it
            assert scheduler.poll() is None
            sleep(0.05)
        address = f"tcp://127.0.0.1:{port(info)}"
        with worker_processes(folder, address, workers) as children:
            await_workers(address, workers)
            yield address, children


def await_workers(address, workers):
    with Client(address, timeout=60, set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=60)


def port(info):
    return json.loads(info.read_text())["address"].rpartition(":")[2]


@contextmanager
def worker_processes(folder, address, workers):
    if not workers:
        yield []
        return
    with (
        running(folder, "worker", address, "--nthreads", "1", "--no-nanny") as child,
        worker_processes(folder, address, workers - 1) as others,
    ):
        yield [child, *others]


@contextmanager
def running(folder, what, *words):
    command = [sys.executable, "-P", "-m", f"distributed.cli.dask_{what}", *map(str, words), "--no-dashboard"]
    env = {**os.environ, "PYTHONPATH": str(Path(flattop.__file__).parents[1])}
    log = (folder / f"{what}-{monotonic()}.log").open("wb")
    with log, subprocess.Popen(command, cwd=folder, env=env, stdout=log, stderr=log) as child:
        try:
            yield child
        finally:
            child.kill()
