"""The log: time and level on every line, no secrets, and a rate limit."""

import asyncio
import json
import logging
import os
import pickle
import re
import subprocess
import sys

import pytest

from flattop.server import logs
from flattop.server.workers.worker_process import frame
from tests.server.conftest import PATIENCE

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d (INFO|WARNING|ERROR|CRITICAL) \S.*")


@pytest.fixture
def own_handlers():
    """Restore the handlers that `configure` replaces."""
    names = ("flattop", *logs.LIBRARIES)
    before = [(logging.getLogger(name), logging.getLogger(name).handlers) for name in names]
    yield
    for logger, handlers in before:
        logger.handlers, logger.propagate = handlers, True
    os.environ.pop(logs.FORMAT_VARIABLE, None)


async def test_lines_have_time_and_level(room, capsys):
    room.server.log("it has stopped", "x")
    room.server.fault(RuntimeError("inside"))
    first, second, *trace = capsys.readouterr().err.splitlines()
    assert LINE.fullmatch(first)
    assert first.endswith(" WARNING table x: it has stopped")
    assert LINE.fullmatch(second)
    assert second.endswith(" ERROR internal error: RuntimeError: inside")
    assert trace == ["RuntimeError: inside"]


def test_libraries_log_in_our_format(own_handlers, capsys):
    logs.configure()
    for name in ("flattop", "uvicorn.error", "asyncio"):
        logging.getLogger(name).error("trouble")
    assert [bool(LINE.fullmatch(line)) for line in capsys.readouterr().err.splitlines()] == [True] * 3


def test_lines_above_the_rate_limit_are_counted(own_handlers, capsys, monkeypatch):
    now = [0.0]
    monkeypatch.setattr("flattop.server.logs.time.monotonic", lambda: now[0])
    logs.configure()
    for number in range(1_000):
        logging.getLogger("flattop").error("again %d", number)
    assert len(capsys.readouterr().err.splitlines()) == logs.BURST
    now[0] = 5.0
    logging.getLogger("flattop").error("and %s", "again")
    assert capsys.readouterr().err.endswith(f" ERROR ({1_000 - logs.BURST} lines left out) and again\n")


@pytest.mark.parametrize("gone", [None, "closed"])
def test_logging_works_without_standard_error(own_handlers, monkeypatch, tmp_path, gone):
    with open(tmp_path / "log", "w") as stream:
        monkeypatch.setattr("sys.stderr", stream if gone else None)
    logs.configure()
    logging.getLogger("flattop").error("trouble")


def test_json_log_has_one_object_per_line(own_handlers, capsys):
    logs.configure("json")
    try:
        raise LookupError("no such\nthing") from ValueError("before it")
    except LookupError as error:
        logging.getLogger("flattop").error("internal error: it broke", exc_info=error, extra={"table": "abc"})
    logging.getLogger("asyncio").warning("slow")
    first, second = map(json.loads, capsys.readouterr().err.splitlines())
    assert (first["level"], first["message"], first["table"]) == ("ERROR", "internal error: it broke", "abc")
    trace = first["traceback"].splitlines()
    assert (trace[0], trace[-1]) == ("ValueError: before it", "LookupError: no such thing")
    assert any("test_logs.py" in line for line in trace)
    assert set(second) == {"time", "level", "message"}
    assert first["time"] <= second["time"]


CARDS = [98765, 98766]


@pytest.mark.parametrize("how", ["plain", "json"])
async def test_log_lines_contain_no_secrets(room, own_handlers, capsys, monkeypatch, how):
    monkeypatch.setattr(logs, "BURST", 10_000)
    logs.configure(how)
    ann, token = await room.server.guests.create("Ann")
    table = await room.create_table(ann, "you", "house", private=True)
    invite, seed = table.row.invite, table.row.seed
    cookie, link = f"flattop_guest={token}", f"/t/1?invite={invite}"
    secrets = token, invite, cookie, link, seed, seed.hex(), CARDS, tuple(CARDS), {"hand": CARDS}
    for secret in (*secrets, CARDS[0], f"it's {CARDS}", f"'{CARDS[0]}"):
        for error in (KeyError(secret), RuntimeError(f"with {secret} in it"), ValueError(secret, 7)):
            caused = RuntimeError("again")
            caused.__cause__ = error
            room.server.fault(caused, table.row.id)
            room.server.log(f"the table is broken: {logs.describe_error(error)}", table.row.id)
            context = {"message": "unheard", "exception": error, "task": asyncio.current_task()}
            asyncio.get_running_loop().default_exception_handler(context)
    for secret in secrets:
        room.server.log(f"not saved: {secret} and {secret!r}", table.row.id)
    told = capsys.readouterr().err
    assert told.count(table.row.id) == 2 * 3 * (len(secrets) + 3) + len(secrets)
    assert "RuntimeError: with … in it" in told
    hidden = token, invite, seed.hex(), repr(seed), str(CARDS[0])
    assert [secret for secret in hidden if secret in told] == []


def test_crash_of_a_worker_process_is_logged_without_cards():
    broken = pickle.dumps({"rank": "house", "hand": CARDS})
    command = [sys.executable, "-m", "flattop.server.workers.bot_worker"]
    for how in ("plain", "json"):
        ended = subprocess.run(
            command,
            input=frame(broken),
            capture_output=True,
            env={**os.environ, logs.FORMAT_VARIABLE: how},
            timeout=PATIENCE,
        )
        told = ended.stderr.decode()
        assert ended.returncode == 1
        assert "a worker process failed: KeyError" in told
        assert str(CARDS[0]) not in told
        assert how == "plain" or json.loads(told)["level"] == "ERROR"
