"""Benchmark of environments: how steps are counted and printed."""

import xml.etree.ElementTree as ElementTree

from bench.envs import __main__ as beside
from bench.envs import steps
from bench.peers.chart import chart
from flattop.games import catalog


def test_steps_of_complete_games_are_counted():
    counted = steps.measure(steps.flattop("burger_go_v0"), seed=1, seconds=0.01)
    assert counted["steps"] >= 2 * 3 * 7, "two seats choose in three rounds of seven cards"
    assert counted["seconds"] >= 0.01
    assert counted["numbers"] == 1101


def test_every_game_is_measured():
    assert len(beside.OURS) == len(catalog())
    assert "flattop between_two_burgers_v0" in beside.OURS


def test_the_fastest_comes_first_and_other_projects_are_in_italics():
    paces = {"flattop burger_go_v0": [10.0, 30.0, 20.0], "rlcard uno": [40.0, 50.0, 60.0]}
    assert beside.table(paces, dict.fromkeys(paces, 1101))[2:] == [
        "| *rlcard uno* | 50 | 40 to 60 | 1,101 |",
        "| flattop burger_go_v0 | 20 | 10 to 30 | 1,101 |",
    ]
    ElementTree.fromstring(chart("Steps", paces, {*beside.OTHERS}))


def test_a_folder_with_other_files_is_rejected(tmp_path, monkeypatch, capsys):
    (tmp_path / "thesis.txt").touch()
    monkeypatch.setattr("sys.argv", ["bench.envs", "--folder", str(tmp_path)])
    assert beside.main() == 1
    assert capsys.readouterr().err.splitlines()[-1].startswith("envs: ")
