"""The lab on a Dask cluster of two worker processes: same results as in one process, even if one dies."""

import json
import signal
import sys
from concurrent.futures import CancelledError
from dataclasses import replace
from pathlib import Path

import pytest
from distributed import KilledWorker

from flattop.bots import plugins
from flattop.cli import main
from flattop.games import game
from flattop.lab import Fault, Plan, cluster_files, simulate
from flattop.lab.balance import Study, Variant, balance
from flattop.lab.balance.report import report
from flattop.lab.cluster import NoCluster, cluster_faults, report_of
from flattop.lab.cluster_files import BundledFile, build, bundle_work, run_bundled
from flattop.lab.jobs import Cluster, run_jobs
from flattop.lab.tournament import Tournament, run_tournament
from tests.lab.dask import cluster

MINE = "from beside import first\n\nclass Bot:\n    def choose(self, obs):\n        return first(obs)\n"
PLAN = Plan("burger-go", ("house", "random"), seed=3)


@pytest.fixture(scope="module")
def dask(tmp_path_factory):
    with cluster(tmp_path_factory.mktemp("dask"), 2) as ready:
        yield ready


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a custom bot and a custom deck, which the workers do not have."""
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "beside.py").write_text("def first(obs):\n    return next(iter(obs.options))\n")
    (tmp_path / "own.toml").write_text(game("burger-go").deck.read_text("utf-8") + "\n# mine\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    monkeypatch.delitem(sys.modules, "beside", raising=False)
    return tmp_path


def without_seconds(result):
    return json.dumps(result.as_json() | {"seconds": 0})


def test_custom_bots_and_decks_are_sent_to_the_workers(dask, folder, capsys):
    words = ["simulate", "burger-go", "--seats", "mine.py:Bot,house", "--games", "6", "--option", "rounds=1"]
    words += ["--deck", "own.toml", "--json"]
    assert main(words) == 0
    assert main([*words, "--cluster", dask[0]]) == 0
    here, there = map(json.loads, capsys.readouterr().out.splitlines())
    assert here | {"seconds": 0} == there | {"seconds": 0}


def test_a_worker_with_another_installation_is_reported(dask, monkeypatch):
    address, _ = dask
    monkeypatch.setattr(cluster_files, "build", lambda: replace(build(), version="9.9"))
    with pytest.raises(Fault, match=r"worker tcp://127.0.0.1:\d+ has flattop [\d.]+ instead of 9.9; install"):
        list(run_jobs(len, ["one"], Cluster(address)))


def test_a_fault_of_a_bot_is_reported_as_without_a_cluster(dask, folder):
    (folder / "lost.py").write_text("class Bot:\n    def choose(self, obs):\n        return {}['salt']\n")
    with pytest.raises(Fault, match=r"game 1 \(seed \d+\): the bot on seat 1 failed: BadBot: lost.py:Bot"):
        simulate(replace(PLAN, seats=("lost.py:Bot", "random")), 4, Cluster(dask[0], ("lost.py",)))


def test_a_balance_report_is_byte_identical(dask, folder):
    own_deck = Variant("own", deck=Path("own.toml"))
    study = Study("burger-go", (2,), 30, seed=3, variants=(Variant("house"), own_deck), pairs=1)
    here, there = (balance(study, workers) for workers in (1, Cluster(dask[0], ("own.toml",))))
    assert json.dumps(report(study, here)) == json.dumps(report(study, there))


def test_a_tournament_report_is_byte_identical_except_for_times(dask):
    held = Tournament("burger-go", ("random", "house"), 2, options={"rounds": "1"})
    there, here = (
        run_tournament(held, 6, workers).as_json() | {"times": 0} for workers in (Cluster(dask[0]), 1)
    )
    assert json.dumps(there) == json.dumps(here)


def test_results_are_the_same_when_a_worker_is_killed(dask):
    """Keep this test last: it kills a worker of the shared cluster."""
    address, workers = dask
    progress = []

    def kill(more):
        progress.append(more)
        if len(progress) == 2:
            workers[0].send_signal(signal.SIGKILL)

    study = Study("burger-go", (2,), 60, pairs=0)
    there = balance(study, Cluster(address), progress=kill)
    assert workers[0].wait() == -signal.SIGKILL
    assert len(progress) > 2
    assert json.dumps(report(study, there)) == json.dumps(report(study, balance(study)))
    there, here = (without_seconds(simulate(PLAN, 60, workers)) for workers in (Cluster(address), 1))
    assert there == here


def test_an_unreachable_scheduler_is_reported_in_one_line(capsys, monkeypatch):
    monkeypatch.setattr("flattop.lab.cluster.TIMEOUT", 0.3)
    for address, message in [
        ("tcp://127.0.0.1:9", "no Dask scheduler answers at tcp://127.0.0.1:9"),
        ("here", "'here' is not the address of a Dask scheduler, such as tcp://HOST:8786"),
        ("tcp://127.0.0.1:9 --workers 2", "--workers and --cluster cannot be combined"),
    ]:
        words = ["simulate", "burger-go", "--seats", "house,random", "--cluster", *address.split()]
        assert main(words) == 2
        assert message in capsys.readouterr().err


def test_a_missing_library_names_the_extra_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoCluster, match=r"\(extra 'dask'\): pip install distributed"):
        list(run_jobs(len, ["one"], Cluster("tcp://127.0.0.1:9")))


def test_a_cluster_without_workers_is_reported(monkeypatch):
    class Empty:
        def wait_for_workers(self, least, timeout):
            raise TimeoutError

        def close(self):
            closed.append(self)

    closed = []
    monkeypatch.setattr("distributed.Client", lambda address, **options: Empty())
    with pytest.raises(NoCluster, match="has no workers; start one with `dask worker tcp://far:8786`"):
        list(run_jobs(len, ["one"], Cluster("tcp://far:8786")))
    assert closed


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (KilledWorker("a task", None, 3), "^games 4 to 6: several workers died"),
        (CancelledError(), "^lost the connection to the Dask scheduler at tcp://far:8786$"),
        (
            ModuleNotFoundError(name="flattop"),
            "^a worker of the cluster lacks the package flattop; install the same packages everywhere$",
        ),
    ],
)
def test_errors_of_the_cluster_are_reported_in_one_line(error, message):
    class Broken:
        def result(self):
            raise error

    with pytest.raises(Fault, match=message), cluster_faults("tcp://far:8786"):
        report_of(range(3, 6), Broken())


def test_a_worker_reloads_a_bot_whose_file_has_changed(monkeypatch):
    monkeypatch.setattr(plugins, "SHIPPED_FILES", {})
    monkeypatch.delitem(sys.modules, "beside", raising=False)
    named = [run_bundled(bundle(word), "here", "mine.py") for word in ("'one'", "'two'", "'one'")]
    assert named == ["one", "two", "one"]


def bundle(word):
    parts = {"mine.py": MINE, "beside.py": f"def first(obs):\n    return {word}\n"}
    sent = BundledFile("mine.py", "mine.py", tuple((name, text.encode()) for name, text in parts.items()))
    return replace(bundle_work(chosen, []), files=(sent,))


def chosen(file):
    return plugins.plugin_bot(f"{file}:Bot", None).bot.choose(None)
