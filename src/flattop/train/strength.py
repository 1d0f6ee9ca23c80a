"""The strength of trained weights: chef with them plays against the house bot."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from flattop.bots.chef import Chef
from flattop.bots.learned import WEIGHTS_FOLDER
from flattop.games.manifest import manifest
from flattop.kernel import Chance
from flattop.lab.duel import Duel, run_duel

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
