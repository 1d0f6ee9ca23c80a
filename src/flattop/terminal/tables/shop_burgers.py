"""Burgers as stacks: what lies in them, what goes on top next, and what they pay."""

from __future__ import annotations

from rich.text import Text

from flattop.match import Snapshot
from flattop.terminal.pieces.food import LETTERS, base, chip, layer
from flattop.terminal.tables.stage import Stage, beside, columns, flowed

WIDTH = 20
TYPES = {
    "salad": "Salad",
    "sauce": "Sauce",
    "meat": "Meat",
    "cheese": "Cheese",
    "bun": "Middle Bun",
    "any": "anything",
}


def places(snapshot: Snapshot, stage: Stage) -> list[list[Text]]:
    """Everybody's place, one's own first, then clockwise."""
    return [_place(snapshot, stage, seat) for seat in stage.clockwise(snapshot)]


def _place(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    large = stage.roomy and (seat == snapshot["seat"] or len(stage.people) < 3)
    burgers = _stacks(snapshot, stage, seat) if large else _rows(snapshot, stage, seat)
    return [_purse(snapshot, stage, seat), *burgers]


def _purse(snapshot: Snapshot, stage: Stage, seat: int) -> Text:
    """Who it is, and what lies before the seat besides burgers."""
    view = snapshot["view"]
    line = Text.assemble(("▸" if seat in snapshot["waiting"] else " ", f"bold {stage.palette.lamp}"), " ")
    line.append_text(stage.person(seat, snapshot))
    line.append(f"  ◉ {view['coins'][seat]}", f"bold {stage.palette.ink_of('cheese')}")
    line.append(f"  ♨ {view['spatulas'][seat]}", stage.palette.ink)
    line.append("  ▲ upgraded" if view["upgraded"][seat] else "", stage.palette.good)
    line.append(f"  ⚑ {len(view['completed'][seat])}", stage.palette.ink)
    line.append(f"  {len(view['hands'][seat])} in hand", stage.palette.quiet)
    if snapshot["over"]:
        line.append(f"  {snapshot['points'][seat]} points", f"bold {stage.palette.good}")
        line.append(" ★" if seat in snapshot["winners"] else "", f"bold {stage.palette.good}")
    return line


def _rows(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    """Each burger in a line from bottom to top; one's own with names."""
    lines: list[Text] = []
    for burger, stack in enumerate(snapshot["view"]["burgers"][seat]):
        pieces = [_summary(snapshot, stage, seat, burger)]
        for face in stack:
            pieces.append(_piece(face, stage, named=seat == snapshot["seat"]))
        pieces.append(_next(snapshot, stage, seat, burger))
        lines += flowed(pieces, stage.width, gap=" " if seat == snapshot["seat"] else "", indent=3)
    return lines


def _summary(snapshot: Snapshot, stage: Stage, seat: int, burger: int) -> Text:
    """Its number, height, size and pay."""
    view = snapshot["view"]
    size = next((size.name for size in stage.pack.sizes if size.id == view["sizes"][seat][burger]), "empty")
    pay = f" ${view['pays'][seat][burger]}" if view["burgers"][seat][burger] else ""
    return Text(f"{burger + 1}: {view['heights'][seat][burger]} {size}{pay} ", f"bold {stage.palette.ink}")


def _piece(face: int, stage: Stage, named: bool) -> Text:
    """One card of a burger, with the keys of the Spatula."""
    half = stage.pack.faces[face]
    star = "★" if half.perfect else ""
    piece = chip(half.type, stage.palette, f"{half.name}{star}" if named else star)
    return piece.append_text(_lifts(face, stage))


def _lifts(face: int, stage: Stage) -> Text:
    keys = stage.tag("scrape", face >> 1)
    for burger in range(4):
        keys.append_text(stage.tag("shift", face >> 1, burger))
    return keys


def _next(snapshot: Snapshot, stage: Stage, seat: int, burger: int) -> Text:
    """What goes on top next, by letter and word."""
    kind = snapshot["view"]["wanted"][seat][burger]
    if kind == "any":
        return Text("→ * anything", stage.palette.quiet)
    return Text(f"→ {LETTERS[kind]} {TYPES[kind]}", f"bold {stage.palette.ink_of(kind)}")


def _stacks(snapshot: Snapshot, stage: Stage, seat: int) -> list[Text]:
    """Burgers side by side, drawn upwards from their Bottom Buns."""
    view = snapshot["view"]
    blocks = [_stack(snapshot, stage, seat, burger) for burger in range(len(view["burgers"][seat]))]
    tallest = max(map(len, blocks))
    level = [[Text()] * (tallest - len(block)) + block for block in blocks]
    return list(columns([[Text("  ")] * tallest, *level], stage.width, gap=2))


def _stack(snapshot: Snapshot, stage: Stage, seat: int, burger: int) -> list[Text]:
    faces = snapshot["view"]["burgers"][seat][burger]
    lines = [_next(snapshot, stage, seat, burger)]
    for face in reversed(faces):
        half = stage.pack.faces[face]
        name = f"{LETTERS[half.type]} {half.name}{'★' if half.perfect else ''}"
        lines += beside([layer(half.type, WIDTH, stage.palette, name)], [_lifts(face, stage)], gap=0)
    return [*lines, base(WIDTH, stage.palette), _summary(snapshot, stage, seat, burger)]
