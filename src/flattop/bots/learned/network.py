"""The value network and its weights.

Feature embeddings are summed, two small layers follow, and two heads predict the win and the margin.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import exp
from pathlib import Path
from typing import Any, NamedTuple, Self
from zlib import crc32

import numpy as np

from flattop.bots.learned.features import BITS, FeatureIds, FeatureReader
from flattop.games.manifest import manifest
from flattop.kernel import Game
from flattop.match.observation import Observation

MAX_DEVIATION = 5.0  # dense numbers are clipped to this many standard deviations
INTEGERS = {"entries": np.uint32, "seats": np.uint8, "layout": np.uint32}  # others are saved as floats
FULL_PRECISION = ("middle", "spread", "usual", "reach")  # others are saved with half precision


class Estimate(NamedTuple):
    """The predicted share of the win, and the points ahead of the best rival.

    In solo and cooperative games it is the probability of success, and the score.
    """

    win: float
    margin: float


@dataclass(frozen=True, slots=True)
class Weights:
    """The parameters of one network.  The field names are those of the arrays in the file."""

    entries: Any  # feature ids
    table: Any  # their embeddings, a row for each
    middle: Any  # means of the dense numbers
    spread: Any  # and their standard deviations
    low: Any
    low_bias: Any
    high: Any
    high_bias: Any
    heads: Any
    heads_bias: Any
    usual: Any  # mean of the margin
    reach: Any  # and its standard deviation
    seats: Any  # numbers of seats it was trained for
    layout: Any  # checksum of the features

    @classmethod
    def load(cls, path: Path) -> Self:
        """Load weights and convert them to full precision, which is faster to compute with."""
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in weight_names()}
        return cls(
            **{
                name: numbers if name in INTEGERS else numbers.astype(np.float32)
                for name, numbers in arrays.items()
            }
        )

    def save(self, path: Path) -> None:
        arrays: dict[str, Any] = {}
        for name in weight_names():
            dtype = INTEGERS.get(name) or (np.float32 if name in FULL_PRECISION else np.float16)
            arrays[name] = np.asarray(getattr(self, name)).astype(dtype)
        np.savez_compressed(path, **arrays)


def weight_names() -> list[str]:
    return [field.name for field in fields(Weights)]


def feature_checksum(game: Game) -> int:
    """Return a checksum of a game's features.  Weights with another checksum do not fit."""
    spec = manifest(game.key).features
    zones = [(name, zone.sees.value, zone.per_seat) for name, zone in game.zones.items()]
    return crc32(repr((BITS, spec.ignored, spec.summed, zones)).encode())


class Evaluation:
    """The network of one game, applied to observations."""

    def __init__(self, game: Game, weights: Weights) -> None:
        self.weights = weights
        self._rows = {int(entry): row for row, entry in enumerate(weights.entries)}
        self._reader = FeatureReader(game, self._embed)

    def of(self, obs: Observation) -> Estimate:
        """Estimate the outcome for the observing seat."""
        vectors, numbers = self._reader.read(obs)
        w = self.weights
        dense = (np.array(numbers, np.float32) - w.middle) / w.spread
        low = w.low_bias + w.low @ np.clip(dense, -MAX_DEVIATION, MAX_DEVIATION) + np.add.reduce(vectors)
        high = w.high_bias + w.high @ np.maximum(low, 0)
        win, margin = w.heads_bias + w.heads @ np.maximum(high, 0)
        return Estimate(1 / (1 + exp(-win)), float(margin) * w.reach + w.usual)

    def is_for(self, obs: Observation) -> bool:
        """Return whether the network was trained on decisions like this one."""
        steps = self._reader.spec.steps
        return not steps or obs.step in steps

    def _embed(self, ids: FeatureIds) -> Any:
        """Return the sum of embeddings.  Rare features have none."""
        rows = [self._rows[entry] for entry in ids if entry in self._rows]
        return self.weights.table[rows].sum(0)
