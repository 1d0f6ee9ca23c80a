"""Simulated matches: a match continued from a given table, without a record."""

from __future__ import annotations

from collections.abc import Sequence

from flattop.kernel import Action, AddressedEvent, Game, Seat, Table
from flattop.match.match import Match
from flattop.match.record import Entry
from flattop.match.seed import Seed


class SimulatedMatch(Match):
    """A match on a given table, which it changes. Events are added to a list if one is given."""

    simulated = True

    def __init__(
        self, game: Game, t: Table, seed: Seed, collected: list[AddressedEvent] | None = None
    ) -> None:
        self.game, self.table, self.seed, self.collected = game, t, seed, collected
        self.settings, self.is_live = t.settings, game.live_at(t.settings)
        self.events, self._logs, self.history = [], {}, None
        self.actions = self.ticks = 0
        self.logged, self.paused = collected is not None, False
        self.is_branch, self.auto_answers = True, {}

    def push(self, seat: Seat, action: Action) -> None:
        if self.collected is None:
            super().push(seat, action)
        else:
            self.table.events = self.collected
            super().push(seat, action)
            self.table.events = None

    def tell(self, events: Sequence[AddressedEvent]) -> None:
        if self.collected is not None:
            self.collected += events

    def _add_entry(self, entry: Entry) -> None:
        self.actions += 1
