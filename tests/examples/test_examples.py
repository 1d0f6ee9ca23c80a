"""Every example runs and prints the expected result."""

import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from flattop.client import Guest
from flattop.lab import Plan, simulate
from flattop.match import Observation

EXAMPLES = Path(__file__).parents[2] / "examples"
EXPECTED = {
    "openspiel_cfr.py": "exploitability 0.",
    "openspiel_search.py": "IS-MCTS won ",
    "own_bot.py": "Taster wins",
    "replay.py": "every line, hash and rule agrees",
    "watch_a_game.py": "Victory for",
}
ONLINE = "join_a_table.py"
LEARNING = "learn_burger_go.py"


def output(name, word):
    command = [sys.executable, str(EXAMPLES / name), word]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


def test_every_example_is_covered():
    assert sorted(path.name for path in EXAMPLES.glob("*.py")) == sorted([*EXPECTED, ONLINE, LEARNING])


@pytest.mark.parametrize("name", EXPECTED)
def test_example_runs_and_prints_its_result(name):
    assert EXPECTED[name] in output(name, "2")


@pytest.fixture
def url(tmp_path):
    """The URL of a server for this test."""
    command = [sys.executable, "-m", "flattop", "serve", "--no-open", "--port", "0", "--pace", "0"]
    with subprocess.Popen([*command, "--data", str(tmp_path)], stdout=subprocess.PIPE, text=True) as server:
        yield next(link[0] for line in server.stdout if (link := re.search(r"http://[\d.:]+", line)))
        server.send_signal(signal.SIGINT)


def test_the_page_on_bots_lists_every_field_of_an_observation_and_its_bots_can_play():
    """Both bots are loaded as the commands load them."""
    text = (EXAMPLES.parent / "docs" / "concepts" / "bots.md").read_text("utf-8")
    fields = [name for name in Observation.__slots__ if not name.startswith("_")] + ["anytime"]
    documented = re.findall(r"`(\w+)", "".join(re.findall(r"^\| (`[^|]*) \|", text, re.MULTILINE)))
    assert {*fields} <= {*documented}
    own = str(EXAMPLES / "own_bot.py")
    plan = Plan("burger-go", (f"{own}:Meaty", f"{own}:Taster"), options={"rounds": 1})
    assert simulate(plan, 1).totals.games == 1


async def test_example_bot_joins_a_table_over_the_network(url):
    owner = await Guest(url).introduce("Ann")
    settings = {"game": "burger-go", "seats": ["open", "random"], "options": {"rounds": 1}}
    _, table = await owner.call("POST", "/api/tables", settings)
    printed = output(ONLINE, f"{url}/t/{table['id']}?invite={table['invite']}")
    assert "Victory for" in printed
    assert re.search(r"points: \[\d+, \d+\]$", printed)


def load_learning_example():
    spec = spec_from_file_location("learn_burger_go", EXAMPLES / LEARNING)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_learning_example_names_missing_packages(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [LEARNING])
    monkeypatch.setitem(sys.modules, "torch", None)
    assert load_learning_example().main() == 1
    assert (
        capsys.readouterr().err
        == "learn_burger_go.py needs torch: pip install -r examples/requirements-learn.in\n"
    )


class Lowest:
    """A policy that takes the lowest legal action."""

    def predict(self, seen, action_masks, deterministic):
        return action_masks.argmax(axis=-1), None


def test_learning_example_evaluates_and_draws_a_curve(tmp_path):
    module = load_learning_example()
    points = [module.evaluate(Lowest(), "random", 6, steps) for steps in (0, 10)]
    assert points[0].share == points[1].share
    assert points[0].low <= points[0].share <= points[0].high
    module.write_curve(points, tmp_path / "curve")
    assert (tmp_path / "curve.md").read_text().count("\n") == 4
    ElementTree.fromstring((tmp_path / "curve.svg").read_text())
