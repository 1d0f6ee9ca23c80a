"""The training pipeline: play, fit the network and measure it, in stages that double the number of games."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

from msgspec.structs import replace

import flattop
from flattop.bots.chef import Chef
from flattop.bots.learned import WEIGHTS_FOLDER
from flattop.bots.learned.network import feature_checksum
from flattop.games import game as game_of
from flattop.games.manifest import manifest
from flattop.kernel import Chance
from flattop.lab.duel import Duel, run_duel
from flattop.lab.jobs import Progress
from flattop.train.selfplay import SelfPlayConfig, Shards
from flattop.train.trainer import Trainer

MAX_GAMES = 10**7  # where only the minutes are limited


@dataclass(frozen=True, slots=True)
class Training:
    """The arguments of a training."""

    selfplay: SelfPlayConfig
    folder: Path
    games: int | None
    minutes: float  # of the whole training, without duels
    stages: int
    workers: int
    learn_minutes: float
    deals: int  # of the duel with the house bot after each stage; 0 leaves it out
    depth: int  # own decisions after which chef asks the evaluation in that duel
    command: str  # for the model card


def run(training: Training, resume: bool, say: Callable[[str], None], progress: Progress) -> Path:
    """Run a training and return the file of its weights."""
    began = monotonic()
    shards = Shards.open(training.folder, training.selfplay, resume=resume)
    curve = Curve(training.folder / "curve.json")
    path = training.folder / f"{training.selfplay.game}.npz"
    for stage in range(training.stages):
        share = 0.5 ** (training.stages - 1 - stage)
        games = round((training.games or MAX_GAMES) * share) if training.games else MAX_GAMES
        before, now = shards.games, monotonic()
        until = began + training.minutes * 60 * share
        shards.play(games, (now + max(now, until)) / 2, training.workers, progress)
        if shards.games > before or stage == training.stages - 1:
            began += fit_and_measure(training, shards, curve, path, say, until)
    return path


def fit_and_measure(
    training: Training, shards: Shards, curve: Curve, path: Path, say: Callable[[str], None], until: float
) -> float:
    """Fit the network to all positions so far, measure its strength, and write weights and model card.

    Return the seconds that the measurement took, because they do not count as training.
    """
    positions, selfplay = shards.positions(), training.selfplay
    say(f"{shards.games:,} games, {len(positions):,} positions")
    trainer = Trainer(positions, training.folder / "learning.pt")
    trainer.resume()
    best: dict[str, Any] = {}
    for stats in trainer.run(min(training.learn_minutes * 60, until - monotonic())):
        line = {"games": shards.games, "positions": len(positions), **stats.as_json()}
        curve.add(line)
        say("epoch {epoch}: loss {loss}, held out {held_out}, correlation {correlation}".format_map(line))
        best = line if line["held_out"] <= best.get("held_out", float("inf")) else best
    trainer.weights(selfplay.seats, feature_checksum(game_of(selfplay.game))).save(path)
    learned_at = monotonic()
    reports = [
        strength(selfplay.game, seats, training.depth, training.deals, training.workers, training.folder)
        for seats in (selfplay.seats if training.deals else ())
    ]
    for report in reports:
        curve.add({"games": shards.games, "positions": len(positions), "against": "house", **report})
        say(f"against house at {report['seats']} seats: {strength_text(report)}")
    facts = {
        "game": selfplay.game,
        "seats": list(selfplay.seats),
        "played_by": selfplay.rank,
        "command": training.command,
        **best,
        "against_house": reports,
        "version": flattop.__version__,
        "commit": current_commit(),
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
    }
    path.with_suffix(".toml").write_text(model_card(selfplay.game, facts), "utf-8")
    return monotonic() - learned_at


def strength_text(report: dict[str, Any]) -> str:
    name = "gain" if "gain" in report else "wins"
    middle, low, high = report[name]
    unit = "points more on the same deals" if name == "gain" else f"of the wins, {report['fair']:.3f} is fair"
    return f"{middle:.3f} ({low:.3f} to {high:.3f}) {unit}"


class Curve:
    """The learning curve: a JSON file with one line per epoch or duel, written atomically after each."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines: list[dict[str, Any]] = json.loads(path.read_text("utf-8")) if path.exists() else []

    def add(self, line: dict[str, Any]) -> None:
        self.lines.append(line)
        draft = self.path.with_suffix(".draft")
        draft.write_text(json.dumps(self.lines, indent=1), "utf-8")
        draft.replace(self.path)


def model_card(key: str, facts: dict[str, Any]) -> str:
    """Return the facts about a game's weights as TOML."""
    lines = [f"# The learned evaluation of {key}: where {key}.npz comes from, and what it is worth."]
    return "\n".join([*lines, *(f"{name} = {_toml(value)}" for name, value in facts.items()), ""])


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_toml(inner)}" for name, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def current_commit() -> str:
    """Return the commit of the running code, or "unknown" outside a git checkout."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short=12", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


# -- strength of trained weights: chef with them plays against the house bot

EVALUATION_SEED = 1_000_003  # its deals are not in the training
REPORTED = ("seats", "deals", "wins", "fair", "points", "gain", "ms")


@dataclass(frozen=True, slots=True)
class ChefFactory:
    """Creates chefs that ask the evaluation after `depth` own decisions; 0 does without it."""

    game: str
    depth: int

    def __call__(self, chance: Chance) -> Chef:
        params = replace(manifest(self.game).search, learned_depth=self.depth)
        return Chef(chance, params=params)


def strength(key: str, seats: int, depth: int, deals: int, workers: int, folder: Path) -> dict[str, Any]:
    """Measure chef with the weights of a folder against the house bot."""
    with weights_of(folder):
        duel = Duel(key, ChefFactory(key, depth), "house", seats, EVALUATION_SEED)
        report = run_duel(duel, deals, max(2, workers)).as_json()
    return {"ahead": depth, **{name: report[name] for name in REPORTED if name in report}}


@contextmanager
def weights_of(folder: Path) -> Iterator[None]:
    """Let worker processes that start within this context load the weights of a folder."""
    before = os.environ.get(WEIGHTS_FOLDER)
    os.environ[WEIGHTS_FOLDER] = str(folder.resolve())
    try:
        yield
    finally:
        if before is None:
            del os.environ[WEIGHTS_FOLDER]
        else:
            os.environ[WEIGHTS_FOLDER] = before
