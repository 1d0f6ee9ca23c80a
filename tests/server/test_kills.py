"""Killed with -9 while people and bots play: nothing acknowledged is lost, nothing is played twice."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "bench" / "server" / "kills.py"
KILLS = os.environ.get("FLATTOP_KILLS", "2")
TABLES = os.environ.get("FLATTOP_TABLES", "4")


@pytest.mark.slow
@pytest.mark.timeout(180 + 60 * int(KILLS))
def test_kill_minus_nine_loses_no_acknowledged_move_and_plays_none_twice():
    done = subprocess.run(
        [sys.executable, SCRIPT, "--kills", KILLS, "--tables", TABLES],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no acknowledged play was lost, none was played twice" in done.stdout


@pytest.mark.slow
@pytest.mark.timeout(180 + 60 * int(KILLS))
def test_workers_on_postgresql_and_valkey_die_and_nothing_is_lost_nor_seen_in_two_orders():
    kills = os.environ.get("FLATTOP_KILLS", "1")
    done = subprocess.run(
        [sys.executable, SCRIPT, "--kills", kills, "--tables", "2", "--workers", "2"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "none was played twice, no line seen was taken back" in done.stdout
