"""Comparison with other projects: pinned packages, installation, measurements and charts."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

from bench.peers import chart, compare_engines, compare_servers, engines, folder

SVG = "{http://www.w3.org/2000/svg}"


def test_every_node_package_is_pinned_by_hash_without_a_registry():
    lock = json.loads((folder.HERE / "package-lock.json").read_text())
    wanted = json.loads((folder.HERE / "package.json").read_text())["dependencies"]
    packages = {name: one for name, one in lock["packages"].items() if name}
    assert all(one["integrity"] and "resolved" not in one for one in packages.values())
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted


def test_the_lock_has_all_requirements():
    asked = (folder.HERE / "requirements.in").read_text().replace("_", "-").replace("[classic]", "").split()
    pinned = (folder.HERE / "requirements.lock").read_text()
    assert all(f"{line} \\" in pinned for line in asked)


@pytest.fixture
def ran(monkeypatch):
    """Collects the commands that an installation would run."""
    ran = []
    monkeypatch.setattr(folder, "run", lambda command, *_: ran.append(command[-2:]))
    monkeypatch.setattr(folder, "node_tools", lambda: (["npm"], "/usr/bin"))
    monkeypatch.setattr(folder.venv, "create", lambda path, **_: path.mkdir())
    return ran


def test_the_folder_is_installed_once_and_separately(ran, tmp_path):
    ready = folder.ready(tmp_path / "peers")
    assert [words[-1] for words in ran] == [str(folder.HERE / "requirements.lock"), "--ignore-scripts"]
    assert folder.ready(tmp_path / "peers").script("draft.js").exists()
    assert len(ran) == 2
    assert tmp_path in ready.python.parents
    assert folder.ROOT not in folder.usual_path().parents


def test_an_incomplete_installation_is_replaced_and_other_folders_are_not(ran, tmp_path):
    half = folder.Folder(tmp_path / "half")
    half.path.mkdir()
    half.mark.touch()
    (half.path / "python").mkdir()
    folder.ready(half.path)
    assert half.stamp.exists()
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(folder.NoPeers, match="is not empty and was not created by bench"):
        folder.ready(tmp_path)
    assert (tmp_path / "thesis.txt").exists()


def test_a_failing_tool_is_reported_in_one_line(tmp_path):
    with pytest.raises(folder.NoPeers, match=r"^`-c echo no wheel >&2; false` failed: no wheel$"):
        folder.run(["sh", "-c", "echo no wheel >&2; false"], tmp_path)


def test_chance_nodes_are_sampled_by_probability():
    outcomes = [(7, 0.5), (8, 0.25), (9, 0.25)]
    lots = (0.0, 0.49, 0.5, 0.74, 0.75, 0.99, 1.0)
    assert [engines.drawn(outcomes, lot) for lot in lots] == [7, 7, 8, 8, 9, 9, 9]


def test_complete_games_are_counted_until_the_time_is_up():
    class Toy:
        def play(self, rnd):
            return len([rnd() for _ in range(10)])

    counted = engines.measured(Toy(), 1, 0.01)
    assert counted["decisions"] == 10 * counted["games"] > 0
    assert counted["seconds"] >= 0.01
    assert set(engines.ENGINES) == set(compare_engines.PEERS)


def test_tables_have_medians_and_ratios():
    paces = {"burger-go": [300.0, 100.0, 200.0], "catanatron": [50.0, 50.0, 40.0]}
    assert compare_engines.table(paces)[2:] == [
        "| burger-go | 200 | 100 to 300 | 4.0 |",
        "| *catanatron* | 50 | 40 to 50 | 1.0 |",
    ]
    rows = [dict.fromkeys(compare_servers.FIGURES, value) for value in (100.0, 300.0)]
    loads = {(compare_servers.PEER, 50): rows[:1], (compare_servers.OURS, 50): rows[1:]}
    assert compare_servers.table(loads)[-1] == "| Flattop, 2 sockets | 50 | 300 | 3.00 | 300 | 300 | 300.00 |"


def test_the_chart_has_a_bar_for_each_row_in_proportion():
    picture = chart.chart("A & B", {"slow": [90.0, 110.0], "<quick>": [5000.0, 5200.0]}, {"slow"})
    drawn = ElementTree.fromstring(picture)
    bars = [one for one in drawn.iter(f"{SVG}rect") if one.get("fill") in (chart.OURS, chart.THEIRS)]
    assert [one.get("fill") for one in bars] == [chart.OURS, chart.THEIRS]
    quick, slow = (float(one.get("width")) for one in bars)
    assert quick / slow == pytest.approx(51, rel=0.02)
    assert [*chart.ticks(5200)] == [0, 2000, 4000]
    assert {"A & B", "<quick>", "5,100", "100"} <= {one.text for one in drawn.iter(f"{SVG}text")}
