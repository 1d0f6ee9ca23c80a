"""The layout of games that have no layout of their own: every zone as a line of text."""

from __future__ import annotations

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.tables.drawing import DrawContext

LEGEND = ""


def headline(snapshot: Snapshot, ctx: DrawContext) -> str:
    view = snapshot["view"]
    return f"round {view['round']}" if isinstance(view.get("round"), int) else ""


def board(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    lines = []
    for line in ctx.game.text.state(snapshot["view"], ctx.game.zones, ctx.pack, ctx.people):
        title, colon, rest = line.partition(": ")
        lines.append(Text.assemble((title + colon, f"bold {ctx.palette.quiet}"), (rest, ctx.palette.ink)))
    return lines


def hand(snapshot: Snapshot, ctx: DrawContext) -> list[Text]:
    return []
