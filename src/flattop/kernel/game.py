"""Game: the description of one game, with its deal, zones, options, texts and outcome."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal

from flattop.kernel.campaign import Campaign
from flattop.kernel.chance import Chance
from flattop.kernel.deck import Loader
from flattop.kernel.errors import BadOption, Obstacle, nearest
from flattop.kernel.frame import Action, Seat
from flattop.kernel.options import Menu, Option, OptionText, menu
from flattop.kernel.table import Table
from flattop.kernel.text.describe import Describer, Descriptions, descriptions
from flattop.kernel.text.game_text import Namer, Text
from flattop.kernel.text.rules import Rule, rules, rules_of_variant
from flattop.kernel.zone import Sees, View, Zones

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    T = TypeVar("T", bound=Table, default=Table)  # a plain `Game` has any table and pack
    P = TypeVar("P", default=Any)
else:
    from typing import TypeVar

    T, P = TypeVar("T"), TypeVar("P")

Settings = Mapping[str, Any]
Mode = Literal["competitive", "cooperative", "solo"]


def places(ranks: Sequence[Any]) -> tuple[int, ...]:
    """Return the place of each seat, 1 for the highest rank; equal ranks share a place, as in 1, 2, 2, 4."""
    order = sorted(ranks, reverse=True)
    return tuple([1 + order.index(own) for own in ranks])


@dataclass(frozen=True, slots=True)
class Outcome:
    """Points, winners, reason and places of a game; before its end the public score.

    Places follow from winners and points, unless the rules of the game break ties.
    """

    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str
    places: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.places:
            ranks = [(seat in self.winners, points) for seat, points in enumerate(self.points)]
            object.__setattr__(self, "places", places(ranks))

    @classmethod
    def ranked(cls, points: Sequence[int], ranks: Sequence[Any], reason: str) -> Outcome:
        """Make an outcome in which the highest rank wins; a rank is the points and then the tie-breakers."""
        order = places(ranks)
        return cls(tuple(points), first(order), reason, order)


def first(order: Sequence[int]) -> tuple[Seat, ...]:
    """Return the seats in first place."""
    return tuple([seat for seat, place in enumerate(order) if place == 1])


PREFERRED_SEATS = 4


@dataclass(frozen=True)
class Game(Generic[T, P]):
    """Everything that servers, bots, clients and tests need to know about one game."""

    key: str
    title: str
    seats: tuple[int, ...]
    mode: Mode
    deal: Callable[[int, Chance, Settings, P], T]  # seats, chance, settings, pack
    outcome: Callable[[T], Outcome]
    zones: Zones
    options: Mapping[str, Option]
    pack: Callable[[Path | None], P]  # loads the house deck (None), or a user's deck file
    deck: Path  # the file of the house deck
    text: Text
    rules: tuple[Rule, ...]
    title_for: Callable[[Settings], str] | None = None  # the title, where it depends on options
    untimed_settings: Settings = field(default_factory=dict)  # options that stop the clock, in timed games
    default_seats: int = 0  # overrides `usual_seats`
    campaign: Campaign | None = None  # where an option selects a chapter of a campaign

    # True for plays in older records that a corrected rule made superfluous: they change nothing
    is_superfluous: Callable[[T, Seat, Action], bool] | None = None

    # verbs that let a reply window pass, auto-answered by default: any-time plays were open before it
    holds: tuple[str, ...] = ()
    turn: Callable[[T], tuple[int, ...]] | None = None  # a public key that differs from turn to turn

    # True if any-time plays may end once the seat lets this reply window pass: then it is asked if it has any
    hold_ends_plays: Callable[[T, Seat], bool] | None = None

    # verbs that no auto-answer gives by default, because players want to do this themselves: they roll dice
    own_hand: tuple[str, ...] = ()

    # verbs that may be auto-answered although the seat has any-time plays: these stay possible afterwards
    keeps_anytime: tuple[str, ...] = ()

    # the same for a position: True if the any-time plays that the seat has now need no question
    can_wait: Callable[[T, Seat], bool] | None = None

    # True if the seat gains nothing by delaying its only answer while time runs
    reflex: Callable[[T, Seat], bool] | None = None

    descriptions: Descriptions = field(default_factory=Descriptions)  # of zones, cards and options
    menu: Menu = field(default_factory=Menu)  # playing time, presets, and options in plain words
    chat_ban: Obstacle | None = None  # the reason, if players may not chat during the game
    together: Callable[[int, Settings], bool] | None = None  # (seats, settings): True if all share one score
    edition: int = 1  # raised when a change of the rules would replay an old record differently

    @cached_property
    def common_zones(self) -> Zones:
        """Zones that look the same to every viewer."""
        return {name: zone for name, zone in self.zones.items() if zone.is_same_for_all}

    @cached_property
    def concealed_zones(self) -> Zones:
        """Zones that are not open to all, so that a determinization may have to deal them again."""
        return {name: zone for name, zone in self.zones.items() if zone.sees is not Sees.ALL}

    @cached_property
    def per_viewer_zones(self) -> Zones:
        """Zones that look different to different viewers."""
        return {name: zone for name, zone in self.zones.items() if not zone.is_same_for_all}

    @classmethod
    def from_folder(
        cls,
        folder: Path,
        title: str,
        seats: tuple[int, ...],
        deal: Callable[[int, Chance, Settings, P], T],
        outcome: Callable[[T], Outcome],
        pack: Loader[P],
        zones: Zones,
        options: Mapping[str, Option],
        namers: Mapping[str, Namer],
        mode: Mode = "competitive",
        words: Sequence[Path] = (),  # text files shared with related games
        base: tuple[Rule, ...] = (),  # rules of the base game, for a variant
        **more: Any,
    ) -> Game[T, P]:
        """Make a game whose texts and rules are files in a folder; its key is made from its title."""
        return Game(
            key="-".join(re.findall("[a-z]+", title.lower())),
            title=title,
            seats=seats,
            mode=mode,
            deal=deal,
            outcome=outcome,
            zones=zones,
            options=options,
            pack=pack,
            deck=pack.house_deck,
            text=Text(folder / "text.toml", namers, *words),
            rules=rules_of_variant(rules(folder / "rules.toml"), base),
            descriptions=descriptions(folder / "describe.toml"),
            menu=menu(folder / "menu.toml"),
            **more,
        )

    @property
    def usual_seats(self) -> int:
        """The seats of a new table by default: those that the game names, or the size nearest to four."""
        return self.default_seats or min(self.seats, key=lambda seats: abs(seats - PREFERRED_SEATS))

    def title_at(self, options: Settings) -> str:
        """Return the title of the game at a table with these options."""
        defaults = {key: option.default for key, option in self.options.items()}
        return self.title_for({**defaults, **options}) if self.title_for else self.title

    def describer(self, pack: P, people: Sequence[str], view: View, seat: Seat | None) -> Describer:
        """Return a describer of one seat's view."""
        return Describer(self.text, self.descriptions, self.zones, pack, people, view, seat)

    def live_at(self, settings: Settings) -> bool:
        """True if time runs by itself at a table with these settings."""
        return any(settings[key] != untimed for key, untimed in self.untimed_settings.items())

    def has_rivals(self, seats: int, settings: Settings) -> bool:
        """True if the seats play against each other, not together or alone."""
        return self.mode == "competitive" and not (self.together and self.together(seats, settings))

    def option_text(self, key: str) -> OptionText:
        """Return the texts of an option in the menu; a game without them shows the key."""
        return self.menu.option.get(key) or OptionText(key, "")

    def settings(self, seats: int, options: Mapping[str, Any] | None = None) -> Settings:
        """Return the values of all options: the given ones, parsed and checked, and the defaults."""
        if seats not in self.seats:
            allowed = ", ".join(map(str, self.seats))
            raise BadOption(f"{self.title} has no table for {seats}; it seats {allowed}")
        options = options or {}
        for key in options:
            if key not in self.options:
                near = nearest(key, self.options) or f"; it has {', '.join(self.options) or 'none'}"
                raise BadOption(f"{self.title} has no option {key!r}{near}")
        settings = {
            key: option.read(key, options.get(key, option.default), seats)
            for key, option in self.options.items()
        }
        for key, option in self.options.items():
            if settings[key] != option.default and not option.matters(seats):
                players = " or ".join(map(str, option.only_at))
                given = f"option {key}={option.written(settings[key])}"
                raise BadOption(f"{given}: it does something only with {players} players, not with {seats}")
        return settings

    def requested_settings(self, seats: int, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings that a client asks for. Seats count from 1, as text and as JSON numbers."""
        names_seat = {key for key, option in self.options.items() if option.seats}
        return dict(
            self.settings(
                seats, {key: str(value) if key in names_seat else value for key, value in given.items()}
            )
        )

    def written_settings(self, settings: Settings) -> dict[str, Any]:
        """Return settings as a client may ask for them again: seats are text that counts from 1."""
        names_seat = {key for key, option in self.options.items() if option.seats}
        return {
            key: self.options[key].written(value) if key in names_seat else value
            for key, value in settings.items()
        }

    def table(
        self, seats: int, chance: Chance, options: Mapping[str, Any] | None = None, deck: Path | None = None
    ) -> T:
        """Deal a new table."""
        return self.deal(seats, chance, self.settings(seats, options), self.pack(deck))
