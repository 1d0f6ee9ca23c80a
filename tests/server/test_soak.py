"""The soak in short: what a server keeps that it should give back is noticed, and ours keeps nothing."""

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


def soaked(growth=0.0, after=LATER, kind="serve", **more):
    """An hour in which the memory of one kind of process grew by so many megabytes, unevenly."""
    memories = [AT_REST.memory | {kind: AT_REST.memory[kind] + growth * n / 99 + n % 3} for n in range(100)]
    samples = [replace(AT_REST, seconds=30.0 * n, memory=held) for n, held in enumerate(memories)]
    return Soaked(60, samples, [AT_REST, after], **more)


def wrong(run):
    return [finding.what for finding in judge(run) if not finding.is_good]


def test_a_server_that_gives_everything_back_passes():
    assert wrong(soaked()) == []
    told = "20000 bytes per finished game, 500 per move; 100 games, 4000 moves"
    assert told in [finding.figure for finding in judge(soaked())]


@pytest.mark.parametrize("kind", ["serve", "bot_worker"])
def test_memory_that_grows_is_noticed(kind):
    assert wrong(soaked(growth=10.0, kind=kind)) == [f"memory of {kind}"]


@pytest.mark.parametrize("what", ["file", "socket", "pipe"])
def test_a_handle_that_stays_open_is_noticed(what):
    held = AT_REST.handles | {what: AT_REST.handles[what] + 1}
    assert wrong(soaked(after=replace(LATER, handles=held))) == [f"{what} handles"]


def test_an_hour_in_which_nobody_could_play_is_noticed():
    assert wrong(soaked(after=replace(LATER, moves=AT_REST.moves))) == ["database"]


def test_tasks_threads_and_errors_that_pile_up_are_noticed():
    assert wrong(soaked(after=replace(LATER, tasks=11))) == ["tasks"]
    assert wrong(soaked(after=replace(LATER, threads=50))) == ["threads"]
    assert wrong(soaked(troubles={"GET replay: 500": 1})) == ["errors that people met with"]


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_people_come_play_and_leave_and_the_server_holds_what_it_held():
    words = ["--minutes", "0.1", "--tables", "4", "--thought", "0.02", "--every", "0.5"]
    command = [sys.executable, "-m", "bench.server.soak", "solo-up", "hanaburger", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "| socket handles | 3, at the end 3 | good |" in done.stdout
