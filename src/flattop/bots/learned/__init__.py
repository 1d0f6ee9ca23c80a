"""The learned evaluation: a value network that predicts the outcome of a game from an observation.

It needs numpy and trained weights of the game.
"""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from flattop.extras import missing
from flattop.games import game as game_of

if TYPE_CHECKING:
    from flattop.bots.learned.network import Estimate, Evaluation

__all__ = ["WEIGHTS_FOLDER", "Estimate", "Evaluation", "evaluation", "why_none"]

WEIGHTS_FOLDER = "FLATTOP_WEIGHTS"  # environment variable that names a folder of other weights
WEIGHTS = Path(os.environ.get(WEIGHTS_FOLDER) or Path(__file__).parent / "weights")


@cache
def evaluation(key: str, seats: int, folder: Path = WEIGHTS) -> Evaluation | None:
    """Load the evaluation of a game for a number of seats.  Return None if `why_none` has a reason."""
    if why_none(key, seats, folder):
        return None
    from flattop.bots.learned.network import Evaluation, Weights

    return Evaluation(game_of(key), Weights.load(folder / f"{key}.npz"))


@cache
def why_none(key: str, seats: int, folder: Path = WEIGHTS) -> str:
    """Return the reason why there is no evaluation, or an empty string if there is one."""
    if find_spec("numpy") is None:
        return f"no learned evaluation: it needs {missing('numpy', 'chef')}"
    path = folder / f"{key}.npz"
    if not path.is_file():
        return f"no learned evaluation: {key} has no weights; train some with `flattop train {key}`"
    from flattop.bots.learned.network import Weights, feature_checksum

    weights = Weights.load(path)
    if seats not in weights.seats:
        known = " and ".join(map(str, weights.seats))
        return f"no learned evaluation: the weights of {key} are for {known} seats, not for {seats}"
    if int(weights.layout) != feature_checksum(game_of(key)):
        return f"no learned evaluation: the weights of {key} are for another version; train new ones"
    return ""
