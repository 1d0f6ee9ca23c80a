"""Options of a game: their values, and how a menu presents them.

A game's `menu.toml` holds:

    minutes = [20, 40]          playing time according to the rule book, with few and with many seats
    difficulty = "easy"         to learn: easy, medium or hard
    [preset.quick]              title, text, minutes, options = { rounds = 1 }: options that go together
    [option.rounds]             title = "Rounds", text = "How many are played.", values = { 1 = "just one" }
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from flattop.kernel.errors import BadOption
from flattop.kernel.frame import Seat
from flattop.kernel.numbers import whole_number
from flattop.kernel.toml import Entry, convert, read

Difficulty = Literal["easy", "medium", "hard"]
MOST_QUOTED = 60  # characters of a refused value that the error repeats


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game, with its default and its values; its texts are in `menu.toml`."""

    default: Any
    values: tuple[Any, ...]

    # (text, seats) -> value, for values that cannot be listed; raises ValueError with a sentence
    free: Callable[[str, int], Any] | None = None

    names: Mapping[Any, str] = field(default_factory=dict)  # the text of a value, where it is not str(value)
    seats: Literal["", "one", "several"] = ""  # the value is a seat, or a list of seats
    only_at: tuple[int, ...] = ()  # numbers of seats at which the option does something; empty if at all

    def read(self, key: str, given: Any, seats: int) -> Any:
        """Parse and check a value that was given as text or as the value itself."""
        text = self.written(given).casefold()
        for value in self.values:
            if given == value or text == self.written(value).casefold():
                return value
        refused = f"option {key}={str(given)[:MOST_QUOTED]}"
        if self.free:
            try:
                return self.free(text, seats)
            except ValueError as error:
                raise BadOption(f"{refused}: {error}") from None
        raise BadOption(f"{refused}: the values are {', '.join(map(self.written, self.values))}")

    def matters(self, seats: int) -> bool:
        """True if the option does something at a table with so many seats."""
        return not self.only_at or seats in self.only_at

    def written(self, value: Any) -> str:
        """Return a value as people write it: seats are counted from 1, in records from 0."""
        return next((name for own, name in self.names.items() if own == value), str(value))


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
SEAT_NAMES: Mapping[Any, str] = {seat: str(seat + 1) for seat in range(len(ORDINALS))}


def named_seat(text: str, seats: int) -> Seat:
    """Parse a seat written as a number from 1 or as a word like "second"; the result counts from 0."""
    if text in ORDINALS[:seats]:
        return ORDINALS.index(text)
    return whole_number(text, 1, seats, f"the seats of this table are 1 to {seats}") - 1


def seat_option(default: Any, values: tuple[Any, ...]) -> Option:
    """Make an option whose value is a seat."""
    return Option(default, values, named_seat, SEAT_NAMES, "one")


# -- menu.toml


class OptionText(Entry, frozen=True):
    """Wording of an option in a menu: its title, its effect, and the names of its values."""

    title: str
    text: str
    values: dict[str, str] = {}


class Preset(Entry, frozen=True):
    """Options that go together, and the playing time with them."""

    title: str
    text: str
    minutes: tuple[int, int]
    options: dict[str, str | int] = {}


class Menu(Entry, frozen=True):
    """Contents of `menu.toml`."""

    minutes: tuple[int, int] | None = None  # None if the playing time is not known
    difficulty: Difficulty | None = None
    preset: dict[str, Preset] = {}
    option: dict[str, OptionText] = {}


def menu(path: Path) -> Menu:
    """Read `menu.toml`; an empty menu if there is no such file."""
    return convert(Menu, read(path), path.name) if path.exists() else Menu()
