"""Paces: about how long bots take, so that whoever asks for a minute of games knows how many those are."""

from __future__ import annotations

import statistics
import tomllib
from collections import deque
from pathlib import Path

from flattop.server.schemas.rest import Experiment, NewExperiment

MEASURED = Path(__file__).with_name("time_estimates.toml")
REMEMBERED = 9  # experiments by which this machine is known
LONG_ENOUGH = 30.0  # seconds of one, beside which its start is short


class Paces:
    """What was measured on a machine of ours, and how much faster or slower this one was of late."""

    def __init__(self) -> None:
        self._measured: dict[str, dict[str, float]] = tomllib.loads(MEASURED.read_text("utf-8"))
        self._ratios: deque[float] = deque([1.0], maxlen=REMEMBERED)

    def table(self) -> dict[str, dict[str, float]]:
        """By game and rank: seconds that a game takes for each seat of that rank."""
        ratio = statistics.median(self._ratios)
        return {
            game: {rank: float(f"{seconds * ratio:.2g}") for rank, seconds in ranks.items()}
            for game, ranks in self._measured.items()
        }

    def learn(self, experiment: Experiment) -> None:
        """From one that was played to its end."""
        is_telling = experiment.state == "done" and experiment.seconds >= LONG_ENOUGH
        if is_telling and (foreseen := self._seconds(experiment.asked)):
            self._ratios.append(experiment.seconds / foreseen)

    def _seconds(self, asked: NewExperiment) -> float:
        """How long so many games would take on that machine of ours; of other kinds nothing is known."""
        ranks = self._measured.get(asked.game, {})
        seats = [ranks.get(rank, 0.0) for rank in asked.bots]
        if asked.kind == "simulate":
            return asked.size * sum(seats)
        if asked.kind == "duel":
            return asked.size * asked.seats * (seats[0] + (asked.seats - 1) * seats[1])
        return 0.0
