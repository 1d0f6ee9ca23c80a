"""A game is a value: how it is dealt, who may see what, and who has won."""

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
from flattop.kernel.numbers import whole_number
from flattop.kernel.table import Table
from flattop.kernel.text.describe import Describer, Descriptions, descriptions
from flattop.kernel.text.game_text import Namer, Text, rules
from flattop.kernel.text.menu import Menu, menu
from flattop.kernel.text.schema import Rule
from flattop.kernel.text.variant import of_variant
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
LONG = 60  # characters of what was written that are repeated when it is refused


def places(ranks: Sequence[Any]) -> tuple[int, ...]:
    """The place of each seat, 1 for the highest rank; equal ranks share a place, and the next is left out."""
    order = sorted(ranks, reverse=True)
    return tuple([1 + order.index(own) for own in ranks])


@dataclass(frozen=True, slots=True)
class Outcome:
    """Points by seat, who has won and why, and everybody's place; in mid-game the public standing.

    Places follow from winners and points alone, unless the rules of the game break ties.
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
        """Whoever has the highest rank has won: points, and after them what breaks a tie."""
        order = places(ranks)
        return cls(tuple(points), first(order), reason, order)


def first(order: Sequence[int]) -> tuple[Seat, ...]:
    """Who is in the first place."""
    return tuple([seat for seat, place in enumerate(order) if place == 1])


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a table may set differently; `free` reads values that cannot be listed."""

    default: Any
    values: tuple[Any, ...]
    text: str
    free: Callable[[str, int], Any] | None = (
        None  # (as written, seats) -> value, or ValueError with a sentence
    )

    names: Mapping[Any, str] = field(default_factory=dict)  # what people write for a value of the records
    seats: Literal["", "one", "several"] = ""  # whether it names a seat, or seats in some order

    def read(self, key: str, given: Any, seats: int) -> Any:
        for value in self.values:
            if given == value or self.written(given) == self.written(value):
                return value
        refused = f"option {key}={str(given)[:LONG]}"
        if self.free:
            try:
                return self.free(self.written(given), seats)
            except ValueError as error:
                raise BadOption(f"{refused}: {error}") from None
        raise BadOption(f"{refused}: the values are {', '.join(map(self.written, self.values))}")

    def written(self, value: Any) -> str:
        """A value as people write it: seats are counted from 1, in records from 0."""
        return next((name for own, name in self.names.items() if own == value), str(value))


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
SEAT_NAMES: Mapping[Any, str] = {seat: str(seat + 1) for seat in range(len(ORDINALS))}


def named_seat(written: str, seats: int) -> Seat:
    """A seat as people call it, by its number or as "second"; in records and tables it is counted from 0."""
    if written in ORDINALS[:seats]:
        return ORDINALS.index(written)
    return whole_number(written, 1, seats, f"the seats of this table are 1 to {seats}") - 1


def seat_option(default: Any, values: tuple[Any, ...], text: str) -> Option:
    """An option that names one seat of the table."""
    return Option(default, values, text, named_seat, SEAT_NAMES, "one")


@dataclass(frozen=True)
class Game(Generic[T, P]):
    """Everything that servers, bots, clients and tests need to know of one game, its table and its pack."""

    key: str
    title: str
    seats: tuple[int, ...]
    mode: Mode
    deal: Callable[[int, Chance, Settings, P], T]  # seats, chance, settings, pack
    outcome: Callable[[T], Outcome]
    zones: Zones
    options: Mapping[str, Option]
    pack: Callable[[Path | None], P]  # the house deck, or a deck file of the user's own
    deck: Path  # where the house deck lies
    text: Text
    rules: tuple[Rule, ...]
    titled: Callable[[Settings], str] | None = None  # where an option changes the title on screens
    unhurried: Settings = field(default_factory=dict)  # what lets time stand still, where it could run
    usual: int = 0  # seats that are laid where nobody says how many; 0 leaves it to whoever lays them
    campaign: Campaign | None = None  # where an option has chapters to be played one after the other
    needless: Callable[[T, Seat, Action], bool] | None = (
        None  # plays of older records that a corrected rule has made superfluous: they change nothing
    )
    holds: tuple[str, ...] = ()  # verbs by which a seat lets a reply window go by
    turn: Callable[[T], tuple[int, ...]] | None = None  # what tells one turn from the next, open to all
    can_wait: Callable[[T, Seat], bool] | None = (
        None  # whether the any-time plays of a seat are as good after its only answer as before
    )
    reflex: Callable[[T, Seat], bool] | None = (
        None  # whether a seat gains nothing by waiting with its only answer while time runs
    )
    told: Descriptions = field(default_factory=Descriptions)  # how zones, cards and options are described
    menu: Menu = field(default_factory=Menu)  # how it is offered: minutes, presets, options in plain words
    hush: Obstacle | None = None  # why nobody may chat while it is played, where that is so
    together: Callable[[int, Settings], bool] | None = None  # whether rivals of other tables have one score
    edition: int = 1  # raised when a change of the rules would replay an old record differently

    @cached_property
    def alike_zones(self) -> Zones:
        """What looks the same to everybody."""
        return {name: zone for name, zone in self.zones.items() if zone.is_alike}

    @cached_property
    def covered_zones(self) -> Zones:
        """What is not open to all, so that something of it may have to be imagined."""
        return {name: zone for name, zone in self.zones.items() if zone.sees is not Sees.ALL}

    @cached_property
    def seats_zones(self) -> Zones:
        """What not everybody sees alike."""
        return {name: zone for name, zone in self.zones.items() if not zone.is_alike}

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
        words: Sequence[Path] = (),  # files that it shares with its family
        base: tuple[Rule, ...] = (),  # the rules of a game that it is a variant of
        **more: Any,
    ) -> Game[T, P]:
        """The game whose words and rules lie in a folder; its key follows from its title."""
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
            rules=of_variant(rules(folder / "rules.toml"), base),
            told=descriptions(folder / "describe.toml"),
            menu=menu(folder / "menu.toml"),
            **more,
        )

    def title_at(self, given: Settings) -> str:
        """What the game is called at a table with these options."""
        defaults = {key: option.default for key, option in self.options.items()}
        return self.titled({**defaults, **given}) if self.titled else self.title

    def describer(self, pack: P, people: Sequence[str], view: View, seat: Seat | None) -> Describer:
        """Tells what one seat sees, in full sentences."""
        return Describer(self.text, self.told, self.zones, pack, people, view, seat)

    def live_at(self, settings: Settings) -> bool:
        """Whether time runs by itself at a table with these options."""
        return any(settings[key] != still for key, still in self.unhurried.items())

    def has_rivals(self, seats: int, settings: Settings) -> bool:
        """Whether so many play against each other with these options, and not together or alone."""
        return self.mode == "competitive" and not (self.together and self.together(seats, settings))

    def settings(self, seats: int, given: Mapping[str, Any] | None = None) -> Settings:
        """All options of the game with the given ones read and checked."""
        if seats not in self.seats:
            allowed = ", ".join(map(str, self.seats))
            raise BadOption(f"{self.title} has no table for {seats}; it seats {allowed}")
        given = given or {}
        for key in given:
            if key not in self.options:
                near = nearest(key, self.options) or f"; it has {', '.join(self.options) or 'none'}"
                raise BadOption(f"{self.title} has no option {key!r}{near}")
        return {
            key: option.read(key, given.get(key, option.default), seats)
            for key, option in self.options.items()
        }

    def table(
        self, seats: int, chance: Chance, given: Mapping[str, Any] | None = None, deck: Path | None = None
    ) -> T:
        """Deal a new table."""
        return self.deal(seats, chance, self.settings(seats, given), self.pack(deck))
