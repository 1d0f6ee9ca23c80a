"""What a layout may know besides the sheet: names, sizes, colours, and which options are lit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from flattop.kernel import Action, Game
from flattop.match import Snapshot
from flattop.terminal.palette import Palette


@dataclass(frozen=True)
class Stage:
    """The same for everybody at the table, so nothing in it can give a secret away."""

    game: Game
    pack: Any
    people: Sequence[str]
    ranks: Sequence[str]
    settings: Any
    palette: Palette
    width: int
    roomy: bool  # whether there is height to draw things large
    keys: dict[Action, str] = field(default_factory=dict)  # the number of each option
    chosen: Action | None = None  # the option the cursor is on

    def key(self, *action: Any) -> str:
        """The key of an option, empty if it is not open now."""
        return self.keys.get(action, "")

    def person(self, seat: int, snapshot: Snapshot) -> Text:
        """A seat's letter, name and rank; a mark for oneself."""
        colour = self.palette.seat(seat)
        name = Text.assemble((f" {seat_letter(seat)} ", f"bold {self.palette.paper} on {colour}"), " ")
        name.append(self.people[seat], f"bold {colour}")
        if seat == snapshot["seat"]:
            name.append(" (you)", self.palette.quiet)
        elif self.ranks[seat] != "person":
            name.append(f" ({self.ranks[seat]})", self.palette.quiet)
        return name

    def clockwise(self, snapshot: Snapshot) -> list[int]:
        """All seats, one's own first; who only watches begins with the first."""
        seats, first = len(self.people), snapshot["seat"] or 0
        return [(first + step) % seats for step in range(seats)]

    def others(self, snapshot: Snapshot) -> list[int]:
        """Everybody else clockwise; all seats for who only watches."""
        return self.clockwise(snapshot)[snapshot["seat"] is not None :]

    def quiet(self, words: str) -> Text:
        return Text.assemble((words, self.palette.quiet))

    def lamp(self, words: str) -> Text:
        return Text.assemble((words, f"bold {self.palette.lamp_on} on {self.palette.lamp}"))

    def tag(self, *action: Any) -> Text:
        """The key of an option, filled where the cursor is; nothing if it is not open now."""
        key = self.key(*action)
        if not key:
            return Text()
        return (
            self.lamp(f" {key} ") if action == self.chosen else Text(f" {key} ", f"bold {self.palette.lamp}")
        )


def seat_letter(seat: int) -> str:
    """Seats are told apart by a letter as well as by colour."""
    return chr(ord("A") + seat)


def beside(*blocks: list[Text], gap: int = 1) -> list[Text]:
    """Blocks of lines next to each other, all aligned at the top."""
    widths = [max((line.cell_len for line in block), default=0) for block in blocks]
    rows = max((len(block) for block in blocks), default=0)
    return [_row(blocks, widths, row, gap) for row in range(rows)]


def _row(blocks: Sequence[list[Text]], widths: list[int], row: int, gap: int) -> Text:
    line = Text()
    for block, width in zip(blocks, widths, strict=True):
        cell = block[row] if row < len(block) else Text()
        line.append_text(padded(cell, width)).append(" " * gap)
    return line


def padded(line: Text, width: int) -> Text:
    """A line of exactly so many cells."""
    copy = line.copy()
    if copy.cell_len > width:
        copy.truncate(width, overflow="ellipsis")
    return Text.assemble(copy, " " * (width - copy.cell_len))


def flowed(pieces: Sequence[Text], width: int, gap: str = "  ", indent: int = 0) -> list[Text]:
    """Pieces one after the other, in as many lines as they need."""
    lines = [Text(" " * indent)]
    for piece in pieces:
        if lines[-1].cell_len > indent and lines[-1].cell_len + len(gap) + piece.cell_len > width:
            lines.append(Text(" " * indent))
        if lines[-1].cell_len > indent:
            lines[-1].append(gap)
        lines[-1].append_text(piece)
    return lines


def folded(line: Text, width: int, hang: int = 0) -> list[Text]:
    """A line that is too long, broken between words; what follows stands a bit to the right."""
    if line.cell_len <= width:
        return [line]
    lead = len(line.plain) - len(line.plain.lstrip())
    words = [word for word in line[lead:].split(" ") if word.plain]
    first, *_ = flowed(words, width - lead, gap=" ")
    rest = words[first.plain.count(" ") + 1 :]
    return [Text.assemble(" " * lead, first), *(flowed(rest, width, gap=" ", indent=hang) if rest else [])]


def columns(blocks: Sequence[list[Text]], width: int, gap: int = 1) -> Iterator[Text]:
    """Blocks side by side, as many to a row as fit."""
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
