"""Servers killed with SIGKILL during play: no acknowledged move is lost, and none is played twice."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "bench.server.kills"]
KILLS = os.environ.get("FLATTOP_KILLS", "2")
TABLES = os.environ.get("FLATTOP_TABLES", "4")


@pytest.mark.slow
@pytest.mark.timeout(180 + 60 * int(KILLS))
def test_killed_server_loses_no_acknowledged_move_and_plays_none_twice():
    done = subprocess.run(
        [*COMMAND, "--kills", KILLS, "--tables", TABLES],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no acknowledged play was lost, none was played twice" in done.stdout


@pytest.mark.slow
@pytest.mark.timeout(180 + 60 * int(KILLS))
def test_killed_cluster_workers_lose_nothing_and_keep_one_order():
    kills = os.environ.get("FLATTOP_KILLS", "1")
    done = subprocess.run(
        [*COMMAND, "--kills", kills, "--tables", "2", "--workers", "2"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "none was played twice, no line seen was taken back" in done.stdout
