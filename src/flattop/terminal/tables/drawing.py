"""Drawing helpers of the table layouts: names, keys, columns, food, burgers, dice, countdowns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from flattop.kernel import SECOND, Action, Game
from flattop.match import Snapshot
from flattop.terminal.palette import Palette


@dataclass(frozen=True)
class DrawContext:
    """Names, sizes, colours and keys for a drawing.  It contains nothing secret: every seat has the same."""

    game: Game
    pack: Any
    people: Sequence[str]
    ranks: Sequence[str]
    settings: Any
    palette: Palette
    width: int
    roomy: bool  # True if there is enough height for large pieces
    keys: dict[Action, str] = field(default_factory=dict)  # the key of each legal option
    chosen: Action | None = None  # the option at the cursor

    def key(self, *action: Any) -> str:
        """Return the key of an option; empty if it is not legal now."""
        return self.keys.get(action, "")

    def tag(self, *action: Any) -> Text:
        """Return the key of an option as a label, inverted at the cursor; empty if it is not legal now."""
        key = self.key(*action)
        if not key:
            return Text()
        return (
            self.lamp(f" {key} ") if action == self.chosen else Text(f" {key} ", f"bold {self.palette.lamp}")
        )

    def person(self, seat: int, snapshot: Snapshot) -> Text:
        """Return the letter, name and rank of a seat."""
        colour = self.palette.seat(seat)
        name = Text.assemble((f" {seat_letter(seat)} ", f"bold {self.palette.paper} on {colour}"), " ")
        name.append(self.people[seat], f"bold {colour}")
        if seat == snapshot["seat"]:
            name.append(" (you)", self.palette.quiet)
        elif self.ranks[seat] != "person":
            name.append(f" ({self.ranks[seat]})", self.palette.quiet)
        return name

    def padded_person(self, seat: int, snapshot: Snapshot) -> Text:
        """Return a person padded to the width of the longest one."""
        people = [self.person(other, snapshot) for other in range(len(self.people))]
        return padded(people[seat], max(person.cell_len for person in people))

    def clockwise(self, snapshot: Snapshot) -> list[int]:
        """Return all seats clockwise, beginning with the viewer's own, or with the first for a spectator."""
        seats, first = len(self.people), snapshot["seat"] or 0
        return [(first + step) % seats for step in range(seats)]

    def others(self, snapshot: Snapshot) -> list[int]:
        """Return all other seats clockwise; all seats for a spectator."""
        return self.clockwise(snapshot)[snapshot["seat"] is not None :]

    def quiet(self, words: str) -> Text:
        return Text.assemble((words, self.palette.quiet))

    def lamp(self, words: str) -> Text:
        return Text.assemble((words, f"bold {self.palette.lamp_on} on {self.palette.lamp}"))


def seat_letter(seat: int) -> str:
    return chr(ord("A") + seat)


# -- arrangement


def beside(*blocks: list[Text], gap: int = 1) -> list[Text]:
    """Place blocks of lines next to each other, aligned at the top."""
    widths = [max((line.cell_len for line in block), default=0) for block in blocks]
    rows = []
    for row in range(max((len(block) for block in blocks), default=0)):
        line = Text()
        for block, width in zip(blocks, widths, strict=True):
            cell = block[row] if row < len(block) else Text()
            line.append_text(padded(cell, width)).append(" " * gap)
        rows.append(line)
    return rows


def columns(blocks: Sequence[list[Text]], width: int, gap: int = 1) -> Iterator[Text]:
    """Place blocks next to each other, as many in a row as fit."""
    row: list[list[Text]] = []
    used = 0
    for block in blocks:
        wide = max((line.cell_len for line in block), default=0) + gap
        if row and used + wide > width:
            yield from beside(*row, gap=gap)
            row, used = [], 0
        row.append(block)
        used += wide
    yield from beside(*row, gap=gap)


def bottom_aligned(blocks: Sequence[list[Text]]) -> list[list[Text]]:
    """Add empty lines above the lower blocks, so that all have the same height."""
    height = max(len(block) for block in blocks)
    return [[Text()] * (height - len(block)) + block for block in blocks]


def padded(line: Text, width: int) -> Text:
    """Return a line of exactly this width, padded or shortened."""
    copy = line.copy()
    if copy.cell_len > width:
        copy.truncate(width, overflow="ellipsis")
    return Text.assemble(copy, " " * (width - copy.cell_len))


def flowed(pieces: Sequence[Text], width: int, gap: str = "  ", indent: int = 0) -> list[Text]:
    """Join pieces to as many lines as they need."""
    lines = [Text(" " * indent)]
    for piece in pieces:
        if lines[-1].cell_len > indent and lines[-1].cell_len + len(gap) + piece.cell_len > width:
            lines.append(Text(" " * indent))
        if lines[-1].cell_len > indent:
            lines[-1].append(gap)
        lines[-1].append_text(piece)
    return lines


def folded(line: Text, width: int, hang: int = 0) -> list[Text]:
    """Break a line that is too long between words.  `hang` indents the following lines."""
    if line.cell_len <= width:
        return [line]
    lead = len(line.plain) - len(line.plain.lstrip())
    words = [word for word in line[lead:].split(" ") if word.plain]
    first, *_ = flowed(words, width - lead, gap=" ")
    rest = words[first.plain.count(" ") + 1 :]
    return [Text.assemble(" " * lead, first), *(flowed(rest, width, gap=" ", indent=hang) if rest else [])]


LETTERS = {
    "salad": "L", "sauce": "S", "meat": "M", "cheese": "C", "bun": "B",
    "patty": "P", "tomato": "T", "lettuce": "L",
}  # fmt: skip
# Each food has its own texture, so that it can be recognised without colour.
TEXTURES = {
    "salad": "≈", "lettuce": "≈", "sauce": "~", "meat": "░", "patty": "░", "cheese": "▔",
    "tomato": "∘", "bun": " ",
}  # fmt: skip
STACKING_ORDER = ("patty", "cheese", "tomato", "lettuce")  # from the bottom bun upwards


# -- food


def chip(food: str, palette: Palette, words: str = "") -> Text:
    """Return the letter of a food on its colour, with a word after it if given."""
    return Text(f" {LETTERS[food]} {words} " if words else LETTERS[food], palette.fill(food))


def chips(foods: Sequence[str], palette: Palette) -> Text:
    line = Text()
    for food in foods:
        line.append_text(chip(food, palette))
    return line


def layer(food: str, width: int, palette: Palette, words: str = "") -> Text:
    """Return one layer of a burger seen from the side, with its letter or name."""
    label = f" {words or LETTERS[food]} "[:width]
    side = (width - len(label)) // 2
    line = TEXTURES[food] * side + label
    return Text(line + TEXTURES[food] * (width - len(line)), palette.fill(food))


def bottom_bun(width: int, palette: Palette) -> Text:
    return Text("▝" + "▀" * (width - 2) + "▘", palette.colour("bun"))


def stacked(foods: Sequence[str]) -> list[str]:
    """Sort foods as in a burger, from the bottom bun to the top bun."""
    buns = ["bun"] * foods.count("bun")
    return [
        *buns[:-1][:1],
        *[food for kind in STACKING_ORDER for food in foods if food == kind],
        *buns[2:],
        *buns[-1:],
    ]


def burger(foods: Sequence[str], width: int, palette: Palette) -> list[Text]:
    """Draw foods as a burger from top to bottom: one bun lies below, a second one on top."""
    buns = foods.count("bun")
    inside = [food for kind in STACKING_ORDER for food in foods if food == kind]
    lines = [layer("bun", width, palette)] * max(0, buns - 2)
    lines += [layer(food, width, palette) for food in reversed(inside)]
    if buns >= 2:
        lines.insert(0, Text("▗" + "▄" * (width - 2) + "▖", palette.colour("bun")))
    return [*lines, bottom_bun(width, palette)] if buns else lines


def name_lines(letter: str, name: str, width: int) -> tuple[str, str]:
    """Return a name after its letter in two lines; the second is empty if the name fits into one."""
    room = width - 2
    if len(name) <= room:
        return f"{letter} {name}", ""
    first, _, rest = name.partition(" ")
    return (f"{letter} {first}", f"  {rest}") if len(first) <= room else (letter, f"{first} {rest}".strip())


# -- dice

PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
COVERED = ("     ", "  ?  ", "     ")


def die(value: int, palette: Palette, key: str = "") -> list[Text]:
    """Draw a die with its pips, and with the key of its option on the upper edge."""
    ground, pip = palette.die
    edge = palette.lamp if key else palette.rim
    rows = [
        Text.assemble(("│", edge), (row, f"{pip} on {ground}"), ("│", edge))
        for row in PIPS.get(value, COVERED)
    ]
    return [Text(f"╭{key:─^5}╮", f"bold {edge}"), *rows, Text("╰─────╯", edge)]


def small_die(value: int, palette: Palette) -> Text:
    """Return a die as one character and its number."""
    ground, pip = palette.die
    sign = f"{chr(0x2680 + value - 1)}{value}" if value in PIPS else "?"
    return Text(sign, f"bold {pip} on {ground}")


# -- countdowns

DIGITS = {
    "0": ("█▀█", "█ █", "▀▀▀"), "1": ("▀█ ", " █ ", "▀▀▀"), "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", "▀▀█", "▀▀▀"), "4": ("█ █", "▀▀█", "  ▀"), "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"), "7": ("▀▀█", "  █", "  ▀"), "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"), ":": ("▄", "▄", " "), ".": (" ", " ", "▀"),
}  # fmt: skip
SHOWN_IN_TENTHS = 60 * SECOND  # countdowns up to this length are shown in tenths of a second
BAR_WIDTH = 24


@dataclass(frozen=True, slots=True)
class Countdown:
    """Remaining ticks, ticks in all, and a caption."""

    left: int
    total: int
    caption: str

    def after(self, ticks: float) -> Countdown:
        """Return the countdown some ticks later."""
        return Countdown(max(0, round(self.left - ticks)), self.total, self.caption)

    @property
    def time(self) -> str:
        """The remaining time as `4:05`, or as `1.7` for short countdowns."""
        if self.total <= SHOWN_IN_TENTHS:
            return f"{self.left / SECOND:.1f}"
        seconds = -(-self.left // SECOND)
        return f"{seconds // 60}:{seconds % 60:02}"


def time_bar(left: int, total: int, width: int) -> str:
    """Return a bar that runs down.  One cell is left until the very end."""
    full = -(-left * width // max(1, total))
    return "█" * full + "░" * (width - full)


def draw_countdown(countdown: Countdown, palette: Palette, roomy: bool) -> Text:
    """Draw a countdown in one line, or with large digits in three.  Its last quarter is coloured."""
    colour = palette.ink
    if countdown.left * 10 <= countdown.total:
        colour = palette.bad
    elif countdown.left * 4 <= countdown.total:
        colour = palette.lamp
    bar = Text(time_bar(countdown.left, countdown.total, BAR_WIDTH), f"bold {colour}")
    if not roomy:
        return Text.assemble(
            (f"{countdown.time} ", f"bold {colour}"), bar, (f" {countdown.caption}", palette.ink)
        )
    rows = [
        Text(" ".join(DIGITS[sign][row] for sign in countdown.time), f"bold {colour}") for row in range(3)
    ]
    rows[0].append(f"   {countdown.caption}", palette.ink)
    rows[1].append("   ").append_text(bar)
    return Text("\n").join(rows)
