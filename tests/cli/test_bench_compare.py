"""`flattop bench --compare`: two revisions, measured alternately."""

import json
import shutil
import subprocess
import tempfile
from argparse import Namespace
from pathlib import Path

import pytest

import flattop as package
from flattop.cli import bench
from flattop.lab.bench import Comparison

TINY = ["bench", "--game", "burger-go", "--seconds", "0.02", "--rounds", "2"]
SLOW = """
_quick = Table.push


def _slow(self, *words):
    sum(range(2_000))
    return _quick(self, *words)


Table.push = _slow
"""


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A repository with the package in its only commit, and a temporary directory that must stay empty."""
    root, aside = tmp_path / "checkout", tmp_path / "aside"
    aside.mkdir()
    ignored = shutil.ignore_patterns("__pycache__", "page", "server", "terminal")
    shutil.copytree(Path(package.__file__).parent, root / "src" / "flattop", ignore=ignored)
    git(root, "init", "-q")
    git(root, "add", "src")
    git(root, "-c", "user.name=Ann", "-c", "user.email=ann@example.org", "commit", "-qm", "All")
    monkeypatch.setattr(bench, "ROOT", root)
    monkeypatch.setattr(tempfile, "tempdir", str(aside))
    yield root
    assert list(aside.iterdir()) == []
    assert git(root, "worktree", "list").count("\n") == 1


def git(root, *words):
    return subprocess.run(["git", "-C", root, *words], check=True, capture_output=True, text=True).stdout


def test_slower_checkout_has_a_lower_ratio_and_plays_the_same_games(flattop, repository):
    with (repository / "src/flattop/kernel/table.py").open("a") as table:
        table.write(SLOW)
    code, out, err = flattop(*TINY, "--compare", "HEAD", "--json")
    assert (code, err) == (0, "")
    rows = {row["figure"]: row for row in json.loads(out)["rows"]}
    assert list(rows) == ["decisions/s", "clone µs", "house bots' games/s"]
    assert rows["decisions/s"]["ratio"] < 0.5 < rows["clone µs"]["ratio"]
    assert rows["decisions/s"]["before"] > rows["decisions/s"]["after"]
    assert all(row["same"] for row in rows.values())
    low, high = rows["decisions/s"]["spread"]
    assert 0 < low <= rows["decisions/s"]["ratio"] <= high


def test_table_shows_the_median_ratio_and_differing_games(capsys):
    comparison = Comparison("burger-go", "random")
    for seconds in (1.0, 0.5, 0.25):
        comparison.add(played(1.0, "a"), played(seconds, "b"))
    assert bench.print_comparisons(Namespace(json=False, compare="HEAD"), [comparison]) == 0
    head, row, end = capsys.readouterr().out.splitlines()
    assert head.split("\t") == ["of", "figure", "HEAD", "now", "ratio", "middle half", "same games"]
    assert row.split("\t") == ["burger-go", "decisions/s", "900", "1,800", "2.00", "1.50 to 3.00", "no"]
    assert end.startswith("A ratio above 1 is faster than HEAD.")


def played(seconds, digest):
    return {"games": 3, "decisions": 900, "seconds": seconds, "digest": digest}


LOAD = """
import json, os, pathlib, sys
assert sys.argv[1:] == ["--tables", "50", "200", "--seconds", "10.0"]
folders = os.environ["PYTHONPATH"].split(os.pathsep)
times = 1 + any(pathlib.Path(folder, "faster").exists() for folder in folders)
row = {"plays_per_s": 100 * times} | dict.fromkeys(["p50_ms", "p99_ms", "server_cpu_ms_per_play"], 8 / times)
for tables in (50, 200):
    print(json.dumps({"tables": tables, "kb_per_idle_table": 0} | row))
"""


def test_servers_are_measured_alternately(flattop, repository, monkeypatch):
    """For times and memory less is better; a small table may take no measurable memory."""
    (repository / "src" / "faster").touch()
    monkeypatch.setattr(bench, "LOAD", repository / "load.py")
    bench.LOAD.write_text(LOAD)
    rows = json.loads(flattop("bench", "--compare", "HEAD", "--server", "--rounds", 2, "--json").out)["rows"]
    assert [row["of"] for row in rows] == ["50 tables"] * 5 + ["200 tables"] * 5
    figures = {row["figure"]: (row["before"], row["after"], row["ratio"]) for row in rows}
    assert figures["plays_per_s"] == (100, 200, 2)
    assert figures["p99_ms"] == (8, 4, 2)
    assert figures["kb_per_idle_table"] == (0, 0, 1)
    bench.LOAD.write_text("raise SystemExit('no port is free')")
    code, out, err = flattop("bench", "--compare", "HEAD", "--server")
    assert (code, out, err) == (1, "", "flattop: the load test of HEAD failed: no port is free\n")


def test_revision_that_fails_is_one_line(flattop, repository):
    (repository / "src/flattop/games/__init__.py").write_text("raise OSError('burnt')")
    code, out, err = flattop(*TINY, "--compare", "HEAD")
    assert (code, out, err) == (1, "", "flattop: this checkout cannot be measured: OSError: burnt\n")


def test_bad_comparison_is_one_line(refused, repository, tmp_path, monkeypatch):
    for name in ("nonsense", "--all", ""):
        assert f"unknown revision {name!r}; give a commit" in refused(*TINY, f"--compare={name}")
    assert "--server requires --compare REV" in refused("bench", "--server")
    assert "--rounds requires --compare REV" in refused(*TINY)
    assert "cannot be combined" in refused(*TINY, "--compare", "HEAD", "--server")
    monkeypatch.setattr(bench, "ROOT", tmp_path / "aside")
    assert "--compare: not a git checkout" in refused(*TINY, "--compare", "HEAD")
