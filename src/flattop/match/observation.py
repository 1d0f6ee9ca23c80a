"""Observations: the view and options that a bot gets for a decision, without hidden information."""

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
    """One seat's view and options, with determinized copies of the table.

    A bot gets one for every decision.

    - `game`, `pack` (the cards), `settings` and `seats` describe the table, `seat` is the observer.
    - `options` are the actions to choose from, empty if the seat is not asked.
    - `anytime` are the plays that it may make besides, out of turn.
    - `step` names the rule that asks, as "Frame.step".
    - `view` is what the seat sees, and `own(zone)` its part of a zone with one part per seat.
    - `picture()` is a copy of the table on which everything hidden from the seat is face down.
    - `imagine(chance)` is a copy on which everything hidden is dealt again, to try actions on.
    """

    __slots__ = (
        "_anytime",
        "_asked_by",
        "_query",
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
    options: Options

    def __init__(self, game: Game, t: Table, seat: Seat) -> None:
        self.game, self.seat, self.seats = game, seat, t.seats
        self.pack, self.settings = t.pack, t.settings
        self.options = options = t.asks.get(seat, ())
        self._asked_by = (type(t.stack[-1]), t.stack[-1].at) if options else None
        self._view: LazyView | None = None
        self._anytime: Options | None = None
        # a closure, so that no attribute of an observation leads to the table
        self._query: Callable[..., Any] = lambda name, *args: QUERIES[name](game, t, seat, *args)

    @property
    def step(self) -> str:
        """The rule that asks the seat, as "Frame.step"; empty if it is not asked."""
        return f"{self._asked_by[0].__name__}.{self._asked_by[1]}" if self._asked_by else ""

    @property
    def view(self) -> LazyView:
        """The seat's view, by zone."""
        if self._view is None:
            self._view = self._query("view")
        return self._view

    @property
    def anytime(self) -> Options:
        """The plays that the seat may make out of turn."""
        if self._anytime is None:
            self._anytime = self._query("anytime")
        return self._anytime

    def own(self, zone: str) -> Any:
        """Return the seat's own part of a zone with one part per seat."""
        return self._query("own", zone)

    def picture(self) -> Any:
        """Return a copy of the table with everything hidden from the seat face down, and no seat asked."""
        return self._query("picture")

    def imagine(self, chance: Chance) -> Table:
        """Return a determinized copy: everything hidden from the seat is dealt again."""
        imagined: Table = self._query("imagine", chance)
        return imagined


def read_zones(obs: Observation, zones: ZoneReader) -> Sequence[Any]:
    """Return what the seat sees in some zones, without copies. Bots must not get these values."""
    values: Sequence[Any] = obs._query("read_zones", zones)
    return values


QUERIES: dict[str, Callable[..., Any]] = {
    "view": lambda game, t, seat: LazyView(game.zones, lambda name: zone_view(t, game.zones, name, seat)),
    "read_zones": lambda game, t, seat, zones: zones.at(t, seat),
    "anytime": lambda game, t, seat: () if t.over else t.anytime(seat),
    "own": lambda game, t, seat, name: own_view(t, game.zones, name, seat),
    "picture": lambda game, t, seat: masked(t, game.concealed_zones, seat),
    "imagine": lambda game, t, seat, chance: determinize(t, game.concealed_zones, seat, chance),
}


class LazyView(Mapping[str, Any]):
    """A view whose zones are made when they are first read. It is valid until the next action."""

    __slots__ = ("_made", "_make", "_zones")

    def __init__(self, zones: Zones, make: Callable[[str], Any]) -> None:
        self._zones, self._make = zones, make
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        made = self._made
        if name in made:
            return made[name]
        made[name] = value = self._make(name)
        return value

    def __contains__(self, name: object) -> bool:
        return name in self._zones

    def __iter__(self) -> Iterator[str]:
        return iter(self._zones)

    def __len__(self) -> int:
        return len(self._zones)

    def __repr__(self) -> str:
        return repr(dict(self))
