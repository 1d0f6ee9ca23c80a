"""The load in short: the largest number of tables is found by itself, also behind a hash of their ids."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from bench.server.search import Bounds, largest

SCRIPT = Path(__file__).parents[2] / "bench" / "server" / "load.py"
LATER = time.monotonic() + 600


def server_for(most, hiccups=()):
    """What a server that carries so many says, but for a moment's trouble at some; and what it was asked."""
    asked = []

    async def carries(count):
        asked.append(count)
        return count <= most and not (count in hiccups and asked.count(count) == 1)

    return carries, asked


@pytest.mark.parametrize("most", [0, 25, 60, 199, 200, 700, 1500])
async def test_the_largest_number_is_told_to_the_step(most):
    carries, _ = server_for(most)
    told = await largest(carries, 200, 25, LATER)
    assert (told.most, told.too_many) == (most // 25 * 25, most // 25 * 25 + 25)


async def test_few_numbers_are_tried_and_a_hiccup_is_tried_again():
    carries, asked = server_for(700, hiccups=[300])
    assert await largest(carries, 200, 25, LATER) == Bounds(700, 725)
    assert asked[:3] == [200, 300, 300]
    assert len(asked) < 15


async def test_once_the_time_is_up_what_is_known_is_told():
    carries, _ = server_for(700)
    told = await largest(carries, 200, 25, time.monotonic() - 1)
    assert str(told) == "0 were carried; for more there was no time"


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_tables_at_two_servers_by_a_hash_of_their_ids_are_carried_and_told():
    words = "--find --workers 2 --hashed --tables 4 --step 4 --seconds 1 --every 0.4"
    words += " --within 30000 --minutes 0.01"
    done = subprocess.run(
        [sys.executable, SCRIPT, *words.split()], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "| 4 | 16 |" in done.stdout
    assert "4 were carried; for more there was no time" in done.stdout
