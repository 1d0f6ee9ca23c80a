"""The network: entries of a table are added up, two small layers follow, two heads tell how it may end."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import exp
from pathlib import Path
from typing import Any, NamedTuple, Self
from zlib import crc32

import numpy as np

from flattop.bots.learned.feature_specs import outline
from flattop.bots.learned.features import BITS, Entries, Reader
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


FOLDER = Path(__file__).parent / "weights"
WHOLE = {"entries": np.uint32, "seats": np.uint8, "layout": np.uint32}  # all others are of half precision
PRECISE = ("middle", "spread", "usual", "reach")


@dataclass(frozen=True, slots=True)
class Weights:
    """All numbers of one network; `table` has a row for every one of `entries`."""

    entries: Any
    table: Any
    middle: Any  # of every plain number, and how far it spreads
    spread: Any
    low: Any
    low_bias: Any
    high: Any
    high_bias: Any
    heads: Any
    heads_bias: Any
    usual: Any  # margin, and how far it reaches
    reach: Any
    seats: Any  # for which it was learned
    layout: Any  # of what was read

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read back at full precision, for that is quicker to reckon with."""
        with np.load(path, allow_pickle=False) as file:
            return cls(**{name: _full(name, file[name]) for name in names()})

    def save(self, path: Path) -> None:
        np.savez_compressed(path, **{name: _half(name, getattr(self, name)) for name in names()})


def names() -> list[str]:
    return [field.name for field in fields(Weights)]


def layout(game: Game) -> int:
    """What a game's features are made of, as a number: weights of another make are of no use."""
    own = outline(game.key)
    zones = [(name, zone.sees.value, zone.per_seat) for name, zone in game.zones.items()]
    return crc32(repr((BITS, own.leave_out, own.sums, zones)).encode())


def _full(name: str, numbers: Any) -> Any:
    return numbers if name in WHOLE else numbers.astype(np.float32)


def _half(name: str, numbers: Any) -> Any:
    kind = WHOLE.get(name) or (np.float32 if name in PRECISE else np.float16)
    return np.asarray(numbers).astype(kind)
