"""The supervisor and its server workers: start, restart and end."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

from flattop.server import supervisor
from flattop.server.supervisor import Supervisor
from tests.server.conftest import PATIENCE, until

WORKER = """
import asyncio, os, sys
from flattop.server import supervisor
place = supervisor.own_slot()
with open(sys.argv[1], "a") as book:
    book.write(f"{place.number} {place.port} {os.getpid()}\\n")
if sys.argv[2:] and sys.argv[2] != "closes":
    print(sys.argv[2], file=sys.stderr)
    sys.exit(3)
supervisor.exit_with_parent()

async def serve():
    supervisor.report_ready()
    if not sys.argv[2:]:
        await asyncio.sleep(3600)

asyncio.run(serve())
"""


@pytest.fixture
def book(tmp_path):
    (tmp_path / "worker.py").write_text(WORKER)
    return tmp_path / "book"


def lines(book):
    return [list(map(int, line.split())) for line in book.read_text().splitlines()] if book.exists() else []


def command(book, *more):
    return [sys.executable, str(book.parent / "worker.py"), str(book), *more]


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat") as stat:
        return stat.read().rpartition(")")[2].split()[0] != "Z"


async def test_workers_share_a_port_are_restarted_and_end_with_the_supervisor(book, monkeypatch):
    monkeypatch.setattr(supervisor, "PAUSES", (0.01,))
    ups, logged = [], []

    def log(event, **fields):
        logged.append((event, fields))

    running = asyncio.ensure_future(Supervisor(3, 1234, lambda: ups.append(True), log, command(book)).run())
    await until(lambda: ups)
    assert next(line[:2] for line in lines(book)) == [1, 1234]
    assert sorted(line[0] for line in lines(book)) == [1, 2, 3]
    victim = lines(book)[1]
    os.kill(victim[2], signal.SIGKILL)
    await until(lambda: len(lines(book)) == 4)
    assert lines(book)[3][0] == victim[0]
    assert logged == [("a server worker has ended", {"worker": victim[0], "status": -9, "seconds": 0.01})]
    os.kill(os.getpid(), signal.SIGTERM)
    assert await running == 0
    assert not any(is_alive(pid) for _, _, pid in lines(book))
    assert ups == [True]


async def test_supervisor_stops_if_the_first_worker_cannot_start(book, capfd):
    assert await Supervisor(3, 1, pytest.fail, pytest.fail, command(book, "no such database")).run() == 3
    assert len(lines(book)) == 1
    assert capfd.readouterr().err == "no such database\n"


async def test_workers_that_exit_with_status_zero_are_not_restarted(book):
    assert await Supervisor(2, 1, lambda: None, pytest.fail, command(book, "closes")).run() == 0
    assert len(lines(book)) == 2


async def test_worker_that_starts_during_shutdown_is_stopped_too(book, monkeypatch):
    start, parent = asyncio.create_subprocess_exec, Supervisor(2, 1, pytest.fail, pytest.fail, command(book))

    async def told_meanwhile(*words, **how):
        os.kill(os.getpid(), signal.SIGTERM)
        await parent._stopping.wait()
        return await start(*words, **how)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", told_meanwhile)
    async with asyncio.timeout(PATIENCE):
        assert await parent.run() == 0
    assert not any(is_alive(pid) for _, _, pid in lines(book))


async def test_workers_end_when_the_supervisor_is_killed(book):
    parent = """
    import asyncio, sys
    from flattop.server.supervisor import Supervisor
    asyncio.run(Supervisor(2, 1, lambda: None, print, sys.argv[1:]).run())
    """
    alone = subprocess.Popen([sys.executable, "-c", textwrap.dedent(parent), *command(book)])
    await until(lambda: len(lines(book)) == 2)
    alone.kill()
    alone.wait(60)
    await until(lambda: not any(is_alive(pid) for _, _, pid in lines(book)))


async def test_worker_that_hangs_is_killed_and_restarted(book, monkeypatch):
    monkeypatch.setattr(supervisor, "PAUSES", (0.01,))
    ups, logged = [], []

    def log(event, **fields):
        logged.append((event, fields))

    running = asyncio.ensure_future(Supervisor(2, 1234, lambda: ups.append(True), log, command(book)).run())
    await until(lambda: ups)
    victim = lines(book)[0]
    os.kill(victim[2], signal.SIGSTOP)
    await until(lambda: len(lines(book)) == 3)
    assert lines(book)[2][0] == victim[0]
    assert not is_alive(victim[2])
    assert logged == [
        ("a server worker does not answer", {"worker": victim[0]}),
        ("a server worker has ended", {"worker": victim[0], "status": -9, "seconds": 0.01}),
    ]
    os.kill(os.getpid(), signal.SIGTERM)
    assert await running == 0


async def test_workers_are_not_killed_because_the_supervisor_itself_was_suspended(book, monkeypatch):
    """Its timers are late, and the signs of life of its workers wait in their pipes."""
    monkeypatch.setattr(supervisor, "CHECK_SECONDS", 0.8)
    ups = []
    parent = Supervisor(2, 1234, lambda: ups.append(True), pytest.fail, command(book))
    running = asyncio.ensure_future(parent.run())
    await until(lambda: ups)
    time.sleep(0.8 * supervisor.MAX_MISSED + 0.1)
    await asyncio.sleep(0.1)
    os.kill(os.getpid(), signal.SIGTERM)
    assert await running == 0
    assert len(lines(book)) == 2
