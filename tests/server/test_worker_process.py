"""Worker processes are never left behind, even if a stop is cancelled."""

import asyncio
import os
import subprocess
import sys

import pytest

from flattop.server.workers.worker_process import WorkerProcess


@pytest.fixture
async def worker():
    worker = WorkerProcess([sys.executable, "-c", "input()"], 100)
    yield worker
    await worker.stop()


async def begun(coroutine):
    """Start a task and let it run until it waits."""
    task = asyncio.create_task(coroutine)
    await asyncio.sleep(0)
    return task


async def test_stop_waits_although_an_earlier_stop_was_cancelled(worker):
    await worker.start()
    child = worker.running
    (await begun(worker.stop())).cancel()
    await worker.stop()
    assert child.returncode is not None
    assert worker.running is None


async def test_stop_waits_for_a_concurrent_stop(worker):
    await worker.start()
    child, other = worker.running, await begun(worker.stop())
    await worker.stop()
    assert child.returncode is not None
    await other


async def test_stop_waits_for_a_starting_worker(worker):
    starting = await begun(worker.start())
    await worker.stop()
    assert starting.done()
    assert worker.running is None


def test_worker_that_starts_after_the_server_is_gone_ends_without_a_word():
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "flattop.server.workers.bot_worker", "0"]
    with open(writer, "wb") as gone:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=gone, stderr=subprocess.PIPE, check=False, timeout=60
        )
    assert (done.returncode, done.stderr) == (0, b"")
