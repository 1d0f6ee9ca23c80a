"""A branch: a match that goes on from some table, and writes nothing down."""

from __future__ import annotations

from typing import Any

from flattop.kernel import Game, Table
from flattop.match.match import Match
from flattop.match.seed import Seed


class Branch(Match):
    """Whatever is played on it leaves no trace but the table it was given."""

    simulated = True

    def __init__(self, game: Game, t: Table, luck: Seed) -> None:
        self.game, self.table, self.seed = game, t, luck
        self.settings, self.is_live = t.settings, game.live_at(t.settings)
        self.told, self._logs, self.history = [], {}, None
        self.actions = self.ticks = 0
        self.logged = self.paused = False
        self.branched, self.habits = True, {}

    def _note(self, entry: dict[str, Any]) -> None:
        self.actions += 1
