"""How each game is drawn: a layout turns a sheet into lines of text and colour, and knows no rules."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.pieces.dial import Dial
from flattop.terminal.tables.stage import Stage


class Layout(Protocol):
    """What a module of this folder offers; `generic` serves every game that has none."""

    LEGEND: str  # what letters and signs mean, for the help

    def headline(self, snapshot: Snapshot, stage: Stage) -> str: ...

    def board(self, snapshot: Snapshot, stage: Stage) -> list[Text]: ...

    def hand(self, snapshot: Snapshot, stage: Stage) -> list[Text]: ...


def layout(key: str) -> Layout:
    """The layout of one game."""
    name = f"{__name__}.{key.replace('-', '_')}"
    return import_module(name if find_spec(name) else f"{__name__}.generic")


def dial(key: str) -> Callable[[Snapshot, Stage], Dial | None]:
    """What shows the time of a game; few games have any."""
    shown: Callable[[Snapshot, Stage], Dial | None] = getattr(
        layout(key), "dial", lambda snapshot, stage: None
    )
    return shown
