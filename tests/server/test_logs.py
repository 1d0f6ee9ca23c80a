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

from flattop.games import UnknownGame, game
from flattop.kernel import Illegal
from flattop.server import logs
from flattop.server.errors import not_saved
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


async def test_lines_have_time_level_event_and_fields(room, capsys):
    room.server.log("a bot cannot move", table="x", seat=2, error=TimeoutError())
    room.server.fault(RuntimeError("inside"))
    first, second, *trace = capsys.readouterr().err.splitlines()
    assert LINE.fullmatch(first)
    assert first.endswith(" WARNING a bot cannot move table=x seat=2 error=TimeoutError")
    assert LINE.fullmatch(second)
    assert second.endswith(" ERROR internal error error=RuntimeError")
    assert trace == ["RuntimeError"]


REFUSED = [("a card is played", {}), ("not saved", {"hand": [1, 2]}), ("not saved", {"exc_info": True})]


@pytest.mark.parametrize(("event", "fields"), REFUSED)
def test_other_events_and_fields_are_refused(capsys, event, fields):
    with pytest.raises(TypeError, match="not in the list of events and fields of the log"):
        logs.log(event, **fields)
    assert capsys.readouterr().err == ""


def test_values_are_quoted_where_they_have_spaces_or_line_breaks(capsys):
    logs.log("the database is damaged", fault="page 3:\n wrong")
    logs.log("connections rejected", rejected={"too many": 3})
    first, second = capsys.readouterr().err.splitlines()
    assert first.endswith(r' the database is damaged fault="page 3:\n wrong"')
    assert second.endswith(' connections rejected rejected={"too many": 3}')


def caught(error, cause=None):
    try:
        raise error from cause
    except Exception as raised:
        return raised


def test_errors_are_described_by_class_code_place_and_cause():
    full = caught(OSError(28, "No space left on device", "/secret"))
    shown = logs.error_fields(caught(RuntimeError("secret"), full))
    assert (set(shown), shown["error"]) == ({"error", "place", "cause"}, "RuntimeError")
    assert shown["place"].partition("test_logs.py:")[2].isdigit()
    assert shown["cause"].startswith("OSError ENOSPC at ")
    assert logs.describe_error(not_saved()) == "Refusal not-saved"
    assert logs.describe_error(Illegal("no-such-card", "There is no card 7.")) == "Illegal no-such-card"
    with pytest.raises(UnknownGame, match="burger-chess") as unknown:
        game("burger-chess")
    assert logs.describe_error(unknown.value).startswith("UnknownGame at games/__init__.py:")


def test_libraries_log_in_our_format(own_handlers, capsys):
    logs.configure()
    for name in logs.LIBRARIES:
        logging.getLogger(name).error("trouble with %s", "secret")
        logging.getLogger(name).error("Task exception was never retrieved\nfuture: secret")
        lines = capsys.readouterr().err.splitlines()
        assert [bool(LINE.fullmatch(line)) for line in lines] == [True, True]
        told = [line.partition(" ERROR ")[2].partition(" place=")[0] for line in lines]
        assert told[0] == f"a library reports a problem library={name}"
        assert told[1] == f"Task exception was never retrieved library={name}"


def test_lines_above_the_rate_limit_are_counted(own_handlers, capsys, monkeypatch):
    now = [0.0]
    monkeypatch.setattr("flattop.server.logs.time.monotonic", lambda: now[0])
    logs.configure()
    for _ in range(1_000):
        logs.log("not saved")
    assert len(capsys.readouterr().err.splitlines()) == logs.BURST
    now[0] = 5.0
    logs.log("saving works again")
    logs.log("saving works again")
    first, second = capsys.readouterr().err.splitlines()
    assert first.endswith(f" saving works again left_out={1_000 - logs.BURST}")
    assert second.endswith(" saving works again")


@pytest.mark.parametrize("gone", [None, "closed"])
def test_logging_works_without_standard_error(own_handlers, monkeypatch, tmp_path, gone):
    with open(tmp_path / "log", "w") as stream:
        monkeypatch.setattr("sys.stderr", stream if gone else None)
    logs.configure()
    logs.log("not saved")


def test_json_log_has_one_object_per_line(own_handlers, capsys):
    logs.configure("json")
    error = caught(LookupError("no such\nthing"), ValueError("before it"))
    logs.log("internal error", logging.ERROR, error=error, trace=True, table="abc")
    logging.getLogger("asyncio").warning("slow")
    logs.log("connections rejected", rejected={"too many": 3})
    first, second, third = map(json.loads, capsys.readouterr().err.splitlines())
    assert (first["level"], first["event"], first["table"]) == ("ERROR", "internal error", "abc")
    assert (first["error"], first["cause"]) == ("LookupError", "ValueError")
    trace = first["traceback"].splitlines()
    assert (trace[0], trace[-1]) == ("ValueError", "LookupError")
    assert any("test_logs.py" in line for line in trace)
    assert set(second) == {"time", "level", "event", "library", "place"}
    assert third["rejected"] == {"too many": 3}
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
            room.server.fault(caught(RuntimeError("again"), error), table.row.id)
            room.server.health_state.set_broken(table.row.id, error)
            context = {"message": f"unheard {secret}", "exception": error, "task": asyncio.current_task()}
            asyncio.get_running_loop().default_exception_handler(context)
    told = capsys.readouterr().err
    assert told.count(table.row.id) == 2 * 3 * (len(secrets) + 3)
    assert "a library reports a problem" in told
    hidden = token, invite, seed.hex(), repr(seed), str(CARDS[0])
    assert [secret for secret in hidden if secret in told] == []


def test_crash_of_a_worker_process_is_logged_without_cards():
    broken = pickle.dumps({"rank": "house", "hand": CARDS})
    command = [sys.executable, "-m", "flattop.server.workers.bot_worker"]
    for how, shown in (("plain", " error=KeyError "), ("json", '"error":"KeyError"')):
        ended = subprocess.run(
            command,
            input=frame(broken),
            capture_output=True,
            env={**os.environ, logs.FORMAT_VARIABLE: how},
            timeout=PATIENCE,
        )
        told = ended.stderr.decode()
        assert ended.returncode == 1
        assert shown in told
        assert str(CARDS[0]) not in told
        assert how == "plain" or json.loads(told)["event"] == "a worker process failed"
