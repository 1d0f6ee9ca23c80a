"""Food in text: layers that stack to a burger, and chips where there is little room."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from flattop.terminal.palette import Palette

LETTERS = {
    "salad": "L", "sauce": "S", "meat": "M", "cheese": "C", "bun": "B",
    "patty": "P", "tomato": "T", "lettuce": "L",
}  # fmt: skip
# Each food has a texture of its own, so that it is known without its colour too.
TEXTURES = {
    "salad": "≈", "lettuce": "≈", "sauce": "~", "meat": "░", "patty": "░", "cheese": "▔",
    "tomato": "∘", "bun": " ",
}  # fmt: skip
RISING = ("patty", "cheese", "tomato", "lettuce")  # how a cook would stack them on the bottom bun


def chip(food: str, palette: Palette, words: str = "") -> Text:
    """A food's letter on its colour, with a word behind it where there is room."""
    return Text(f" {LETTERS[food]} {words} " if words else LETTERS[food], palette.fill(food))


def chips(foods: Sequence[str], palette: Palette) -> Text:
    """Several foods as single letters, each on its colour."""
    line = Text()
    for food in foods:
        line.append_text(chip(food, palette))
    return line


def layer(food: str, width: int, palette: Palette, words: str = "") -> Text:
    """One layer seen from the side, with its letter or its name on it."""
    label = f" {words or LETTERS[food]} "[:width]
    side = (width - len(label)) // 2
    line = TEXTURES[food] * side + label
    return Text(line + TEXTURES[food] * (width - len(line)), palette.fill(food))


def lid(width: int, palette: Palette) -> Text:
    """The round top of a bun."""
    return Text("▗" + "▄" * (width - 2) + "▖", palette.colour("bun"))


def base(width: int, palette: Palette) -> Text:
    """The flat bottom bun."""
    return Text("▝" + "▀" * (width - 2) + "▘", palette.colour("bun"))


def stacked(foods: Sequence[str]) -> list[str]:
    """Tokens in the order of a burger, from the bottom bun to the top one."""
    buns = ["bun"] * foods.count("bun")
    return [
        *buns[:-1][:1],
        *[food for kind in RISING for food in foods if food == kind],
        *buns[2:],
        *buns[-1:],
    ]


def burger(foods: Sequence[str], width: int, palette: Palette) -> list[Text]:
    """A dish as a burger from top to bottom: a bun under it, and one on it if there are two."""
    buns = foods.count("bun")
    inside = [food for kind in RISING for food in foods if food == kind]
    lines = [layer("bun", width, palette)] * max(0, buns - 2)
    lines += [layer(food, width, palette) for food in reversed(inside)]
    if buns >= 2:
        lines = [lid(width, palette), *lines]
    return [*lines, base(width, palette)] if buns else lines
