"""Reading of moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flattop.kernel import Action

Move = Sequence[Action]


def noun_of(move: Move, verb: str) -> Any:
    """Return the first noun of the first action with this verb, or None."""
    return next((action[1] for action in move if action[0] == verb), None)
