"""The learned evaluation: how a game may end, from a sight alone; it needs numpy, and weights of the game."""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from flattop.games import game as game_of

if TYPE_CHECKING:
    from flattop.bots.learned.network import Estimate, Evaluation

__all__ = ["WEIGHTS_FOLDER", "Estimate", "Evaluation", "evaluation", "why_none"]

WEIGHTS_FOLDER = "FLATTOP_WEIGHTS"  # the environment may name a folder of other weights
WEIGHTS = Path(os.environ.get(WEIGHTS_FOLDER) or Path(__file__).parent / "weights")


@cache
def evaluation(key: str, seats: int, folder: Path = WEIGHTS) -> Evaluation | None:
    """What was learned of a game at a table of so many; None where `why_none` has a reason."""
    if why_none(key, seats, folder):
        return None
    from flattop.bots.learned.network import Evaluation, Weights

    return Evaluation(game_of(key), Weights.load(folder / f"{key}.npz"))


@cache
def why_none(key: str, seats: int, folder: Path = WEIGHTS) -> str:
    """Why there is no evaluation, in one line; empty where there is one."""
    if find_spec("numpy") is None:
        return "no learned evaluation: it needs numpy (pip install numpy)"
    path = folder / f"{key}.npz"
    if not path.is_file():
        return f"no learned evaluation: {key} has no weights; `flattop train {key}` makes some"
    return _misfit(key, seats, path)


def _misfit(key: str, seats: int, path: Path) -> str:
    from flattop.bots.learned.network import Weights, layout

    weights = Weights.load(path)
    if seats not in weights.seats:
        known = " and ".join(map(str, weights.seats))
        return f"no learned evaluation: the weights of {key} are for {known} seats, not for {seats}"
    if int(weights.layout) != layout(game_of(key)):
        return f"no learned evaluation: the weights of {key} are of another version; train them anew"
    return ""
