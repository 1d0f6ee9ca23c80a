"""Drawings of the tables.  A layout module turns a snapshot into lines of text, and knows no rules."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.tables.drawing import Countdown, DrawContext

SHARED_LAYOUTS = {"party-up": "burger_up"}  # games that are drawn like another one


class Layout(Protocol):
    """The interface of a layout module.  A module may also have a function `countdown`."""

    LEGEND: str  # explains letters and signs on the help page

    def headline(self, snapshot: Snapshot, ctx: DrawContext) -> str: ...

    def board(self, snapshot: Snapshot, ctx: DrawContext) -> list[Text]: ...

    def hand(self, snapshot: Snapshot, ctx: DrawContext) -> list[Text]: ...


def layout(key: str) -> Layout:
    """Return the layout module of a game; `generic` for games that have none."""
    name = f"{__name__}.{SHARED_LAYOUTS.get(key, key.replace('-', '_'))}"
    return import_module(name if find_spec(name) else f"{__name__}.generic")


def countdown_of(key: str) -> Callable[[Snapshot, DrawContext], Countdown | None]:
    """Return the function that gives the countdown of a game; few games have one."""
    function: Callable[[Snapshot, DrawContext], Countdown | None] = getattr(
        layout(key), "countdown", lambda snapshot, ctx: None
    )
    return function
