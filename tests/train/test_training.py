"""The parts of the training that need no PyTorch: self-play, its files, and the model card."""

import json
import os
import tomllib

import numpy as np
import pytest

from flattop.bots.learned import WEIGHTS_FOLDER
from flattop.cli import train
from flattop.games import game
from flattop.kernel import Chance
from flattop.match import Observation
from flattop.train import pipeline
from flattop.train.pipeline import ChefFactory, Curve, model_card, weights_of
from flattop.train.selfplay import BadTraining, Positions, SelfPlayConfig, Shards, calibrated, play_games

GO = SelfPlayConfig("burger-go", (2, 3), kept=8)


def same(one, other):
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in one.__slots__)


def test_games_do_not_depend_on_their_chunk(tmp_path):
    config = calibrated(GO)
    whole = play_games(config, range(6))
    parts = [play_games(config, range(3)), play_games(config, range(3, 6))]
    assert same(whole, Positions.joined(parts))
    assert 20 < len(whole) < 90  # about eight of each
    assert len(whole.entries) == whole.ends[-1]
    assert set(whole.wins) <= {0.0, 0.5, 1.0}
    assert {0, 1, 2, 3, 4, 5} == set(whole.games)
    whole.save(tmp_path / "all.npz")
    assert same(Positions.load(tmp_path / "all.npz"), whole)


def test_targets_are_win_and_margin():
    """Among rivals the share of the win and the lead; in a team the success and the score."""
    friends = calibrated(SelfPlayConfig("between-two-burgers", (2,), kept=8))
    rivals, friends = play_games(calibrated(GO), range(4)), play_games(friends, range(3))
    assert all((win == 1) == (margin > 0) for win, margin in zip(rivals.wins, rivals.margins, strict=True))
    assert set(friends.wins) == {1.0}
    assert min(friends.margins) > 10


def test_interrupted_training_is_resumed(tmp_path):
    """Games played before the interruption are neither lost nor played again."""

    def stop(games):
        raise KeyboardInterrupt

    shards = Shards.open(tmp_path / "go", GO, resume=False)
    with pytest.raises(KeyboardInterrupt):
        shards.play(40, float("inf"), 1, stop)
    assert shards.games == 20
    again = Shards.open(tmp_path / "go", GO, resume=True)
    again.play(25, float("inf"), 1, lambda games: None)
    assert again.games == 25
    assert set(again.positions().games) == set(range(25))
    with pytest.raises(BadTraining, match="continue it with --resume"):
        Shards.open(tmp_path / "go", GO, resume=False)
    with pytest.raises(BadTraining, match=r"with seats \(2, 3\), not \(2,\)"):
        Shards.open(tmp_path / "go", SelfPlayConfig("burger-go", (2,)), resume=True)


def test_minutes_limit_the_whole_training(tmp_path, monkeypatch):
    """Each stage plays for half of its time and learns for the rest; duels do not count."""
    clock, played, learned = [1000.0], [], []

    def play(self, games, until, workers, progress):
        played.append(until - clock[0])
        clock[0] = until
        (tmp_path / f"positions-{len(played) - 1:07}-{len(played):07}.npz").touch()

    def fit(*words):
        learned.append(words[-1] - clock[0])
        clock[0] = words[-1] + 500
        return 500.0

    monkeypatch.setattr(Shards, "play", play)
    monkeypatch.setattr(pipeline, "monotonic", lambda: clock[0])
    monkeypatch.setattr(pipeline, "fit_and_measure", fit)
    training = pipeline.Training(GO, tmp_path, None, 1.0, 3, 1, 30.0, 0, 2, "")
    pipeline.run(training, False, print, lambda games: None)
    assert played == learned == [7.5, 7.5, 15]


def test_playing_stops_within_a_chunk_when_time_is_up(tmp_path):
    """Twenty games of a slow game may take longer than all the minutes of the training."""
    shards = Shards.open(tmp_path / "go", GO, resume=False)
    shards.play(40, 0.0, 1, lambda games: None)
    assert shards.games == 1
    shards.play(3, float("inf"), 1, lambda games: None)
    whole = play_games(shards.config, range(3))
    assert same(shards.positions(), whole)


def test_learning_curve_and_model_card_are_written(tmp_path):
    Curve(tmp_path / "curve.json").add({"epoch": 1, "loss": 0.5})
    Curve(tmp_path / "curve.json").add({"epoch": 2, "loss": 0.4})
    assert [line["epoch"] for line in json.loads((tmp_path / "curve.json").read_text())] == [1, 2]
    against = [{"seats": 2, "wins": [0.5, 0.4, 0.6]}]
    facts = {"command": "flattop train x", "seats": [2, 4], "against_house": against}
    assert tomllib.loads(model_card("x", facts)) == facts


def test_strength_is_measured_with_the_weights_of_a_folder(tmp_path, monkeypatch):
    monkeypatch.delenv(WEIGHTS_FOLDER, raising=False)
    with weights_of(tmp_path):
        assert os.environ[WEIGHTS_FOLDER] == str(tmp_path)
    assert WEIGHTS_FOLDER not in os.environ
    go = game("burger-go")
    obs = Observation(go, go.table(2, Chance(1)), 0)
    assert ChefFactory("burger-go", 1)(Chance(2)).choose(obs) in obs.options


def test_missing_pytorch_is_reported_in_one_line(flattop, monkeypatch):
    monkeypatch.setattr(train, "find_spec", lambda name: name == "numpy" or None)
    code, _, err = flattop("train", "burger-go")
    assert (code, err) == (
        2,
        "flattop: train: this needs the package torch (extra 'train'): pip install torch\n",
    )
