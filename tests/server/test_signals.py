"""Signals end a server whose event loop is blocked."""

import signal
import subprocess
import sys

import pytest

BLOCKED = """
import asyncio, signal
from flattop.server import run

run.BLOCKED_SECONDS = 0.2
server = run.GatedServer.__new__(run.GatedServer)
server._captured_signals, server.should_exit = [], False

async def block():
    server._loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, server.handle_exit)
    print("blocked", flush=True)
    while True:
        pass

asyncio.run(block())
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_process_while_a_rule_is_running(number):
    with subprocess.Popen([sys.executable, "-c", BLOCKED], stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout.readline() == b"blocked\n"
            server.send_signal(number)
            assert server.wait(30) == 128 + number
        finally:
            server.kill()
