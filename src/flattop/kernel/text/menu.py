"""How a game is offered: how long it takes, how hard it is to learn, and its options in plain words.

A game's `menu.toml` holds:

    minutes = [20, 40]          by the book, with few seats and with many
    difficulty = "easy"         to learn: easy, medium or hard
    [preset.quick]              title, text, minutes, options = { rounds = 1 }: options that go together
    [option.rounds]             title = "Rounds", text = "How many are played.", values = { 1 = "just one" }
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from flattop.kernel.toml import Entry, convert, read

Difficulty = Literal["easy", "medium", "hard"]


class OptionText(Entry, frozen=True):
    """An option in plain words: what it is called, what it does, and what its values are called."""

    title: str
    text: str
    values: dict[str, str] = {}


class Preset(Entry, frozen=True):
    """Options that go together, and how long a game with them takes."""

    title: str
    text: str
    minutes: tuple[int, int]
    options: dict[str, str | int] = {}


class Menu(Entry, frozen=True):
    """A game's `menu.toml`."""

    minutes: tuple[int, int] | None = None  # where nobody has measured it, nothing is said
    difficulty: Difficulty | None = None
    preset: dict[str, Preset] = {}
    option: dict[str, OptionText] = {}


def menu(path: Path) -> Menu:
    """The menu of a game; one without a file has nothing to say."""
    return convert(Menu, read(path), path.name) if path.exists() else Menu()
