"""Layouts: per game, what an environment reads of a seat's view, and what the nouns of its actions may be.

A layout is a file in `layouts/`. `[kind]` says how many there are of what actions and zones name: a number,
the name of a part of the pack (as many as it has), a list of words, or several of these. `[zone]` has one
form per zone that is read, in the words of `forms`; zones that it does not name are left out.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from flattop.kernel import FlattopError
from flattop.kernel.toml import Entry, convert, read

FOLDER = Path(__file__).parent / "layouts"


class BadLayout(FlattopError):
    """A layout says what cannot be read, or too little."""


class Several(Entry, frozen=True):
    """Things of several sorts: words, what the pack has, and numbers from one to another."""

    words: list[str] = []
    of: str = ""
    first: int = 0
    last: int = 0
    by: int = 1


Spread = int | str | list[str] | Several
Kinds = dict[str, Spread]
Said = Any  # a form as a layout says it: a line, a list of them place by place, or a table of named ones


class Layout(Entry, frozen=True):
    """What one game's environment is made of.

    `scale` divides the points of games without rivals, so that a good score is about one. `follows` are
    kinds of nouns that follow from the rest of an action, or are words without effect: they have no number.
    `anytime` are the any-time plays that a seat may use when it is asked; others are left out. `together`
    says that seats sometimes decide at once, so that there is a parallel environment.
    """

    kind: Kinds
    zone: dict[str, Said]
    scale: float = 1.0
    follows: list[str] = []
    anytime: list[str] = []
    together: bool = False


@cache
def layout(key: str) -> Layout:
    """The layout of a game."""
    path = FOLDER / f"{key}.toml"
    if not path.exists():
        raise BadLayout(f"{key} has no environment: there is no {path.name} among the layouts")
    return convert(Layout, read(path), path.name)
