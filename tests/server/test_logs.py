"""The log: time and level on every line, and never a flood."""

import logging
import re

import pytest

from flattop.server import logs

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d (INFO|WARNING|ERROR|CRITICAL) \S.*")


@pytest.fixture
def own_handlers():
    """What `set_up` changes is changed back."""
    names = ("flattop", *logs.LIBRARIES)
    before = [(logging.getLogger(name), logging.getLogger(name).handlers) for name in names]
    yield
    for logger, handlers in before:
        logger.handlers, logger.propagate = handlers, True


async def test_lines_have_time_and_level(room, capsys):
    room.server.log("table x: it has stopped")
    room.server.fault(RuntimeError("inside"))
    first, second, *trace = capsys.readouterr().err.splitlines()
    assert LINE.fullmatch(first)
    assert first.endswith(" WARNING table x: it has stopped")
    assert LINE.fullmatch(second)
    assert second.endswith(" ERROR fault: RuntimeError('inside')")
    assert trace == ["RuntimeError: inside"]


def test_libraries_write_as_we_do(own_handlers, capsys):
    logs.set_up()
    for name in ("flattop", "uvicorn.error", "asyncio"):
        logging.getLogger(name).error("trouble")
    assert [bool(LINE.fullmatch(line)) for line in capsys.readouterr().err.splitlines()] == [True] * 3


def test_a_flood_of_lines_is_counted_instead_of_written(own_handlers, capsys, monkeypatch):
    now = [0.0]
    monkeypatch.setattr("flattop.server.logs.time.monotonic", lambda: now[0])
    logs.set_up()
    for number in range(1_000):
        logging.getLogger("flattop").error("again %d", number)
    assert len(capsys.readouterr().err.splitlines()) == logs.LINES
    now[0] = 5.0
    logging.getLogger("flattop").error("and %s", "again")
    assert capsys.readouterr().err.endswith(f" ERROR ({1_000 - logs.LINES} lines left out) and again\n")


@pytest.mark.parametrize("gone", [None, "closed"])
def test_without_standard_error_nothing_breaks(own_handlers, monkeypatch, tmp_path, gone):
    with open(tmp_path / "log", "w") as stream:
        monkeypatch.setattr("sys.stderr", stream if gone else None)
    logs.set_up()
    logging.getLogger("flattop").error("trouble")
