"""Signals end a server whose event loop is blocked."""

import signal
import subprocess
import sys

import pytest

BLOCKED = """
from aiohttp import web
from flattop.server import run
from flattop.server.connection_limits import ConnectionLimiter
from flattop.server.limits import Limits
from flattop.server.metrics import Metrics

async def block(app):
    print("blocked", flush=True)
    while True:
        pass

run.BLOCKED_SECONDS = 0.2
app = web.Application()
app.on_startup.append(block)
with run.bind_port("127.0.0.1", 0) as listening:
    run.HttpServer([run.Site(app, listening, ConnectionLimiter(Limits(), Metrics(), print))]).run()
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_process_while_a_rule_is_running(number):
    with subprocess.Popen([sys.executable, "-c", BLOCKED], stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout.readline() == b"blocked\n"
            server.send_signal(number)
            assert server.wait(60) == 128 + number
        finally:
            server.kill()
