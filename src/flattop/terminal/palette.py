"""Colours of the full-screen client: a light and a dark palette, with one accent for what can be played."""

from __future__ import annotations

import os
from dataclasses import dataclass

from textual.theme import Theme


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme.  Foods and seats also have letters, so no meaning depends on colour alone."""

    name: str
    dark: bool
    paper: str
    counter: str
    card: str
    well: str
    rim: str
    ink: str
    quiet: str
    lamp: str  # the accent: whatever can be played now
    lamp_on: str
    lamp_wash: str
    good: str
    bad: str
    salad: tuple[str, str]  # of each food: its colour, and the colour of the letter on it
    sauce: tuple[str, str]
    meat: tuple[str, str]
    cheese: tuple[str, str]
    bun: tuple[str, str]
    tomato: tuple[str, str]
    die: tuple[str, str]
    seats: tuple[str, ...]

    def fill(self, food: str) -> str:
        """Return the style for text on the colour of a food."""
        ground, letter = getattr(self, FOODS[food])
        return f"bold {letter} on {ground}"

    def colour(self, food: str) -> str:
        ground, _ = getattr(self, FOODS[food])
        return str(ground)

    def ink_of(self, food: str) -> str:
        """Return the colour of a food as text.  Pale colours are darkened on the light background."""
        return self.colour(food) if self.dark else DARK_INKS.get(FOODS[food], self.colour(food))

    def seat(self, seat: int) -> str:
        return self.seats[seat % len(self.seats)]


FOODS = {
    "salad": "salad", "sauce": "sauce", "meat": "meat", "cheese": "cheese", "bun": "bun",
    "patty": "meat", "tomato": "tomato", "lettuce": "salad",
}  # fmt: skip

DARK_INKS = {"cheese": "#7D5300", "bun": "#75592F", "salad": "#2C6820"}

PAPER = Palette(
    "flattop-paper", False, paper="#F3EEE3", counter="#FBF8F1", card="#FFFDF8", well="#E9E2D3", rim="#8C8069",
    ink="#2A211A", quiet="#5F5244", lamp="#BA4209", lamp_on="#FFFFFF", lamp_wash="#FDE7D2", good="#2B6E2F",
    bad="#A8201A", salad=("#3B7F2C", "#FFFFFF"), sauce=("#C02A1C", "#FFFFFF"), meat=("#6E3E22", "#FFFFFF"),
    cheese=("#F2B322", "#332000"), bun=("#DFB36F", "#3B2608"), tomato=("#C02A1C", "#FFFFFF"),
    die=("#FFFFFF", "#2A211A"), seats=("#1F5FA6", "#8A2F7C", "#0F766E", "#AC4B0C", "#B02A55", "#4A5560"),
)  # fmt: skip

NIGHT = Palette(
    "flattop-night", True, paper="#171310", counter="#211B17", card="#2C2520", well="#120F0C", rim="#8F8170",
    ink="#F4EBDD", quiet="#BDAE9A", lamp="#FF9A3C", lamp_on="#241200", lamp_wash="#46301A", good="#8FCF74",
    bad="#FF9484", salad=("#6DB652", "#0E2207"), sauce=("#E8604B", "#2E0703"), meat=("#A06A45", "#160902"),
    cheese=("#F2B937", "#332000"), bun=("#DDB377", "#33220B"), tomato=("#E8604B", "#2E0703"),
    die=("#F4EBDD", "#171310"), seats=("#6BA7EE", "#D688C9", "#4FBDB2", "#EE9150", "#F0809F", "#A4B1BD"),
)  # fmt: skip


def theme(palette: Palette) -> Theme:
    """Return the palette as a Textual theme."""
    return Theme(
        name=palette.name,
        dark=palette.dark,
        primary=palette.lamp,
        secondary=palette.rim,
        accent=palette.lamp,
        foreground=palette.ink,
        background=palette.paper,
        surface=palette.counter,
        panel=palette.card,
        success=palette.good,
        warning=palette.lamp,
        error=palette.bad,
        variables={
            "quiet": palette.quiet,
            "lamp-on": palette.lamp_on,
            "lamp-wash": palette.lamp_wash,
            "well": palette.well,
            "rim": palette.rim,
        },
    )


def default_palette() -> Palette:
    """Return the dark palette, unless COLORFGBG says that the terminal is light."""
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return PAPER if background in ("7", "15") else NIGHT
