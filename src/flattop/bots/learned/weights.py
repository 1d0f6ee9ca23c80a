"""Weights: one file of half-precision numbers per game, with a card that says where they come from."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Self
from zlib import crc32

import numpy as np

from flattop.bots.learned.feature_specs import outline
from flattop.bots.learned.features import BITS
from flattop.kernel import Game

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
