"""A sight: all that a bot ever gets, and nothing more than its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from flattop.kernel import (
    Chance,
    Game,
    Options,
    Seat,
    Settings,
    Table,
    ZoneReader,
    Zones,
    determinize,
    masked,
    own_view,
    zone_view,
)


class Observation:
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
        "_asked_by",
        "_opened",
        "_view",
        "game",
        "options",
        "pack",
        "seat",
        "seats",
        "settings",
    )

    game: Game
    seat: Seat
    seats: int
    pack: Any
    settings: Settings
    options: Options  # what the seat is asked, empty if it is not asked

    def __init__(self, game: Game, t: Table, seat: Seat) -> None:
        self.game, self.seat, self.seats = game, seat, t.seats
        self.pack, self.settings = t.pack, t.settings
        self.options = options = t.asks.get(seat, ())
        self._asked_by = (type(t.stack[-1]), t.stack[-1].at) if options else None
        self._view: Look | None = None
        self._anytime: Options | None = None
        # a closure, so that no attribute of a sight leads to the table
        self._opened: Callable[..., Any] = lambda what, *words: OPENED[what](game, t, seat, *words)

    @property
    def step(self) -> str:
        """The rule that asks the seat as "Frame.step", empty if it is not asked."""
        return f"{self._asked_by[0].__name__}.{self._asked_by[1]}" if self._asked_by else ""

    @property
    def view(self) -> Look:
        """What the seat sees, by zone."""
        if self._view is None:
            self._view = self._opened("view")
        return self._view

    @property
    def anytime(self) -> Options:
        """What the seat may play besides, whoever's turn it is; looked up when it is first asked for."""
        if self._anytime is None:
            self._anytime = self._opened("anytime")
        return self._anytime

    def own(self, zone: str) -> Any:
        """The seat's own part of a zone that every seat has one of."""
        return self._opened("own", zone)

    def picture(self) -> Any:
        """A table to look at: everything hidden from the seat face down, and nobody asked."""
        return self._opened("picture")

    def imagine(self, chance: Chance) -> Table:
        """A table to try things out on: everything hidden from the seat dealt anew."""
        imagined: Table = self._opened("imagine", chance)
        return imagined


def read_zones(obs: Observation, zones: ZoneReader) -> Sequence[Any]:
    """What its seat sees in some zones, uncopied, for those who only read: no bot is given any of it."""
    values: Sequence[Any] = obs._opened("glance", zones)
    return values


OPENED: dict[str, Callable[..., Any]] = {
    "view": lambda game, t, seat: Look(game.zones, lambda name: zone_view(t, game.zones, name, seat)),
    "glance": lambda game, t, seat, zones: zones.at(t, seat),
    "anytime": lambda game, t, seat: () if t.over else t.anytime(seat),
    "own": lambda game, t, seat, name: own_view(t, game.zones, name, seat),
    "picture": lambda game, t, seat: masked(t, game.covered_zones, seat),
    "imagine": lambda game, t, seat, chance: determinize(t, game.covered_zones, seat, chance),
}


class Look(Mapping[str, Any]):
    """What the seat sees, each zone drawn up when it is first looked at: a sight is for one decision."""

    __slots__ = ("_draw_up", "_seen", "_zones")

    def __init__(self, zones: Zones, draw_up: Callable[[str], Any]) -> None:
        self._zones, self._draw_up = zones, draw_up
        self._seen: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        seen = self._seen
        if name in seen:
            return seen[name]
        seen[name] = drawn = self._draw_up(name)
        return drawn

    def __contains__(self, name: object) -> bool:
        return name in self._zones

    def __iter__(self) -> Iterator[str]:
        return iter(self._zones)

    def __len__(self) -> int:
        return len(self._zones)

    def __repr__(self) -> str:
        return repr(dict(self))
