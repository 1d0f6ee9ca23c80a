"""The soak test: its verdict on planted leaks, and a short run."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bench.server.soak import Sample, Soaked, judge

ROOT = Path(__file__).parents[2]
AT_REST = Sample(
    seconds=1000.0,
    memory={"serve": 100.0, "bot_worker": 40.0},
    handles={"file": 12, "socket": 3, "pipe": 6},
    threads=9,
    tables=20,
    tasks=10,
    moves=5_000,
    database=1_000_000,
    finished=100,
    children=4,
)
LATER = replace(AT_REST, moves=9_000, database=3_000_000, finished=200)


def soaked_run(growth=0.0, after=LATER, kind="serve", **more):
    """A run in which the memory of one kind of process grew by so many megabytes, unevenly."""
    memories = [AT_REST.memory | {kind: AT_REST.memory[kind] + growth * n / 99 + n % 3} for n in range(100)]
    samples = [replace(AT_REST, seconds=30.0 * n, memory=held) for n, held in enumerate(memories)]
    return Soaked(60, samples, [AT_REST, after], **more)


def failed(run):
    return [finding.what for finding in judge(run) if not finding.is_good]


def test_server_that_releases_everything_passes():
    assert failed(soaked_run()) == []
    figure = "20000 bytes per finished game, 500 per move; 100 games, 4000 moves"
    assert figure in [finding.figure for finding in judge(soaked_run())]


@pytest.mark.parametrize("kind", ["serve", "bot_worker"])
def test_growing_memory_is_reported(kind):
    assert failed(soaked_run(growth=10.0, kind=kind)) == [f"memory of {kind}"]


@pytest.mark.parametrize("what", ["file", "socket", "pipe"])
def test_handle_that_stays_open_is_reported(what):
    held = AT_REST.handles | {what: AT_REST.handles[what] + 1}
    assert failed(soaked_run(after=replace(LATER, handles=held))) == [f"{what} handles"]


def test_run_without_moves_is_reported():
    assert failed(soaked_run(after=replace(LATER, moves=AT_REST.moves))) == ["database"]


def test_growing_tasks_threads_and_errors_are_reported():
    assert failed(soaked_run(after=replace(LATER, tasks=11))) == ["tasks"]
    assert failed(soaked_run(after=replace(LATER, threads=50))) == ["threads"]
    assert failed(soaked_run(troubles={"GET replay: 500": 1})) == ["errors that people met with"]


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_server_releases_everything_after_all_players_have_left():
    words = ["--minutes", "0.1", "--tables", "4", "--thought", "0.02", "--every", "0.5"]
    command = [sys.executable, "-m", "bench.server.soak", "solo-up", "hanaburger", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "| socket handles | 3, at the end 3 | good |" in done.stdout
