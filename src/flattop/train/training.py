"""A whole training: play, learn, measure, in stages that end with twice as many games each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from flattop.bots.learned.weights import layout
from flattop.games import game as game_of
from flattop.lab.jobs import Progress
from flattop.train.curve import Curve, card, origin
from flattop.train.learning import Lessons
from flattop.train.selfplay import Course
from flattop.train.shards import Shards
from flattop.train.strength import strength

MOST = 10**7  # games, where minutes end the play


@dataclass(frozen=True, slots=True)
class Training:
    """What is asked for: a course, how long it is played and learned, and where everything is kept."""

    course: Course
    folder: Path
    games: int | None
    minutes: float
    stages: int
    workers: int
    learn_minutes: float
    deals: int  # of the duel with the house bot, once at every stage; 0 leaves it out
    ahead: int  # own questions after which chef asks the evaluation in that duel
    words: str  # of the command, for the card


def run(training: Training, resume: bool, say: Callable[[str], None], progress: Progress) -> Path:
    """From the first game to the weights and their card; gives the file of the weights."""
    shards = Shards.open(training.folder, training.course, resume=resume)
    curve = Curve(training.folder / "curve.json")
    path = training.folder / f"{training.course.game}.npz"
    spent = 0.0  # on playing; what is learned in between takes none of its time
    for stage in range(training.stages):
        share = 0.5 ** (training.stages - 1 - stage)
        games = round((training.games or MOST) * share) if training.games else MOST
        before, began = shards.games, monotonic()
        shards.play(games, began + training.minutes * 60 * share - spent, training.workers, progress)
        spent += monotonic() - began
        if shards.games > before or stage == training.stages - 1:
            _learn(training, shards, curve, path, say)
    return path


def _learn(training: Training, shards: Shards, curve: Curve, path: Path, say: Callable[[str], None]) -> None:
    """Learn from all positions so far, write the weights down and tell how well they do."""
    seen = shards.positions()
    say(f"{shards.games:,} games, {len(seen):,} positions")
    lessons = Lessons(seen, training.folder / "learning.pt")
    lessons.take_up()
    best: dict[str, Any] = {}
    for lesson in lessons.run(training.learn_minutes * 60):
        line = {"games": shards.games, "positions": len(seen), **lesson.as_json()}
        curve.add(line)
        say("epoch {epoch}: loss {loss}, held out {held_out}, correlation {correlation}".format_map(line))
        best = line if line["held_out"] <= best.get("held_out", float("inf")) else best
    course = training.course
    lessons.weights(course.seats, layout(game_of(course.game))).save(path)
    worth = _measured(training)
    for one in worth:
        curve.add({"games": shards.games, "positions": len(seen), "against": "house", **one})
        say(f"against house at {one['seats']} seats: {_told(one)}")
    facts = {**_facts(training), **best, "against_house": worth, **origin()}
    path.with_suffix(".toml").write_text(card(course.game, facts), "utf-8")


def _measured(training: Training) -> list[dict[str, Any]]:
    """A duel at each of the seat counts."""
    course, ahead, deals = training.course, training.ahead, training.deals
    return [
        strength(course.game, seats, ahead, deals, training.workers, training.folder)
        for seats in (course.seats if deals else ())
    ]


def _told(one: dict[str, Any]) -> str:
    name = "gain" if "gain" in one else "wins"
    middle, low, high = one[name]
    beside = "points more on the same deals" if name == "gain" else f"of the wins, {one['fair']:.3f} is fair"
    return f"{middle:.3f} ({low:.3f} to {high:.3f}) {beside}"


def _facts(training: Training) -> dict[str, Any]:
    course = training.course
    return {
        "game": course.game,
        "seats": list(course.seats),
        "played_by": course.rank,
        "command": training.words,
    }
