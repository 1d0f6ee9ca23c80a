"""Options of the whole test run."""

import asyncio
import functools
import inspect
import random

import pytest

PATIENCE = 120  # seconds for a coroutine test: what it waits for by then does not come


def pytest_addoption(parser):
    parser.addoption("--soak", action="store_true", help="play every suite at its full length")
    parser.addoption("--postgres", action="store_true", help="run the tests of the server on PostgreSQL")


def pytest_collection_modifyitems(config, items):
    """Browsers last, whole games before the rest of them, and none in a quick run.

    Playwright's loop stays in the process, and coroutine tests cannot run beside it. What is left for the end
    is short, so that all workers are done at about the same time.
    """
    items.sort(key=lambda item: (in_a_browser(item), in_a_browser(item) and not is_slow(item)))
    for item in filter(in_a_browser, items):
        item.add_marker(pytest.mark.slow)
    if config.getoption("--postgres"):
        items[:] = [item for item in items if item.get_closest_marker("sqlite") is None]
    for item in items:
        if inspect.iscoroutinefunction(getattr(item, "obj", None)):
            item.obj = bounded(item.obj)


def bounded(test):
    """A coroutine test that fails at whatever it waits for in vain, with the line that waits."""

    @functools.wraps(test)
    async def run(*given, **named):
        async with asyncio.timeout(PATIENCE):
            await test(*given, **named)

    return run


def in_a_browser(item):
    return "playwright" in getattr(item, "fixturenames", ())


def is_slow(item):
    return item.get_closest_marker("slow") is not None


@pytest.fixture(autouse=True)
def _luck(request):
    """What a test leaves to chance is the same in every run."""
    random.seed(request.node.nodeid)


@pytest.fixture(scope="session")
def soak(pytestconfig):
    """How often a suite repeats itself: a bounded share in every run, all of it under --soak."""

    def times(full, share=8):
        return full if pytestconfig.getoption("--soak") else full // share

    return times
