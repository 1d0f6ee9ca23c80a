"""What weights are worth: chef leans on them, and meets the house bot on deals that nobody learned from."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flattop.bots.chef import STYLES, Chef, Style
from flattop.bots.learned import WEIGHTS_FOLDER
from flattop.kernel import Chance
from flattop.lab.duel import Duel, run_duel

HELD_OUT_DEALS = 1_000_003  # their seed
TOLD = ("seats", "deals", "wins", "fair", "points", "gain", "ms")


@dataclass(frozen=True, slots=True)
class Ahead:
    """Makes chefs that ask the evaluation so many own questions ahead; at 0 they do without it."""

    game: str
    questions: int

    def __call__(self, chance: Chance) -> Chef:
        return Chef(chance, style=replace(STYLES.get(self.game, Style()), learned=self.questions))


def strength(key: str, seats: int, ahead: int, deals: int, workers: int, folder: Path) -> dict[str, Any]:
    """How chef with the weights of a folder does against the house bot."""
    with weights_of(folder):
        standing = run_duel(
            Duel(key, Ahead(key, ahead), "house", seats, HELD_OUT_DEALS), deals, max(2, workers)
        )
    report = standing.as_json()
    return {"ahead": ahead, **{name: report[name] for name in TOLD if name in report}}


@contextmanager
def weights_of(folder: Path) -> Iterator[None]:
    """Workers that are started in here take their weights from a folder."""
    before = os.environ.get(WEIGHTS_FOLDER)
    os.environ[WEIGHTS_FOLDER] = str(folder.resolve())
    try:
        yield
    finally:
        if before is None:
            del os.environ[WEIGHTS_FOLDER]
        else:
            os.environ[WEIGHTS_FOLDER] = before
