"""Worker processes as the server holds them: none is left behind, whoever is called off meanwhile."""

import asyncio
import sys

import pytest

from flattop.server.workers.framing import Worker


@pytest.fixture
async def worker():
    worker = Worker([sys.executable, "-c", "input()"], 100)
    yield worker
    await worker.stop()


async def begun(coroutine):
    """A task that has come as far as it can at once."""
    task = asyncio.create_task(coroutine)
    await asyncio.sleep(0)
    return task


async def test_who_stops_a_worker_waits_though_another_was_called_off_doing_so(worker):
    await worker.start()
    child = worker.running
    (await begun(worker.stop())).cancel()
    await worker.stop()
    assert child.returncode is not None
    assert worker.running is None


async def test_who_stops_a_worker_waits_for_another_who_does_so(worker):
    await worker.start()
    child, other = worker.running, await begun(worker.stop())
    await worker.stop()
    assert child.returncode is not None
    await other


async def test_a_worker_that_is_being_started_is_stopped_too(worker):
    starting = await begun(worker.start())
    await worker.stop()
    assert starting.done()
    assert worker.running is None
