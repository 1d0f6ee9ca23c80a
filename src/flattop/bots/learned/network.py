"""The network: entries of a table are added up, two small layers follow, two heads tell how it may end."""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple

import numpy as np

from flattop.bots.learned.features import Entries, Reader
from flattop.bots.learned.weights import Weights
from flattop.kernel import Game
from flattop.match.observation import Observation

FAR = 5.0  # standard deviations; what lies farther out is taken for this


class Estimate(NamedTuple):
    """How it may end for a seat: its share of the win, and by how many points it is ahead of the best other.

    Where all play together, or alone, it is the chance to succeed, and the score.
    """

    win: float
    margin: float


class Evaluation:
    """What was learned of one game, at work: an estimate from a sight alone."""

    def __init__(self, game: Game, weights: Weights) -> None:
        self.weights = weights
        self._rows = {int(entry): row for row, entry in enumerate(weights.entries)}
        self._reader = Reader(game, self._summed)

    def of(self, obs: Observation) -> Estimate:
        """How it may end for the seat whose sight it is."""
        vectors, numbers = self._reader.read(obs)
        w = self.weights
        plain = (np.array(numbers, np.float32) - w.middle) / w.spread
        low = w.low_bias + w.low @ np.clip(plain, -FAR, FAR) + np.add.reduce(vectors)
        high = w.high_bias + w.high @ np.maximum(low, 0)
        win, margin = w.heads_bias + w.heads @ np.maximum(high, 0)
        return Estimate(1 / (1 + exp(-win)), float(margin) * w.reach + w.usual)

    def is_for(self, obs: Observation) -> bool:
        """Whether it was learned at questions such as this one."""
        steps = self._reader.outline.steps
        return not steps or obs.step in steps

    def _summed(self, entries: Entries) -> Any:
        """The entries of a zone added up; those that were hardly ever seen count for nothing."""
        rows = [self._rows[entry] for entry in entries if entry in self._rows]
        return self.weights.table[rows].sum(0)
