"""A sight: all that a bot ever gets, and nothing more than its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

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
        "_asked_by",
        "_opened",
        "anytime",
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
    # these are made when they are first asked for
    anytime: Options  # what the seat may play besides, whoever's turn it is
    view: Look  # what the seat sees, by zone
    own: Callable[[str], Any]  # the seat's own part of a zone that every seat has one of
    step: str  # "Frame.step" that asks the seat, empty if it is not asked
    picture: Callable[[], Any]  # everything hidden from the seat face down, and nobody asked
    imagine: Callable[[Chance], Table]  # everything hidden from the seat dealt anew

    def __init__(self, game: Game, t: Table, seat: Seat) -> None:
        self.game, self.seat, self.seats = game, seat, t.seats
        self.pack, self.settings = t.pack, t.settings
        self.options = options = t.asks.get(seat, ())
        self._asked_by = (type(t.stack[-1]), t.stack[-1].at) if options else None
        # a closure, so that no attribute of a sight leads to the table
        self._opened: Callable[[str], Any] = lambda name: OPENED[name](game, t, seat)

    if not TYPE_CHECKING:  # whoever reads the types finds each of them above

        def __getattr__(self, name: str) -> Any:
            if name == "step":
                made = f"{self._asked_by[0].__name__}.{self._asked_by[1]}" if self._asked_by else ""
            elif name in OPENED:
                made = self._opened(name)
            else:
                raise AttributeError(f"a sight has no {name!r}", name=name, obj=self)
            setattr(self, name, made)
            return made


OPENED: dict[str, Callable[[Game, Table, Seat], Any]] = {
    "anytime": lambda game, t, seat: () if t.over else t.anytime(seat),
    "view": lambda game, t, seat: Look(game.zones, lambda name: zone_view(t, game.zones, name, seat)),
    "own": lambda game, t, seat: lambda name: own_view(t, game.zones, name, seat),
    "picture": lambda game, t, seat: lambda: veiled(t, game.covered_zones, seat),
    "imagine": lambda game, t, seat: lambda chance: guess(t, game.covered_zones, seat, chance),
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
