"""The table as a picture: what belongs to all on the left, the seats on the right, cards as chips."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from flattop.envs.render.zones import INK, Chip, Piece, Words, pieces
from flattop.kernel import seat_names
from flattop.match import Observation

SIZE = (1280, 720)
SHARE = 0.4  # of the width, for what belongs to all
BESIDE = 3  # seats, at most
EDGE, GAP, LINE, LETTERS = 12, 6, 20, 14
PAPER, COUNTER, RIM, QUIET, LAMP = "#F3EEE3", "#FBF8F1", "#8C8069", "#5F5244", "#BA4209"
SEATS = ("#1F5FA6", "#8A2F7C", "#0F766E", "#AC4B0C", "#B02A55", "#4A5560")
PLAIN = str.maketrans("★♠♥♦♣×–−", "*shdcx--")  # signs that the font has not


class Spot(NamedTuple):
    """A chip or a line of words at its place in a panel."""

    x: float
    y: float
    what: Chip | str


class Panel(NamedTuple):
    """A sheet of paper with a title: of the whole table or of one seat."""

    title: str
    colour: str
    width: int
    height: int
    spots: list[Spot]


def picture(obs: Observation) -> Any:
    """What one seat sees, as an array of height, width and colours."""
    people, width = seat_names(obs.seats), SIZE[0]
    shared = panel(obs.game.title, LAMP, int(width * SHARE) - EDGE, pieces(obs, None))
    beside = min(BESIDE, obs.seats)
    each = int((width * (1 - SHARE) - EDGE) / beside) - EDGE
    own = [panel(name, SEATS[seat], each, pieces(obs, seat)) for seat, name in enumerate(people)]
    return np.asarray(fitted(laid_out(shared, own, beside, obs.seat)))


def panel(title: str, colour: str, width: int, contents: list[Piece]) -> Panel:
    """Everything that lies there, one thing under the other."""
    spots: list[Spot] = []
    y = float(EDGE + LINE + GAP)
    for piece in contents:
        for spot in flowing(piece, width - 2 * EDGE):
            spots.append(Spot(spot.x + EDGE, spot.y + y, spot.what))
        y = spots[-1].y + LINE + GAP
    return Panel(title, colour, width, int(y + EDGE), spots)


def flowing(piece: Piece, width: float) -> Iterator[Spot]:
    """The words of a piece line by line, and its chips side by side."""
    y = 0.0
    for line in wrapped(piece.words, width):
        yield Spot(0, y, line)
        y += LINE
    for chips in piece.rows:
        x = 0.0
        for chip in chips:
            if x and x + chip_width(chip) > width:
                x, y = 0.0, y + LINE + 2
            yield Spot(x, y, chip)
            x += chip_width(chip) + 4
        y += LINE + 4


def wrapped(words: Words, width: float) -> Iterator[str]:
    """Words in lines that fit."""
    line = ""
    for word in words.split():
        if line and letters().getlength(f"{line} {word}") > width:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    if line:
        yield line


def laid_out(shared: Panel, own: list[Panel], beside: int, seat: int) -> Any:
    """All panels on one sheet; the seat that looks has a lamp over it."""
    rows = [own[i : i + beside] for i in range(0, len(own), beside)]
    heights = [max(panel.height for panel in row) for row in rows]
    whole = max(shared.height, sum(heights) + EDGE * (len(rows) - 1)) + 2 * EDGE
    image = Image.new("RGB", (SIZE[0], max(whole, SIZE[1])), PAPER)
    draw = ImageDraw.Draw(image)
    draw_panel(draw, shared, EDGE, EDGE, False)
    y = EDGE
    for row, height in zip(rows, heights, strict=True):
        for column, one in enumerate(row):
            x = int(SIZE[0] * SHARE) + EDGE + column * (one.width + EDGE)
            draw_panel(draw, one._replace(height=height), x, y, one is own[seat])
        y += height + EDGE
    return image


def draw_panel(draw: Any, panel: Panel, x: int, y: int, lit: bool) -> None:
    frame = (x, y, x + panel.width, y + panel.height)
    draw.rounded_rectangle(frame, 8, COUNTER, panel.colour if lit else RIM, 3 if lit else 1)
    draw.text((x + EDGE, y + EDGE - 2), panel.title, panel.colour, letters(LETTERS + 4))
    for spot in panel.spots:
        draw_spot(draw, spot, x + spot.x, y + spot.y)


def draw_spot(draw: Any, spot: Spot, x: float, y: float) -> None:
    if isinstance(spot.what, str):
        draw.text((x, y), spot.what.translate(PLAIN), QUIET, letters())
        return
    chip, wide = spot.what, chip_width(spot.what)
    draw.rounded_rectangle((x, y, x + wide, y + LINE - 2), 4, chip.colours[0], INK)
    for place, colour in enumerate(reversed(chip.colours[1:])):
        draw.rectangle((x + wide - 9 - 7 * place, y + 3, x + wide - 4 - 7 * place, y + LINE - 5), colour)
    draw.text((x + 5, y + 1), chip.words.translate(PLAIN), chip.ink, letters(LETTERS - 2))


def chip_width(chip: Chip) -> float:
    words = letters(LETTERS - 2).getlength(chip.words.translate(PLAIN))
    return float(words) + 10 + 7 * (len(chip.colours) - 1)


@cache
def letters(size: int = LETTERS) -> Any:
    return ImageFont.load_default(size)


def fitted(image: Any) -> Any:
    """A picture of one and the same size: what is taller is made smaller."""
    if image.size == SIZE:
        return image
    scale = SIZE[1] / image.size[1]
    smaller = image.resize((int(image.size[0] * scale), SIZE[1]), Image.Resampling.LANCZOS)
    whole = Image.new("RGB", SIZE, PAPER)
    whole.paste(smaller, ((SIZE[0] - smaller.size[0]) // 2, 0))
    return whole
