"""The examples do what they say."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SAYS = {
    "own_bot.py": "Taster wins",
    "replay.py": "every line, hash and rule agrees",
    "watch_a_game.py": "Victory for",
}


def test_every_example_is_run_here():
    assert sorted(path.name for path in EXAMPLES.glob("*.py")) == sorted(SAYS)


@pytest.mark.parametrize("name", SAYS)
def test_an_example_runs_and_says_what_it_found(name):
    words = [sys.executable, str(EXAMPLES / name), "2"]
    found = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert (found.returncode, found.stderr) == (0, "")
    assert SAYS[name] in found.stdout
