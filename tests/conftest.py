"""Options of the whole test run."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--soak", action="store_true", help="play every suite at its full length")


def pytest_collection_modifyitems(items):
    """Browsers last, whole games before the rest of them, and none in a quick run.

    Playwright's loop stays in the process, and coroutine tests cannot run beside it. What is left for the end
    is short, so that all workers are done at about the same time.
    """
    items.sort(key=lambda item: (in_a_browser(item), in_a_browser(item) and not is_slow(item)))
    for item in filter(in_a_browser, items):
        item.add_marker(pytest.mark.slow)


def in_a_browser(item):
    return "playwright" in getattr(item, "fixturenames", ())


def is_slow(item):
    return item.get_closest_marker("slow") is not None


@pytest.fixture(scope="session")
def soak(pytestconfig):
    """How often a suite repeats itself: a bounded share in every run, all of it under --soak."""

    def times(full, share=8):
        return full if pytestconfig.getoption("--soak") else full // share

    return times
