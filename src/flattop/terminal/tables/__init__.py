"""Drawings of the tables.  A layout module turns a snapshot into lines of text, and knows no rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from rich.text import Text

from flattop.games.manifest import manifest, module_of
from flattop.kernel import Action
from flattop.match import Snapshot
from flattop.terminal.tables.drawing import Countdown, DrawContext


class Layout(Protocol):
    """The interface of a layout module.  A module may also have a function `countdown` and `FIXED_KEYS`."""

    LEGEND: str  # explains letters and signs on the help page

    def headline(self, snapshot: Snapshot, ctx: DrawContext) -> str: ...

    def board(self, snapshot: Snapshot, ctx: DrawContext) -> list[Text]: ...

    def hand(self, snapshot: Snapshot, ctx: DrawContext) -> list[Text]: ...


def layout(key: str) -> Layout:
    """Return the layout module that a game's manifest names; `generic` for games without one."""
    return module_of(key, __name__, manifest(key).modules.terminal or "generic")


def countdown_of(key: str) -> Callable[[Snapshot, DrawContext], Countdown | None]:
    """Return the function that gives the countdown of a game; few games have one."""
    function: Callable[[Snapshot, DrawContext], Countdown | None] = getattr(
        layout(key), "countdown", lambda snapshot, ctx: None
    )
    return function


def fixed_keys_of(key: str) -> Mapping[Action, str]:
    """Return the options of a game that always have the same key; few games have any."""
    keys: Mapping[Action, str] = getattr(layout(key), "FIXED_KEYS", {})
    return keys
