"""Progress of commands, as JSON lines and as a bar."""

import json
import signal

import pytest

from flattop.cli.progress import ProgressEstimate

GO = ["simulate", "burger-go", "--seats", "random,random"]


def test_json_progress_has_done_total_seconds_and_left(flattop):
    code, out, err = flattop(*GO, "--games", 30, "--progress", "json", "--json")
    lines = [json.loads(line) for line in err.splitlines()]
    assert (code, json.loads(out)["games"]) == (0, 30)
    assert all(list(line) == ["done", "total", "seconds", "left"] and line["total"] == 30 for line in lines)
    assert (lines[0]["done"], lines[0]["left"]) == (0, None)
    assert (lines[-1]["done"], lines[-1]["left"]) == (30, 0)


def test_remaining_time_is_estimated_from_the_whole_run(monkeypatch):
    now = iter([100.0, 110.0])
    monkeypatch.setattr("flattop.cli.progress.perf_counter", lambda: next(now))
    estimate = ProgressEstimate(50)
    assert estimate.seconds_left is None
    estimate.done = 20
    assert estimate.seconds_left == 15


def test_progress_bar_is_shown_on_a_terminal(flattop, monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "left" in flattop(*GO, "--games", 30).err


@pytest.mark.parametrize("command", [[*GO, "--games", 10**6], ["duel", *GO[1:2], "--bots", "random,easy"]])
def test_ctrl_c_prints_the_report_so_far(flattop, monkeypatch, command):
    """Ctrl-C is pressed after the first unit."""
    monkeypatch.setattr("flattop.cli.progress.ProgressEstimate.done", Pressing(), raising=False)
    code, out, err = flattop(*command, "--progress", "json")
    assert code == 130
    assert out
    counted = "1,000,000 games" if command[0] == "simulate" else "50 deals"
    assert err.splitlines()[-1] == f"flattop: stopped after 1 of {counted}"


class Pressing:
    """A counter that raises SIGINT when it becomes positive."""

    count = 0

    def __get__(self, estimate, kind):
        return self.count

    def __set__(self, estimate, count):
        self.count = count
        if count:
            signal.raise_signal(signal.SIGINT)
