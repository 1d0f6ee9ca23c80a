"""`flattop replay --chances`: curves, decisive moves, and errors."""

import json

import pytest

from flattop.bots import bot
from flattop.cli import replay
from flattop.games import game
from flattop.kernel import Chance
from flattop.lab import play
from flattop.lab.analysis.playouts import Playouts


@pytest.fixture
def blunder(tmp_path):
    """The record of a game that action 10 lost."""

    class Careless:
        left, house = 6, bot("house", "burger-go", Chance(0))

        def choose(self, obs):
            self.left -= 1
            usual = self.house.choose(obs)
            return usual if self.left else next(one for one in obs.options if one != usual)

    path = tmp_path / "blunder.jsonl"
    match = play(game("burger-go"), [Careless(), bot("house", "burger-go", Chance(1))], 2, {"rounds": 1})
    path.write_text(match.record.text(), "utf-8")
    return path


def test_chances_prints_curves_and_decisive_moves(flattop, blunder):
    code, out, err = flattop("replay", blunder, "--chances", "--playouts", 3000)
    assert (code, err) == (0, "")
    title, heads, one, two, mattered, first, *_ = out.splitlines()
    assert title == "chance to win, after 0 to 24 actions:"
    assert heads.split("\t") == ["seat", "curve", "first", "least", "most", "last"]
    assert one.split("\t")[0] == "Seat 1"
    assert set(one.split("\t")[1]) <= set(replay.BARS)
    assert two.split("\t")[-1] == "100%"
    assert mattered.startswith("decisive moves (24 decisions analysed, ")
    assert first.startswith("10: Seat 1: Show Cheddar Cheese: −")
    assert "chance to win" in first
    assert "; the house bot: Show " in first


def test_json_has_the_same_figures_and_is_reproducible(flattop, blunder):
    words = ["replay", blunder, "--chances", "--playouts", 3000, "--json"]
    code, out, err = flattop(*words)
    assert (code, err) == (0, "")
    assert flattop(*words).out == out
    report = json.loads(out)
    assert report["measure"] == {"kind": "win", "words": "chance to win", "shared": False, "best": None}
    assert report["decisions"][0]["at"] == 10
    assert report["decisions"][0]["swing"] < 0
    assert report["decisions"][0]["luck"] is None
    assert report["curve"][-1] == {"at": 24, "chances": [0.0, 1.0], "low": [0.0, 1.0], "high": [0.0, 1.0]}
    assert report["whole"]


def test_game_without_decisive_moves_says_so(flattop, blunder, monkeypatch):
    monkeypatch.setattr(Playouts, "house_choice", lambda self, decision, number: decision.action)
    out = flattop("replay", blunder, "--chances", "--playouts", 50).out
    assert "no move made a difference that stands out from chance (24 decisions analysed" in out


def test_time_limit_is_reported(flattop, blunder, monkeypatch):
    monkeypatch.setattr(replay, "SECONDS", 0)
    assert "stopped by the time limit after 0 playouts" in flattop("replay", blunder, "--chances").out


def test_failing_bot_is_one_line_and_exit_code_1(flattop, blunder, monkeypatch):
    monkeypatch.setattr("flattop.bots.policies.burger_go.HouseBot.choose", lambda self, obs: {}["lost"])
    code, out, err = flattop("replay", blunder, "--chances")
    assert (code, out) == (1, "")
    assert err == "flattop: the bot on seat 1 failed: KeyError: 'lost'\n"


def test_cooperative_games_have_one_curve(flattop, tmp_path):
    path = tmp_path / "alone.jsonl"
    match = play(game("solo-up"), [bot("random", "solo-up", Chance(0))], 7)
    path.write_text(match.record.text(), "utf-8")
    title, _, line, *_ = flattop("replay", path, "--chances", "--playouts", 60).out.splitlines()
    assert title.startswith("expected score, as a share of the best one found (")
    assert line.startswith("everyone\t")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--playouts", "100"], "--playouts requires --chances"),
        (["--seconds", "3"], "--seconds requires --chances"),
        (["--chances", "--at", "3"], "--at and --chances cannot be combined"),
        (["--chances", "--playouts", "3"], "3 is not a whole number at least 50"),
    ],
)
def test_conflicting_options_are_one_line(refused, record, words, message):
    assert message in refused("replay", record, *words)


def test_chances_of_an_unfinished_game_are_refused(refused, unfinished):
    assert "the game is not over" in refused("replay", unfinished, "--chances")


@pytest.mark.parametrize(("value", "message"), [(-0.234, "−23"), (0.09, "+9"), (0.001, "0")])
def test_swings_are_printed_in_percentage_points(value, message):
    assert replay.points(value) == message
