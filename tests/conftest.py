"""Options of the whole test run."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--soak", action="store_true", help="play every suite at its full length")


def pytest_collection_modifyitems(items):
    """Browsers last, and not in a quick run.

    Playwright's loop stays in the process, and coroutine tests cannot run beside it.
    """
    items.sort(key=lambda item: "web" in item.path.parts)
    for item in items:
        if "browser_type_launch_args" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def soak(pytestconfig):
    """How often a suite repeats itself: a bounded share in every run, all of it under --soak."""

    def times(full, share=8):
        return full if pytestconfig.getoption("--soak") else full // share

    return times
