"""A branch: a match that goes on from some table, and writes nothing down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flattop.kernel import Action, Game, Seat, Table, Told
from flattop.match.match import Match
from flattop.match.seed import Seed


class Branch(Match):
    """Whatever is played on it leaves no trace but the table it was given, and what somebody listens to."""

    simulated = True

    def __init__(self, game: Game, t: Table, luck: Seed, ear: list[Told] | None = None) -> None:
        self.game, self.table, self.seed, self.ear = game, t, luck, ear
        self.settings, self.is_live = t.settings, game.live_at(t.settings)
        self.told, self._logs, self.history = [], {}, None
        self.actions = self.ticks = 0
        self.logged, self.paused = ear is not None, False
        self.branched, self.auto_answers = True, {}

    def push(self, seat: Seat, action: Action) -> None:
        if self.ear is None:
            return super().push(seat, action)
        self.table.events = self.ear
        super().push(seat, action)
        self.table.events = None
        return None

    def tell(self, told: Sequence[Told]) -> None:
        if self.ear is not None:
            self.ear += told

    def _note(self, entry: dict[str, Any]) -> None:
        self.actions += 1
