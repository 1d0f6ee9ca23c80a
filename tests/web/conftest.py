"""Fixtures for Chromium and for servers on free ports with empty data folders."""

import os
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .bidi import find_firefox
from .seats import KEEPS_PLAYS
from .servers import a_server, deal_for

CHROMIUM = Path(sys.prefix) / "chromium" / "path"  # written by ./flattop test
expect.set_options(timeout=60_000)  # ms; long, because the machine may be busy
collect_ignore = [] if find_firefox() else ["test_firefox.py"]
BY_HAND = """
const kept = JSON.parse(localStorage.getItem('flattop') ?? '{}');
localStorage.setItem('flattop', JSON.stringify({ forced: false, windows: false, ...kept }));
"""
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(autouse=True)
def _deals(request):
    """Derive deals from the test's id, so that they are the same in every run."""
    deal_for(request.node.nodeid)


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with a_server(tmp_path_factory.mktemp("server")) as link:
        yield link


@pytest.fixture(scope="session")
def fast_server(tmp_path_factory):
    """A server whose time runs twenty times as fast, and up to eight times that while only bots act."""
    with a_server(tmp_path_factory.mktemp("fast"), "--clock", "20") as link:
        yield link


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return {
        **browser_type_launch_args,
        "executable_path": os.environ.get("FLATTOP_CHROMIUM") or CHROMIUM.read_text(),
        "args": [*FLAGS, *(["--no-sandbox"] if root else [])],
    }


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args, server):
    return {**browser_context_args, "base_url": server, "reduced_motion": "reduce"}


@pytest.fixture
def visit(new_context):
    """Open the server as a new guest; errors on the page fail the test.

    By default auto-answers are off, so that no question is answered before the test can see it.
    """
    complaints = []

    def visit(width=1440, height=900, auto_answers=False, **how):
        page = new_context(viewport={"width": width, "height": height}, **how).new_page()
        page.add_init_script(KEEPS_PLAYS + ("" if auto_answers else BY_HAND))
        page.set_default_timeout(60_000)
        page.on("console", lambda said: said.type == "error" and complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.complaints = complaints
        if "FLATTOP_SHOTS" not in os.environ:
            page.screenshot = lambda **how: None  # the picture is not needed
        return page

    yield visit
    assert complaints == []


@pytest.fixture(scope="session")
def shots(tmp_path_factory):
    """The folder for screenshots."""
    given = os.environ.get("FLATTOP_SHOTS")
    folder = Path(given) if given else tmp_path_factory.mktemp("shots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
