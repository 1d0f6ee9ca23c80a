"""The Strategy Grid: seven columns into which pawns fall."""

from __future__ import annotations

from collections.abc import Sequence

from flattop.kernel import Action, Seat

COLUMNS = ROWS = 7
LINE = 4
DROP: tuple[Action, ...] = tuple(("drop", column) for column in range(COLUMNS))

Grid = Sequence[tuple[Seat, ...]]  # columns from the bottom up; a pawn is its owner's seat


def drops(grid: Grid) -> list[Action]:
    """Drop actions for the columns with room; there is always one (BF-R9, BF-R12)."""
    return [DROP[column] for column in range(COLUMNS) if len(grid[column]) < ROWS]


def makes_line(grid: Grid, column: int) -> bool:
    """True if the top pawn of the column is in an unbroken line of four or more (BF-20, BF-R11)."""
    pawns = grid[column]
    seat, row = pawns[-1], len(pawns) - 1
    if row >= LINE - 1 and pawns[row - LINE + 1 :] == (seat,) * LINE:
        return True
    return any(
        1 + run_length(grid, column, row, 1, rise) + run_length(grid, column, row, -1, -rise) >= LINE
        for rise in (0, 1, -1)
    )


def run_length(grid: Grid, column: int, row: int, step: int, rise: int) -> int:
    """Count the pawns of the same owner that follow a cell in one direction."""
    seat, length = grid[column][row], 0
    while True:
        column += step
        row += rise
        if not 0 <= column < COLUMNS or not 0 <= row < len(grid[column]) or grid[column][row] != seat:
            return length
        length += 1


def is_full(grid: Grid) -> bool:
    return all(len(pawns) == ROWS for pawns in grid)


def completes(grid: Grid, column: int, seat: Seat) -> bool:
    """True if a pawn of the seat dropped into the column would make a line."""
    tried = list(grid)
    tried[column] = (*grid[column], seat)
    return makes_line(tried, column)
