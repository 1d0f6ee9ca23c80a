"""Time on a screen: a countdown in large digits, and bars that run down like sand."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from flattop.kernel import SECOND
from flattop.terminal.palette import Palette

DIGITS = {
    "0": ("█▀█", "█ █", "▀▀▀"), "1": ("▀█ ", " █ ", "▀▀▀"), "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", "▀▀█", "▀▀▀"), "4": ("█ █", "▀▀█", "  ▀"), "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"), "7": ("▀▀█", "  █", "  ▀"), "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"), ":": ("▄", "▄", " "), ".": (" ", " ", "▀"),
}  # fmt: skip
SHORT = 60 * SECOND  # a time so short has tenths
BAR = 24


@dataclass(frozen=True, slots=True)
class Dial:
    """How much is left of how much, in ticks, and what for."""

    left: int
    whole: int
    words: str

    def after(self, ticks: float) -> Dial:
        """The same a moment later."""
        return Dial(max(0, round(self.left - ticks)), self.whole, self.words)


def written(dial: Dial) -> str:
    """`4:05`, or `1.7` where tenths matter."""
    if dial.whole <= SHORT:
        return f"{dial.left / SECOND:.1f}"
    seconds = -(-dial.left // SECOND)
    return f"{seconds // 60}:{seconds % 60:02}"


def sand(left: int, whole: int, width: int) -> str:
    """A bar that runs down; a grain is left until the very end."""
    full = -(-left * width // max(1, whole))
    return "█" * full + "░" * (width - full)


def drawn(dial: Dial, palette: Palette, roomy: bool) -> Text:
    """Three lines where there is room, else one."""
    ink = f"bold {_ink(dial, palette)}"
    bar = Text(sand(dial.left, dial.whole, BAR), ink)
    if not roomy:
        return Text.assemble((f"{written(dial)} ", ink), bar, (f" {dial.words}", palette.ink))
    rows = [Text(" ".join(DIGITS[sign][row] for sign in written(dial)), ink) for row in range(3)]
    rows[0].append(f"   {dial.words}", palette.ink)
    rows[1].append("   ").append_text(bar)
    return Text("\n").join(rows)


def _ink(dial: Dial, palette: Palette) -> str:
    """The last quarter glows, the last tenth is marked as bad; the bar says the same by its length."""
    if dial.left * 10 <= dial.whole:
        return palette.bad
    return palette.lamp if dial.left * 4 <= dial.whole else palette.ink
