"""A sight: all that a bot ever gets, and nothing more than its seat may know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flattop.kernel import Chance, Game, Options, Seat, Settings, Table, View, guess, view


class Sight:
    """One seat's view, its options, and imagined tables that look the same from there.

    A bot is given one for every decision.  `game`, `pack` (the cards), `settings` and `seats` describe the
    table; `seat` is whose sight it is; `options` are the actions that the seat is asked to choose from, empty
    if it is not asked, and `anytime` those it may play besides, whoever's turn it is; `step` names the rule
    that asks, as "Frame.step".  `view` is what the seat sees, and `imagine(chance)` deals a table on which
    everything that the seat cannot know is drawn anew, to try things out on.
    """

    __slots__ = (
        "_look",
        "_view",
        "anytime",
        "game",
        "imagine",
        "options",
        "pack",
        "seat",
        "seats",
        "settings",
        "step",
    )

    game: Game
    seat: Seat
    seats: int
    pack: Any
    settings: Settings
    options: Options  # what the seat is asked, empty if it is not asked
    anytime: Options  # what it may play besides, whoever's turn it is
    step: str  # "Frame.step" that asks the seat, empty if it is not asked
    imagine: Callable[[Chance], Table]  # everything hidden from the seat dealt anew

    def __init__(self, game: Game, t: Table, seat: Seat) -> None:
        self.game, self.seat, self.seats = game, seat, t.seats
        self.pack, self.settings = t.pack, t.settings
        self.options = t.asks.get(seat, ())
        self.anytime = () if t.over else t.anytime(seat)
        self.step = f"{type(t.stack[-1]).__name__}.{t.stack[-1].at}" if self.options else ""
        self._view: View | None = None
        # closures, so that no attribute of a sight leads to the table
        self._look: Callable[[], View] = lambda: view(t, game.zones, seat)
        self.imagine = lambda chance: guess(t, game.zones, seat, chance)

    @property
    def view(self) -> View:
        """What the seat sees, drawn up when it is first looked at: a sight is for one decision."""
        if self._view is None:
            self._view = self._look()
        return self._view
