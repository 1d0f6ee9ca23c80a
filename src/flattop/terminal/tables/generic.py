"""The layout for any game without one of its own: every zone in words."""

from __future__ import annotations

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.tables.stage import Stage

LEGEND = ""


def headline(snapshot: Snapshot, stage: Stage) -> str:
    view = snapshot["view"]
    return f"round {view['round']}" if isinstance(view.get("round"), int) else ""


def board(snapshot: Snapshot, stage: Stage) -> list[Text]:
    lines = stage.game.text.state(snapshot["view"], stage.game.zones, stage.pack, stage.people)
    return [_titled(line, stage) for line in lines]


def hand(snapshot: Snapshot, stage: Stage) -> list[Text]:
    return []


def _titled(line: str, stage: Stage) -> Text:
    title, colon, rest = line.partition(": ")
    return Text.assemble((title + colon, f"bold {stage.palette.quiet}"), (rest, stage.palette.ink))
