"""Options of the whole test run."""

import asyncio
import functools
import inspect
import random

import pytest

PATIENCE = 120  # seconds for a coroutine test; longer than any wait that succeeds


def pytest_addoption(parser):
    parser.addoption("--soak", action="store_true", help="play every suite at its full length")
    parser.addoption("--postgres", action="store_true", help="run the tests of the server on PostgreSQL")


def pytest_collection_modifyitems(config, items):
    """Run browser tests last, the slow ones first, and mark all of them as slow.

    Playwright's event loop stays in the process, and coroutine tests cannot run after it. Short tests at the
    end let all workers finish at about the same time.
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
    """Wrap a coroutine test with a time limit; its traceback shows the line that waits."""

    @functools.wraps(test)
    async def run(*args, **kwargs):
        async with asyncio.timeout(PATIENCE):
            await test(*args, **kwargs)

    return run


def in_a_browser(item):
    return "playwright" in getattr(item, "fixturenames", ())


def is_slow(item):
    return item.get_closest_marker("slow") is not None


@pytest.fixture(autouse=True)
def _seed(request):
    """Seed the global random generator, so that every run makes the same choices."""
    random.seed(request.node.nodeid)


@pytest.fixture(scope="session")
def soak(pytestconfig):
    """A function that returns the number of repetitions: all of them with --soak, else a share."""

    def times(full, share=8):
        return full if pytestconfig.getoption("--soak") else full // share

    return times
