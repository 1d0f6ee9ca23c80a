"""Dice: a box with pips where there is room, a sign and its number where there is not."""

from __future__ import annotations

from rich.text import Text

from flattop.terminal.palette import Palette

PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
COVERED = ("     ", "  ?  ", "     ")


def die(value: int, palette: Palette, lit: str = "") -> list[Text]:
    """A die seen from above, with its key on the upper edge if it is lit."""
    ground, pip = palette.die
    edge = palette.lamp if lit else palette.rim
    top = f"╭{lit:─^5}╮"
    rows = [
        Text.assemble(("│", edge), (row, f"{pip} on {ground}"), ("│", edge))
        for row in PIPS.get(value, COVERED)
    ]
    return [Text(top, f"bold {edge}"), *rows, Text("╰─────╯", edge)]


def small_die(value: int, palette: Palette) -> Text:
    """A die in a line of words."""
    ground, pip = palette.die
    sign = f"{chr(0x2680 + value - 1)}{value}" if value in PIPS else "?"
    return Text(sign, f"bold {pip} on {ground}")
