"""The lab on a real Dask cluster of two worker processes: the same as in one process, whatever is lost."""

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
from flattop.lab import Fault, Plan, job_files, simulate
from flattop.lab.balance import Study, Variant, balance
from flattop.lab.balance.report import report
from flattop.lab.cluster import NoCluster, _losses_in_words, _report
from flattop.lab.job_files import File, build, pack, unpacked
from flattop.lab.pool import Cluster, spread
from flattop.lab.tournament import Tournament, hold
from tests.lab.dask import cluster

MINE = "from beside import first\n\nclass Bot:\n    def choose(self, sight):\n        return first(sight)\n"
PLAN = Plan("burger-go", ("house", "random"), seed=3)


@pytest.fixture(scope="module")
def dask(tmp_path_factory):
    with cluster(tmp_path_factory.mktemp("dask"), 2) as ready:
        yield ready


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A bot and a deck of one's own, of which the workers have no copy."""
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "beside.py").write_text("def first(sight):\n    return next(iter(sight.options))\n")
    (tmp_path / "own.toml").write_text(game("burger-go").deck.read_text("utf-8") + "\n# mine\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    monkeypatch.delitem(sys.modules, "beside", raising=False)
    return tmp_path


def told(result):
    return json.dumps(result.as_json() | {"seconds": 0})


def test_files_of_ones_own_travel_along(dask, folder, capsys):
    words = ["simulate", "burger-go", "--seats", "mine.py:Bot,house", "--games", "6", "--option", "rounds=1"]
    words += ["--deck", "own.toml", "--json"]
    assert main(words) == 0
    assert main([*words, "--cluster", dask[0]]) == 0
    here, there = map(json.loads, capsys.readouterr().out.splitlines())
    assert here | {"seconds": 0} == there | {"seconds": 0}


def test_a_worker_that_is_not_the_same_is_one_line(dask, monkeypatch):
    address, _ = dask
    monkeypatch.setattr(job_files, "build", lambda: replace(build(), version="9.9"))
    with pytest.raises(
        Fault, match=r"worker tcp://127.0.0.1:\d+ has flattop [\d.]+, here it is 9.9: install"
    ):
        list(spread(len, ["one"], Cluster(address)))


def test_a_fault_of_a_bot_is_told_as_anywhere(dask, folder):
    (folder / "lost.py").write_text("class Bot:\n    def choose(self, sight):\n        return {}['salt']\n")
    with pytest.raises(
        Fault, match=r"game 1 \(seed \d+\): the bot on seat 1 broke down: BadBot: lost.py:Bot"
    ):
        simulate(replace(PLAN, seats=("lost.py:Bot", "random")), 4, Cluster(dask[0], ("lost.py",)))


def test_a_balance_is_the_same_to_the_byte(dask, folder):
    own_deck = Variant("own", deck=Path("own.toml"))
    study = Study("burger-go", (2,), 30, seed=3, variants=(Variant("house"), own_deck), pairs=1)
    here, there = (balance(study, workers) for workers in (1, Cluster(dask[0], ("own.toml",))))
    assert json.dumps(report(study, here)) == json.dumps(report(study, there))


def test_a_tournament_is_the_same_to_the_byte_but_for_its_times(dask):
    held = Tournament("burger-go", ("random", "house"), 2, given={"rounds": "1"})
    there, here = (hold(held, 6, workers).as_json() | {"times": 0} for workers in (Cluster(dask[0]), 1))
    assert json.dumps(there) == json.dumps(here)


def test_two_workers_one_of_which_is_killed_tell_the_same_as_one_process(dask):
    """Last of all, since a worker is gone then."""
    address, workers = dask
    heard = []

    def kill(more):
        heard.append(more)
        if len(heard) == 2:
            workers[0].send_signal(signal.SIGKILL)

    study = Study("burger-go", (2,), 60, pairs=0)
    there = balance(study, Cluster(address), progress=kill)
    assert workers[0].wait() == -signal.SIGKILL
    assert len(heard) > 2
    assert json.dumps(report(study, there)) == json.dumps(report(study, balance(study)))
    assert told(simulate(PLAN, 60, Cluster(address))) == told(simulate(PLAN, 60))


def test_nobody_there_is_one_line(capsys, monkeypatch):
    monkeypatch.setattr("flattop.lab.cluster.PATIENCE", 0.3)
    for address, said in [
        ("tcp://127.0.0.1:9", "no scheduler of Dask answers at tcp://127.0.0.1:9"),
        ("here", "'here' is not the address of a Dask scheduler, such as tcp://HOST:8786"),
        ("tcp://127.0.0.1:9 --workers 2", "--workers and --cluster cannot be combined"),
    ]:
        words = ["simulate", "burger-go", "--seats", "house,random", "--cluster", *address.split()]
        assert main(words) == 2
        assert said in capsys.readouterr().err


def test_without_the_library_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoCluster, match=r"pip install '\.\[dask\]'"):
        list(spread(len, ["one"], Cluster("tcp://127.0.0.1:9")))


def test_a_cluster_without_workers_is_one_line(monkeypatch):
    class Empty:
        def wait_for_workers(self, least, timeout):
            raise TimeoutError

        def close(self):
            closed.append(self)

    closed = []
    monkeypatch.setattr("flattop.lab.cluster._connected", lambda address: Empty())
    with pytest.raises(NoCluster, match="has no workers; `dask worker tcp://far:8786` starts one"):
        list(spread(len, ["one"], Cluster("tcp://far:8786")))
    assert closed


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (KilledWorker("a task", None, 3), "^games 4 to 6 ended one worker after the other"),
        (CancelledError(), "^the scheduler of the cluster at tcp://far:8786 is gone$"),
        (
            ModuleNotFoundError(name="flattop"),
            "^a worker of the cluster has no flattop: install the same on all$",
        ),
    ],
)
def test_what_goes_wrong_on_a_cluster_is_one_line(trouble, said):
    class Broken:
        def result(self):
            raise trouble

    with pytest.raises(Fault, match=said), _losses_in_words("tcp://far:8786"):
        _report(range(3, 6), Broken())


def test_an_edited_bot_is_loaded_anew_by_a_worker_that_had_the_old_one(monkeypatch):
    monkeypatch.setattr(plugins, "BROUGHT", {})
    monkeypatch.delitem(sys.modules, "beside", raising=False)
    named = [unpacked(parcel(word), "here", "mine.py") for word in ("'one'", "'two'", "'one'")]
    assert named == ["one", "two", "one"]


def parcel(word):
    parts = {"mine.py": MINE, "beside.py": f"def first(sight):\n    return {word}\n"}
    brought = File("mine.py", "mine.py", tuple((name, text.encode()) for name, text in parts.items()))
    return replace(pack(chosen, []), files=(brought,))


def chosen(file):
    return plugins._maker(f"{file}:Bot")().choose(None)
