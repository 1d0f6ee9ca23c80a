"""Tools of the layout modules: names, colours and keys for a drawing, and the arrangement of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from flattop.kernel import Action, Game
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
