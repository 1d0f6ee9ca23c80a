"""A sight: all that a bot ever gets, and nothing more than its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from flattop.kernel import (
    Chance,
    Game,
    Options,
    Seat,
    Settings,
    Table,
    Zones,
    guess,
    own_view,
    veiled,
    zone_view,
)


class Sight:
    """One seat's view, its options, and imagined tables that look the same from there.

    A bot is given one for every decision.  `game`, `pack` (the cards), `settings` and `seats` describe the
    table; `seat` is whose sight it is; `options` are the actions that the seat is asked to choose from, empty
    if it is not asked, and `anytime` those it may play besides, whoever's turn it is; `step` names the rule
    that asks, as "Frame.step".  `view` is what the seat sees, and `own(zone)` its part of a zone that every
    seat has one of.  `picture()` is a table to look at on which all that the seat cannot know lies face down,
    and `imagine(chance)` deals one on which it is drawn anew, to try things out on.
    """

    __slots__ = (
        "_anytime",
        "_besides",
        "game",
        "imagine",
        "options",
        "own",
        "pack",
        "picture",
        "seat",
        "seats",
        "settings",
        "step",
        "view",
    )

    game: Game
    seat: Seat
    seats: int
    pack: Any
    settings: Settings
    options: Options  # what the seat is asked, empty if it is not asked
    view: Look  # what the seat sees, by zone
    own: Callable[[str], Any]  # the seat's own part of a zone that every seat has one of
    step: str  # "Frame.step" that asks the seat, empty if it is not asked
    picture: Callable[[], Any]  # everything hidden from the seat face down, and nobody asked
    imagine: Callable[[Chance], Table]  # everything hidden from the seat dealt anew

    def __init__(self, game: Game, t: Table, seat: Seat) -> None:
        self.game, self.seat, self.seats = game, seat, t.seats
        self.pack, self.settings = t.pack, t.settings
        self.options = t.asks.get(seat, ())
        self.step = f"{type(t.stack[-1]).__name__}.{t.stack[-1].at}" if self.options else ""
        # closures, so that no attribute of a sight leads to the table
        self.view = Look(game.zones, lambda name: zone_view(t, game.zones, name, seat))
        self.own = lambda name: own_view(t, game.zones, name, seat)
        self.picture = lambda: veiled(t, game.covered_zones, seat)
        self.imagine = lambda chance: guess(t, game.covered_zones, seat, chance)
        self._besides: Callable[[], Options] = lambda: () if t.over else t.anytime(seat)
        self._anytime: Options | None = None

    @property
    def anytime(self) -> Options:
        """What the seat may play besides, whoever's turn it is; looked up when it is first asked for."""
        if self._anytime is None:
            self._anytime = self._besides()
        return self._anytime


class Look(Mapping[str, Any]):
    """What the seat sees, each zone drawn up when it is first looked at: a sight is for one decision."""

    __slots__ = ("_draw_up", "_seen", "_zones")

    def __init__(self, zones: Zones, draw_up: Callable[[str], Any]) -> None:
        self._zones, self._draw_up = zones, draw_up
        self._seen: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        seen = self._seen
        if name not in seen:
            seen[name] = self._draw_up(name)
        return seen[name]

    def __contains__(self, name: object) -> bool:
        return name in self._zones

    def __iter__(self) -> Iterator[str]:
        return iter(self._zones)

    def __len__(self) -> int:
        return len(self._zones)

    def __repr__(self) -> str:
        return repr(dict(self))
