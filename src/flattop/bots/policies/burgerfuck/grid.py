"""Where a house pawn drops: complete a line, block one, build towards one, and never help a rival up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

from flattop.games.burgerfuck.grid import COLUMNS, LINE, ROWS
from flattop.kernel import Seat

Cell = tuple[int, int]
Board = dict[Cell, Seat]
Rest = tuple[Cell, Cell, Cell]  # the other three cells of a line of four

WIN, BLOCK, HELPS_RIVAL = 1000.0, 300.0, -120.0
OWN = (0.5, 3.0, 14.0, WIN)  # by how many of the other three cells of a line are one's own
RIVAL = (0.2, 1.5, 6.0, BLOCK)  # and what it is worth to stand in a rival's way


def _lines() -> dict[Cell, tuple[Rest, ...]]:
    """For each cell the other three cells of every line of four through it."""
    lines_of: dict[Cell, list[Rest]] = {cell: [] for cell in product(range(COLUMNS), range(ROWS))}
    for (column, row), (across, up) in product(list(lines_of), ((1, 0), (0, 1), (1, 1), (1, -1))):
        line = [(column + i * across, row + i * up) for i in range(LINE)]
        if all(cell in lines_of for cell in line):
            for cell in line:
                one, two, three = [other for other in line if other != cell]
                lines_of[cell].append((one, two, three))
    return {cell: tuple(lines) for cell, lines in lines_of.items()}


LINES = _lines()


def board(grid: Sequence[Sequence[Seat]]) -> Board:
    return {(column, row): seat for column, pawns in enumerate(grid) for row, seat in enumerate(pawns)}


def drop_score(pawns: Board, seat: Seat, cell: Cell) -> float:
    """What a pawn on the cell is worth to the seat, the cell above it included."""
    column, row = cell
    score = cell_score(pawns, seat, cell) - abs(column - COLUMNS // 2) * 0.3
    if row + 1 < ROWS and helps_rival(pawns, seat, (column, row + 1)):
        score += HELPS_RIVAL
    return score


def cell_score(pawns: Board, seat: Seat, cell: Cell) -> float:
    score, owner = 0.0, pawns.get
    for one, two, three in LINES[cell]:
        score += line_score(seat, owner(one), owner(two), owner(three))
    return score


@cache
def line_score(seat: Seat, *others: Seat | None) -> float:
    """What a pawn adds to a line, by who stands on its other three cells."""
    owners = [owner for owner in others if owner is not None]
    if not owners:
        return OWN[0]
    if owners.count(owners[0]) < len(owners):
        return 0.0
    return (OWN if owners[0] == seat else RIVAL)[len(owners)]


def helps_rival(pawns: Board, seat: Seat, cell: Cell) -> bool:
    """Whether a rival could complete a line on the cell."""
    owner = pawns.get
    for one, two, three in LINES[cell]:
        rival = owner(one, seat)
        if rival != seat and rival == owner(two) == owner(three):
            return True
    return False


def best_columns(grid: Sequence[Sequence[Seat]], seat: Seat, columns: Sequence[int]) -> list[int]:
    """The columns of highest score among those that are open."""
    pawns = board(grid)
    scores = {column: drop_score(pawns, seat, (column, len(grid[column]))) for column in columns}
    best = max(scores.values())
    return [column for column in columns if scores[column] == best]


def can_complete(grid: Sequence[Sequence[Seat]], seat: Seat) -> bool:
    """Whether one more pawn of the seat would make a line."""
    pawns = board(grid)
    tops = [(column, len(grid[column])) for column in range(COLUMNS) if len(grid[column]) < ROWS]
    own = {cell for cell, owner in pawns.items() if owner == seat}
    return any(own.issuperset(line) for cell in tops for line in LINES[cell])
