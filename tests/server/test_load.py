"""The load test: its search for the largest number of tables, and a short run on hashed servers."""

import math
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bench.server.search import Bounds, largest

ROOT = Path(__file__).parents[2]
LATER = math.inf


def server_with_capacity(most, hiccups=()):
    """A check that succeeds up to a number, but fails once at each of `hiccups`; and the numbers tried."""
    tried = []

    async def carries(count):
        tried.append(count)
        return count <= most and not (count in hiccups and tried.count(count) == 1)

    return carries, tried


@pytest.mark.parametrize("most", [0, 25, 60, 199, 200, 700, 1500])
async def test_largest_number_is_found_to_the_step(most):
    carries, _ = server_with_capacity(most)
    found = await largest(carries, 200, 25, LATER)
    assert (found.most, found.too_many) == (most // 25 * 25, most // 25 * 25 + 25)


async def test_search_tries_few_numbers_and_repeats_a_failure_once():
    carries, tried = server_with_capacity(700, hiccups=[300])
    assert await largest(carries, 200, 25, LATER) == Bounds(700, 725)
    assert tried[:3] == [200, 300, 300]
    assert len(tried) < 15


async def test_search_returns_its_bounds_when_the_time_is_up():
    carries, _ = server_with_capacity(700)
    found = await largest(carries, 200, 25, time.monotonic() - 1)
    assert str(found) == "0 were carried; for more there was no time"


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_load_test_finds_the_largest_number_of_tables_on_hashed_servers():
    words = "--find --workers 2 --hashed --tables 4 --step 4 --seconds 1 --every 0.4"
    words += " --within 30000 --minutes 0.01"
    command = [sys.executable, "-m", "bench.server.load", *words.split()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "| 4 | 16 |" in done.stdout
    assert "4 were carried; for more there was no time" in done.stdout
