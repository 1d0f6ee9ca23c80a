"""Where a house pawn drops: complete a line, block one, build towards one, and never help a rival up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

from flattop.games.burgerfuck.grid import COLUMNS, LINE, ROWS
from flattop.kernel import Seat

Cell = int  # column * ROWS + row
Board = list[int]  # by cell: whose pawn stands there, or EMPTY
Grid = Sequence[Sequence[Seat]]

WIN, BLOCK, HELPS_RIVAL = 1000.0, 300.0, -120.0
OWN = (0.5, 3.0, 14.0, WIN)  # by how many of the other three cells of a line are one's own
RIVAL = (0.2, 1.5, 6.0, BLOCK)  # and what it is worth to stand in a rival's way
OFF_CENTRE = tuple(abs(column - COLUMNS // 2) * 0.3 for column in range(COLUMNS))
EMPTY = 6  # no seat has that number
CODES = 7  # of what may stand on a cell
ABOVE = tuple([EMPTY] * (ROWS - pawns) for pawns in range(ROWS + 1))  # by pawns in a column
Worth = tuple[tuple[tuple[float, ...], ...], ...]  # of a line, by what stands on its other three cells


def _lines() -> tuple[tuple[tuple[Cell, Cell, Cell], ...], ...]:
    """For each cell the other three cells of every line of four through it."""
    lines_of: list[list[tuple[Cell, Cell, Cell]]] = [[] for _ in range(COLUMNS * ROWS)]
    steps = ((1, 0), (0, 1), (1, 1), (1, -1))
    for column, row, (across, up) in product(range(COLUMNS), range(ROWS), steps):
        line = [(column + i * across, row + i * up) for i in range(LINE)]
        if all(0 <= x < COLUMNS and 0 <= y < ROWS for x, y in line):
            cells = [x * ROWS + y for x, y in line]
            for cell in cells:
                one, two, three = [other for other in cells if other != cell]
                lines_of[cell].append((one, two, three))
    return tuple(map(tuple, lines_of))


LINES = _lines()


def board(grid: Grid) -> Board:
    pawns: Board = []
    for column in grid:
        pawns += column
        pawns += ABOVE[len(column)]
    return pawns


def drop_score(pawns: Board, seat: Seat, column: int, row: int) -> float:
    """What a pawn of the seat is worth there, the cell above it included."""
    cell = column * ROWS + row
    score = cell_score(pawns, line_scores(seat), cell) - OFF_CENTRE[column]
    if row + 1 < ROWS and helps_rival(pawns, seat, cell + 1):
        score += HELPS_RIVAL
    return score


def cell_score(pawns: Board, worth: Worth, cell: Cell) -> float:
    score = 0.0
    for one, two, three in LINES[cell]:
        score += worth[pawns[one]][pawns[two]][pawns[three]]
    return score


@cache
def line_scores(seat: Seat) -> Worth:
    """What a pawn of the seat adds to a line, by what stands on its other three cells."""
    codes = range(CODES)
    return tuple(
        tuple(tuple(line_score(seat, (one, two, three)) for three in codes) for two in codes) for one in codes
    )


def line_score(seat: Seat, others: Sequence[int]) -> float:
    pawns = [pawn for pawn in others if pawn != EMPTY]
    if not pawns:
        return OWN[0]
    if pawns.count(pawns[0]) < len(pawns):
        return 0.0
    return (OWN if pawns[0] == seat else RIVAL)[len(pawns)]


def helps_rival(pawns: Board, seat: Seat, cell: Cell) -> bool:
    """Whether a rival could complete a line on the cell."""
    for one, two, three in LINES[cell]:
        pawn = pawns[one]
        if pawn == pawns[two] == pawns[three] and pawn != EMPTY and pawn != seat:
            return True
    return False


def best_columns(grid: Grid, seat: Seat, columns: Sequence[int]) -> list[int]:
    """The columns of highest score among those that are open."""
    pawns = board(grid)
    scores = [drop_score(pawns, seat, column, len(grid[column])) for column in columns]
    best = max(scores)
    return [column for column, score in zip(columns, scores, strict=True) if score == best]


def can_complete(grid: Grid, seat: Seat) -> bool:
    """Whether one more pawn of the seat would make a line."""
    pawns = board(grid)
    if pawns.count(seat) < LINE - 1:
        return False
    tops = [column * ROWS + len(pawns) for column, pawns in enumerate(grid) if len(pawns) < ROWS]
    lines = [line for cell in tops for line in LINES[cell]]
    return any(pawns[one] == seat == pawns[two] == pawns[three] for one, two, three in lines)
