"""The table as an image: shared zones on the left, the seats on the right, cards as labelled chips."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from textwrap import shorten
from typing import Any, NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from flattop.kernel import EVERYONE, HIDDEN, VACANT, Seat, seat_names
from flattop.match import Observation

SIZE = (1280, 720)
SHARED_WIDTH = 0.4  # share of the width for zones that belong to no seat
SEATS_PER_ROW = 3
MARGIN, GAP, LINE, FONT_SIZE = 12, 6, 20, 14
PAPER, PANEL, BORDER, GREY, ACCENT = "#F3EEE3", "#FBF8F1", "#8C8069", "#5F5244", "#BA4209"
SEAT_COLOURS = ("#1F5FA6", "#8A2F7C", "#0F766E", "#AC4B0C", "#B02A55", "#4A5560")
INK, CARD, CARD_BACK = "#2A211A", "#FFFDF8", "#C9BDA6"
FOOD_COLOURS = {  # background and text
    "salad": ("#3B7F2C", "#FFFFFF"),
    "sauce": ("#C02A1C", "#FFFFFF"),
    "meat": ("#6E3E22", "#FFFFFF"),
    "cheese": ("#F2B322", "#332000"),
    "bun": ("#DFB36F", "#3B2608"),
}
SUBSTITUTES = str.maketrans("★♠♥♦♣×–−", "*shdcx--")  # for characters that the font does not have
MAX_CHIPS = 30  # of one pile
MAX_LABEL = 32  # characters on a chip
FACE_DOWN = "face down"


class Chip(NamedTuple):
    """A card, or several equal ones.  A card with two ends has a colour for each."""

    words: str
    colours: tuple[str, ...]
    ink: str = INK


class ZoneImage(NamedTuple):
    """One zone: a text, and rows of chips below it."""

    words: str
    rows: list[list[Chip]]


class Item(NamedTuple):
    """A chip or a line of text at its position in a panel."""

    x: float
    y: float
    content: Chip | str


class Panel(NamedTuple):
    """A titled rectangle for the shared zones or for one seat."""

    title: str
    colour: str
    width: int
    height: int
    items: list[Item]


def table_image(obs: Observation) -> Any:
    """Return an observation as an array of height, width and colours."""
    people, width = seat_names(obs.seats), SIZE[0]
    shared = panel(obs.game.title, ACCENT, int(width * SHARED_WIDTH) - MARGIN, zone_images(obs, None))
    columns = min(SEATS_PER_ROW, obs.seats)
    seat_width = int((width * (1 - SHARED_WIDTH) - MARGIN) / columns) - MARGIN
    seats = [
        panel(name, SEAT_COLOURS[seat], seat_width, zone_images(obs, seat))
        for seat, name in enumerate(people)
    ]
    return np.asarray(scaled(draw_panels(shared, seats, columns, obs.seat)))


# -- layout


def panel(title: str, colour: str, width: int, zones: list[ZoneImage]) -> Panel:
    """Place zones one below the other."""
    items: list[Item] = []
    y = float(MARGIN + LINE + GAP)
    for zone in zones:
        for item in zone_items(zone, width - 2 * MARGIN):
            items.append(Item(item.x + MARGIN, item.y + y, item.content))
        y = items[-1].y + LINE + GAP
    return Panel(title, colour, width, int(y + MARGIN), items)


def zone_items(zone: ZoneImage, width: float) -> Iterator[Item]:
    """Place the text of a zone line by line and its chips side by side."""
    y = 0.0
    for line in wrapped(zone.words, width):
        yield Item(0, y, line)
        y += LINE
    for chips in zone.rows:
        x = 0.0
        for chip in chips:
            if x and x + chip_width(chip) > width:
                x, y = 0.0, y + LINE + 2
            yield Item(x, y, chip)
            x += chip_width(chip) + 4
        y += LINE + 4


def wrapped(words: str, width: float) -> Iterator[str]:
    """Break a text into lines that fit."""
    line = ""
    for word in words.split():
        if line and font().getlength(f"{line} {word}") > width:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    if line:
        yield line


# -- drawing


def draw_panels(shared: Panel, seats: list[Panel], columns: int, seat: int) -> Any:
    """Draw all panels, with a thick border around the observing seat."""
    rows = [seats[i : i + columns] for i in range(0, len(seats), columns)]
    heights = [max(panel.height for panel in row) for row in rows]
    total = max(shared.height, sum(heights) + MARGIN * (len(rows) - 1)) + 2 * MARGIN
    image = Image.new("RGB", (SIZE[0], max(total, SIZE[1])), PAPER)
    draw = ImageDraw.Draw(image)
    draw_panel(draw, shared, MARGIN, MARGIN, False)
    y = MARGIN
    for row, height in zip(rows, heights, strict=True):
        for column, panel in enumerate(row):
            x = int(SIZE[0] * SHARED_WIDTH) + MARGIN + column * (panel.width + MARGIN)
            draw_panel(draw, panel._replace(height=height), x, y, panel is seats[seat])
        y += height + MARGIN
    return image


def draw_panel(draw: Any, panel: Panel, x: int, y: int, is_observer: bool) -> None:
    frame = (x, y, x + panel.width, y + panel.height)
    draw.rounded_rectangle(frame, 8, PANEL, panel.colour if is_observer else BORDER, 3 if is_observer else 1)
    draw.text((x + MARGIN, y + MARGIN - 2), panel.title, panel.colour, font(FONT_SIZE + 4))
    for item in panel.items:
        draw_item(draw, item, x + item.x, y + item.y)


def draw_item(draw: Any, item: Item, x: float, y: float) -> None:
    if isinstance(item.content, str):
        draw.text((x, y), item.content.translate(SUBSTITUTES), GREY, font())
        return
    chip, width = item.content, chip_width(item.content)
    draw.rounded_rectangle((x, y, x + width, y + LINE - 2), 4, chip.colours[0], INK)
    for place, colour in enumerate(reversed(chip.colours[1:])):
        draw.rectangle((x + width - 9 - 7 * place, y + 3, x + width - 4 - 7 * place, y + LINE - 5), colour)
    draw.text((x + 5, y + 1), chip.words.translate(SUBSTITUTES), chip.ink, font(FONT_SIZE - 2))


def chip_width(chip: Chip) -> float:
    words = font(FONT_SIZE - 2).getlength(chip.words.translate(SUBSTITUTES))
    return float(words) + 10 + 7 * (len(chip.colours) - 1)


@cache
def font(size: int = FONT_SIZE) -> Any:
    return ImageFont.load_default(size)


def scaled(image: Any) -> Any:
    """Shrink an image that is too tall to the fixed size."""
    if image.size == SIZE:
        return image
    scale = SIZE[1] / image.size[1]
    smaller = image.resize((int(image.size[0] * scale), SIZE[1]), Image.Resampling.LANCZOS)
    whole = Image.new("RGB", SIZE, PAPER)
    whole.paste(smaller, ((SIZE[0] - smaller.size[0]) // 2, 0))
    return whole


# -- zones as text and chips


def zone_images(obs: Observation, owner: Seat | None) -> list[ZoneImage]:
    """Return the zones of one seat, or those that belong to no seat."""
    text, people = obs.game.text, seat_names(obs.seats)
    images = []
    for name, value in obs.view.items():
        zone, words = obs.game.zones[name], text.zones.get(name)
        if words is None or words.hidden or zone.per_seat != (owner is not None):
            continue
        part = value[owner] if owner is not None and value else value
        if words.kind in text.namers and isinstance(part, list):
            rows = [*chip_rows(obs, words.kind, part)]
            images.append(ZoneImage(f"{words.title}:" if rows else f"{words.title}: none", rows))
        else:
            sentences = text.state({name: part}, {name: EVERYONE}, obs.pack, people)
            images.append(ZoneImage(" ".join(sentences), []))
    return images


def chip_rows(obs: Observation, kind: str, value: list[Any]) -> Iterator[list[Chip]]:
    """Yield a row of chips for each pile in a nested list."""
    if any(isinstance(inner, list) for inner in value):
        for inner in value:
            yield from chip_rows(obs, kind, inner)
    elif pile := chips(obs, kind, value):
        yield pile


def chips(obs: Observation, kind: str, pile: Iterable[int]) -> list[Chip]:
    """Return a pile from the bottom up with equal neighbours merged.

    Of a tall pile only the top is shown.
    """
    groups = groupby(chip(obs, kind, card) for card in pile if card != VACANT)
    shown = [one._replace(words=counted(one.words, len([*same]))) for one, same in groups]
    more = len(shown) - MAX_CHIPS
    return ([Chip(f"{more} more below", (CARD,))] if more > 0 else []) + shown[-MAX_CHIPS:]


def counted(words: str, times: int) -> str:
    """Return the label of equal chips with their number."""
    if words == FACE_DOWN:
        return f"{times} {words}"
    return words if times == 1 else f"{words} ({times})"


def chip(obs: Observation, kind: str, card: int) -> Chip:
    """Return the chip of a card.  On cards of the Burger Up family it has the colours of their foods."""
    if card == HIDDEN:
        return Chip(FACE_DOWN, (CARD_BACK,))
    words = obs.game.text.noun(kind, card, obs.pack, seat_names(obs.seats))
    label = shorten(words, MAX_LABEL, placeholder=" ...")
    types = getattr(obs.pack, "type_of", ())
    if not types or kind not in ("card", "face", "end"):
        return Chip(label, (CARD,))
    ends = [types[card]] if kind != "card" else [types[2 * card], types[2 * card + 1]]
    foods = [food for food in dict.fromkeys(ends) if food in FOOD_COLOURS]
    if len(foods) == 1:
        background, ink = FOOD_COLOURS[foods[0]]
        return Chip(label, (background,), ink)
    return Chip(label, (CARD, *[FOOD_COLOURS[food][0] for food in foods]))
