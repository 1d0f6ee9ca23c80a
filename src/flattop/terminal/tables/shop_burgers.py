"""Burgers as stacks: what lies in them, what goes on top next, and what they pay."""

from __future__ import annotations

from rich.text import Text

from flattop.match import Sheet
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


def places(sheet: Sheet, stage: Stage) -> list[list[Text]]:
    """Everybody's place, one's own first, then clockwise."""
    return [_place(sheet, stage, seat) for seat in stage.clockwise(sheet)]


def _place(sheet: Sheet, stage: Stage, seat: int) -> list[Text]:
    large = stage.roomy and (seat == sheet["seat"] or len(stage.people) < 3)
    burgers = _stacks(sheet, stage, seat) if large else _rows(sheet, stage, seat)
    return [_purse(sheet, stage, seat), *burgers]


def _purse(sheet: Sheet, stage: Stage, seat: int) -> Text:
    """Who it is, and what lies before the seat besides burgers."""
    view = sheet["view"]
    line = Text.assemble(("▸" if seat in sheet["waiting"] else " ", f"bold {stage.palette.lamp}"), " ")
    line.append_text(stage.person(seat, sheet))
    line.append(f"  ◉ {view['coins'][seat]}", f"bold {stage.palette.ink_of('cheese')}")
    line.append(f"  ♨ {view['spatulas'][seat]}", stage.palette.ink)
    line.append("  ▲ upgraded" if view["upgraded"][seat] else "", stage.palette.good)
    line.append(f"  ⚑ {len(view['completed'][seat])}", stage.palette.ink)
    line.append(f"  {len(view['hands'][seat])} in hand", stage.palette.quiet)
    if sheet["over"]:
        line.append(f"  {sheet['points'][seat]} points", f"bold {stage.palette.good}")
        line.append(" ★" if seat in sheet["winners"] else "", f"bold {stage.palette.good}")
    return line


def _rows(sheet: Sheet, stage: Stage, seat: int) -> list[Text]:
    """Each burger in a line from bottom to top; one's own with names."""
    lines: list[Text] = []
    for burger, stack in enumerate(sheet["view"]["burgers"][seat]):
        pieces = [_summary(sheet, stage, seat, burger)]
        for face in stack:
            pieces.append(_piece(face, stage, named=seat == sheet["seat"]))
        pieces.append(_next(sheet, stage, seat, burger))
        lines += flowed(pieces, stage.width, gap=" " if seat == sheet["seat"] else "", indent=3)
    return lines


def _summary(sheet: Sheet, stage: Stage, seat: int, burger: int) -> Text:
    """Its number, height, size and pay."""
    view = sheet["view"]
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


def _next(sheet: Sheet, stage: Stage, seat: int, burger: int) -> Text:
    """What goes on top next, by letter and word."""
    kind = sheet["view"]["wanted"][seat][burger]
    if kind == "any":
        return Text("→ * anything", stage.palette.quiet)
    return Text(f"→ {LETTERS[kind]} {TYPES[kind]}", f"bold {stage.palette.ink_of(kind)}")


def _stacks(sheet: Sheet, stage: Stage, seat: int) -> list[Text]:
    """Burgers side by side, drawn upwards from their Bottom Buns."""
    view = sheet["view"]
    blocks = [_stack(sheet, stage, seat, burger) for burger in range(len(view["burgers"][seat]))]
    tallest = max(map(len, blocks))
    level = [[Text()] * (tallest - len(block)) + block for block in blocks]
    return list(columns([[Text("  ")] * tallest, *level], stage.width, gap=2))


def _stack(sheet: Sheet, stage: Stage, seat: int, burger: int) -> list[Text]:
    faces = sheet["view"]["burgers"][seat][burger]
    lines = [_next(sheet, stage, seat, burger)]
    for face in reversed(faces):
        half = stage.pack.faces[face]
        name = f"{LETTERS[half.type]} {half.name}{'★' if half.perfect else ''}"
        lines += beside([layer(half.type, WIDTH, stage.palette, name)], [_lifts(face, stage)], gap=0)
    return [*lines, base(WIDTH, stage.palette), _summary(sheet, stage, seat, burger)]
