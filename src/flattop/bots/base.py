"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from flattop.kernel import Action
from flattop.match.observation import Observation


class Bot(Protocol):
    """Whoever can name one of the sight's options."""

    def choose(self, obs: Observation) -> Action: ...
