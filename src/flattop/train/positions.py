"""Training positions: features from many games with the outcomes of those games, in a few large arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Self

import numpy as np

from flattop.kernel import FlattopError


class BadTraining(FlattopError):
    """A training cannot start or resume with these arguments."""


@dataclass(slots=True)
class Row:
    """One position before it is added to the arrays."""

    seat: int
    entries: list[int]
    numbers: list[float]
    game: int
    win: float = 0.0
    margin: float = 0.0


@dataclass(frozen=True, slots=True)
class Positions:
    """One row for each position.  The field names are those of the arrays in the files."""

    entries: Any  # feature ids of all positions, one after the other
    ends: Any  # where those of each position end
    numbers: Any  # dense numbers
    wins: Any
    margins: Any
    games: Any  # number of the game

    def __len__(self) -> int:
        return len(self.wins)

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Self:
        return cls(
            np.array([entry for row in rows for entry in row.entries], np.int32),
            np.cumsum([len(row.entries) for row in rows], dtype=np.int64),
            np.array([row.numbers for row in rows], np.float32),
            np.array([row.win for row in rows], np.float32),
            np.array([row.margin for row in rows], np.float32),
            np.array([row.game for row in rows], np.int64),
        )

    @classmethod
    def joined(cls, parts: Sequence[Positions]) -> Self:
        """Concatenate positions.  `ends` of later parts are shifted by the entries before them."""
        parts = [part for part in parts if len(part)]
        before = np.cumsum([0, *(len(part.entries) for part in parts)])
        ends = np.concatenate([part.ends + start for part, start in zip(parts, before, strict=False)])
        rest = {
            name: np.concatenate([getattr(part, name) for part in parts]) for name in NAMES if name != "ends"
        }
        return cls(**rest, ends=ends)

    def save(self, path: Path) -> None:
        """Write the file atomically, because a training may be interrupted at any time."""
        draft = path.with_suffix(".draft")
        with draft.open("wb") as file:
            np.savez(file, **{name: getattr(self, name) for name in NAMES})
        draft.replace(path)

    @classmethod
    def load(cls, path: Path) -> Self:
        with np.load(path, allow_pickle=False) as file:
            return cls(**{name: file[name] for name in NAMES})


NAMES = [field.name for field in fields(Positions)]
